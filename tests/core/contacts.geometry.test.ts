/**
 * Distances and normals of every kind of collider (V50, V51, V56), moved, scaled evenly and unevenly
 * and sheared, against points sampled all over its surface.
 */
import { type Collider, type ColliderOptions, createCollider } from '@billow/core'
import { expect, it } from 'vitest'
import { ColliderPose } from '../../packages/core/src/collision/ColliderPose.js'
import { Probe } from '../../packages/core/src/collision/Probe.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { CUBE, SQUARE, TETRAHEDRON } from '../helpers/meshes.js'

type Vector = [number, number, number]

const SEED = 20_261

/** Signed distance and normal at a point. */
function distanceTo(collider: Collider, point: Vector): { distance: number; normal: Vector } {
  const pose = new ColliderPose(collider, 1)
  const probe = new Probe()
  probe.points.set(point)
  probe.count = 1
  probe.cutoff = 100
  collider.query(pose, probe)
  expect(probe.hitCount).toBe(1)
  return { distance: probe.distances[0]!, normal: [...probe.normals.subarray(0, 3)] as Vector }
}

const golden: readonly [string, ColliderOptions, Vector, number, Vector][] = [
  ['ball: inside', { type: 'sphere', center: [1, 0, 0], radius: 2 }, [2, 0, 0], -1, [1, 0, 0]],
  ['ball: its very centre', { type: 'sphere', center: [0, 0, 0], radius: 2 }, [0, 0, 0], -2, [0, 1, 0]],
  ['plane: below', { type: 'plane', point: [0, 1, 0] }, [5, -2, 5], -3, [0, 1, 0]],
  ['plane: on it', { type: 'plane', point: [0, 1, 0] }, [5, 1, 5], 0, [0, 1, 0]],
  ['two-sided plane: below', { type: 'plane', point: [0, 1, 0], twoSided: true }, [5, -2, 5], 3, [0, -1, 0]],
  ['box: beside a face', { type: 'box', size: [2, 4, 6] }, [0.5, 3, -1], 1, [0, 1, 0]],
  ['box: over an edge', { type: 'box', size: [2, 4, 6] }, [4, 6, 1], 5, [0.6, 0.8, 0]],
  ['box: over a corner', { type: 'box', size: [2, 4, 6] }, [2, 4, 5], 3, [1 / 3, 2 / 3, 2 / 3]],
  ['box: inside', { type: 'box', size: [2, 4, 6] }, [-0.75, 0, 0], -0.25, [-1, 0, 0]],
  ['capsule: beside', { type: 'capsule', height: 2, radius: 1 }, [0, 0.5, 3], 2, [0, 0, 1]],
  ['capsule: above', { type: 'capsule', height: 2, radius: 1 }, [0, 5, 3], 4, [0, 0.8, 0.6]],
  ['cylinder: over the rim', { type: 'cylinder', height: 2, radius: 1 }, [4, 5, 0], 5, [0.6, 0.8, 0]],
  ['cylinder: inside, near an end', { type: 'cylinder', height: 2, radius: 1 }, [0.5, -0.9, 0], -0.1, [0, -1, 0]],
  // Both radii 1 on an axis of 2: the slope has sine (3 - 1) / 4 = 1/2.
  ['cone: beyond the thick end', { type: 'cone', from: [0, 0, 0], to: [0, 4, 0], radii: [3, 1] }, [0, -5, 0], 2, [0, -1, 0]],
  ['cone: beside', { type: 'cone', from: [0, 0, 0], to: [0, 4, 0], radii: [3, 1] }, [Math.sqrt(3) * 3, 3, 0], 3, [Math.sqrt(3) / 2, 0.5, 0]],
  ['mesh of a cube: inside', { type: 'mesh', ...CUBE }, [0.5, 0.9, 0.5], -0.1, [0, 1, 0]],
  ['mesh of a cube: over an edge', { type: 'mesh', ...CUBE }, [4, 5, 0.5], 5, [0.6, 0.8, 0]],
  ['open mesh: from behind', { type: 'mesh', ...SQUARE }, [0.5, 0.25, -2], 2, [0, 0, -1]],
  ['height field: above', { type: 'heightField', heights: [1, 1, 1, 1], columns: 2, rows: 2, size: [4, 4] }, [0.3, 3, 0.5], 2, [0, 1, 0]],
  ['height field: below', { type: 'heightField', heights: [1, 1, 1, 1], columns: 2, rows: 2, size: [4, 4] }, [0.3, 0.5, 0.5], -0.5, [0, 1, 0]],
] // prettier-ignore

it.each(golden)('%s (V50, V51, V56)', (_, options, point, distance, normal) => {
  const found = distanceTo(createCollider(options), point)
  expect(found.distance).toBeCloseTo(distance, 12)
  found.normal.forEach((n, k) => expect(n).toBeCloseTo(normal[k]!, 12))
})

