/** The seam between a field and what moves its blades elsewhere: the same field, whoever moves it. */
import { GrassSimulation, SphereCollider } from '@billow/core'
import { describe, expect, test } from 'vitest'
import { OtherArrays } from '../helpers/grassBackend.js'

const OPTIONS = {
  size: [2, 2],
  density: 60,
  height: 0.4,
  wind: [3, 0, 1],
  turbulence: 0.5,
  gusts: 0.5,
  windHold: 1.5,
  origin: [100, 20, -30],
  // As the other arrays have it.
  precision: 'float64',
} as const

/** A field with a ball in it that presses some of it down. */
function field(model: 'stable' | 'paper' = 'stable'): GrassSimulation {
  const grass = new GrassSimulation({ ...OPTIONS, model })
  grass.addCollider(new SphereCollider({ center: [100.2, 20.1, -30], radius: 0.4 }))
  return grass
}

function run(grass: GrassSimulation, steps: number): GrassSimulation {
  for (let n = 0; n < steps; n++) grass.step()
  return grass
}

describe('a backend', () => {
  test.each(['stable', 'paper'] as const)(
    'moves blades bit by bit as arrays do, handed over and back in between (%s)',
    (model) => {
      const plain = run(field(model), 60)
      const moved = run(field(model), 20)
      const backend = new OtherArrays(moved)
      moved.moveBy(backend)
      expect(moved.movedBy).toBe(backend)
      run(moved, 20).moveBy(undefined)
      run(moved, 20)
      expect(backend.steps).toBe(20)
      expect(moved.hash()).toBe(plain.hash())
      expect(moved.previousTips).toEqual(plain.previousTips)
    },
  )

  test('is read once per step, by whatever asks for the state', () => {
    const grass = field()
    const backend = new OtherArrays(grass)
    grass.moveBy(backend)
    run(grass, 5)
    expect(backend.reads).toBe(0)
    const plain = run(field(), 5)
    expect(grass.measure()).toEqual(plain.measure())
    expect(grass.measure().touched).toBeGreaterThan(0)
    expect(grass.hash()).toBe(plain.hash())
    expect(grass.readBack().state).toBe(grass.state)
    expect(backend.reads).toBe(1)
    grass.step()
    expect(grass.state.tips).toEqual(run(plain, 1).state.tips)
    expect(backend.reads).toBe(2)
  })

  test('goes on from a snapshot, and starts anew, as arrays do', () => {
    const grass = field()
    grass.moveBy(new OtherArrays(grass))
    const snapshot = run(grass, 10).snapshot()
    const hash = run(grass, 10).hash()
    grass.restore(snapshot)
    expect(run(grass, 10).hash()).toBe(hash)
    grass.reset()
    expect(grass.hash()).toBe(field().hash())
    expect(run(grass, 20).hash()).toBe(hash)
  })

  test('that lost its blades gets what was read last, or upright ones', () => {
    const grass = field()
    const backend = new OtherArrays(grass)
    grass.moveBy(backend)
    run(grass, 10)
    grass.refill()
    expect(grass.hash()).toBe(field().hash())
    const hash = run(grass, 10).hash()
    grass.step()
    backend.raise()
    grass.refill()
    expect(grass.hash()).toBe(hash)
  })

  test('rests with its blades, is looked at now and then only, and goes on when something changes', () => {
    const grass = new GrassSimulation({ ...OPTIONS, turbulence: 0, gusts: 0 })
    const backend = new OtherArrays(grass)
    grass.moveBy(backend)
    run(grass, 1200)
    expect(grass.isResting).toBe(true)
    expect(backend.steps).toBeLessThan(600)
    expect(backend.reads).toBeLessThan(6)
    const { steps } = backend
    const { moves } = grass
    const { tips } = grass.state
    const before = tips.slice()
    run(grass, 100)
    expect([backend.steps, grass.moves]).toEqual([steps, moves])
    grass.setParams({ wind: [0, 0, 2] })
    run(grass, 60)
    expect(backend.steps).toBe(steps + 60)
    expect(grass.isResting).toBe(false)
    expect(grass.state.tips).not.toEqual(before)
    // In wind that changes nobody looks.
    grass.setParams({ turbulence: 0.3 })
    const { reads } = backend
    run(grass, 400)
    expect(backend.reads).toBe(reads)
  })

  test('is done with when the field grows anew', () => {
    const grass = field()
    const backend = new OtherArrays(grass)
    grass.moveBy(backend)
    grass.rebuild({ density: 30 })
    expect(grass.movedBy).toBeUndefined()
    run(grass, 3)
    expect(backend.steps).toBe(0)
    const plain = new GrassSimulation({ ...OPTIONS, density: 30 })
    for (const collider of grass.colliders) plain.addCollider(collider)
    expect(grass.hash()).toBe(run(plain, 3).hash())
  })
})

describe('guides from tips alone', () => {
  test.each([
    ['stable', 1e-12],
    // One pass does not tell guides of upright blades apart: up to 1e-3 of the height.
    ['paper', 1e-3],
  ] as const)('are those that the step has made (%s)', (model, tolerance) => {
    for (const steps of [1, 10, 60]) {
      const plain = run(field(model), steps)
      const moved = field(model)
      moved.moveBy(new OtherArrays(moved))
      const { guides } = run(moved, steps).state
      plain.state.guides.forEach((guide, n) => {
        const error = Math.abs(guides[n]! - guide) / plain.blades.heights[n]!
        expect(error, `blade ${n}`).toBeLessThan(tolerance)
      })
    }
  })
})
