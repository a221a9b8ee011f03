/**
 * A cloth at rest sleeps: no bit of it changes while time goes on, and any change wakes it. Expected
 * values come from the same cloth kept awake.
 */
import {
  type ClothOptions,
  ClothSimulation,
  clothParams,
  PlaneCollider,
  SphereCollider,
} from '@billow/core'
import { Object3D, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { largestDifference, run } from '../helpers/xpbdMotion.js'

const SOLVERS = ['xpbd', 'mass-spring', 'pbd'] as const

const HANGING: ClothOptions = { segments: [6, 6], pins: 'top', damping: 5 }

/** Steps until it sleeps. */
function lull(cloth: ClothSimulation, most = 3000): number {
  for (let n = 0; n < most; n++) {
    if (cloth.sleeping) return n
    cloth.step()
  }
  return Infinity
}

function asleep(options: ClothOptions): ClothSimulation {
  const cloth = new ClothSimulation({ ...HANGING, ...options })
  expect(lull(cloth)).toBeLessThan(3000)
  return cloth
}

describe.each(SOLVERS)('sleep, %s', (solver) => {
  it('sleeps a second after the last movement, then no bit changes and time goes on', () => {
    const cloth = asleep({ solver })
    const [hash, time, { steps }] = [cloth.hash(), cloth.time, cloth.measure()]
    expect(steps).toBeGreaterThanOrEqual(60)
    run(cloth, 100)
    expect(cloth.hash()).toBe(hash)
    expect(cloth.sleeping).toBe(true)
    expect(cloth.measure().steps).toBe(steps + 100)
    expect(cloth.time).toBeCloseTo(time + 100 / 60, 9)
    expect(cloth.advance(0.1)).toBe(6)
    const drawn = new Float32Array(cloth.positions.length)
    cloth.writePositions(drawn)
    expect(largestDifference(drawn, Float32Array.from(cloth.positions))).toBe(0)
  })

  it('is where the one that was kept awake is half a minute later, within 0.1 mm', () => {
    const cloth = asleep({ solver })
    const awake = new ClothSimulation({ ...HANGING, solver, sleep: false })
    run(awake, cloth.measure().steps)
    expect(awake.hash()).toBe(cloth.hash())
    run(awake, 1800)
    expect(awake.sleeping).toBe(false)
    expect(largestDifference(awake.positions, cloth.positions)).toBeLessThan(1e-4)
  })

  it('lies on the ground asleep', () => {
    const cloth = new ClothSimulation({
      solver,
      segments: [4, 4],
      orientation: 'horizontal',
      damping: 10,
      colliders: [{ type: 'plane', point: [0, -0.1, 0], friction: 1 }],
    })
    expect(lull(cloth)).toBeLessThan(3000)
    expect(Math.max(...cloth.positions.filter((_, i) => i % 3 === 1))).toBeLessThan(-0.05)
  })

  it.each<[string, ClothOptions]>([
    ['wind with turbulence', { wind: [0.1, 0, 0] }],
    ['a wind without', { wind: [0.1, 0, 0], turbulence: 0 }],
    ['gusts', { wind: [0, 0, 0.2], turbulence: 0, gusts: 1 }],
    ['sleep: false', { sleep: false }],
  ])('%s: never', (_, options) => {
    expect(lull(new ClothSimulation({ ...HANGING, solver, damping: 10, ...options }), 600)).toBe(
      Infinity,
    )
  })

  it('not while it swings, at the turning points neither, nor while it falls', () => {
    const swinging = new ClothSimulation({
      solver,
      segments: [3, 3],
      orientation: 'horizontal',
      pins: 'top',
      damping: 0,
      airDensity: 0,
    })
    expect(lull(swinging, 300)).toBe(Infinity)
    const falling = new ClothSimulation({ solver, segments: [3, 3], gravity: [0, -1e-3, 0] })
    expect(lull(falling, 300)).toBe(Infinity)
  })

  it('long steps and short ones: a second and 30 steps of stillness', () => {
    for (const [timeStep, least] of [
      [1 / 240, 240],
      [0.5, 30],
    ] as const) {
      const cloth = new ClothSimulation({ solver, gravity: [0, 0, 0], timeStep, segments: [2, 2] })
      expect(lull(cloth, 300)).toBe(least)
    }
  })

  const place = new Vector3()
  const pole = new Object3D()
  const sphere = new SphereCollider({ center: [0, -5, 0], radius: 0.2 })
  const plane = new PlaneCollider({ point: [0, -6, 0] })

  const waking: [string, (cloth: ClothSimulation) => void][] = [
    ['a parameter', (cloth) => cloth.setParams({ gravity: [0, -9, 0] })],
    ['a wind', (cloth) => cloth.setParams({ wind: [3, 0, 0] })],
    ['a grab', (cloth) => cloth.grab(3, [0, -0.5, 0.1])],
    ['a pin that moves', (cloth) => cloth.pin(42, [-0.5, 0.6, 0])],
    ['a pin', (cloth) => cloth.pin(3)],
    ['an unpin', (cloth) => cloth.unpin(42)],
    ['other pins', (cloth) => cloth.setPins([42])],
    ['a point that a pin follows', () => void (place.y += 1e-3)],
    ['an object that a pin follows', () => void (pole.position.x += 1e-3)],
    [
      'a new collider',
      (cloth) => void cloth.addCollider({ type: 'sphere', center: [0, 0, 0], radius: 0.1 }),
    ],
    ['a collider less', (cloth) => cloth.removeCollider(sphere)],
    ['a collider that is set elsewhere', () => sphere.set({ center: [0, -4.999, 0] })],
    ['a collider whose number is changed', () => void (plane.point[1] = -5.5)],
    ['other friction', () => sphere.set({ friction: 0.7 })],
    ['all colliders replaced', (cloth) => cloth.setColliders([plane])],
    ['a teleport', (cloth) => cloth.teleport({ offset: [1, 0, 0] })],
    ['reset', (cloth) => cloth.reset()],
    ['rebuild', (cloth) => cloth.rebuild()],
  ]

  it.each(waking)('%s wakes it', (_, act) => {
    place.set(-0.5, 0.5, 0)
    pole.position.set(0, 0, 0)
    sphere.set({ center: [0, -5, 0], friction: 0 })
    plane.set({ point: [0, -6, 0] })
    const cloth = asleep({
      solver,
      colliders: [sphere, plane],
      pins: [
        'top',
        { particle: 42, target: place },
        { particle: 48, target: pole, offset: 'keep' },
      ],
    })
    run(cloth, 5)
    expect(cloth.sleeping).toBe(true)
    act(cloth)
    cloth.step()
    expect(cloth.sleeping).toBe(false)
    expect(lull(cloth, 20)).toBe(Infinity)
  })

  it('a hand that holds still keeps it awake, and so does a grab and release', () => {
    const cloth = asleep({ solver })
    cloth.grab(3, [0, -0.5, 0])
    expect(lull(cloth, 200)).toBe(Infinity)
    cloth.release()
    expect(lull(cloth)).toBeGreaterThanOrEqual(60)
  })

  it('woken by a touch of nothing it goes on as the one that never slept', () => {
    const cloth = asleep({ solver, damping: 10 })
    const hash = cloth.hash()
    cloth.setParams({ damping: 10 })
    expect(cloth.sleeping).toBe(false)
    expect(cloth.hash()).toBe(hash)
    cloth.setParams({ wind: [5, 0, 5] })
    run(cloth, 30)
    expect(cloth.measure().maxSpeed).toBeGreaterThan(0.3)
  })

  it('snapshots keep rest: awake, drowsy or asleep, they go on bit by bit', () => {
    const cloth = new ClothSimulation({ ...HANGING, solver })
    const until = lull(cloth)
    for (const steps of [until - 100, until - 20, until + 5]) {
      const one = new ClothSimulation({ ...HANGING, solver })
      run(one, steps)
      const snapshot = structuredClone(one.snapshot())
      const go = (it: ClothSimulation): string[] =>
        Array.from({ length: 40 }, () => {
          it.step()
          return it.hash() + String(it.sleeping)
        })
      const expected = go(one)
      one.restore(snapshot)
      expect(go(one)).toEqual(expected)
      const other = new ClothSimulation({ ...HANGING, solver })
      run(other, 3)
      other.restore(snapshot)
      expect(go(other)).toEqual(expected)
      // Elsewhere it may not sleep on.
      const elsewhere = new ClothSimulation({
        ...HANGING,
        solver,
        colliders: [{ type: 'sphere', center: [0, 0, 0], radius: 0.3 }],
      })
      elsewhere.restore(snapshot)
      elsewhere.step()
      expect(elsewhere.sleeping).toBe(false)
    }
  })
})

it('sleep is a parameter that is on, and may be switched while running', () => {
  expect(clothParams.sleep).toMatchObject({ default: true, change: 'live' })
  const cloth = asleep({ solver: 'pbd' })
  cloth.setParams({ sleep: false })
  expect(lull(cloth, 200)).toBe(Infinity)
  cloth.setParams({ sleep: true })
  expect(lull(cloth, 200)).toBeLessThan(200)
})

it('a snapshot with a rest that is none is refused', () => {
  const cloth = new ClothSimulation(HANGING)
  const snapshot = cloth.snapshot()
  for (const rest of [
    { steps: -1, positions: new Float64Array(0), surroundings: '' },
    { steps: NaN, positions: new Float64Array(0), surroundings: '' },
    { steps: 5, positions: new Float64Array(3), surroundings: '' },
    null,
  ]) {
    expect(() => {
      cloth.restore({ ...snapshot, rest: rest as never })
    }).toThrow('@billow/core: ClothSimulation: the snapshot')
  }
})