/** Points all over the surface of a ball of radius r about y = c: polar angles in even steps. */
function ball(r: number, c = 0, n = 160): Vector[] {
  return Array.from({ length: n * n }, (_, k) => {
    const polar = (Math.PI * Math.floor(k / n)) / (n - 1)
    const turn = (2 * Math.PI * (k % n)) / n
    return [r * Math.sin(polar) * Math.cos(turn), c + r * Math.cos(polar), r * Math.sin(polar) * Math.sin(turn)]
  }) // prettier-ignore
}

const steps = (n: number): number[] => Array.from({ length: n }, (_, k) => -1 + (2 * k) / (n - 1))

const box = ([x, y, z]: Vector): Vector[] =>
  steps(90).flatMap((u) =>
    steps(90).flatMap((v): Vector[] =>
      [1, -1].flatMap((side): Vector[] => [
        [side * x, u * y, v * z],
        [u * x, side * y, v * z],
        [u * x, v * y, side * z],
      ]),
    ),
  )

const triangles = (positions: readonly number[], indices: readonly number[]): Vector[] => {
  const points: Vector[] = []
  for (let t = 0; t < indices.length; t += 3)
    for (let i = 0; i <= 60; i++)
      for (let j = 0; i + j <= 60; j++)
        points.push(
          [0, 1, 2].map(
            (k) =>
              (i * positions[3 * indices[t]! + k]! +
                j * positions[3 * indices[t + 1]! + k]! +
                (60 - i - j) * positions[3 * indices[t + 2]! + k]!) /
              60,
          ) as Vector,
        )
  return points
}

const HEIGHTS = [0, 0.3, 0.1, 0.2, 0.6, 0.1, 0, 0.2, -0.2]

/** Kinds, points all over the surface in their own space, and whether a point there is inside. */
const kinds: readonly [string, ColliderOptions, Vector[], (p: Vector) => boolean][] = [
  ['sphere', { type: 'sphere', center: [0, 0, 0], radius: 0.5 }, ball(0.5), (p) => Math.hypot(...p) < 0.5],
  ['box', { type: 'box', size: [0.6, 1, 0.4] }, box([0.3, 0.5, 0.2]), ([x, y, z]) => Math.abs(x) < 0.3 && Math.abs(y) < 0.5 && Math.abs(z) < 0.2],
  [
    'capsule',
    { type: 'capsule', height: 0.6, radius: 0.3 },
    [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3].flatMap((c) => ball(0.3, c, 120)).concat(tube(0.3, 0.3)).filter(([x, y, z]) => Math.hypot(x, y - Math.max(-0.3, Math.min(0.3, y)), z) > 0.3 - 1e-9),
    ([x, y, z]) => Math.hypot(x, y - Math.max(-0.3, Math.min(0.3, y)), z) < 0.3,
  ],
  [
    'cylinder',
    { type: 'cylinder', height: 0.8, radius: 0.3 },
    [...tube(0.3, 0.4), ...Array.from({ length: 31 }, (_, k) => tube((0.3 * k) / 30, 0.4).filter(([, y]) => Math.abs(y) > 0.4 - 1e-9)).flat()],
    ([x, y, z]) => Math.hypot(x, z) < 0.3 && Math.abs(y) < 0.4,
  ],
  [
    'cone',
    { type: 'cone', height: 0.8, radii: [0.4, 0.2] },
    steps(61).flatMap((u) => ball(0.3 - 0.1 * u, 0.4 * u, 70)).filter((p) => !steps(161).some((u) => Math.hypot(p[0], p[1] - 0.4 * u, p[2]) < 0.3 - 0.1 * u - 1e-9)),
    (p) => steps(2001).some((u) => Math.hypot(p[0], p[1] - 0.4 * u, p[2]) < 0.3 - 0.1 * u),
  ],
  ['mesh', { type: 'mesh', positions: TETRAHEDRON.positions, indices: TETRAHEDRON.indices }, triangles(TETRAHEDRON.positions, TETRAHEDRON.indices), ([x, y, z]) => x + y + z > -1 && x - y - z > -1 && -x + y - z > -1 && -x - y + z > -1 && x + y - z < 1 && x - y + z < 1 && -x + y + z < 1 && -x - y - z < 1],
] // prettier-ignore

function tube(r: number, half: number): Vector[] {
  return steps(80).flatMap((u) =>
    steps(160).map((v): Vector => [r * Math.cos(Math.PI * v), half * u, r * Math.sin(Math.PI * v)]),
  )
}

