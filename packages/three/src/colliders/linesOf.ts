/** Line segments that show a collider, xyz of both ends one after the other, in its own space, m. */
import type { Collider, HeightFieldCollider, MeshCollider } from '@billow/core'
import { Matrix4, Vector3 } from 'three'

/** A bent line has this many segments per full turn. */
const SEGMENTS = 48
/** Lines along a body of revolution. */
const MERIDIANS = 8
/** A plane has no end; this much is shown around its point, m, in so many cells. */
const PLANE_SIZE = 2
const PLANE_CELLS = 8
/** Length of the line that shows on which side of a plane cloth stays, m. */
const NORMAL_LENGTH = 0.25

type Segments = number[]
/** Along an axis, and away from it, m. */
type Profile = readonly (readonly [along: number, radius: number])[]

export function linesOf(collider: Collider): Segments {
  switch (collider.type) {
    case 'sphere':
      return ballLines(collider.center, collider.radius)
    case 'plane':
      return planeLines(collider.point, collider.normal)
    case 'box':
      return boxLines(collider.size)
    case 'capsule':
      return taperedLines(collider.from, collider.to, collider.radius, collider.radius)
    case 'cone':
      return taperedLines(collider.from, collider.to, collider.radii[0]!, collider.radii[1]!)
    case 'cylinder':
      return cylinderLines(collider.from, collider.to, collider.radius)
    case 'mesh':
      return meshLines(collider)
    case 'heightField':
      return heightLines(collider)
  }
}

function ballLines(center: ArrayLike<number>, radius: number): Segments {
  const [x, y, z] = [center[0]!, center[1]!, center[2]!]
  return revolve([x, y, z], [x, y + 1, z], arc(0, radius, Math.PI, 0), [[0, radius]])
}

/** From `from` on the profile's first number runs towards `to`, m. */
function taperedLines(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  below: number,
  above: number,
): Segments {
  const length = distance(from, to)
  const difference = below - above
  // One ball holds the other: the axis only says where it is.
  if (Math.abs(difference) >= length) {
    return ballLines(difference > 0 ? from : to, Math.max(below, above))
  }
  // Where the common tangent touches both balls, as an angle to the axis.
  const touch = Math.acos(difference / length)
  const profile = [...arc(0, below, Math.PI, touch), ...arc(length, above, touch, 0)]
  return revolve(from, to, profile, [
    [below * Math.cos(touch), below * Math.sin(touch)],
    [length + above * Math.cos(touch), above * Math.sin(touch)],
  ])
}

function cylinderLines(from: ArrayLike<number>, to: ArrayLike<number>, radius: number): Segments {
  const length = distance(from, to)
  const profile: Profile = [
    [0, 0],
    [0, radius],
    [length, radius],
    [length, 0],
  ]
  return revolve(from, to, profile, [profile[1]!, profile[2]!])
}

/** Part of a circle about a point of the axis, from one angle to another. */
function arc(along: number, radius: number, start: number, end: number): Profile {
  const count = Math.max(2, Math.round((SEGMENTS * Math.abs(end - start)) / (2 * Math.PI)))
  return Array.from({ length: count + 1 }, (_, n) => {
    const angle = start + ((end - start) * n) / count
    return [along + radius * Math.cos(angle), radius * Math.sin(angle)] as const
  })
}

