/**
 * The nearest triangle of a mesh: what a search finds, and what is remembered of the last one, against
 * all triangles one by one, bit by bit.
 */
import { describe, expect, it, vi } from 'vitest'
import { NearTriangles } from '../../packages/core/src/collision/NearTriangles.js'
import { target } from '../../packages/core/src/collision/nearestOnTriangle.js'
import { ColliderPose } from '../../packages/core/src/collision/ColliderPose.js'
import { createCollider } from '../../packages/core/src/collision/colliders/createCollider.js'
import { Probe } from '../../packages/core/src/collision/Probe.js'
import { FieldTriangles } from '../../packages/core/src/collision/FieldTriangles.js'
import { TriangleTree } from '../../packages/core/src/collision/TriangleTree.js'
import { createRandom } from '../../packages/core/src/math/random.js'

/** Triangles anywhere, of any shape. */
function createSoup(random: () => number, count: number): Float64Array {
  const corners = new Float64Array(9 * count)
  for (let t = 0; t < count; t++) {
    const size = 10 ** (-2 * random())
    const middle = [0, 1, 2].map(() => 2 * random() - 1)
    for (let i = 0; i < 9; i++) corners[9 * t + i] = middle[i % 3]! + size * (2 * random() - 1)
  }
  return corners
}

/** A flat net, whose edges and corners are as near to its points as the faces around them. */
function createNet(cells: number): Float64Array {
  const corners: number[] = []
  for (let n = 0; n < cells * cells; n++) {
    const [x, z] = [(n % cells) / cells, Math.floor(n / cells) / cells]
    const s = 1 / cells
    corners.push(x, 0, z, x, 0, z + s, x + s, 0, z, x + s, 0, z + s, x + s, 0, z, x, 0, z + s)
  }
  return Float64Array.from(corners)
}

interface Answer {
  readonly t: number
  readonly square: number
  readonly feature: number
  readonly point: readonly number[]
}

/** Of what is measured of every triangle. */
function bruteForce(tree: TriangleTree): Answer {
  let best: Answer | undefined
  for (let t = 0; t < tree.order.length; t++) {
    const square = tree.measure(t)
    if (best && square >= best.square) continue
    best = { t, square, feature: tree.feature, point: [...tree.point] }
  }
  return best!
}

function answerOf(tree: TriangleTree, t: number): Answer {
  const { feature } = tree
  const point = [...tree.point]
  return { t, square: tree.measure(t), feature, point }
}

/** Finds as a collider does that looks wherever a particle is. */
function find(near: NearTriangles, tree: TriangleTree): number {
  near.isClear(0, Infinity)
  return near.find(tree, 0, Infinity)
}

describe.each([
  ['150 triangles anywhere', (random: () => number) => createSoup(random, 150)],
  ['a flat net', () => createNet(8)],
])('%s', (_, create) => {
  it.each([1e-7, 1e-3, 0.03, 1])(
    'remembered over ways of %d m: the same triangle, feature, point and distance as of all',
    (way) => {
      const seed = 31
      const random = createRandom(seed)
      const tree = new TriangleTree(create(random))
      const near = new NearTriangles(1)
      const search = vi.spyOn(tree, 'search')
      for (let walk = 0; walk < 20; walk++) {
        // On the net also right above its corners and edges.
        for (let k = 0; k < 3; k++)
          target[k] = walk % 2 === 0 ? 2 * random() - 0.5 : Math.floor(10 * random()) / 8
        for (let n = 0; n < 40; n++) {
          const expected = bruteForce(tree)
          const t = find(near, tree)
          expect(answerOf(tree, t), `seed ${seed}, walk ${walk}, ${n}`).toEqual(expected)
          for (let k = 0; k < 3; k++) target[k]! += way * (2 * random() - 1)
        }
      }
      // What rests is not searched again, unless more triangles are equally near than are kept.
      if (way < 1e-6) expect(search.mock.calls.length).toBeLessThan(20 * 40 * 0.5)
    },
  )
})

describe('a search up to a limit', () => {
  it('finds nothing beyond it, and that is remembered as far', () => {
    const tree = new TriangleTree(createNet(4))
    const near = new NearTriangles(1)
    target.set([0.5, 0.3, 0.5])
    expect(near.isClear(0, 0.1)).toBe(false)
    expect(near.find(tree, 0, 0.2)).toBe(-1)
    // 0.2 m are free around (0.5, 0.3, 0.5).
    target.set([0.5, 0.21, 0.5])
    expect(near.isClear(0, 0.1)).toBe(true)
    target.set([0.5, 0.19, 0.5])
    expect(near.isClear(0, 0.1)).toBe(false)
    expect(near.find(tree, 0, 0.2)).toBe(bruteForce(tree).t)
  })

  it('what is inside is never clear', () => {
    const tree = new TriangleTree(createNet(4))
    const near = new NearTriangles(1)
    target.set([0.5, -0.3, 0.5])
    find(near, tree)
    expect(near.isClear(0, 0.1)).toBe(true)
    near.markInside(0)
    expect(near.isClear(0, 0.1)).toBe(false)
  })

  it('of another shape nothing is remembered', () => {
    const near = new NearTriangles(1)
    target.set([0.5, 0.3, 0.5])
    find(near, new TriangleTree(createNet(8)))
    near.forget()
    const other = new TriangleTree(createNet(2))
    expect(find(near, other)).toBe(bruteForce(other).t)
  })
})

