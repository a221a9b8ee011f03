/**
 * A string longer than its span hangs as a catenary (Leibniz, Huygens, Johann Bernoulli 1691): sag for
 * lengths from nearly taut to three times the span, with every solver. Chains of few links hang a little
 * lower, by how much follows from the balance of forces at every bead.
 */
import { type ClothOptions } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createString, place } from '../helpers/chains.js'
import { positionOf, type Vector } from '../helpers/states.js'
import { run } from '../helpers/xpbdMotion.js'

/** x where an increasing function passes 0, by bisection. */
function rootOf(f: (x: number) => number, low: number, high: number): number {
  for (let n = 0; n < 200; n++) {
    const middle = (low + high) / 2
    if (f(middle) < 0) low = middle
    else high = middle
  }
  return low
}

/** Parameter a of the catenary: L = 2 a sinh(1 / 2a), span 1 m. */
function parameterOf(length: number): number {
  return rootOf((a) => length - 2 * a * Math.sinh(1 / (2 * a)), 0.05, 10)
}

/**
 * Sag of a chain of rigid links with equal beads between them, span 1 m: link i carries the weight of the
 * beads between it and the middle, so its slope is that over the horizontal force.
 */
function sagOf(links: number, length: number): number {
  const link = length / links
  const weights = Array.from({ length: links }, (_, i) => (links - 1) / 2 - i)
  const span = (force: number): number =>
    weights.reduce((sum, w) => sum + link / Math.hypot(1, w / force), 0)
  const force = rootOf((f) => span(f) - 1, 1e-6, 1e6)
  return weights.slice(0, links / 2).reduce((sum, w) => sum + (link * w) / Math.hypot(force, w), 0)
}

const LENGTHS = [
  { length: 1.05, a: 0.91964, sag: 0.139304 },
  { length: 1.1, a: 0.654964, sag: 0.200301 },
  { length: 1.2, a: 0.469542, sag: 0.292344 },
  { length: 1.5, a: 0.308236, sag: 0.502633 },
  { length: 2, a: 0.22964, sag: 0.796388 },
  { length: 3, a: 0.176153, sag: 1.334155 },
] as const

describe('closed forms', () => {
  it.each(LENGTHS)('length $length m: a $a, sag $sag m (V24)', ({ length, a, sag }) => {
    expect(parameterOf(length)).toBeCloseTo(a, 5)
    expect(a * (Math.cosh(1 / (2 * a)) - 1)).toBeCloseTo(sag, 4)
    expect(sagOf(2000, length)).toBeCloseTo(sag, 5)
  })

  it.each([
    [10, 0.293864],
    [20, 0.292721],
    [50, 0.292404],
    [100, 0.292359],
  ])('1.2 m of %i links: sag %d m (V25)', (links, sag) => {
    expect(sagOf(links, 1.2)).toBeCloseTo(sag, 6)
  })
})

/** m/s². The shape does not depend on it, what springs stretch does. */
const GRAVITY = 2

const RIGID: readonly ClothOptions[] = [
  { solver: 'xpbd', stretchCompliance: 0, substeps: 20 },
  { solver: 'mass-spring', ks: 1e5, substeps: 100 },
  { solver: 'pbd', stiffness: 1, iterations: 20, substeps: 8 },
]

describe.each(RIGID)('$solver', (options) => {
  it.each(LENGTHS)(
    '20 links, $length m in all: no longer by 0.1 %, and sags as a chain that long, within 0.1 % (V24, V25)',
    ({ length }) => {
      const links = 20
      const link = length / links
      const cloth = createString(
        { links, link, mass: 0.05 },
        { gravity: [0, -GRAVITY, 0], damping: 2, ...options },
      )
      // Two straight legs, every link as long as at rest.
      const depth = Math.sqrt(length ** 2 - 1) / 2
      place(cloth, (particle, [, y, z]) => {
        const share = (particle % (links + 1)) / links
        return [share, y - depth * (1 - Math.abs(2 * share - 1)), z]
      })
      run(cloth, 12 * 60)
      for (const first of [0, links + 1]) {
        const at = (n: number): Vector => positionOf(cloth, first + n)
        let found = 0
        for (let n = 0; n < links; n++) {
          const [a, b] = [at(n), at(n + 1)]
          found += Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
        }
        expect(Math.abs(found / length - 1)).toBeLessThan(1e-3)
        // A taut chain sags by a root of what it is longer: from 1.05 m on 0.1 % more is 1.5 % more sag.
        const expected = sagOf(links, found)
        expect(Math.abs((at(0)[1] - at(links / 2)[1]) / expected - 1)).toBeLessThan(1e-3)
      }
    },
  )
})
