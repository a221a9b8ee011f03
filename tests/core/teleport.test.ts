/**
 * Teleport: a rigid motion of everything. Lengths and speeds stay what they were, and the run goes on
 * as it would have gone on in the old place.
 */
import { BillowError, type ClothOptions, ClothSimulation, type TeleportOptions } from '@billow/core'
import { Object3D, Quaternion, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { positionOf } from '../helpers/states.js'

const SOLVERS = ['xpbd', 'mass-spring', 'pbd'] as const

const quarter = new Quaternion().setFromAxisAngle(new Vector3(1, 2, -1).normalize(), 1.3)
const ROTATION = quarter.toArray()
const OFFSET = [3, -2, 5] as const
const PIVOT = [0.2, 0.1, -0.4] as const

/** Where the motion of these brings a point, by three.js. */
function brought(
  point: Vector3,
  { offset = [0, 0, 0], rotation, pivot = [0, 0, 0] }: TeleportOptions,
) {
  const about = new Vector3(...pivot)
  const turn = rotation ? new Quaternion(...rotation) : new Quaternion()
  return point
    .clone()
    .sub(about)
    .applyQuaternion(turn)
    .add(about)
    .add(new Vector3(...offset))
}

const vectors = (numbers: ArrayLike<number>): Vector3[] =>
  Array.from({ length: numbers.length / 3 }, (_, p) => new Vector3().fromArray(numbers, 3 * p))

const velocities = (cloth: ClothSimulation): Vector3[] => {
  const { positions, lastPositions, lastSubstep } = cloth.snapshot()
  return vectors(positions.map((x, i) => (x - lastPositions[i]!) / lastSubstep))
}

const farthest = (a: Vector3[], b: Vector3[]): number =>
  Math.max(...a.map((vector, n) => vector.distanceTo(b[n]!)))

function run(cloth: ClothSimulation, steps: number): void {
  for (let n = 0; n < steps; n++) cloth.step()
}

describe.each(SOLVERS)('teleport, %s', (solver) => {
  // Single precision at 6 m has 5e-7 m, and over a substep of 2 ms nothing of that is speed.
  const [metres, speed] = solver === 'xpbd' ? [1e-6, 1e-6] : [1e-14, 1e-10]
  const create = (options: ClothOptions = {}): ClothSimulation =>
    new ClothSimulation({
      solver,
      segments: [8, 6],
      pins: ['top-left', 'top-right'],
      wind: [1, 0, 3],
      turbulence: 0,
      ...options,
    })

  it.each<[string, TeleportOptions]>([
    ['a shift', { offset: OFFSET }],
    ['a turn', { rotation: ROTATION }],
    ['a turn about a pivot and a shift', { rotation: ROTATION, pivot: PIVOT, offset: OFFSET }],
    ['a turn by a quaternion of length 3', { rotation: ROTATION.map((q) => 3 * q) as never }],
  ])('%s: everything is where three.js puts it, and moves as before', (_, options) => {
    const cloth = create()
    cloth.advance(0.4 + 0.007)
    cloth.grab(20, [0.1, 0.2, 0.3])
    const before = cloth.snapshot()
    const drawn = new Float32Array(before.positions.length)
    cloth.writePositions(drawn)
    const { maxSpeed, maxStrain, meanStrain } = cloth.measure()
    const speeds = velocities(cloth)
    expect(maxSpeed).toBeGreaterThan(0.5)

    const unit = { ...options, rotation: options.rotation && ROTATION }
    cloth.teleport(options)
    const after = cloth.snapshot()
    const bring = (points: ArrayLike<number>): Vector3[] =>
      vectors(points).map((point) => brought(point, unit))
    for (const key of ['positions', 'previousPositions'] as const)
      expect(farthest(vectors(after[key]), bring(before[key]))).toBeLessThan(metres + 1e-14)
    for (const p of [20, 54, 62]) {
      const target = vectors(after.holdTargets)[p]!
      expect(target.distanceTo(bring(before.holdTargets)[p]!)).toBeLessThan(1e-14)
    }
    const turn = unit.rotation ? new Quaternion(...unit.rotation) : new Quaternion()
    const turnedSpeeds = speeds.map((velocity) => velocity.clone().applyQuaternion(turn))
    expect(farthest(velocities(cloth), turnedSpeeds)).toBeLessThan(speed)
    expect(cloth.measure().maxSpeed).toBeCloseTo(maxSpeed, solver === 'xpbd' ? 5 : 9)
    expect(cloth.measure().maxStrain).toBeCloseTo(maxStrain, 4)
    expect(cloth.measure().meanStrain).toBeCloseTo(meanStrain, 4)
    // What is drawn between two steps is on the old way, turned: no streak from place to place.
    const now = new Float32Array(drawn.length)
    cloth.writePositions(now)
    expect(farthest(vectors(now), bring(drawn))).toBeLessThan(2e-6)
    expect(cloth.time).toBe(before.time)
  })

  it('a shift changes no bit of a velocity of the solver', () => {
    const cloth = create()
    run(cloth, 20)
    const before = cloth.snapshot().motion[1]
    cloth.teleport({ offset: OFFSET })
    expect(cloth.snapshot().motion[1]).toEqual(before)
  })

  it('there and back leaves velocities alone', () => {
    const cloth = create()
    run(cloth, 20)
    const speeds = velocities(cloth)
    cloth.teleport({ offset: [4, -4, 8] })
    cloth.teleport({ offset: [-4, 4, -8] })
    expect(farthest(velocities(cloth), speeds)).toBeLessThan(speed)
  })

  it('runs on as in the old place, gravity and wind turned along: within rounding over 20 steps', () => {
    const [here, there] = [create(), create()]
    run(here, 20)
    run(there, 20)
    const motion = { rotation: ROTATION, pivot: PIVOT, offset: [0.3, -0.2, 0.5] as const }
    there.teleport(motion)
    const turn = (v: readonly number[]) => new Vector3(...v).applyQuaternion(quarter).toArray()
    there.setParams({ gravity: turn(here.params.gravity), wind: turn(here.params.wind) })
    for (let n = 0; n < 20; n++) {
      here.step()
      there.step()
    }
    const expected = vectors(here.positions).map((point) => brought(point, motion))
    expect(farthest(vectors(there.positions), expected)).toBeLessThan(
      solver === 'xpbd' ? 1e-3 : 1e-9,
    )
  })

  it('a cape on a wearer who is put 100 m away: neither moves nor strains more than the one who stays', () => {
    const [here, there] = [new Object3D(), new Object3D()]
    const capes = [here, there].map((wearer) =>
      create({ pins: [{ particle: 'top', target: wearer }], wind: [0, 0, 0] }),
    )
    for (const cape of capes) run(cape, 60)
    there.position.set(100, 0, 0)
    capes[1]!.teleport({ offset: [100, 0, 0] })
    for (let n = 0; n < 60; n++) {
      for (const cape of capes) cape.step()
      const [stays, goes] = capes.map((cape) => cape.measure())
      expect(goes!.maxSpeed).toBeLessThan(stays!.maxSpeed + 0.01)
      expect(goes!.maxStrain).toBeLessThan(stays!.maxStrain + 1e-3)
    }
    const [x, y, z] = positionOf(capes[0]!, 62)
    const moved = positionOf(capes[1]!, 62)
    expect(Math.hypot(moved[0] - x - 100, moved[1] - y, moved[2] - z)).toBeLessThan(1e-5)
  })

  it.each<[string, unknown]>([
    ['an offset of NaN', { offset: [0, NaN, 0] }],
    ['a quaternion of 0', { rotation: [0, 0, 0, 0] }],
    ['a quaternion of three numbers', { rotation: [0, 0, 1] }],
    ['a quaternion with NaN', { rotation: [0, 0, NaN, 1] }],
    ['an object for a quaternion', { rotation: { x: 0, y: 0, z: 0, w: 1 } }],
    ['a pivot that is none', { pivot: 'here' }],
    ['a place out of this world', { offset: [1e9, 0, 0] }],
  ])('%s is refused, and nothing changes', (_, wrong) => {
    const cloth = create()
    run(cloth, 3)
    const snapshot = cloth.snapshot()
    expect(() => {
      cloth.teleport(wrong as TeleportOptions)
    }).toThrow(BillowError)
    expect(cloth.snapshot()).toEqual(snapshot)
  })

  it('reset goes back to where the cloth was made', () => {
    const cloth = create()
    const hash = cloth.hash()
    run(cloth, 5)
    cloth.teleport({ offset: OFFSET, rotation: ROTATION })
    run(cloth, 5)
    cloth.reset()
    expect(cloth.hash()).toBe(hash)
  })
})