describe('a height field', () => {
  it.each([1e-7, 1e-3, 0.03, 1])(
    'remembered over ways of %d m: the same triangle, feature, point and distance as of all',
    (way) => {
      const seed = 47
      const random = createRandom(seed)
      const columns = 9
      const heights = Float64Array.from({ length: 63 }, () => 0.1 * Math.floor(4 * random()))
      const field = new FieldTriangles(heights, columns, 0.2, 1.5, 0.3)
      const near = new NearTriangles(1)
      let compared = 0
      for (let walk = 0; walk < 40; walk++) {
        target.set([1.6 * random(), 1.2 * random() - 0.3, 1.8 * random()])
        for (let n = 0; n < 40; n++) {
          let best = -1
          let least = Infinity
          // Two triangles for each cell: the last column and row are no starts of cells.
          for (let t = 0; t < 2 * (heights.length - columns); t++) {
            if ((t >> 1) % columns === columns - 1) continue
            const square = field.measure(t)
            if (square >= least) continue
            least = square
            best = t
          }
          // Farther to the sides than the surface is below.
          field.radius = 50
          near.isClear(0, Infinity)
          const t = near.find(field, 0, Infinity)
          expect([t, field.measure(t)], `seed ${seed}, walk ${walk}, ${n}`).toEqual([best, least])
          compared++
          for (let k = 0; k < 3; k++) target[k]! += way * (2 * random() - 1)
        }
      }
      expect(compared).toBe(1600)
    },
  )
})

/** Two balls in one mesh, closed, so that there are ways from one inside to the other. */
function createBalls(): { positions: number[]; indices: number[] } {
  const positions: number[] = []
  const indices: number[] = []
  const rings = 8
  for (const middle of [-0.6, 0.6]) {
    const start = positions.length / 3
    for (let row = 0; row <= rings; row++) {
      for (let column = 0; column < 2 * rings; column++) {
        const [a, b] = [(Math.PI * row) / rings, (Math.PI * column) / rings]
        const across = row % rings === 0 ? 0 : 0.5 * Math.sin(a)
        positions.push(middle + across * Math.cos(b), 0.5 * Math.cos(a), across * Math.sin(b))
      }
    }
    const at = (row: number, column: number): number => start + 2 * rings * row + (column % 16)
    for (let row = 0; row < rings; row++) {
      for (let column = 0; column < 2 * rings; column++) {
        if (row > 0) indices.push(at(row, column), at(row, column + 1), at(row + 1, column))
        if (row < rings - 1)
          indices.push(at(row, column + 1), at(row + 1, column + 1), at(row + 1, column))
      }
    }
  }
  return { positions, indices }
}

const HEIGHTS = Array.from({ length: 63 }, (_, n) => 0.2 * Math.sin(1.7 * n))

describe('colliders that remember', () => {
  it.each([
    ['a solid mesh', { type: 'mesh', ...createBalls() }],
    ['a shell', { type: 'mesh', ...createBalls(), twoSided: true }],
    [
      'a height field',
      { type: 'heightField', heights: HEIGHTS, columns: 9, rows: 7, size: [2, 2] },
    ],
  ] as const)(
    '%s: hits, distances and normals of 32 walks are those of one that does not',
    (_, options) => {
      const seed = 53
      const random = createRandom(seed)
      const collider = createCollider(options)
      const pose = new ColliderPose(collider, 32)
      const points = Float64Array.from({ length: 96 }, () => 2 * random() - 1)
      const ask = (which: ColliderPose): unknown => {
        const probe = new Probe()
        probe.count = 32
        probe.cutoff = 0.05
        for (let p = 0; p < 32; p++) probe.particles[p] = p
        probe.points.set(points)
        collider.query(which, probe)
        const { hitCount: hits, slots, distances, normals } = probe
        return [slots.slice(0, hits), distances.slice(0, hits), normals.slice(0, 3 * hits)]
      }
      let hits = 0
      for (let step = 0; step < 300; step++) {
        const found = ask(pose) as [Int32Array]
        expect(found, `seed ${seed}, step ${step}`).toEqual(ask(new ColliderPose(collider, 32)))
        hits += found[0].length
        // From rest to ways as long as the bodies are wide.
        for (let i = 0; i < 96; i++) {
          const way = 10 ** (-6 + (i % 7)) * (2 * random() - 1)
          points[i] = Math.max(-1.2, Math.min(1.2, points[i]! + way))
        }
      }
      expect(hits).toBeGreaterThan(300)
    },
  )
})
