/**
 * The relaxation of position based dynamics and the strain limit on two particles, computed by hand,
 * and pbd's contacts: where particles end, and Coulomb friction on an inclined plane.
 */
import { type ClothOptions, ClothSimulation, type ColliderOptions } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { limitStrain } from '../../packages/core/src/cloth/strainLimit.js'
import { Holds } from '../../packages/core/src/cloth/Holds.js'
import { PbdSolver } from '../../packages/core/src/cloth/solvers/PbdSolver.js'
import { SpringSet } from '../../packages/core/src/cloth/SpringSet.js'
import { clothParams } from '../../packages/core/src/params/clothParams.js'
import { defaultsOf } from '../../packages/core/src/params/Parameter.js'
import { createPair, positionOf, setMotion } from '../helpers/states.js'

/** Nothing acts but springs, limits and contacts. */
const STILL = { gravity: [0, 0, 0], airDensity: 0, damping: 0 } as const satisfies ClothOptions

describe('relaxation of two particles 1.5 m apart, rest length 1 m, stiffness 0.3', () => {
  /** Δ = ((1.5 − 1) / 1.5) · 0.5 · 0.3 = 0.05, so an end moves by 0.05 · 1.5 = 0.075 m. */
  const MOVE = 0.075

  function relax(fixed: readonly number[], iterations: number, stiffness = 0.3): Float64Array {
    const state = createPair(1.5, 1, fixed)
    const params = { ...defaultsOf(clothParams), ...STILL, gravity: [0, 0, 0] as const }
    const solver = new PbdSolver(state, [], {
      ...params,
      iterations,
      stiffness,
      limitStrain: false,
    })
    const timing = { time: 0, dt: 1 / 60, step: 1 / 60, stepsLeft: 1 }
    solver.beginStep(timing)
    solver.substep(timing, new Holds('test', state, false), true)
    return state.positions as Float64Array
  }

  it('one pass: each free end moves by 0.075 m', () => {
    const positions = relax([0, 0], 1)
    expect(positions[0]).toBeCloseTo(MOVE, 15)
    expect(positions[3]).toBeCloseTo(1.5 - MOVE, 15)
    expect([...positions].filter((_, i) => i % 3 !== 0)).toEqual([0, 0, 0, 0])
  })

  it('one pass: a pinned end stays, the free one moves by the same 0.075 m', () => {
    expect([...relax([1, 0], 1)]).toEqual([0, 0, 0, expect.closeTo(1.5 - MOVE, 15), 0, 0])
    expect([...relax([0, 1], 1)]).toEqual([expect.closeTo(MOVE, 15), 0, 0, 1.5, 0, 0])
  })

  it('two passes: the error 0.5 m shrinks by 1 − 0.3 each, to 0.245 m', () => {
    const positions = relax([0, 0], 2)
    expect(positions[3]! - positions[0]!).toBeCloseTo(1 + 0.5 * 0.7 * 0.7, 15)
  })

  // Müller et al. 2006, section 3.3: k' = 1 − (1 − k)^(1/n) makes n passes as stiff as one.
  it.each([
    [0.1, 0.010481],
    [0.5, 0.066967],
    [0.9, 0.205672],
  ])("ten passes at k' = 1 − (1 − k)^(1/10) leave what one at k = %d leaves (V9)", (k, share) => {
    const perPass = 1 - (1 - k) ** (1 / 10)
    expect(perPass).toBeCloseTo(share, 6)
    const [once, tenTimes] = [relax([0, 0], 1, k), relax([0, 0], 10, perPass)]
    expect(once[3]! - once[0]!).toBeCloseTo(1 + 0.5 * (1 - k), 14)
    expect(tenTimes[3]! - tenTimes[0]!).toBeCloseTo(once[3]! - once[0]!, 14)
  })
})

describe('strain limit 0.1 on a spring stretched by 30 % (Provot 1995)', () => {
  const lengthAfter = (length: number, fixed: readonly number[]): readonly [number, number] => {
    const state = createPair(length, 1, fixed)
    const springs = new SpringSet(state.sheet.springs)
    springs.configure(defaultsOf(clothParams), 1)
    limitStrain(state, springs)
    return [state.positions[0]!, state.positions[3]!]
  }

  it('a free end beside a pinned one comes to 1.1 rest lengths, the pinned one stays', () => {
    expect(lengthAfter(1.3, [1, 0])).toEqual([0, expect.closeTo(1.1, 15)])
    expect(lengthAfter(1.3, [0, 1])).toEqual([expect.closeTo(0.2, 15), 1.3])
  })

  it('two free ends share the correction of 0.2 rest lengths', () => {
    expect(lengthAfter(1.3, [0, 0])).toEqual([expect.closeTo(0.1, 15), expect.closeTo(1.2, 15)])
  })

  it('leaves springs that are pinned at both ends, within the limit, or compressed', () => {
    expect(lengthAfter(1.3, [1, 1])).toEqual([0, 1.3])
    expect(lengthAfter(1.0999, [0, 0])).toEqual([0, 1.0999])
    expect(lengthAfter(0.5, [0, 0])).toEqual([0, 0.5])
  })
})

