/**
 * The state of an xpbd cloth: snapshots that go on bit by bit, `reset` after an explosion, and
 * parameters that change in mid-run.
 */
import { type ClothOptions, ClothSimulation, type LiveClothParams } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { velocitiesOf } from '../helpers/states.js'
import { IDEAL, largestDifference, run } from '../helpers/xpbdMotion.js'

const SCENE: ClothOptions = {
  segments: [14, 11],
  orientation: 'horizontal',
  jitter: 0.001,
  seed: 5,
  pins: ['top-left', 'top-right'],
  wind: [2, 0, 3],
  gusts: 1,
  colliders: [{ type: 'sphere', center: [0, -0.4, 0], radius: 0.2, friction: 0.3 }],
}

/** Dragged, unpinned and changed on the way, the same for everyone. */
function act(cloth: ClothSimulation, step: number): void {
  if (step === 10) cloth.grab(100, [0.3, 0.3, 0.3])
  if (step === 25) cloth.release()
  if (step === 30) cloth.setParams({ substeps: 12, damping: 1 })
  if (step === 40) cloth.unpin(0)
  cloth.step()
}

describe('snapshot and restore', () => {
  it.each([0, 1, 17, 33])('after %i steps: the same bits again, and on a fresh cloth', (steps) => {
    const cloth = new ClothSimulation(SCENE)
    for (let n = 0; n < steps; n++) act(cloth, n)
    const snapshot = cloth.snapshot()
    const params = cloth.params
    const hash = cloth.hash()
    const hashes: string[] = []
    for (let n = steps; n < 60; n++) {
      act(cloth, n)
      hashes.push(cloth.hash())
    }
    expect(new Set(hashes).size).toBe(hashes.length)

    cloth.setParams({ substeps: params.substeps, damping: params.damping })
    const fresh = new ClothSimulation({
      ...SCENE,
      substeps: params.substeps,
      damping: params.damping,
    })
    // One that fell for a while without pins must forget its tethers too.
    const other = new ClothSimulation({ ...SCENE, ...params, pins: 'left' })
    run(other, 7)
    for (const target of [cloth, fresh, other]) {
      target.restore(snapshot)
      expect(target.hash()).toBe(hash)
      for (let n = steps; n < 60; n++) {
        act(target, n)
        expect(target.hash(), `step ${n}`).toBe(hashes[n - steps])
      }
    }
  })

  it('refuses a snapshot of another solver', () => {
    const other = new ClothSimulation({ segments: [4, 4], solver: 'pbd' })
    const cloth = new ClothSimulation({ segments: [4, 4] })
    expect(() => {
      cloth.restore(other.snapshot())
    }).toThrow('@billow/core: ClothSimulation: the snapshot must be of the same solver')
  })
})

describe('reset', () => {
  it('after steps that left the range of numbers: the start, bit by bit, and the same run', () => {
    const cloth = new ClothSimulation(SCENE)
    const start = cloth.hash()
    run(cloth, 30)
    const later = cloth.hash()
    cloth.setParams({ gravity: [1e300, 1e300, -1e300] })
    run(cloth, 5)
    expect(cloth.measure().unstableSteps).toBeGreaterThan(0)
    expect(cloth.positions.every(Number.isFinite)).toBe(true)
    cloth.setParams({ gravity: [0, -9.81, 0] })
    cloth.reset()
    expect(cloth.hash()).toBe(start)
    expect(cloth.measure().unstableSteps).toBe(0)
    run(cloth, 30)
    expect(cloth.hash()).toBe(later)
  })

  it('brings back the pins of the start', () => {
    const cloth = new ClothSimulation({ ...SCENE, colliders: [] })
    run(cloth, 20)
    const later = cloth.hash()
    cloth.unpin(0)
    cloth.pin(90)
    cloth.grab(50, [1, 1, 1])
    run(cloth, 20)
    cloth.reset()
    expect([0, 90].map((particle) => cloth.isPinned(particle))).toEqual([true, false])
    run(cloth, 20)
    expect(cloth.hash()).toBe(later)
  })
})

