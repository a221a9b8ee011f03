/**
 * Distance of a triangle from a convex body, by Gilbert, Johnson and Keerthi (1988): of what is between
 * the points of both, simplices that come ever nearer to zero. The nearest point of a simplex is
 * found among all of its parts that hold its newest corner, so that no case is special.
 */
import { direction, farthest, findFarthest } from './support.js'

/** Distance of a triangle that the core of a body goes through: there is no direction out of it. */
export const THROUGH = -Infinity

/** Squares of lengths, and what is left to win of them, that count as nothing beside the whole. */
const NOTHING = 1e-20
const CONVERGED = 1e-10

/** Curved bodies need a dozen. */
const MAX_STEPS = 40

/** Answers of the last call: unit vector from the body to the triangle, and the weights of the corners. */
export const normal = new Float64Array(3)
export const weights = new Float64Array(3)

/** Corners of the simplex, which corner of the triangle each is of, and its weight. */
const points = new Float64Array(12)
const owners = new Int32Array(4)
const parts = new Float64Array(4)
let count = 0

/** Squared distance of the simplex; numbers in an array, which stay bare. */
const least = new Float64Array(1)

/**
 * Distance from the body that was taken last.
 *
 * @param corners nine numbers, world, m
 * @param margin of the body around its core, m
 * @param cutoff distances from here on are of no interest, m
 * @param hint a direction from the body to the triangle, xyz, of any length but 0; takes the one that was
 *   found, which is as good a start for a triangle nearby
 * @returns the distance, m: negative within the margin, `THROUGH` in the core, `Infinity` from the cutoff on
 */
export function distanceFromBody(
  corners: Float64Array,
  margin: number,
  cutoff: number,
  hint: Float64Array,
): number {
  direction[0] = hint[0]!
  direction[1] = hint[1]!
  direction[2] = hint[2]!
  count = 0
  let squared = direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2
  let scale = 0
  const limit = (cutoff + margin) * (cutoff + margin)
  for (let step = 0; step < MAX_STEPS; step++) {
    findFarthest()
    const corner = lowest(corners)
    const i = 3 * corner
    const at = 3 * count
    const x = corners[i]! - farthest[0]!
    const y = corners[i + 1]! - farthest[1]!
    const z = corners[i + 2]! - farthest[2]!
    const along = x * direction[0] + y * direction[1] + z * direction[2]
    // All of the triangle is as far beyond all of the core, along the direction.
    if (along > 0 && along * along > limit * squared) {
      for (let k = 0; k < 3; k++) hint[k] = direction[k]!
      return Infinity
    }
    if (step > 0 && squared - along <= CONVERGED * squared) break
    points[at] = x
    points[at + 1] = y
    points[at + 2] = z
    owners[count++] = corner
    scale = Math.max(scale, x * x + y * y + z * z)
    reduce()
    if (count === 4) break
    squared = least[0]!
    if (squared <= NOTHING * scale) break
  }
  weights.fill(0)
  for (let n = 0; n < count; n++) weights[owners[n]!]! += parts[n]!
  if (count === 4 || squared <= NOTHING * scale) return THROUGH
  const length = Math.sqrt(squared)
  for (let k = 0; k < 3; k++) {
    normal[k] = direction[k]! / length
    hint[k] = normal[k]!
  }
  return length - margin < cutoff ? length - margin : Infinity
}

/** The corner of the triangle that is least far along the direction. */
function lowest(corners: Float64Array): number {
  const x = direction[0]!
  const y = direction[1]!
  const z = direction[2]!
  const a = corners[0]! * x + corners[1]! * y + corners[2]! * z
  const b = corners[3]! * x + corners[4]! * y + corners[5]! * z
  const c = corners[6]! * x + corners[7]! * y + corners[8]! * z
  if (a <= b && a <= c) return 0
  return b <= c ? 1 : 2
}

