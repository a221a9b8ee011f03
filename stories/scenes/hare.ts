/**
 * A sitting hare as a closed triangle mesh, made in code: rounded shapes that melt into each other, and
 * their surface by naive surface nets (one vertex per cell that the surface crosses, at the mean of its
 * crossings). About 0.9 m tall, on the ground at the origin, looking along +z.
 */
import { BufferAttribute, BufferGeometry, Vector3 } from 'three'

/** Parts: from one end to the other, radius, and how much it is stretched along x, y and z. */
interface Part {
  readonly from: readonly [number, number, number]
  readonly to?: readonly [number, number, number]
  readonly radius: number
  readonly stretch?: readonly [number, number, number]
}

const both = (part: Part): Part[] => {
  const mirror = ([x, y, z]: readonly [number, number, number]) => [-x, y, z] as const
  return [part, { ...part, from: mirror(part.from), ...(part.to ? { to: mirror(part.to) } : {}) }]
}

const parts: readonly Part[] = [
  // Trunk, chest, head with its muzzle, tail.
  { from: [0, 0.24, -0.04], radius: 0.21, stretch: [0.95, 1, 1.2] },
  { from: [0, 0.33, 0.14], radius: 0.15 },
  { from: [0, 0.53, 0.21], radius: 0.125, stretch: [0.92, 1, 1.05] },
  { from: [0, 0.5, 0.31], radius: 0.06 },
  { from: [0, 0.2, -0.3], radius: 0.075 },
  // Ears, fore paws, thighs, hind paws.
  ...both({ from: [0.055, 0.62, 0.17], to: [0.11, 0.86, 0.08], radius: 0.042 }),
  ...both({ from: [0.09, 0.28, 0.2], to: [0.09, 0.05, 0.25], radius: 0.05 }),
  ...both({ from: [0.16, 0.18, -0.06], radius: 0.13, stretch: [0.7, 1, 1.15] }),
  ...both({ from: [0.17, 0.05, -0.08], to: [0.17, 0.045, 0.12], radius: 0.05 }),
]

/** Over this distance parts melt together, m. */
const MELT = 0.05

const LOWEST = [-0.34, -0.04, -0.46] as const
const HIGHEST = [0.34, 0.98, 0.46] as const

/** @param cell width of the grid that the surface is found on, m */
export function createHare(cell = 0.028): BufferGeometry {
  const counts = LOWEST.map((low, k) => Math.ceil((HIGHEST[k]! - low) / cell) + 1)
  const [nx, ny, nz] = counts as [number, number, number]
  const index = (i: number, j: number, k: number) => i + nx * (j + ny * k)
  const point = (i: number, j: number, k: number): [number, number, number] => [
    LOWEST[0] + i * cell,
    LOWEST[1] + j * cell,
    LOWEST[2] + k * cell,
  ]
  const field = new Float64Array(nx * ny * nz)
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) field[index(i, j, k)] = distance(...point(i, j, k))

  const positions: number[] = []
  const vertexOf = new Int32Array(field.length).fill(-1)
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        const crossing = meanCrossing(field, (di, dj, dk) => index(i + di, j + dj, k + dk))
        if (!crossing) continue
        vertexOf[index(i, j, k)] = positions.length / 3
        const corner = point(i, j, k)
        positions.push(...corner.map((start, axis) => start + cell * crossing[axis]!))
      }

  const indices: number[] = []
  const steps = [1, nx, nx * ny]
  // A quad around every grid line on which the field changes its sign.
  for (let k = 1; k < nz - 1; k++)
    for (let j = 1; j < ny - 1; j++)
      for (let i = 1; i < nx - 1; i++) {
        const at = index(i, j, k)
        for (let axis = 0; axis < 3; axis++) {
          const isInside = field[at]! < 0
          if (isInside === field[at + steps[axis]!]! < 0) continue
          const [u, v] = [steps[(axis + 1) % 3]!, steps[(axis + 2) % 3]!]
          const quad = [at, at - u, at - u - v, at - v].map((cellAt) => vertexOf[cellAt]!)
          const [a, b, c, d] = (isInside ? quad : quad.reverse()) as [
            number,
            number,
            number,
            number,
          ]
          indices.push(a, b, c, a, c, d)
        }
      }

  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3))
  geometry.setAttribute('normal', new BufferAttribute(normalsOf(positions), 3))
  geometry.setIndex(indices)
  return geometry
}

const CORNERS = Array.from({ length: 8 }, (_, n) => [n & 1, (n >> 1) & 1, n >> 2] as const)
const EDGES = CORNERS.flatMap((a, n) =>
  [1, 2, 4].filter((bit) => (n & bit) === 0).map((bit) => [a, CORNERS[n | bit]!] as const),
)

/** Mean of the points on a cell's edges where the field is zero, in the cell's own units. */
function meanCrossing(
  field: Float64Array,
  indexOf: (i: number, j: number, k: number) => number,
): readonly number[] | undefined {
  const sum = [0, 0, 0]
  let count = 0
  for (const [a, b] of EDGES) {
    const [start, end] = [field[indexOf(...a)]!, field[indexOf(...b)]!]
    if (start < 0 === end < 0) continue
    const share = start / (start - end)
    for (let axis = 0; axis < 3; axis++) sum[axis]! += a[axis]! + share * (b[axis]! - a[axis]!)
    count++
  }
  return count === 0 ? undefined : sum.map((value) => value / count)
}

/** Of the smooth field rather than of the triangles. */
function normalsOf(positions: readonly number[]): Float32Array {
  const step = 1e-4
  const normals = new Float32Array(positions.length)
  const normal = new Vector3()
  for (let n = 0; n < positions.length; n += 3) {
    const [x, y, z] = [positions[n]!, positions[n + 1]!, positions[n + 2]!]
    const here = distance(x, y, z)
    normal
      .set(
        distance(x + step, y, z) - here,
        distance(x, y + step, z) - here,
        distance(x, y, z + step) - here,
      )
      .normalize()
      .toArray(normals, n)
  }
  return normals
}

/** About how far a point is outside of the hare, m; the ground cuts it off. */
function distance(x: number, y: number, z: number): number {
  let nearest = Infinity
  for (const part of parts) nearest = meltedMin(nearest, partDistance(part, x, y, z))
  return Math.max(nearest, -y)
}

function partDistance(
  { from, to = from, radius, stretch = ROUND }: Part,
  x: number,
  y: number,
  z: number,
): number {
  const [ax, ay, az] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const [px, py, pz] = [x - from[0], y - from[1], z - from[2]]
  const squared = ax * ax + ay * ay + az * az
  const along = ax * px + ay * py + az * pz
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, along / squared))
  const dx = (px - share * ax) / stretch[0]
  const dy = (py - share * ay) / stretch[1]
  const dz = (pz - share * az) / stretch[2]
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - radius
}

const ROUND = [1, 1, 1] as const

/** The smaller of two, rounded where they are alike (polynomial smooth minimum). */
function meltedMin(a: number, b: number): number {
  if (a === Infinity) return b
  const blend = Math.max(MELT - Math.abs(a - b), 0) / MELT
  return Math.min(a, b) - (blend * blend * MELT) / 4
}
