/** `ClothSimulation` as a program uses it: pins and hands, colliders, reset, snapshots, changes. */
import {
  BillowError,
  type ClothOptions,
  ClothSimulation,
  createCollider,
  SphereCollider,
} from '@billow/core'
import { describe, expect, it } from 'vitest'
import { BUSY, run, SOLVERS } from '../helpers/busyScene.js'
import { positionOf, setMotion } from '../helpers/states.js'

/** Fastest that a held particle moves, m/s. */
const HOLD_SPEED = 15

const STEP = 1 / 60

describe('pins by name, 4 columns × 3 rows', () => {
  it.each([
    ['vertical', 'top', [8, 9, 10, 11]],
    ['vertical', 'bottom', [0, 1, 2, 3]],
    ['vertical', 'left', [0, 4, 8]],
    ['vertical', 'right', [3, 7, 11]],
    ['vertical', 'top-left', [8]],
    ['vertical', 'top-right', [11]],
    ['vertical', 'bottom-left', [0]],
    ['vertical', 'bottom-right', [3]],
    ['vertical', 'corners', [0, 3, 8, 11]],
    ['horizontal', 'top', [0, 1, 2, 3]],
    ['horizontal', 'bottom', [8, 9, 10, 11]],
    ['horizontal', 'left', [0, 4, 8]],
    ['horizontal', 'top-left', [0]],
    ['horizontal', 'top-right', [3]],
    ['horizontal', 'bottom-left', [8]],
    ['horizontal', 'bottom-right', [11]],
    ['horizontal', 'corners', [0, 3, 8, 11]],
  ] as const)('%s %s', (orientation, pins, particles) => {
    const cloth = new ClothSimulation({ segments: [3, 2], orientation, pins })
    const pinned = Array.from({ length: 12 }, (_, p) => p).filter((p) => cloth.isPinned(p))
    expect(pinned).toEqual(particles)
    if (pins === 'top' && orientation === 'vertical') {
      expect(positionOf(cloth, 8)[1]).toBe(0.5)
    }
  })

  it('by index, by [column, row] and by name together, each once', () => {
    const cloth = new ClothSimulation({ segments: [3, 2], pins: [0, [0, 0], [1, 2], 'top-left'] })
    expect(cloth.snapshot().holdOrder).toEqual([0, 9, 8])
  })

  it.each([
    [[12]],
    [[-1]],
    [[1.5]],
    [[NaN]],
    [[[4, 0]]],
    [[[0, 3]]],
    [[[0]]],
    [['middle']],
    [[null]],
    ['middle'],
    [{}],
    [7],
  ])('%j throws and changes nothing', (pins) => {
    const options = { segments: [3, 2] as const, pins: pins as never }
    expect(() => new ClothSimulation(options)).toThrow(BillowError)
    const cloth = new ClothSimulation({ segments: [3, 2], pins: 'top' })
    const hash = cloth.hash()
    expect(() => cloth.setPins(pins as never)).toThrow(BillowError)
    expect(() => cloth.rebuild({ pins: pins as never })).toThrow(BillowError)
    expect(cloth.hash()).toBe(hash)
  })
})

