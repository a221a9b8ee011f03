/**
 * Where a body is: an affine map from its own space to the world, as 12 numbers in one array, three
 * columns and the origin. All functions write into arrays that are there.
 */

/** Three columns of three numbers, and the origin. */
export type Frame = Float64Array

/** Where the origin starts in a frame. */
export const ORIGIN = 9

export function createFrame(): Frame {
  return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
}

/** Matrix (16 numbers, column by column) times frame. The identity changes no bit. */
export function placeFrame(matrix: Float64Array, local: Frame, out: Frame): void {
  for (let c = 0; c < 12; c += 3) {
    const x = local[c]!
    const y = local[c + 1]!
    const z = local[c + 2]!
    const w = c === ORIGIN ? 1 : 0
    for (let k = 0; k < 3; k++)
      out[c + k] = matrix[k]! * x + matrix[4 + k]! * y + matrix[8 + k]! * z + matrix[12 + k]! * w
  }
}

/** Inverse of the columns of a frame, row by row. */
const inverse = new Float64Array(9)

/** Volume of the body's unit cube, negative where it is mirrored. */
function volumeOf(frame: Frame): number {
  const ax = frame[0]!
  const ay = frame[1]!
  const az = frame[2]!
  const bx = frame[3]!
  const by = frame[4]!
  const bz = frame[5]!
  const cx = frame[6]!
  const cy = frame[7]!
  const cz = frame[8]!
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

function invert(frame: Frame): void {
  const ax = frame[0]!
  const ay = frame[1]!
  const az = frame[2]!
  const bx = frame[3]!
  const by = frame[4]!
  const bz = frame[5]!
  const cx = frame[6]!
  const cy = frame[7]!
  const cz = frame[8]!
  const volume = volumeOf(frame)
  inverse[0] = (by * cz - bz * cy) / volume
  inverse[1] = (bz * cx - bx * cz) / volume
  inverse[2] = (bx * cy - by * cx) / volume
  inverse[3] = (cy * az - cz * ay) / volume
  inverse[4] = (cz * ax - cx * az) / volume
  inverse[5] = (cx * ay - cy * ax) / volume
  inverse[6] = (ay * bz - az * by) / volume
  inverse[7] = (az * bx - ax * bz) / volume
  inverse[8] = (ax * by - ay * bx) / volume
}

/** The map that takes what moves with a body from one frame to another: to ∘ from⁻¹. */
export function motionBetween(from: Frame, to: Frame, out: Frame): void {
  invert(from)
  for (let k = 0; k < 3; k++) {
    for (let c = 0; c < 3; c++)
      out[3 * c + k] =
        to[k]! * inverse[c]! + to[3 + k]! * inverse[3 + c]! + to[6 + k]! * inverse[6 + c]!
    out[ORIGIN + k] =
      to[ORIGIN + k]! -
      (out[k]! * from[ORIGIN]! + out[3 + k]! * from[ORIGIN + 1]! + out[6 + k]! * from[ORIGIN + 2]!)
  }
}

/** Images of points, xyz each. */
export function movePoints(
  motion: Frame,
  points: Float64Array,
  count: number,
  out: Float64Array,
): void {
  const ax = motion[0]!
  const ay = motion[1]!
  const az = motion[2]!
  const bx = motion[3]!
  const by = motion[4]!
  const bz = motion[5]!
  const cx = motion[6]!
  const cy = motion[7]!
  const cz = motion[8]!
  const ox = motion[9]!
  const oy = motion[10]!
  const oz = motion[11]!
  for (let i = 0; i < 3 * count; i += 3) {
    const x = points[i]!
    const y = points[i + 1]!
    const z = points[i + 2]!
    out[i] = ax * x + bx * y + cx * z + ox
    out[i + 1] = ay * x + by * y + cy * z + oy
    out[i + 2] = az * x + bz * y + cz * z + oz
  }
}

/**
 * Turns the columns of an orthonormal frame on the shortest way until its second one, y, has a
 * direction: so what has an axis does not spin about it when the axis is set anew.
 */
export function turnAxis(frame: Frame, direction: Float64Array): void {
  const dx = direction[0]!
  const dy = direction[1]!
  const dz = direction[2]!
  const yx = frame[3]!
  const yy = frame[4]!
  const yz = frame[5]!
  if (dx === yx && dy === yy && dz === yz) return
  const cosine = yx * dx + yy * dy + yz * dz
  // The x column moves by the shortest rotation (Rodrigues): x + v × x + v × (v × x) / (1 + cos).
  const vx = yy * dz - yz * dy
  const vy = yz * dx - yx * dz
  const vz = yx * dy - yy * dx
  let x = frame[0]!
  let y = frame[1]!
  let z = frame[2]!
  // Turned to the opposite every way is as short; that about x leaves x alone.
  if (cosine > OPPOSITE) {
    const wx = vy * z - vz * y
    const wy = vz * x - vx * z
    const wz = vx * y - vy * x
    const share = 1 / (1 + cosine)
    x += wx + share * (vy * wz - vz * wy)
    y += wy + share * (vz * wx - vx * wz)
    z += wz + share * (vx * wy - vy * wx)
  }
  const along = x * dx + y * dy + z * dz
  x -= along * dx
  y -= along * dy
  z -= along * dz
  const length = Math.sqrt(x * x + y * y + z * z)
  x /= length
  y /= length
  z /= length
  frame[0] = x
  frame[1] = y
  frame[2] = z
  frame[3] = dx
  frame[4] = dy
  frame[5] = dz
  frame[6] = y * dz - z * dy
  frame[7] = z * dx - x * dz
  frame[8] = x * dy - y * dx
}

/** Nearer to −1 than this a cosine leaves 1 / (1 + cos) without digits. */
const OPPOSITE = -1 + 1e-9

/** Columns that are this near to a rotation are one; larger differences are changes of scale. */
const RIGID = 1e-9

/** The way from one frame to another: a turn at an even pace, or even changes where sizes change. */
export class FrameWay {
  private readonly from = createFrame()
  private readonly to = createFrame()
  private readonly change = createFrame()
  private readonly axis = new Float64Array(3)
  private angle = 0
  private isRigid = true

  set(from: Frame, to: Frame): void {
    this.from.set(from)
    this.to.set(to)
    motionBetween(from, to, this.change)
    this.isRigid = isRotation(this.change)
    if (this.isRigid) this.angle = axisOf(this.change, this.axis)
  }

  /** @param share 0 at the start, 1 at the end, which are met exactly */
  at(share: number, out: Frame): void {
    const { from, to, axis } = this
    if (share >= 1) {
      out.set(to)
      return
    }
    for (let n = this.isRigid ? ORIGIN : 0; n < 12; n++)
      out[n] = from[n]! + share * (to[n]! - from[n]!)
    if (!this.isRigid) return
    const sine = Math.sin(share * this.angle)
    const versine = 1 - Math.cos(share * this.angle)
    const [nx, ny, nz] = [axis[0]!, axis[1]!, axis[2]!]
    for (let c = 0; c < ORIGIN; c += 3) {
      const x = from[c]!
      const y = from[c + 1]!
      const z = from[c + 2]!
      const wx = ny * z - nz * y
      const wy = nz * x - nx * z
      const wz = nx * y - ny * x
      out[c] = x + sine * wx + versine * (ny * wz - nz * wy)
      out[c + 1] = y + sine * wy + versine * (nz * wx - nx * wz)
      out[c + 2] = z + sine * wz + versine * (nx * wy - ny * wx)
    }
  }
}

function isRotation(frame: Frame): boolean {
  for (let a = 0; a < ORIGIN; a += 3) {
    for (let b = a; b < ORIGIN; b += 3) {
      const dot =
        frame[a]! * frame[b]! + frame[a + 1]! * frame[b + 1]! + frame[a + 2]! * frame[b + 2]!
      if (!(Math.abs(dot - (a === b ? 1 : 0)) < RIGID)) return false
    }
  }
  return volumeOf(frame) > 0
}

/** Axis and angle of a rotation, by its quaternion (Shepperd 1978), sound at half a turn, too. */
function axisOf(frame: Frame, axis: Float64Array): number {
  const ax = frame[0]!
  const ay = frame[1]!
  const az = frame[2]!
  const bx = frame[3]!
  const by = frame[4]!
  const bz = frame[5]!
  const cx = frame[6]!
  const cy = frame[7]!
  const cz = frame[8]!
  const squares = [1 + ax + by + cz, 1 + ax - by - cz, 1 - ax + by - cz, 1 - ax - by + cz]
  const largest = squares.indexOf(Math.max(...squares))
  let w: number
  if (largest === 0) {
    w = squares[0]!
    axis[0] = bz - cy
    axis[1] = cx - az
    axis[2] = ay - bx
  } else if (largest === 1) {
    w = bz - cy
    axis[0] = squares[1]!
    axis[1] = ay + bx
    axis[2] = cx + az
  } else if (largest === 2) {
    w = cx - az
    axis[0] = ay + bx
    axis[1] = squares[2]!
    axis[2] = bz + cy
  } else {
    w = ay - bx
    axis[0] = cx + az
    axis[1] = bz + cy
    axis[2] = squares[3]!
  }
  const length = Math.sqrt(axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2)
  if (length === 0) return 0
  for (let k = 0; k < 3; k++) axis[k]! /= length
  const angle = 2 * Math.atan2(length, w)
  // The short way round.
  return angle > Math.PI ? angle - 2 * Math.PI : angle
}