describe('live changes in mid-run', () => {
  const flapping = (): ClothSimulation => {
    const cloth = new ClothSimulation({ ...SCENE, colliders: [] })
    run(cloth, 40)
    return cloth
  }

  const changes: Partial<LiveClothParams>[] = [
    { substeps: 4 },
    { substeps: 20 },
    { damping: 5 },
    { stretchCompliance: 1e-2 },
    { shearCompliance: 0 },
    { bendCompliance: 0 },
    { strainLimit: 0.01 },
    { tethers: false },
    { limitStrain: false },
    { structural: false, shear: false, bend: false },
    { density: 5 },
    { timeStep: 1 / 120 },
  ]

  it.each(changes)('%o: no velocity changes before the next step', (change) => {
    const cloth = flapping()
    const { maxSpeed } = cloth.measure()
    const velocities = cloth.snapshot().motion[1]!
    expect(maxSpeed).toBeGreaterThan(0.5)
    cloth.setParams(change)
    expect(cloth.measure().maxSpeed).toBe(maxSpeed)
    expect(cloth.snapshot().motion[1]).toEqual(velocities)
  })

  it.each(changes)('%o for no time at all changes nothing', (change) => {
    const [cloth, other] = [flapping(), flapping()]
    const before = Object.fromEntries(
      Object.keys(change).map((key) => [key, cloth.params[key as keyof LiveClothParams]]),
    )
    cloth.setParams(change)
    cloth.setParams(before)
    run(cloth, 5)
    run(other, 5)
    expect(cloth.hash()).toBe(other.hash())
  })

  it.each<[Partial<LiveClothParams>, number]>([
    // Forces of one step differ by a share of what a step changes, not of the velocity.
    [{ damping: 5 }, 0.5],
    [{ density: 0.21 }, 0.5],
    [{ stretchCompliance: 2e-5 }, 0.5],
    [{ substeps: 9 }, 0.5],
  ])('%o: the next step differs by less than a step changes', (change, share) => {
    const [cloth, other] = [flapping(), flapping()]
    const before = velocitiesOf(other)
    cloth.setParams(change)
    cloth.step()
    other.step()
    const step = largestDifference(velocitiesOf(other), before)
    expect(largestDifference(velocitiesOf(cloth), velocitiesOf(other))).toBeLessThan(share * step)
  })

  it('a sheet that hangs at rest stays there: substeps 20, 4, 20, no particle above 3 cm/s', () => {
    const cloth = new ClothSimulation({
      segments: [10, 10],
      pins: 'top',
      damping: 3,
      substeps: 20,
      airDensity: 0,
    })
    run(cloth, 300)
    for (const substeps of [4, 20, 4, 20]) {
      cloth.setParams({ substeps })
      for (let n = 0; n < 20; n++) {
        cloth.step()
        expect(cloth.measure().maxSpeed, `${substeps} substeps, step ${n}`).toBeLessThan(0.03)
      }
    }
  })

  it('pinning and unpinning restores the mass: it falls as before, bit by bit (F45)', () => {
    const options: ClothOptions = {
      ...IDEAL,
      segments: [6, 6],
      structural: false,
      shear: false,
      bend: false,
    }
    const cloth = new ClothSimulation(options)
    const free = new ClothSimulation(options)
    cloth.pin(24)
    cloth.grab(30, [0, 0, 0])
    cloth.unpin(24)
    cloth.release(30)
    run(cloth, 30)
    run(free, 30)
    expect(cloth.hash()).toBe(free.hash())

    cloth.pin(24)
    cloth.step()
    cloth.unpin(24)
    const fall = cloth.positions[3 * 24 + 1]!
    run(cloth, 60)
    free.step()
    // Held, it lost its velocity, so it falls from rest; which starts half a substep late.
    const expected = (9.81 / 2) * (1 + 1 / (60 * 8))
    expect(Math.abs((fall - cloth.positions[3 * 24 + 1]!) / expected - 1)).toBeLessThan(1e-5)
    expect(cloth.snapshot().motion[0]![4 * 24 + 3]).toBe(free.snapshot().motion[0]![4 * 24 + 3])
  })
})
