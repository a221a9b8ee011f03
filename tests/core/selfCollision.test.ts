/**
 * Self-collision by spatial hash against its rule by brute force: pairs of one cell that are nearer
 * than two thicknesses, particle by particle, bit by bit.
 */
import { describe, expect, it } from 'vitest'
import { SelfCollision } from '../../packages/core/src/collision/SelfCollision.js'
import type { ClothState } from '../../packages/core/src/cloth/ClothState.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { createParticles } from '../helpers/states.js'

const CELL = [0.02, 0.03] as const
const THICKNESS = 0.01
const SHARE = 1 / 8

/** The rule as SPEC of the assignment has it, over all pairs. Returns how many were moved. */
function bruteForce({ positions, fixed }: ClothState, round: (value: number) => number): number {
  const widths = [3 * CELL[0], 3 * CELL[1], 3 * Math.max(...CELL)]
  const cells = Array.from({ length: fixed.length }, (_, p) =>
    widths.map((width, axis) => round(positions[3 * p + axis]! / width) + 0).join(),
  )
  let moved = 0
  for (let p = 0; p < fixed.length; p++) {
    const own = positions.slice(3 * p, 3 * p + 3)
    const sum = [0, 0, 0]
    let near = 0
    for (let q = 0; q < fixed.length; q++) {
      if (cells[q] !== cells[p]) continue
      const away = [0, 1, 2].map((axis) => own[axis]! - positions[3 * q + axis]!)
      const squared = away[0]! * away[0]! + away[1]! * away[1]! + away[2]! * away[2]!
      if (squared === 0 || squared >= 4 * THICKNESS * THICKNESS) continue
      const distance = Math.sqrt(squared)
      const correction = (2 * THICKNESS - distance) / distance
      for (const axis of [0, 1, 2]) sum[axis]! += correction * away[axis]!
      near++
    }
    if (near === 0 || fixed[p] !== 0) continue
    for (const axis of [0, 1, 2]) positions[3 * p + axis] = own[axis]! + sum[axis]! * (SHARE / near)
    moved++
  }
  return moved
}

/** 400 particles in a cube of 0.3 m around a point, one in ten fixed. */
function randomState(seed: number, around: number, precision: 'float64' | 'float32') {
  const random = createRandom(seed)
  const points = Array.from({ length: 1200 }, () => around + 0.3 * (random() - 0.5))
  const state = createParticles(points, CELL, precision)
  state.fixed.forEach((_, p) => (state.fixed[p] = random() < 0.1 ? 1 : 0))
  return state
}

describe.each([
  ['truncate', Math.trunc],
  ['floor', Math.floor],
] as const)('cells rounded by %s', (rule, round) => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 0.1],
    [4, -0.1],
    [5, 1e6],
    [6, -1e6],
  ])('seed %i, around %d m: the same particles move to the same places', (seed, around) => {
    const state = randomState(seed, around, 'float64')
    const expected = randomState(seed, around, 'float64')
    const self = new SelfCollision(state, state.sheet.cell)
    // Twice, to see that the table forgets the last call.
    for (const _ of [1, 2]) {
      const moved = self.resolve({
        thickness: THICKNESS,
        shareOfStep: SHARE,
        truncate: rule === 'truncate',
      })
      expect(moved).toBe(bruteForce(expected, round))
      expect(moved).toBeGreaterThan(10)
      expect(state.positions).toEqual(expected.positions)
    }
  })

  it('in single precision, too', () => {
    const state = randomState(7, 0, 'float32')
    const expected = randomState(7, 0, 'float32')
    new SelfCollision(state, state.sheet.cell).resolve({
      thickness: THICKNESS,
      shareOfStep: SHARE,
      truncate: rule === 'truncate',
    })
    bruteForce(expected, round)
    expect(state.positions).toEqual(expected.positions)
  })
})

describe('cells at 0', () => {
  const pair = [-0.001, 0.01, 0.01, 0.001, 0.01, 0.01]

  it('truncation puts both sides of 0 into one cell, so they push each other', () => {
    const state = createParticles(pair, CELL)
    expect(
      new SelfCollision(state, state.sheet.cell).resolve({
        thickness: THICKNESS,
        shareOfStep: 0.5,
        truncate: true,
      }),
    ).toBe(2)
  })

  it('rounding down keeps them apart, so they do not see each other', () => {
    const state = createParticles(pair, CELL)
    expect(
      new SelfCollision(state, state.sheet.cell).resolve({
        thickness: THICKNESS,
        shareOfStep: 1,
        truncate: false,
      }),
    ).toBe(0)
    expect([...state.positions]).toEqual(pair)
  })
})

describe('two particles 0.005 m apart, thickness 0.01 m', () => {
  it('the first moves by 0.015 m, and the second, which then is far enough, stays', () => {
    const state = createParticles([0.025, 0.02, 0.02, 0.03, 0.02, 0.02], CELL)
    expect(
      new SelfCollision(state, state.sheet.cell).resolve({
        thickness: THICKNESS,
        shareOfStep: 1,
        truncate: false,
      }),
    ).toBe(1)
    expect(state.positions[0]).toBeCloseTo(0.01, 14)
    expect(state.positions[3]).toBe(0.03)
  })

  it('particles in one point have no direction away: they stay, finite', () => {
    const points = [0.02, 0.02, 0.02, 0.02, 0.02, 0.02]
    const state = createParticles(points, CELL)
    expect(
      new SelfCollision(state, state.sheet.cell).resolve({
        thickness: THICKNESS,
        shareOfStep: 1,
        truncate: false,
      }),
    ).toBe(0)
    expect([...state.positions]).toEqual(points)
  })

  it('positions that are no numbers: it comes to an end, and far particles stay', () => {
    const points = [NaN, 0, 0, Infinity, 0, 0, -1e300, 0, 0, 5, 5, 5]
    const state = createParticles(points, CELL)
    new SelfCollision(state, state.sheet.cell).resolve({
      thickness: THICKNESS,
      shareOfStep: 1,
      truncate: true,
    })
    expect([...state.positions.subarray(9)]).toEqual([5, 5, 5])
  })
})