/** A profile turned about the axis: lines along it, and a ring through each of some points. */
function revolve(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  profile: Profile,
  rings: Profile,
): Segments {
  const origin = new Vector3(from[0], from[1], from[2])
  const axis = new Vector3(to[0], to[1], to[2]).sub(origin)
  // A ball's axis may be a point.
  const up = axis.lengthSq() > 0 ? axis.normalize() : axis.set(0, 1, 0)
  const side = (Math.abs(up.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0))
    .cross(up)
    .normalize()
  const frame = new Matrix4().makeBasis(side, up, side.clone().cross(up)).setPosition(origin)
  const point = new Vector3()
  const lines: Segments = []
  const push = ([along, radius]: Profile[number], angle: number): void => {
    point.set(radius * Math.cos(angle), along, radius * Math.sin(angle)).applyMatrix4(frame)
    lines.push(point.x, point.y, point.z)
  }
  for (let m = 0; m < MERIDIANS; m++) {
    const angle = (2 * Math.PI * m) / MERIDIANS
    for (let n = 1; n < profile.length; n++) {
      push(profile[n - 1]!, angle)
      push(profile[n]!, angle)
    }
  }
  for (const ring of rings) {
    for (let n = 0; n < SEGMENTS; n++) {
      push(ring, (2 * Math.PI * n) / SEGMENTS)
      push(ring, (2 * Math.PI * (n + 1)) / SEGMENTS)
    }
  }
  return lines
}

function boxLines(size: ArrayLike<number>): Segments {
  const half = [size[0]! / 2, size[1]! / 2, size[2]! / 2]
  const lines: Segments = []
  for (let axis = 0; axis < 3; axis++) {
    for (const [s, t] of [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ] as const) {
      for (const end of [-1, 1]) {
        const corner = [0, 0, 0]
        corner[axis] = end * half[axis]!
        corner[(axis + 1) % 3] = s * half[(axis + 1) % 3]!
        corner[(axis + 2) % 3] = t * half[(axis + 2) % 3]!
        lines.push(...corner)
      }
    }
  }
  return lines
}

function planeLines(point: ArrayLike<number>, normal: ArrayLike<number>): Segments {
  const origin = new Vector3(point[0], point[1], point[2])
  const up = new Vector3(normal[0], normal[1], normal[2])
  const u = (Math.abs(up.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0))
    .cross(up)
    .normalize()
  const v = u.clone().cross(up)
  const at = (s: number, t: number): number[] =>
    origin.clone().addScaledVector(u, s).addScaledVector(v, t).toArray()
  const end = PLANE_SIZE / 2
  const lines: Segments = []
  for (let n = 0; n <= PLANE_CELLS; n++) {
    const s = -end + (PLANE_SIZE * n) / PLANE_CELLS
    lines.push(...at(s, -end), ...at(s, end), ...at(-end, s), ...at(end, s))
  }
  lines.push(...at(0, 0), ...origin.clone().addScaledVector(up, NORMAL_LENGTH).toArray())
  return lines
}

function meshLines({ positions, indices }: MeshCollider): Segments {
  const lines: Segments = []
  // The edge between two triangles belongs to both.
  const seen = new Set<number>()
  const count = positions.length / 3
  for (let n = 0; n < indices.length; n++) {
    const a = indices[n]!
    const b = indices[n % 3 === 2 ? n - 2 : n + 1]!
    const edge = Math.min(a, b) * count + Math.max(a, b)
    if (seen.has(edge)) continue
    seen.add(edge)
    pushPoint(lines, positions, a)
    pushPoint(lines, positions, b)
  }
  return lines
}

function heightLines({ heights, columns, rows, size }: HeightFieldCollider): Segments {
  const positions = new Float64Array(3 * columns * rows)
  for (let row = 0, n = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, n++) {
      positions[3 * n] = size[0]! * (column / (columns - 1) - 0.5)
      positions[3 * n + 1] = heights[n]!
      positions[3 * n + 2] = size[1]! * (row / (rows - 1) - 0.5)
    }
  }
  const lines: Segments = []
  for (let n = 0; n < columns * rows; n++) {
    const next = [n % columns < columns - 1 ? n + 1 : -1, n + columns]
    for (const other of next) {
      if (other < 0 || other >= columns * rows) continue
      pushPoint(lines, positions, n)
      pushPoint(lines, positions, other)
    }
  }
  return lines
}

function pushPoint(lines: Segments, positions: ArrayLike<number>, n: number): void {
  lines.push(positions[3 * n]!, positions[3 * n + 1]!, positions[3 * n + 2]!)
}

function distance(from: ArrayLike<number>, to: ArrayLike<number>): number {
  return Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!, to[2]! - from[2]!)
}