describe.each(SOLVERS)('pins and hands with %s', (solver) => {
  const create = (changes: ClothOptions = {}): ClothSimulation =>
    new ClothSimulation({ ...BUSY, solver, ...changes })

  it('pins stay where they are, bit by bit, whatever happens', () => {
    const cloth = create({ colliders: [{ type: 'sphere', center: [0, 0, 0], radius: 5 }] })
    const pinned = [0, 7].map((particle) => positionOf(cloth, particle))
    run(cloth, 60)
    expect([0, 7].map((particle) => positionOf(cloth, particle))).toEqual(pinned)
  })

  it('a pin moves exactly to its target in one step, the way shared among the substeps', () => {
    const cloth = create()
    const target = [-0.4, 0.1, -0.55] as const
    cloth.pin(0, target)
    const [before] = [positionOf(cloth, 0)]
    cloth.step()
    expect(positionOf(cloth, 0)).toEqual(target)
    const last = cloth.snapshot().lastPositions
    const share = 1 / cloth.params.substeps
    expect(target[1] - last[1]!).toBeCloseTo((target[1] - before[1]) * share, 12)
    run(cloth, 10)
    expect(positionOf(cloth, 0)).toEqual(target)
  })

  it('a pin without a target holds the particle where it is now', () => {
    const cloth = run(create(), 20)
    const place = positionOf(cloth, 30)
    cloth.pin(30)
    run(cloth, 20)
    expect(positionOf(cloth, 30)).toEqual(place)
    cloth.unpin(30)
    expect(cloth.isPinned(30)).toBe(false)
    run(cloth, 5)
    expect(positionOf(cloth, 30)).not.toEqual(place)
  })

  it('setPins pins exactly these, and reset keeps to them', () => {
    const cloth = run(create(), 10)
    cloth.setPins([47])
    expect(cloth.snapshot().holdOrder).toEqual([47])
    cloth.reset()
    expect(cloth.snapshot().holdOrder).toEqual([47])
    expect(cloth.hash()).toBe(create({ pins: [47] }).hash())
  })

  it('a grabbed particle follows a target 100 m away at 15 m/s at most', () => {
    const cloth = create({ colliders: [], pins: [] })
    cloth.grab(20, [100, 0, 0])
    for (let n = 0; n < 10; n++) {
      const before = positionOf(cloth, 20)
      cloth.step()
      const after = positionOf(cloth, 20)
      const moved = Math.hypot(...after.map((value, axis) => value - before[axis]!))
      expect(moved).toBeLessThanOrEqual(HOLD_SPEED * STEP * (1 + 1e-12))
      // In the first step the cloth is still at rest, and gives no more than its strain limit.
      if (n > 0) expect(moved).toBeGreaterThan(0.9 * HOLD_SPEED * STEP)
    }
  })

  it('let go, it flies on at no more than that', () => {
    const cloth = create({ colliders: [], pins: [], gravity: [0, 0, 0], airDensity: 0 })
    cloth.grab(20, [100, 0, 0])
    run(cloth, 3)
    cloth.release()
    const { positions, lastPositions } = cloth.snapshot()
    const dt = STEP / cloth.params.substeps
    const velocity = [60, 61, 62].map((i) => (positions[i]! - lastPositions[i]!) / dt)
    expect(Math.hypot(...velocity)).toBeLessThanOrEqual(HOLD_SPEED * (1 + 1e-9))
    expect(velocity[0]).toBeGreaterThan(0.9 * HOLD_SPEED)
  })

  it('a grabbed particle reaches a near target exactly and stays there', () => {
    const cloth = create({ colliders: [] })
    const [x, y, z] = positionOf(cloth, 20)
    const target = [x + 0.01, y, z - 0.02] as const
    cloth.grab(20, target)
    run(cloth, 30)
    expect(positionOf(cloth, 20)).toEqual(target)
    cloth.release(20)
    run(cloth, 5)
    expect(positionOf(cloth, 20)).not.toEqual(target)
  })

  it('a pin that is grabbed and let go stays pinned where the hand left it', () => {
    const cloth = create({ colliders: [] })
    cloth.grab(0, [-0.4, 0.1, -0.4])
    run(cloth, 30)
    cloth.release()
    expect(cloth.isPinned(0)).toBe(true)
    run(cloth, 30)
    expect(positionOf(cloth, 0)).toEqual([-0.4, 0.1, -0.4])
  })

  it('release of nothing, unpin of what is not pinned: no effect', () => {
    const cloth = create()
    const hash = cloth.hash()
    cloth.release()
    cloth.release(20)
    cloth.unpin(20)
    expect(cloth.hash()).toBe(hash)
  })

  it.each([48, -1, 1.5, NaN, '0', undefined, null])('particle %s throws', (particle) => {
    const cloth = create()
    const hash = cloth.hash()
    const wrong = particle as number
    expect(() => cloth.pin(wrong)).toThrow(BillowError)
    expect(() => cloth.unpin(wrong)).toThrow(BillowError)
    expect(() => cloth.grab(wrong, [0, 0, 0])).toThrow(BillowError)
    expect(() => cloth.isPinned(wrong)).toThrow(BillowError)
    if (particle !== undefined) expect(() => cloth.release(wrong)).toThrow(BillowError)
    expect(cloth.hash()).toBe(hash)
  })

  it.each([
    [[0, 0]],
    [[0, 0, NaN]],
    [[0, 0, Infinity]],
    ['here'],
    [null],
    [Object.assign([1, 2, 3], { 1: undefined })],
  ])('target %j throws', (target) => {
    const cloth = create()
    const hash = cloth.hash()
    expect(() => cloth.grab(3, target as never)).toThrow(BillowError)
    if (target !== null) expect(() => cloth.pin(3, target as never)).toThrow(BillowError)
    expect(cloth.hash()).toBe(hash)
  })
})

