/**
 * The pairs that `selfCollision: 'triangles'` looks at in a substep, against all pairs by brute force, in random
 * motions; and what they cost: as much as what is near there, whatever moves elsewhere and however fast.
 */
import { ClothSimulation, triangleCollision } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { fromEdge, fromTriangle } from '../../packages/core/src/collision/triangles/closest.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { countCrossings } from '../helpers/crossings.js'

/** m */
const SPACING = 0.1
const THICKNESS = 0.15 * SPACING
const KEPT = 2 * THICKNESS

/** Sheets of some cells over each other, and the guard of all of them. */
function createStack(cells: readonly [number, number], heights: readonly number[]) {
  const { sheet } = new ClothSimulation({
    size: [cells[0] * SPACING, cells[1] * SPACING],
    segments: [...cells],
    orientation: 'horizontal',
  })
  const start = heights.flatMap((height) =>
    Array.from(sheet.restPositions, (x, i) => x + (i % 3 === 1 ? height : 0)),
  )
  const particles = {
    positions: Float64Array.from(start),
    lastPositions: Float64Array.from(start),
    recoveries: new Float64Array(start.length),
    inverseMasses: new Float64Array(start.length / 3).fill(1),
  }
  const layers = heights.map(() => ({
    sheet,
    thickness: THICKNESS,
    friction: 0.3,
    guardsItself: true,
  }))
  const guard = triangleCollision(layers, particles, true)
  const size = sheet.restPositions.length
  const triangles = heights.flatMap((_, n) => Array.from(sheet.triangles, (p) => 3 * p + n * size))
  return { sheet, particles, guard, triangles, size }
}

interface Pair {
  readonly corners: readonly [number, number, number, number]
  readonly isEdges: boolean
}

/** Every vertex with every triangle, and every edge with every other, that share no particle. */
function allPairs(triangles: readonly number[]): Pair[] {
  const edges = new Map<string, readonly [number, number]>()
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!]
      edges.set(`${Math.min(a, b)},${Math.max(a, b)}`, [a, b])
    }
  }
  const pairs: Pair[] = []
  for (const a of new Set(triangles)) {
    for (let t = 0; t < triangles.length; t += 3) {
      const [b, c, d] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
      if (a !== b && a !== c && a !== d) pairs.push({ corners: [a, b, c, d], isEdges: false })
    }
  }
  const list = [...edges.values()]
  list.forEach(([a, b], n) => {
    for (const [c, d] of list.slice(n + 1)) {
      if (a !== c && a !== d && b !== c && b !== d)
        pairs.push({ corners: [a, b, c, d], isEdges: true })
    }
  })
  return pairs
}

/** Are the boxes around the ways of the two farther from each other than they are kept? */
function areFar({ corners, isEdges }: Pair, from: Float64Array, to: Float64Array): boolean {
  return [0, 1, 2].some((k) => {
    const ends = corners.map((i) => [from[i + k]!, to[i + k]!])
    const one = ends.slice(0, isEdges ? 2 : 1).flat()
    const other = ends.slice(isEdges ? 2 : 1).flat()
    return (
      Math.min(...one) > Math.max(...other) + KEPT || Math.min(...other) > Math.max(...one) + KEPT
    )
  })
}

function distanceOf({ corners: [a, b, c, d], isEdges }: Pair, p: Float64Array): number {
  const out = new Float64Array(3)
  if (isEdges) fromEdge(p, a, b, c, d, out)
  else fromTriangle(p, a, b, c, d, out)
  return Math.hypot(...out)
}

/** The same name for a pair in whatever order its corners are. */
function nameOf(one: readonly number[], other: readonly number[]): string {
  const sorted = [one, other].map((corners) => [...corners].sort((a, b) => a - b).join())
  return (one.length === 2 ? sorted.sort() : sorted).join(' | ')
}

