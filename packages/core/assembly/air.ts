/**
 * Drag and lift of triangles in the wind, four at a time: twin of `src/wind/aerodynamics.ts`, equations
 * there. Corners may be shared, so accelerations of the four are added one after the other.
 */
import { firstHalves, firstPairs, secondHalves, secondPairs, VECTOR } from './lanes'

/** A force this many times as large as what stops the triangle is bounded anyway. */
const OVERWHELMING: f32 = 1e6

/** Adds a force to a particle, times its inverse mass. */
function accelerate(acceleration: usize, particle: usize, force: v128): void {
  const own = f32x4.mul(force, v128.load32_splat(particle, 12))
  v128.store(acceleration, f32x4.add(v128.load(acceleration), own))
}

/** Air minus cloth at three corners, added up. */
function relativeWind(winds: usize, velocities: usize, a: usize, b: usize, c: usize): v128 {
  const atA = f32x4.sub(v128.load(winds + a), v128.load(velocities + a))
  const atB = f32x4.sub(v128.load(winds + b), v128.load(velocities + b))
  const atC = f32x4.sub(v128.load(winds + c), v128.load(velocities + c))
  return f32x4.add(f32x4.add(atA, atB), atC)
}

function select(mask: v128, yes: v128, no: v128): v128 {
  return v128.bitselect(yes, no, mask)
}

