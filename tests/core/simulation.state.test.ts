/** States that come back bit by bit, changes that are refused whole, and explosions taken back. */
import { BillowError, type ClothOptions, ClothSimulation, clothParams } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { BUSY, run, SOLVERS } from '../helpers/busyScene.js'
import { wrongValues } from '../helpers/wrongValues.js'

describe.each(SOLVERS)('state of %s', (solver) => {
  const create = (changes: ClothOptions = {}): ClothSimulation =>
    new ClothSimulation({ ...BUSY, solver, ...changes })

  it('reset comes back to the start and runs the same way again', () => {
    const cloth = create()
    const start = cloth.hash()
    const end = run(cloth, 60).hash()
    cloth.grab(20, [0, 1, 0])
    cloth.pin(30, [0, 1, 0])
    cloth.unpin(0)
    run(cloth, 5)
    cloth.advance(0.01)
    cloth.reset()
    expect(cloth.hash()).toBe(start)
    expect(cloth.time).toBe(0)
    expect(run(cloth, 60).hash()).toBe(end)
  })

  it('reset comes back to the start after explosions (ks 1e9 N/m, wind 1e6 m/s, gravity 1e20 m/s²)', () => {
    const cloth = create()
    const start = cloth.hash()
    const end = run(cloth, 30).hash()
    cloth.setParams({ ks: 1e9, wind: [1e6, 1e6, 1e6], gravity: [0, 1e20, 0] })
    run(cloth, 30)
    expect(cloth.measure().unstableSteps).toBeGreaterThan(0)
    cloth.setParams({ ks: 25, wind: [2, 0.5, 1], gravity: [0, -9.81, 0] })
    cloth.reset()
    expect(cloth.hash()).toBe(start)
    expect(cloth.measure().unstableSteps).toBe(0)
    expect(run(cloth, 30).hash()).toBe(end)
  })

  it('a restored snapshot goes on bit by bit, in the same cloth and in another', () => {
    const cloth = run(create(), 20)
    cloth.grab(20, [0.3, 0.4, 0])
    cloth.advance(0.03)
    const snapshot = cloth.snapshot()
    const frames = [0.02, 0.005, 0.1, 1 / 60, 0.03]
    const go = (one: ClothSimulation): string[] =>
      frames.map((seconds) => {
        one.advance(seconds)
        return one.hash()
      })
    const expected = go(cloth)
    const { time } = cloth

    cloth.restore(snapshot)
    expect(go(cloth)).toEqual(expected)
    expect(cloth.time).toBe(time)

    const other = create({ pins: [] })
    other.restore(snapshot)
    expect(go(other)).toEqual(expected)
    expect(other.snapshot()).toEqual(cloth.snapshot())
  })

  it('a snapshot is a copy: running on leaves it alone', () => {
    const cloth = run(create(), 5)
    const snapshot = cloth.snapshot()
    const copy = structuredClone(snapshot)
    run(cloth, 5)
    expect(snapshot).toEqual(copy)
  })

  it('a snapshot of another grid or version is refused and changes nothing', () => {
    const cloth = run(create(), 5)
    const hash = cloth.hash()
    const other = create({ segments: [5, 7] }).snapshot()
    expect(() => cloth.restore(other)).toThrow(
      '@billow/core: ClothSimulation: the snapshot must be of a 8 × 6 grid, got 6 × 8; rebuild first',
    )
    for (const wrong of [{ ...cloth.snapshot(), version: 99 }, null, undefined, {}, 'x']) {
      expect(() => cloth.restore(wrong as never)).toThrow(BillowError)
    }
    expect(cloth.hash()).toBe(hash)
  })

  it('the hash tells the last bit of a position, the last position and a pin apart', () => {
    const cloth = run(create(), 5)
    const hashes = new Set([cloth.hash()])
    for (const key of ['positions', 'lastPositions'] as const) {
      const snapshot = cloth.snapshot()
      snapshot[key][17]! *= 1 + Number.EPSILON
      const other = create()
      other.restore(snapshot)
      hashes.add(other.hash())
    }
    cloth.pin(20)
    hashes.add(cloth.hash())
    expect(hashes.size).toBe(4)
  })
})