describe('where particles end that are inside a collider', () => {
  function settle(collider: ColliderOptions, origin: readonly [number, number, number]) {
    // Springs off: each particle is alone.
    const cloth = new ClothSimulation({
      solver: 'pbd',
      ...STILL,
      segments: [4, 4],
      size: [0.2, 0.2],
      stiffness: 0,
      limitStrain: false,
      colliderOffset: 0.02,
      substeps: 1,
      origin,
      colliders: [collider],
    })
    // From 72 cm deep at 1 m/s.
    for (let n = 0; n < 60; n++) cloth.step()
    return cloth
  }

  it('sphere of radius 0.5 with offset 0.02: all at 0.52 m from its centre', () => {
    const cloth = settle({ type: 'sphere', center: [1, 2, 3], radius: 0.5 }, [0.9, 1.9, 3.1])
    for (let p = 0; p < cloth.particleCount; p++) {
      const [x, y, z] = positionOf(cloth, p)
      expect(Math.hypot(x - 1, y - 2, z - 3)).toBeCloseTo(0.52, 13)
    }
  })

  it('a particle at the very centre of a sphere: finite, 0.52 m above it', () => {
    const cloth = settle({ type: 'sphere', center: [0, 0, 0], radius: 0.5 }, [0, 0, 0])
    expect(positionOf(cloth, 0)).toEqual([0, 0.52, 0])
    expect(cloth.measure().unstableSteps).toBe(0)
  })

  it('tilted plane: all at 0.02 m above it', () => {
    const normal = [0.6, 0.8, 0] as const
    const cloth = settle({ type: 'plane', point: [1, 1, 1], normal }, [0.5, 0.5, 0])
    for (let p = 0; p < cloth.particleCount; p++) {
      const [x, y] = positionOf(cloth, p)
      expect(0.6 * (x - 1) + 0.8 * (y - 1)).toBeCloseTo(0.02, 13)
    }
  })

  it('a particle outside by more than the offset is left where it is', () => {
    const cloth = settle({ type: 'plane', point: [0, -0.1, 0] }, [0, 0, 0])
    expect([...cloth.positions]).toEqual([...cloth.grid.restPositions])
    expect(cloth.measure().contacts).toBe(0)
  })
})

describe('sheet on an inclined plane, Coulomb friction 0.5', () => {
  const SECONDS = 1

  /** Slid down distance and speed after a second on a slope, m and m/s. Gravity is tilted instead. */
  function slide(degrees: number, substeps: number): { distance: number; speed: number } {
    const angle = (degrees * Math.PI) / 180
    const cloth = new ClothSimulation({
      solver: 'pbd',
      airDensity: 0,
      damping: 0,
      orientation: 'horizontal',
      segments: [4, 4],
      size: [0.4, 0.4],
      gravity: [9.81 * Math.sin(angle), -9.81 * Math.cos(angle), 0],
      colliderOffset: 0.01,
      origin: [0, 0.01, 0],
      substeps,
      colliders: [{ type: 'plane', point: [0, 0, 0], friction: 0.5 }],
    })
    for (let n = 0; n < 60 * SECONDS; n++) cloth.step()
    return { distance: positionOf(cloth, 12)[0] - 0.2, speed: cloth.measure().maxSpeed }
  }

  it.each([1, 8])('sticks at 20° (tan 20° = 0.364 < 0.5), %i substeps: no creep in 1 s', (n) => {
    const { distance, speed } = slide(20, n)
    expect(Math.abs(distance)).toBeLessThan(1e-9)
    expect(speed).toBeLessThan(1e-9)
  })

  it.each([1, 8])('slides at 45° with g (sin θ − μ cos θ) = 3.468 m/s², %i substeps', (n) => {
    const acceleration = 9.81 * Math.SQRT1_2 * (1 - 0.5)
    expect(acceleration).toBeCloseTo(3.468, 3)
    const { distance, speed } = slide(45, n)
    // Verlet from rest is ahead of ½ a t² by half a substep of speed.
    const dt = 1 / 60 / n
    expect(speed / (acceleration * SECONDS)).toBeCloseTo(1, 3)
    expect(distance / (0.5 * acceleration * SECONDS * (SECONDS + dt))).toBeCloseTo(1, 3)
  })

  it('slides on without friction at 45° with g sin θ', () => {
    const cloth = new ClothSimulation({
      solver: 'pbd',
      airDensity: 0,
      damping: 0,
      orientation: 'horizontal',
      segments: [2, 2],
      gravity: [9.81 * Math.SQRT1_2, -9.81 * Math.SQRT1_2, 0],
      origin: [0, 0.01, 0],
      colliders: [{ type: 'plane', point: [0, 0, 0] }],
    })
    for (let n = 0; n < 60; n++) cloth.step()
    expect(cloth.measure().maxSpeed).toBeCloseTo(9.81 * Math.SQRT1_2, 9)
  })

  it('a sheet that lies on a plane touches it with all its particles', () => {
    const cloth = new ClothSimulation({
      solver: 'pbd',
      orientation: 'horizontal',
      segments: [4, 4],
      origin: [0, 0.01, 0],
      colliders: [{ type: 'plane', point: [0, 0, 0] }],
    })
    for (let n = 0; n < 10; n++) cloth.step()
    expect(cloth.measure().contacts).toBe(cloth.particleCount)
  })

  it('a sheet thrown along a plane stops after v² / (2 μ g) = 0.917 m', () => {
    const cloth = new ClothSimulation({
      solver: 'pbd',
      airDensity: 0,
      damping: 0,
      orientation: 'horizontal',
      segments: [2, 2],
      origin: [0, 0.01, 0],
      colliders: [{ type: 'plane', point: [0, 0, 0], friction: 0.5 }],
    })
    setMotion(cloth, () => ({ velocity: [3, 0, 0] }))
    for (let n = 0; n < 60; n++) cloth.step()
    const expected = 9 / (2 * 0.5 * 9.81)
    expect(expected).toBeCloseTo(0.917, 3)
    expect(cloth.measure().maxSpeed).toBeLessThan(1e-9)
    expect(positionOf(cloth, 0)[0] / expected).toBeCloseTo(1, 2)
  })
})