describe('colliders', () => {
  it('can be added, moved, removed and replaced while running', () => {
    const cloth = new ClothSimulation({ segments: [4, 4] })
    const sphere = cloth.addCollider({ type: 'sphere', center: [0, -1, 0], radius: 0.2 })
    expect(cloth.colliders).toEqual([sphere])
    expect(sphere).toBeInstanceOf(SphereCollider)
    const plane = createCollider({ type: 'plane', point: [0, -2, 0] })
    expect(cloth.addCollider(plane)).toBe(plane)
    cloth.removeCollider(sphere)
    cloth.removeCollider(sphere)
    expect(cloth.colliders).toEqual([plane])
    cloth.setColliders([sphere, { type: 'plane', point: [0, 0, 0] }])
    expect(cloth.colliders).toHaveLength(2)
    expect(cloth.colliders[0]).toBe(sphere)
    expect(() => cloth.setColliders([plane, { type: 'box' } as never])).toThrow(BillowError)
    expect(cloth.colliders).toHaveLength(2)
  })

  it('act from the next step on, and where they have been moved to', () => {
    const cloth = new ClothSimulation({
      solver: 'pbd',
      segments: [4, 4],
      gravity: [0, 0, 0],
      substeps: 1,
    })
    const sphere = new SphereCollider({ center: [0, 0, 5], radius: 1 })
    cloth.addCollider(sphere)
    run(cloth, 2)
    expect(cloth.measure().contacts).toBe(0)
    sphere.set({ center: [0, 0, 0.9] })
    cloth.step()
    expect(cloth.measure().contacts).toBeGreaterThan(0)
    for (let p = 0; p < 25; p++) {
      const [x, y, z] = positionOf(cloth, p)
      expect(Math.hypot(x, y, z - 0.9)).toBeGreaterThanOrEqual(1.01 - 1e-12)
    }
  })

  it.each([
    { type: 'sphere', center: [0, 0], radius: 1 },
    { type: 'sphere', center: [0, 0, NaN], radius: 1 },
    { type: 'sphere', center: [0, 0, 0], radius: 0 },
    { type: 'sphere', center: [0, 0, 0], radius: NaN },
    { type: 'sphere', center: [0, 0, 0], radius: 1, friction: -2 },
    { type: 'plane', point: [0, 0, Infinity] },
    { type: 'plane', point: [0, 0, 0], normal: [0, 0, 0] },
    { type: 'plane', point: [0, 0, 0], normal: [0, 0, NaN] },
    { type: 'plane', point: [0, 0, 0], friction: -1 },
    { type: 'torus' },
    {},
    null,
    'sphere',
  ])('%j throws and changes nothing', (options) => {
    const cloth = new ClothSimulation({ segments: [2, 2] })
    expect(() => cloth.addCollider(options as never)).toThrow(BillowError)
    expect(() => new ClothSimulation({ colliders: [options as never] })).toThrow(BillowError)
    expect(cloth.colliders).toEqual([])
  })

  it('a wrong change of a collider changes nothing', () => {
    const sphere = new SphereCollider({ center: [1, 2, 3], radius: 4, friction: 0.5 })
    expect(() => sphere.set({ center: [0, 0, 0], radius: -1 })).toThrow(BillowError)
    expect(() => sphere.set({ radius: 1, friction: -7 })).toThrow(BillowError)
    expect([...sphere.center, sphere.radius, sphere.friction]).toEqual([1, 2, 3, 4, 0.5])
  })
})

describe('a sheet that falls on a moving floor', () => {
  it('ends no step inside a collider (pbd)', () => {
    const cloth = new ClothSimulation({ ...BUSY, pins: [] })
    for (let n = 0; n < 120; n++) {
      cloth.step()
      for (let p = 0; p < cloth.particleCount; p++) {
        const [x, y, z] = positionOf(cloth, p)
        expect(y).toBeGreaterThanOrEqual(-0.6 - 1e-12)
        expect(Math.hypot(x, y + 0.3, z)).toBeGreaterThanOrEqual(0.2 - 1e-12)
      }
    }
    expect(cloth.measure().contacts).toBeGreaterThan(0)
  })
})

describe('velocities across changes of the step', () => {
  it.each(SOLVERS)('%s: no jump when substeps or the time step change in free fall', (solver) => {
    const cloth = new ClothSimulation({
      solver,
      segments: [3, 3],
      airDensity: 0,
      damping: 0,
      substeps: 8,
    })
    setMotion(cloth, () => ({ velocity: [0, -2, 0] }))
    run(cloth, 10)
    for (const change of [
      { substeps: 3 },
      { substeps: 40 },
      { timeStep: 1 / 200 },
      { substeps: 1 },
    ]) {
      const before = cloth.measure().maxSpeed
      cloth.setParams(change)
      expect(cloth.measure().maxSpeed).toBe(before)
      cloth.step()
      const gained = cloth.measure().maxSpeed - before
      // A Verlet velocity lies half a substep back, so a step gains g times its length, give or take half a substep.
      expect(Math.abs(gained - 9.81 * cloth.timeStep)).toBeLessThan((9.81 * STEP) / 2)
    }
  })
})