describe.each(SOLVERS)('explosions of %s', (solver) => {
  it.each<[string, ClothOptions]>([
    ['ks 1e9 N/m', { ks: 1e9, jitter: 0.01 }],
    ['gravity 1e12 m/s²', { gravity: [0, -1e12, 0] }],
    ['gravity 1e308 m/s²', { gravity: [0, -1e308, 0] }],
    ['wind 1e6 m/s', { wind: [1e6, 1e6, 1e6] }],
    ['wind 1e308 m/s', { wind: [1e308, 1e308, 1e308] }],
    ['density 1e-300 kg/m²', { density: 1e-300, wind: [5, 0, 0] }],
    ['size 1e-9 m', { size: [1e-9, 1e-9], thickness: 1e-10, jitter: 1e-12 }],
  ])(
    '%s: positions are finite at every step, unstable steps are counted and found (F5)',
    (_, changes) => {
      const cloth = new ClothSimulation({ ...BUSY, solver, ...changes })
      const drawn = new Float32Array(cloth.positions.length)
      for (let n = 0; n < 60; n++) {
        cloth.step()
        expect(cloth.positions.every(Number.isFinite)).toBe(true)
        cloth.writePositions(drawn)
        expect(drawn.every(Number.isFinite)).toBe(true)
      }
      const { unstableSteps, maxSpeed } = cloth.measure()
      expect(Number.isFinite(maxSpeed)).toBe(true)
      const found = cloth.validate().some(({ code }) => code === 'unstable-steps')
      expect(found).toBe(unstableSteps > 0)
    },
  )

  it('ks 1e9 N/m is unstable for mass-spring and nothing to pbd', () => {
    const cloth = run(new ClothSimulation({ ...BUSY, solver, ks: 1e9 }), 30)
    const { unstableSteps } = cloth.measure()
    if (solver === 'mass-spring') expect(unstableSteps).toBeGreaterThan(0)
    else expect(unstableSteps).toBe(0)
  })
})