describe('pairs that are taken up', () => {
  const SHARES = Array.from({ length: 9 }, (_, n) => n / 8)

  it.each([1, 2, 3, 4])(
    'random motions, seed %i: all that come nearer than they are kept on straight ways, and nothing crosses',
    (seed) => {
      const random = createRandom(seed)
      const heights = [0, 0.5 * SPACING, 1.1 * SPACING]
      const { sheet, particles, guard, triangles, size } = createStack([3, 4], heights)
      const { positions, lastPositions } = particles
      const pairs = allPairs(triangles)
      const rest = Float64Array.from(positions)
      const rests = pairs.map((pair) => distanceOf(pair, rest))
      let seen = 0
      for (let substep = 0; substep < 12; substep++) {
        if (substep % 4 === 0) guard.forget()
        // All of it flies, sheets fly against each other, and particles in them.
        const fall = [0, 1, 2].map(() => 0.5 * SPACING * (random() - 0.5))
        const ways = heights.map(() => [0, 1, 2].map(() => 0.5 * SPACING * (random() - 0.5)))
        const wild = random() ** 2
        lastPositions.set(positions)
        for (let i = 0; i < positions.length; i++) {
          const way = ways[Math.floor(i / size)]![i % 3]!
          positions[i]! += fall[i % 3]! + way + wild * 0.4 * SPACING * (random() - 0.5)
        }
        guard.begin()
        const taken = new Set<string>()
        for (let n = 0; n < guard.close.count; n++) {
          const corners = [0, 1, 2, 3].map((c) => guard.close.corner(n, c))
          for (const ends of [1, 2]) taken.add(nameOf(corners.slice(0, ends), corners.slice(ends)))
        }
        const between = SHARES.map((share) =>
          positions.map((x, i) => lastPositions[i]! + share * (x - lastPositions[i]!)),
        )
        pairs.forEach((pair, n) => {
          const { corners, isEdges } = pair
          if (areFar(pair, lastPositions, positions)) return
          const kept = Math.min(KEPT, 0.99 * rests[n]!)
          if (!between.some((p) => distanceOf(pair, p) < 0.999 * kept)) return
          seen++
          const ends = isEdges ? 2 : 1
          const name = nameOf(corners.slice(0, ends), corners.slice(ends))
          expect(taken, `seed ${seed}, substep ${substep}`).toContain(name)
        })
        for (let round = 0; round < 3 && guard.push(); round++);
        guard.finish()
        const all = {
          positions,
          sheet: { ...sheet, triangles: Uint32Array.from(triangles, third) },
        }
        expect(countCrossings(all), `seed ${seed}, substep ${substep}`).toBe(0)
      }
      // Not a test of nothing.
      expect(seen).toBeGreaterThan(100)
    },
    60_000,
  )
})

const third = (offset: number): number => offset / 3

describe('what a corner that is shaken costs', () => {
  /** Distances that are computed in 16 substeps in a square sheet, after the first; speed in cells per substep. */
  function looksFor(cells: number, speed: number): number {
    const { particles, guard } = createStack([cells, cells], [0])
    const { positions, lastPositions } = particles
    const corner = [0, 1, cells + 1, cells + 2].map((p) => 3 * p + 1)
    let first = 0
    for (let substep = 0; substep < 16; substep++) {
      lastPositions.set(positions)
      for (const i of corner) positions[i]! += (substep % 2 === 0 ? 1 : -1) * speed * SPACING
      guard.begin()
      if (substep === 0) first = guard.list.looks
    }
    return guard.list.looks - first
  }

  it('nothing while all lies still', () => {
    expect(looksFor(32, 0)).toBe(0)
  })

  it('the same however large the sheet around it is', () => {
    const [small, large] = [looksFor(32, 5), looksFor(64, 5)]
    expect(small).toBeGreaterThan(0)
    expect(large).toBeLessThan(1.2 * small)
  })

  it('the same however fast it is, once it moves farther than a few cells in a substep', () => {
    expect(looksFor(32, 500)).toBeLessThan(2 * looksFor(32, 5))
  })
})