/** Leaves of the simplex what its point nearest to zero is made of, and that point as direction. */
function reduce(): void {
  const a = count - 1
  const ax = points[3 * a]!
  const ay = points[3 * a + 1]!
  const az = points[3 * a + 2]!
  let x = ax
  let y = ay
  let z = az
  let squared = ax * ax + ay * ay + az * az
  let second = -1
  let third = -1
  let shareB = 0
  let shareC = 0
  for (let b = 0; b < a; b++) {
    const ux = points[3 * b]! - ax
    const uy = points[3 * b + 1]! - ay
    const uz = points[3 * b + 2]! - az
    const uu = ux * ux + uy * uy + uz * uz
    const au = -(ax * ux + ay * uy + az * uz)
    if (au > 0 && au < uu) {
      const s = au / uu
      const px = ax + s * ux
      const py = ay + s * uy
      const pz = az + s * uz
      const size = px * px + py * py + pz * pz
      if (size < squared) {
        squared = size
        x = px
        y = py
        z = pz
        second = b
        third = -1
        shareB = s
      }
    }
    for (let c = b + 1; c < a; c++) {
      const vx = points[3 * c]! - ax
      const vy = points[3 * c + 1]! - ay
      const vz = points[3 * c + 2]! - az
      const vv = vx * vx + vy * vy + vz * vz
      const uv = ux * vx + uy * vy + uz * vz
      const av = -(ax * vx + ay * vy + az * vz)
      const det = uu * vv - uv * uv
      const s = (au * vv - av * uv) / det
      const t = (av * uu - au * uv) / det
      if (!(s > 0 && t > 0 && s + t < 1)) continue
      const px = ax + s * ux + t * vx
      const py = ay + s * uy + t * vy
      const pz = az + s * uz + t * vz
      const size = px * px + py * py + pz * pz
      if (!(size < squared)) continue
      squared = size
      x = px
      y = py
      z = pz
      second = b
      third = c
      shareB = s
      shareC = t
    }
  }
  if (a === 3 && isAround()) return
  direction[0] = x
  direction[1] = y
  direction[2] = z
  least[0] = squared
  const owner = owners[a]!
  if (third < 0) shareC = 0
  if (second < 0) shareB = 0
  count = 0
  // In ascending order, so that nothing is overwritten that is still needed.
  if (second >= 0) keep(second, shareB)
  if (third >= 0) keep(third, shareC)
  points[3 * count] = ax
  points[3 * count + 1] = ay
  points[3 * count + 2] = az
  owners[count] = owner
  parts[count++] = 1 - shareB - shareC
}

function keep(n: number, part: number): void {
  points[3 * count] = points[3 * n]!
  points[3 * count + 1] = points[3 * n + 1]!
  points[3 * count + 2] = points[3 * n + 2]!
  owners[count] = owners[n]!
  parts[count++] = part
}

/** Zero is inside where all four volumes that it makes with the faces have one sign. */
function isAround(): boolean {
  const v0 = volume(1, 2, 3)
  const v1 = -volume(0, 2, 3)
  const v2 = volume(0, 1, 3)
  const v3 = -volume(0, 1, 2)
  const sum = v0 + v1 + v2 + v3
  if (!(v0 / sum > 0 && v1 / sum > 0 && v2 / sum > 0 && v3 / sum > 0)) return false
  parts[0] = v0 / sum
  parts[1] = v1 / sum
  parts[2] = v2 / sum
  parts[3] = v3 / sum
  return true
}

function volume(a: number, b: number, c: number): number {
  const i = 3 * a
  const j = 3 * b
  const k = 3 * c
  return (
    points[i]! * (points[j + 1]! * points[k + 2]! - points[j + 2]! * points[k + 1]!) +
    points[i + 1]! * (points[j + 2]! * points[k]! - points[j]! * points[k + 2]!) +
    points[i + 2]! * (points[j]! * points[k + 1]! - points[j + 1]! * points[k]!)
  )
}