// Rotation by 40° about z and 25° about x, as columns.
const [c, s, e, f] = [40, 25].flatMap((d) => [Math.cos((d * Math.PI) / 180), Math.sin((d * Math.PI) / 180)]) as [number, number, number, number] // prettier-ignore
const columns: Vector[] = [[c, s * e, s * f], [-s, c * e, c * f], [0, -f, e]] // prettier-ignore
const transforms: readonly [string, Vector[]][] = [
  ['turned', columns],
  ['scaled evenly', columns.map((v) => v.map((x) => 1.7 * x) as Vector)],
  ['scaled by 2, ½, 1', columns.map((v, k) => v.map((x) => [2, 0.5, 1][k]! * x) as Vector)],
  ['mirrored', columns.map((v, k) => v.map((x) => (k === 0 ? -x : x)) as Vector)],
  ['sheared', [columns[0]!, columns[1]!.map((x, k) => x + 0.4 * columns[0]![k]!) as Vector, columns[2]!]], // prettier-ignore
]

const estimated = new Set([
  'capsule scaled by 2, ½, 1',
  'cone scaled by 2, ½, 1',
  'capsule sheared',
  'cone sheared',
  'cylinder sheared',
])

it.each(kinds.flatMap((kind) => transforms.map((transform) => [kind[0], transform[0], kind, transform] as const)))(
  '%s %s: nearest points as sampled all over it, inside and outside (V56, F28)',
  (_, __, [, options, surface, isInside], [name, matrix]) => {
    const random = createRandom(SEED)
    const at = (m: Vector[], p: Vector): Vector =>
      [0, 1, 2].map((k) => m[0]![k]! * p[0] + m[1]![k]! * p[1] + m[2]![k]! * p[2]) as Vector
    const shift: Vector = [0.3, -0.2, 0.7]
    const elements = [...matrix.flatMap((v) => [...v, 0]), ...shift, 1]
    const collider = createCollider({ ...options, transform: elements })
    const moved = surface.map((p) => at(matrix, p).map((x, k) => x + shift[k]!) as Vector)
    // Samples lie up to this far apart, so a nearest one is at most that much too far, to second order.
    const spacing = 0.04 * Math.max(...moved.map((p) => Math.hypot(...p.map((x, k) => x - shift[k]!))))
    let inside = 0
    for (let n = 0; n < 24; n++) {
      const own = [0, 1, 2].map(() => 1.6 * random() - 0.8) as Vector
      const point = at(matrix, own).map((x, k) => x + shift[k]!) as Vector
      const { distance, normal } = distanceTo(collider, point)
      expect(Math.hypot(...normal), 'unit normal').toBeCloseTo(1, 9)
      if (isInside(own)) inside++
      expect(distance < 0, `inside ${own.join()} (seed ${SEED})`).toBe(isInside(own))
      let sampled = Infinity
      for (const q of moved)
        sampled = Math.min(sampled, Math.hypot(q[0] - point[0], q[1] - point[1], q[2] - point[2]))
      const size = Math.abs(distance)
      // From inside, depths of bodies that are not round any more are estimates: see their files.
      if (distance < 0 && estimated.has(`${options.type} ${name}`)) continue
      expect(size, `${own.join()} (seed ${SEED})`).toBeLessThanOrEqual(sampled + 1e-6)
      expect(sampled - size).toBeLessThan(Math.min(spacing, (spacing * spacing) / (2 * size)) + 1e-3)
      // The normal is the way from the nearest point.
      const foot = point.map((x, k) => x - distance * normal[k]!) as Vector
      let footSampled = Infinity
      for (const q of moved)
        footSampled = Math.min(footSampled, Math.hypot(q[0] - foot[0], q[1] - foot[1], q[2] - foot[2]))
      expect(footSampled, 'foot on the surface').toBeLessThan(spacing)
    }
    expect(inside).toBeGreaterThan(0)
  },
) // prettier-ignore

it('height field: nearest points as of its triangles, which a mesh has (V56)', () => {
  const random = createRandom(SEED)
  const positions: number[] = []
  HEIGHTS.forEach((y, n) => positions.push((n % 3) - 1, y, Math.floor(n / 3) - 1))
  const indices: number[] = []
  for (const at of [0, 1, 3, 4]) indices.push(at, at + 3, at + 1, at + 1, at + 3, at + 4)
  const transform = [0, 2, 0, 0, -0.5, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]
  const field = createCollider({ type: 'heightField', heights: HEIGHTS, columns: 3, rows: 3, size: [2, 2], transform }) // prettier-ignore
  const mesh = createCollider({ type: 'mesh', positions, indices, transform })
  for (let n = 0; n < 300; n++) {
    const [u, v, h] = [1.9 * random() - 0.95, 1.9 * random() - 0.95, 1.5 * random() - 0.5]
    const point: Vector = [1 - 0.5 * h, 2 + 2 * u, 3 + v]
    const expected = distanceTo(mesh, point)
    const found = distanceTo(field, point)
    expect(Math.abs(found.distance), `${u}, ${h}, ${v} (seed ${SEED})`).toBeCloseTo(expected.distance, 9) // prettier-ignore
    const side = Math.sign(found.distance)
    found.normal.forEach((x, k) => expect(side * x).toBeCloseTo(expected.normal[k]!, 6))
  }
})
