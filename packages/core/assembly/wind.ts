/**
 * The wind at every particle: its mean, and turbulence as a sum of modes, for four particles at once.
 * Twin of `src/cloth/solvers/xpbd/plainWind.ts`.
 */
import { firstHalves, firstPairs, secondHalves, secondPairs, VECTOR } from './lanes'
import { sampleFour, windX, windY, windZ } from './windOfFour'

/**
 * @param winds out: a vector per particle
 * @param air the mean wind, and after it the modes
 */
export function sampleWind(
  particles: usize,
  winds: usize,
  count: usize,
  air: usize,
  modes: usize,
): void {
  const zero = f32x4.splat(0)
  const mean = v128.load(air)
  if (modes == 0) {
    for (let n: usize = 0; n < count; n++, winds += VECTOR) v128.store(winds, mean)
    return
  }
  for (let n: usize = 0; n < count; n += 4) {
    // What a last, incomplete four has too much of is there, and thrown away.
    const p0 = v128.load(particles)
    const p1 = v128.load(particles, 16)
    const p2 = v128.load(particles, 32)
    const p3 = v128.load(particles, 48)
    const xy01 = firstHalves(p0, p1)
    const xy23 = firstHalves(p2, p3)
    const x = firstPairs(xy01, xy23)
    const y = secondPairs(xy01, xy23)
    const z = firstPairs(secondHalves(p0, p1), secondHalves(p2, p3))
    sampleFour(x, y, z, air, modes, 0, 0)
    const wxy01 = firstHalves(windX, windY)
    const wxy23 = secondHalves(windX, windY)
    const wz01 = firstHalves(windZ, zero)
    const wz23 = secondHalves(windZ, zero)
    v128.store(winds, firstPairs(wxy01, wz01))
    v128.store(winds, secondPairs(wxy01, wz01), 16)
    v128.store(winds, firstPairs(wxy23, wz23), 32)
    v128.store(winds, secondPairs(wxy23, wz23), 48)
    particles += 64
    winds += 64
  }
}
