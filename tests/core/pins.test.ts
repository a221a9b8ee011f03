/**
 * Pins that follow what moves. Expected places are those of the target itself; speeds that of a hand,
 * 15 m/s, for what jumps.
 */
import { BillowError, type ClothOptions, ClothSimulation, type PinTarget } from '@billow/core'
import { Matrix4, Object3D, Quaternion, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { positionOf } from '../helpers/states.js'
import { onStep } from '../helpers/onStep.js'

const HOLD_SPEED = 15
const STEP = 1 / 60

const SOLVERS = ['xpbd', 'mass-spring', 'pbd'] as const

/** Single precision near 10 m: one unit in the last place is 1e-6 m. */
const ROUNDING = 2e-6

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, axis) => value - b[axis]!))
}

describe.each(SOLVERS)('pins that follow, %s', (solver) => {
  const create = (options: ClothOptions = {}): ClothSimulation =>
    new ClothSimulation({ solver, segments: [6, 4], ...options })

  it('a Vector3, an Object3D and a function of time, in mid-air, are reached after every step', () => {
    const place = new Vector3(-0.5, 0.5, 0)
    const object = new Object3D()
    const parent = new Object3D().add(object)
    object.position.set(0, 1, 0)
    parent.position.set(0.5, -0.5, 0)
    const cloth = create()
    cloth.pin(28, place)
    cloth.pin(34, object)
    cloth.pin(31, (time) => [0, 0.5 + 0.1 * time, 0])
    for (let n = 1; n <= 30; n++) {
      place.x -= 0.002
      object.position.z += 0.003
      parent.position.y += 0.001
      cloth.step()
      expect(distance(positionOf(cloth, 28), place.toArray())).toBeLessThan(ROUNDING)
      const world = object.getWorldPosition(new Vector3())
      expect(distance(positionOf(cloth, 34), world.toArray())).toBeLessThan(ROUNDING)
      const y = 0.5 + (0.1 * n) / 60
      expect(distance(positionOf(cloth, 31), [0, y, 0])).toBeLessThan(ROUNDING)
    }
  })

  it('shares the way of a step evenly among the substeps: v = way / step at its end', () => {
    const cloth = create({ substeps: 5 })
    const place = new Vector3(-0.5, 0.5, 0)
    cloth.pin(28, place)
    cloth.step()
    place.y += 0.05
    cloth.step()
    const { positions, lastPositions } = cloth.snapshot()
    const dt = STEP / 5
    const velocity = (positions[3 * 28 + 1]! - lastPositions[3 * 28 + 1]!) / dt
    expect(velocity).toBeCloseTo(0.05 / STEP, 4)
  })

  it('a flag stays on a pole that drives off at 40 m/s², to 60 m/s, turns and stops dead', () => {
    const pole = new Object3D()
    pole.position.set(-0.5, 0, 0)
    const cloth = create({ pins: [{ particle: 'left', target: pole }] })
    const rows = [0, 7, 14, 21, 28]
    const onPole = rows.map((particle) =>
      new Vector3(...positionOf(cloth, particle)).sub(pole.position),
    )
    for (let n = 0; n < 180; n++) {
      const speed = n < 90 ? 40 * (n / 60) : n < 150 ? 60 : 0
      pole.position.x += speed * STEP
      pole.rotation.y += n < 150 ? 0.1 : 0
      cloth.step()
      for (const [k, particle] of rows.entries()) {
        const expected = onPole[k]!.clone().applyEuler(pole.rotation).add(pole.position)
        const off = distance(positionOf(cloth, particle), expected.toArray())
        // Single precision at 120 m.
        expect(off, `step ${n}`).toBeLessThan(solver === 'xpbd' ? 1e-5 : 1e-9)
      }
      expect(cloth.measure().unstableSteps).toBe(0)
    }
  })

  it('a pole that is at 30 m/s at once has its pins again within 5 steps', () => {
    const pole = new Object3D()
    const cloth = create()
    cloth.pin(0, pole, 'keep')
    const start = positionOf(cloth, 0)
    for (let n = 1; n <= 20; n++) {
      pole.position.z += 30 * STEP
      cloth.step()
      const off = distance(positionOf(cloth, 0), [start[0], start[1], pole.position.z])
      if (n >= 5) expect(off).toBeLessThan(ROUNDING)
    }
  })

  it.each([20, 25, 30, 45, 59, 61, 90, 144])(
    'a pole at 50 m/s in frames at %i Hz is never left behind',
    (rate) => {
      const pole = new Object3D()
      const cloth = create({ clock: { maxSteps: 8 } })
      cloth.pin(0, pole, 'keep')
      const { x } = new Vector3(...positionOf(cloth, 0))
      let [speed, worst] = [0, 0]
      for (let n = 0; n < 3 * rate; n++) {
        speed = Math.min(50, speed + 50 / rate)
        pole.position.x += speed / rate
        if (cloth.advance(1 / rate) === 0) continue
        worst = Math.max(worst, Math.abs(positionOf(cloth, 0)[0] - x - pole.position.x))
      }
      expect(worst).toBeLessThan(1e-4)
    },
  )

  it('a frame of three steps: an object’s way is shared among them, a function knows the time', () => {
    const place = new Vector3(-0.5, 0.5, 0)
    const cloth = create()
    cloth.pin(28, place)
    const times: number[] = []
    cloth.pin(34, (time) => {
      times.push(time)
      return [0.5, 0.5, 0]
    })
    cloth.step()
    const seen: number[] = []
    onStep(cloth, () => seen.push(positionOf(cloth, 28)[0]))
    place.x -= 0.3
    times.length = 0
    cloth.advance(3 * STEP)
    expect(seen).toHaveLength(3)
    seen.forEach((x, n) => {
      expect(x).toBeCloseTo(-0.5 - 0.1 * (n + 1), 6)
    })
    expect(times).toHaveLength(3)
    times.forEach((time, n) => {
      expect(time).toBeCloseTo((n + 2) * STEP, 12)
    })
  })

  it('a target that jumps 3 m is followed at 15 m/s, no more, and reached', () => {
    const place = new Vector3(-0.5, 0.5, 0)
    const cloth = create()
    cloth.pin(28, place)
    cloth.step()
    place.x -= 3
    for (let n = 0; n < 12; n++) {
      const before = positionOf(cloth, 28)
      cloth.step()
      const way = distance(positionOf(cloth, 28), before)
      expect(way).toBeLessThanOrEqual(HOLD_SPEED * STEP * (1 + 1e-5))
      if (n < 11) expect(way).toBeGreaterThan(HOLD_SPEED * STEP * (1 - 1e-5))
    }
    cloth.step()
    expect(distance(positionOf(cloth, 28), place.toArray())).toBeLessThan(ROUNDING)
  })

  it('a place on the target goes with it as it moves, turns and grows', () => {
    const object = new Object3D()
    const cloth = create()
    cloth.pin(28, object, [0.1, 0.2, 0])
    cloth.pin(34, object, 'keep')
    const kept = new Vector3(...positionOf(cloth, 34))
    for (let n = 0; n < 60; n++) {
      object.position.y += 0.002
      object.rotation.z += 0.01
      object.scale.setScalar(1 + 0.003 * n)
      cloth.step()
    }
    const at = (x: Vector3): number[] => object.localToWorld(x).toArray()
    expect(distance(positionOf(cloth, 28), at(new Vector3(0.1, 0.2, 0)))).toBeLessThan(ROUNDING)
    expect(distance(positionOf(cloth, 34), at(kept.clone()))).toBeLessThan(ROUNDING)
  })

  it('keeps a place on a target that is turned and scaled when it is pinned', () => {
    const object = new Object3D()
    new Matrix4()
      .compose(
        new Vector3(1, 2, 3),
        new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1.1),
        new Vector3(2, 0.5, 3),
      )
      .decompose(object.position, object.quaternion, object.scale)
    const cloth = create()
    const before = positionOf(cloth, 28)
    cloth.pin(28, object, 'keep')
    for (let n = 0; n < 5; n++) cloth.step()
    expect(distance(positionOf(cloth, 28), before)).toBeLessThan(ROUNDING)
  })

  it('what is not there yet holds still, and is followed as soon as it is there', () => {
    const ref: { current: Object3D | null } = { current: null }
    const cloth = create()
    cloth.pin(
      28,
      {
        get matrixWorld() {
          return ref.current?.matrixWorld
        },
      },
      'keep',
    )
    const before = positionOf(cloth, 28)
    for (let n = 0; n < 10; n++) cloth.step()
    expect(positionOf(cloth, 28)).toEqual(before)
    ref.current = new Object3D()
    cloth.step()
    ref.current.position.x = 0.1
    ref.current.updateMatrixWorld()
    cloth.step()
    expect(distance(positionOf(cloth, 28), [before[0] + 0.1, before[1], before[2]])).toBeLessThan(
      ROUNDING,
    )
  })

  it('reset brings back the start and the pins’ places on the target; unpin and a point end it', () => {
    const pole = new Object3D()
    const cloth = create({ pins: [{ particle: 'left', target: pole }] })
    const hash = cloth.hash()
    const start = positionOf(cloth, 0)
    for (let n = 0; n < 30; n++) {
      pole.position.x += 0.01
      cloth.step()
    }
    cloth.reset()
    expect(cloth.hash()).toBe(hash)
    for (let n = 0; n < 10; n++) cloth.step()
    expect(distance(positionOf(cloth, 0), [start[0] + pole.position.x, start[1], 0])).toBeLessThan(
      ROUNDING,
    )
    cloth.unpin(0)
    cloth.pin(7, [-0.2, -0.2, 0])
    pole.position.x += 0.1
    for (let n = 0; n < 10; n++) cloth.step()
    expect(cloth.isPinned(0)).toBe(false)
    expect(distance(positionOf(cloth, 7), [-0.2, -0.2, 0])).toBeLessThan(ROUNDING)
    expect(positionOf(cloth, 14)[0]).toBeCloseTo(start[0] + pole.position.x, 5)
  })

  it('dragged by hand it leaves its target, and goes back to it afterwards', () => {
    const pole = new Object3D()
    const cloth = create()
    cloth.pin(28, pole, 'keep')
    const before = positionOf(cloth, 28)
    cloth.grab(28, [-0.4, 0.4, 0.1])
    for (let n = 0; n < 5; n++) cloth.step()
    expect(distance(positionOf(cloth, 28), [-0.4, 0.4, 0.1])).toBeLessThan(ROUNDING)
    cloth.release()
    for (let n = 0; n < 5; n++) cloth.step()
    expect(distance(positionOf(cloth, 28), before)).toBeLessThan(ROUNDING)
  })

  it('a restored snapshot goes on bit by bit after a path of time', () => {
    const path = (time: number) =>
      [30 * time * time, 0.5 + Math.sqrt(time), 40 * Math.max(0, time - 0.5)] as const
    const cloth = create({ pins: [{ particle: 28, target: path }] })
    for (let n = 0; n < 20; n++) cloth.step()
    const snapshot = cloth.snapshot()
    const go = (one: ClothSimulation): string[] =>
      Array.from({ length: 30 }, () => {
        one.step()
        return one.hash()
      })
    const expected = go(cloth)
    cloth.restore(snapshot)
    expect(go(cloth)).toEqual(expected)
    const other = create({ pins: [{ particle: 28, target: path }] })
    other.restore(snapshot)
    expect(go(other)).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ['a string', 'here'],
    ['a number', 5],
    ['an empty object', {}],
    ['a Vector3 of NaN', new Vector3(0, NaN, 0)],
    ['a function that gives NaN', () => [0, 0, NaN]],
    ['a function that gives a string', () => 'here'],
    ['an object without numbers', { x: 'a', y: 'b', z: 'c' }],
    ['null', null],
    ['two numbers', [0, 0]],
  ])('%s is refused as a target, and nothing changes', (_, target) => {
    const cloth = create({ pins: 'left' })
    const hash = cloth.hash()
    const wrong = target as PinTarget
    expect(() => cloth.pin(3, wrong)).toThrow(BillowError)
    const pins = [2, { particle: 3, target: wrong }]
    expect(() => cloth.setPins(pins)).toThrow(BillowError)
    expect(() => cloth.rebuild({ pins })).toThrow(BillowError)
    expect(() => new ClothSimulation({ pins })).toThrow(BillowError)
    expect(cloth.hash()).toBe(hash)
  })

  it('a target that loses its numbers later: step throws before anything changes', () => {
    const place = new Vector3(-0.5, 0.5, 0)
    const cloth = create({ pins: [{ particle: 28, target: place }, 34] })
    cloth.step()
    const snapshot = cloth.snapshot()
    place.x = NaN
    expect(() => {
      cloth.step()
    }).toThrow('@billow/core: ClothSimulation: the target of pin 28 must give finite numbers (m)')
    expect(cloth.snapshot()).toEqual(snapshot)
    place.x = -0.5
    cloth.step()
    expect(cloth.measure().steps).toBe(2)
  })
})
