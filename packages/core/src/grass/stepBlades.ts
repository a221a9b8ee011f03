/**
 * One step of all blades, in plain loops over arrays: what `blade/` says about one blade, and the
 * reference that faster ways are held against. `paper` follows the publication, `stable` is the
 * same model with its motion solved exactly and its validation carried to the end, so that blades
 * move and rest alike at any rate of steps.
 */
import type { ParticleArray } from '../cloth/ClothState.js'
import { FRONT_SHARE, LEAST_RECOVERY } from './blade/forces.js'
import { guideFactor, LEAST_GUIDE, restingReach } from './blade/validate.js'
import type { BladeArray, GrassBlades, GrassState } from './GrassBlades.js'

export interface BladeForces {
  readonly model: 'stable' | 'paper'
  /** s */
  readonly dt: number
  /** m/s, see `blade/forces` */
  readonly gravity: readonly [number, number, number]
  /** Stiffness of every blade, 1/s. */
  readonly stiffness: number
  /** Stiffness × height, m/s, in addition: with it, high and low blades lean alike. */
  readonly lift: number
  /** How much of η goes in a second, 1/s. */
  readonly recovery: number
}

/**
 * Moves all tips by gravity, recovery and wind.
 *
 * @param winds xyz per blade at its root, m/s
 */
export function stepBlades(
  blades: GrassBlades,
  state: GrassState,
  winds: ParticleArray,
  forces: BladeForces,
): void {
  const { heights, ups, axes, firmness, count } = blades
  const { tips, strengths } = state
  const { dt, stiffness, lift } = forces
  const isStable = forces.model === 'stable'
  const [gx, gy, gz] = forces.gravity
  const bow = FRONT_SHARE * Math.sqrt(gx * gx + gy * gy + gz * gz)
  const decay = forces.recovery * dt
  for (let n = 0, i = 0; n < count; n++, i += 3) {
    const h = heights[n]!
    const ux = ups[i]!
    const uy = ups[i + 1]!
    const uz = ups[i + 2]!
    const px = tips[i]!
    const py = tips[i + 1]!
    const pz = tips[i + 2]!
    const wx = winds[i]!
    const wy = winds[i + 1]!
    const wz = winds[i + 2]!
    strengths[n] = Math.max(strengths[n]! - decay, 0)
    const eased = Math.max(1 - strengths[n]!, LEAST_RECOVERY)
    const rate = firmness[n]! * (stiffness + lift / h) * eased
    // Front gravity, along the second axis of the blade.
    const fx = gx + bow * axes[2 * i + 3]!
    const fy = gy + bow * axes[2 * i + 4]!
    const fz = gz + bow * axes[2 * i + 5]!
    const hold = windHold(wx, wy, wz, px, py, pz, px * ux + py * uy + pz * uz, h)
    if (!isStable) {
      tips[i] = px + dt * (rate * (h * ux - px) + fx + hold * wx)
      tips[i + 1] = py + dt * (rate * (h * uy - py) + fy + hold * wy)
      tips[i + 2] = pz + dt * (rate * (h * uz - pz) + fz + hold * wz)
      validateBlade(blades, state, n, false)
      continue
    }
    // Half the way first: how the blade then stands in the wind is what counts for the whole.
    const soft = 1 / rate
    const sx = h * ux + soft * fx
    const sy = h * uy + soft * fy
    const sz = h * uz + soft * fz
    tips[i] = sx + soft * hold * wx
    tips[i + 1] = sy + soft * hold * wy
    tips[i + 2] = sz + soft * hold * wz
    turnTowards(tips, i, px, py, pz, 0.5 * rate * dt)
    const mx = tips[i]!
    const my = tips[i + 1]!
    const mz = tips[i + 2]!
    const then = windHold(wx, wy, wz, mx, my, mz, mx * ux + my * uy + mz * uz, h)
    tips[i] = sx + soft * then * wx
    tips[i + 1] = sy + soft * then * wy
    tips[i + 2] = sz + soft * then * wz
    turnTowards(tips, i, px, py, pz, rate * dt)
    validateBlade(blades, state, n, true)
  }
}