describe('changes while running', () => {
  it('setParams takes live keys and runs on', () => {
    const cloth = run(new ClothSimulation(BUSY), 5)
    const { positions } = cloth
    cloth.setParams({ wind: [0, 0, 0], damping: 3 })
    expect(cloth.params.damping).toBe(3)
    expect(cloth.params.density).toBe(clothParams.density.default)
    expect(cloth.positions).toBe(positions)
    expect(cloth.revision).toBe(1)
  })

  it.each(
    Object.entries(clothParams).flatMap(([key, { change }]) => (change === 'rebuild' ? [key] : [])),
  )('setParams({ %s }) throws and names rebuild', (key) => {
    const different: Record<string, unknown> = {
      solver: 'mass-spring',
      size: [3, 3],
      segments: [3, 3],
      orientation: 'vertical',
      spacing: 'points',
      jitter: 0.5,
      seed: 77,
      tear: true,
      tearReserve: 0.2,
    }
    const cloth = run(new ClothSimulation(BUSY), 5)
    const [hash, params] = [cloth.hash(), cloth.params]
    expect(() => cloth.setParams({ damping: 9, [key]: different[key] })).toThrow(
      `@billow/core: ClothSimulation: ${key} cannot change while running; call rebuild({ ${key}: … })`,
    )
    expect(cloth.hash()).toBe(hash)
    expect(cloth.params).toEqual(params)
    // The value it has already is no change.
    cloth.setParams({ [key]: cloth.params[key as 'size'] })
    expect(cloth.hash()).toBe(hash)

    cloth.rebuild({ [key]: different[key] })
    expect(cloth.params[key as 'size']).toEqual(different[key])
    expect(cloth.revision).toBe(2)
  })

  it('rebuild keeps colliders, live parameters and pins by name, and starts anew', () => {
    const cloth = run(new ClothSimulation(BUSY), 5)
    const sphere = cloth.addCollider({ type: 'sphere', center: [0, -2, 0], radius: 0.5 })
    const before = [...cloth.colliders]
    cloth.setParams({ damping: 3 })
    cloth.rebuild({ segments: [9, 9] })
    expect(cloth.colliders).toEqual(before)
    expect(cloth.colliders[2]).toBe(sphere)
    expect(cloth.params.damping).toBe(3)
    expect(cloth.snapshot().holdOrder).toEqual([0, 9])
    expect(cloth.time).toBe(0)
    const fresh = new ClothSimulation({ ...BUSY, segments: [9, 9], damping: 3, colliders: before })
    expect(run(cloth, 30).hash()).toBe(run(fresh, 30).hash())
  })

  it('rebuild that fails leaves everything as it was', () => {
    const cloth = run(new ClothSimulation({ ...BUSY, pins: [[7, 5]] }), 5)
    const [hash, params, { revision }] = [cloth.hash(), cloth.params, cloth]
    for (const wrong of [
      { segments: [2, 2] as const }, // the pin is outside
      { segments: [0, 2] as const },
      { pins: ['nowhere'] as never },
      { origin: [0, 0, NaN] as const },
      { origin: [1e9, 0, 0] as const },
      { offsetAt: () => NaN },
      { size: [1e9, 1] as const },
      { unknown: 1 } as object,
    ]) {
      expect(() => cloth.rebuild(wrong), JSON.stringify(wrong)).toThrow(BillowError)
      expect(cloth.hash()).toBe(hash)
      expect(cloth.params).toEqual(params)
      expect(cloth.revision).toBe(revision)
    }
    run(cloth, 5)
    expect(cloth.measure().steps).toBe(10)
  })

  it.each(Object.entries(clothParams))(
    'a wrong %s throws in constructor, setParams and rebuild, and changes nothing',
    (key, parameter) => {
      const cloth = run(new ClothSimulation(BUSY), 2)
      const [hash, params] = [cloth.hash(), cloth.params]
      for (const value of wrongValues(parameter)) {
        const wrong = { [key]: value } as object
        expect(() => new ClothSimulation({ ...BUSY, ...wrong })).toThrow(BillowError)
        expect(() => cloth.setParams({ damping: 9, ...wrong })).toThrow(BillowError)
        expect(() => cloth.rebuild({ damping: 9, ...wrong })).toThrow(BillowError)
      }
      expect(cloth.hash()).toBe(hash)
      expect(cloth.params).toEqual(params)
    },
  )

  it.each([
    ['origin', [[0, 0], [0, 0, NaN], 'here', [1e9, 0, 0], {}]],
    ['pins', [{}, 5, 'middle', [null], [[0, 99]]]],
    ['colliders', [5, {}, 'sphere', [null], [undefined], [{ type: 'x' }]]],
    ['offsetAt', [5, 'x', {}, () => NaN, () => 'x', () => 1e9]],
    ['precision', ['float16', 32, '', {}]],
    ['clock', [{ maxSteps: 0 }, { maxFrameSeconds: NaN }, { maxSteps: '8' }]],
  ] as [string, unknown[]][])('a wrong setting %s throws', (key, values) => {
    for (const value of values) {
      expect(() => new ClothSimulation({ [key]: value }), JSON.stringify(value)).toThrow(
        BillowError,
      )
    }
  })

  it('unknown parameters throw and name those there are', () => {
    const cloth = new ClothSimulation({ segments: [2, 2] })
    for (const change of [{ denisty: 1 }, { pins: [] }, { toString: 1 }]) {
      expect(() => cloth.setParams(change as object)).toThrow(
        /^@billow\/core: ClothSimulation: \w+ is not a parameter; the parameters are solver, timeStep/,
      )
    }
  })
})