/** Sets the accelerations of all particles anew. */
export function pushByAir(
  particles: usize,
  velocities: usize,
  winds: usize,
  accelerations: usize,
  corners: usize,
  areas: usize,
  masses: usize,
  count: usize,
  triangles: usize,
  halfDensity: f32,
  drag: f32,
  lift: f32,
  perSecond: f32,
): void {
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  const two = f32x4.splat(2)
  const third = f32x4.splat(1 / 3)
  const infinity = f32x4.splat(f32.POSITIVE_INFINITY)
  const most = f32x4.splat(OVERWHELMING)
  const halves = f32x4.splat(halfDensity)
  const drags = f32x4.splat(drag)
  const lifts = f32x4.splat(lift)
  const rate = f32x4.splat(perSecond)
  for (let k: usize = 0; k < count << 4; k += VECTOR) v128.store(accelerations + k, zero)
  const stop = corners + triangles * 12
  for (; corners < stop; corners += 48, areas += VECTOR, masses += VECTOR) {
    const a0 = load<usize>(corners, 0) << 2
    const b0 = load<usize>(corners, 4) << 2
    const c0 = load<usize>(corners, 8) << 2
    const a1 = load<usize>(corners, 12) << 2
    const b1 = load<usize>(corners, 16) << 2
    const c1 = load<usize>(corners, 20) << 2
    const a2 = load<usize>(corners, 24) << 2
    const b2 = load<usize>(corners, 28) << 2
    const c2 = load<usize>(corners, 32) << 2
    const a3 = load<usize>(corners, 36) << 2
    const b3 = load<usize>(corners, 40) << 2
    const c3 = load<usize>(corners, 44) << 2
    const u0 = relativeWind(winds, velocities, a0, b0, c0)
    const u1 = relativeWind(winds, velocities, a1, b1, c1)
    const u2 = relativeWind(winds, velocities, a2, b2, c2)
    const u3 = relativeWind(winds, velocities, a3, b3, c3)
    const p0 = f32x4.sub(v128.load(particles + b0), v128.load(particles + a0))
    const q0 = f32x4.sub(v128.load(particles + c0), v128.load(particles + a0))
    const p1 = f32x4.sub(v128.load(particles + b1), v128.load(particles + a1))
    const q1 = f32x4.sub(v128.load(particles + c1), v128.load(particles + a1))
    const p2 = f32x4.sub(v128.load(particles + b2), v128.load(particles + a2))
    const q2 = f32x4.sub(v128.load(particles + c2), v128.load(particles + a2))
    const p3 = f32x4.sub(v128.load(particles + b3), v128.load(particles + a3))
    const q3 = f32x4.sub(v128.load(particles + c3), v128.load(particles + a3))
    // Relative speed u and normal n, four of each coordinate.
    const ux = f32x4.mul(firstPairs(firstHalves(u0, u1), firstHalves(u2, u3)), third)
    const uy = f32x4.mul(secondPairs(firstHalves(u0, u1), firstHalves(u2, u3)), third)
    const uz = f32x4.mul(firstPairs(secondHalves(u0, u1), secondHalves(u2, u3)), third)
    const px = firstPairs(firstHalves(p0, p1), firstHalves(p2, p3))
    const py = secondPairs(firstHalves(p0, p1), firstHalves(p2, p3))
    const pz = firstPairs(secondHalves(p0, p1), secondHalves(p2, p3))
    const qx = firstPairs(firstHalves(q0, q1), firstHalves(q2, q3))
    const qy = secondPairs(firstHalves(q0, q1), firstHalves(q2, q3))
    const qz = firstPairs(secondHalves(q0, q1), secondHalves(q2, q3))
    const nx = f32x4.sub(f32x4.mul(py, qz), f32x4.mul(pz, qy))
    const ny = f32x4.sub(f32x4.mul(pz, qx), f32x4.mul(px, qz))
    const nz = f32x4.sub(f32x4.mul(px, qy), f32x4.mul(py, qx))
    const speed = f32x4.sqrt(dot(ux, uy, uz, ux, uy, uz))
    const size = f32x4.sqrt(dot(nx, ny, nz, nx, ny, nz))
    const strength = f32x4.mul(v128.load(masses), rate)
    const felt = v128.and(
      v128.and(isWithin(speed, zero, infinity), isWithin(size, zero, infinity)),
      f32x4.gt(strength, zero),
    )
    if (!v128.any_true(felt)) continue

    const cosine = f32x4.div(dot(ux, uy, uz, nx, ny, nz), f32x4.mul(size, speed))
    const pressure = f32x4.pmin(
      f32x4.div(f32x4.mul(f32x4.mul(halves, v128.load(areas)), speed), strength),
      most,
    )
    const facing = f32x4.mul(pressure, cosine)
    const towards = f32x4.pmin(f32x4.mul(drags, f32x4.abs(facing)), one)
    const aside = f32x4.pmax(f32x4.pmin(f32x4.mul(lifts, facing), most), f32x4.neg(most))
    const sines = f32x4.sub(one, f32x4.mul(cosine, cosine))
    const bend = f32x4.mul(f32x4.mul(aside, aside), sines)
    const tooMuch = f32x4.gt(bend, f32x4.mul(towards, f32x4.sub(two, towards)))
    const above = v128.and(tooMuch, f32x4.gt(bend, one))
    const across = select(above, f32x4.div(aside, f32x4.sqrt(bend)), aside)
    const left = f32x4.sqrt(f32x4.sub(one, f32x4.pmin(bend, one)))
    const along = select(tooMuch, f32x4.sub(one, left), towards)
    const scale = f32x4.mul(strength, third)
    const alongU = v128.and(f32x4.mul(scale, f32x4.sub(along, f32x4.mul(across, cosine))), felt)
    const alongN = v128.and(f32x4.div(f32x4.mul(f32x4.mul(scale, across), speed), size), felt)
    const fx = f32x4.add(f32x4.mul(alongU, ux), f32x4.mul(alongN, nx))
    const fy = f32x4.add(f32x4.mul(alongU, uy), f32x4.mul(alongN, ny))
    const fz = f32x4.add(f32x4.mul(alongU, uz), f32x4.mul(alongN, nz))
    const xy01 = firstHalves(fx, fy)
    const xy23 = secondHalves(fx, fy)
    const z01 = firstHalves(fz, zero)
    const z23 = secondHalves(fz, zero)
    const f0 = firstPairs(xy01, z01)
    const f1 = secondPairs(xy01, z01)
    const f2 = firstPairs(xy23, z23)
    const f3 = secondPairs(xy23, z23)
    accelerate(accelerations + a0, particles + a0, f0)
    accelerate(accelerations + b0, particles + b0, f0)
    accelerate(accelerations + c0, particles + c0, f0)
    accelerate(accelerations + a1, particles + a1, f1)
    accelerate(accelerations + b1, particles + b1, f1)
    accelerate(accelerations + c1, particles + c1, f1)
    accelerate(accelerations + a2, particles + a2, f2)
    accelerate(accelerations + b2, particles + b2, f2)
    accelerate(accelerations + c2, particles + c2, f2)
    accelerate(accelerations + a3, particles + a3, f3)
    accelerate(accelerations + b3, particles + b3, f3)
    accelerate(accelerations + c3, particles + c3, f3)
  }
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz))
}

function isWithin(value: v128, low: v128, high: v128): v128 {
  return v128.and(f32x4.gt(value, low), f32x4.lt(value, high))
}