/** θ: how much of the wind gets hold, (1 − |ŵ · p̂|) (p · up) / h, as `windAlignment` says. */
function windHold(
  wx: number,
  wy: number,
  wz: number,
  px: number,
  py: number,
  pz: number,
  rise: number,
  h: number,
): number {
  const squares = (wx * wx + wy * wy + wz * wz) * (px * px + py * py + pz * pz)
  if (!(squares > 0)) return 0
  const along = Math.abs(wx * px + wy * py + wz * pz) / Math.sqrt(squares)
  return (Math.max(1 - along, 0) * Math.max(rise, 0)) / h
}

/**
 * Turns a tip towards the equilibrium that stands in its place, as `turnToEquilibrium` says.
 *
 * @param decay rate · dt
 */
function turnTowards(
  tips: BladeArray,
  i: number,
  px: number,
  py: number,
  pz: number,
  decay: number,
): void {
  const ex = tips[i]!
  const ey = tips[i + 1]!
  const ez = tips[i + 2]!
  const size = Math.sqrt(ex * ex + ey * ey + ez * ez)
  const length = Math.sqrt(px * px + py * py + pz * pz)
  const cosine = (px * ex + py * ey + pz * ez) / (size * length)
  // Where there is no direction to turn to, or no side to turn, it stays.
  if (!(cosine > -1)) {
    write(tips, i, 1, px, py, pz)
    return
  }
  const fall = Math.exp((-decay * size) / length)
  const squared = (Math.max(1 - cosine, 0) / (1 + cosine)) * fall * fall
  const across = (2 * fall) / ((1 + squared) * (1 + cosine))
  const along = (length * ((1 - squared) / (1 + squared) - across * cosine)) / size
  tips[i] = along * ex + across * px
  tips[i + 1] = along * ey + across * py
  tips[i + 2] = along * ez + across * pz
}

/** Puts one tip above the ground, its guide where it belongs, and gives the curve its length. */
export function validateBlade(
  { heights, ups }: GrassBlades,
  { tips, guides }: GrassState,
  n: number,
  isStable: boolean,
): void {
  const i = 3 * n
  const h = heights[n]!
  const ux = ups[i]!
  const uy = ups[i + 1]!
  const uz = ups[i + 2]!
  let x = tips[i]!
  let y = tips[i + 1]!
  let z = tips[i + 2]!
  let rise = x * ux + y * uy + z * uz
  if (rise < 0) {
    x -= rise * ux
    y -= rise * uy
    z -= rise * uz
    rise = 0
  }
  const ax = x - rise * ux
  const ay = y - rise * uy
  const az = z - rise * uz
  const aside = Math.sqrt(ax * ax + ay * ay + az * az)
  const length = Math.sqrt(x * x + y * y + z * z)
  if (!isStable) {
    const guide = h * guideFactor(aside / h)
    const gx = x - guide * ux
    const gy = y - guide * uy
    const gz = z - guide * uz
    const curve = (2 * length + guide + Math.sqrt(gx * gx + gy * gy + gz * gz)) / 3
    write(tips, i, h / curve, x, y, z)
    guides[n] = (h / curve) * guide
    return
  }
  if (!(length > Number.EPSILON * h)) {
    // It points nowhere, so it stands.
    write(tips, i, h, ux, uy, uz)
    guides[n] = h
    return
  }
  const sine = aside / length
  const reach = restingReach(sine, rise / length)
  write(tips, i, (h * reach) / length, x, y, z)
  guides[n] = h * Math.max(1 - reach * sine, LEAST_GUIDE)
}

function write(tips: BladeArray, i: number, scale: number, x: number, y: number, z: number): void {
  tips[i] = scale * x
  tips[i + 1] = scale * y
  tips[i + 2] = scale * z
}
