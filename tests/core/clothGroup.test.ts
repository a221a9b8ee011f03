/**
 * Several cloths that touch each other (`ClothGroup`): distance by brute force, momentum and friction by
 * their laws, rest, snapshots, and what must not change for a cloth by being in a group.
 */
import {
  BillowError,
  ClothGroup,
  type ClothOptions,
  ClothSimulation,
  createDisc,
  triangleCollision,
} from '@billow/core'
import { describe, expect, it } from 'vitest'
import { countCrossingsBetween } from '../helpers/crossings.js'
import { setMotion, type Vector, velocitiesOf } from '../helpers/states.js'
import { setXpbdMotion } from '../helpers/xpbdMotion.js'

const GROUND = { type: 'plane', point: [0, -0.35, 0], friction: 0.5 } as const
const BALL = { type: 'sphere', center: [0, 0, 0], radius: 0.3, friction: 0.4 } as const

/** A flat sheet of 1 m² above the ball. */
function sheet(y: number, options: ClothOptions = {}): ClothSimulation {
  return new ClothSimulation({
    orientation: 'horizontal',
    segments: [14, 14],
    origin: [-0.5, y, -0.5],
    jitter: 0.002,
    damping: 0.5,
    colliders: [BALL, GROUND],
    ...options,
  })
}

/** Least distance of a particle of the one from a particle of the other, m. */
function leastBetween(one: ClothSimulation, other: ClothSimulation): number {
  const [p, q] = [one.positions, other.positions]
  let least = Infinity
  for (let i = 0; i < p.length; i += 3)
    for (let j = 0; j < q.length; j += 3)
      least = Math.min(
        least,
        Math.hypot(p[i]! - q[j]!, p[i + 1]! - q[j + 1]!, p[i + 2]! - q[j + 2]!),
      )
  return least
}

function centreOf({ positions }: ClothSimulation): Vector {
  const sum = [0, 0, 0]
  positions.forEach((x, i) => (sum[i % 3]! += x))
  return sum.map((x) => (3 * x) / positions.length) as unknown as Vector
}

function run(group: ClothGroup, steps: number, look?: () => void): void {
  for (let n = 0; n < steps; n++) {
    group.step()
    look?.()
  }
}

describe('sheets dropped on each other and on a ball', () => {
  const { positions, ...disc } = createDisc({ radius: 0.5, rings: 8 })
  // It lies above the sheet, where the disc is made upright.
  const above = Float32Array.from(positions, (_, i) => {
    const place = 3 * Math.floor(i / 3)
    return [positions[place]! + 0.02, 0.45, 0.03 - positions[place + 1]!][i % 3]!
  })
  const mesh = { ...disc, positions: above }
  it.each<[string, ClothOptions, ClothOptions]>([
    ['xpbd', { thickness: 0.03 }, { thickness: 0.03, origin: [-0.47, 0.45, -0.46] }],
    ['pbd', { solver: 'pbd', thickness: 0.03 }, { solver: 'pbd', thickness: 0.03 }],
    [
      'xpbd under pbd, of different thickness',
      { thickness: 0.02 },
      { solver: 'pbd', thickness: 0.03 },
    ],
    [
      'a grid under a mesh with more substeps',
      { thickness: 0.03 },
      { mesh, thickness: 0.03, substeps: 8 },
    ],
  ])('%s: particles stay both thicknesses apart, and out of the ball', (_, below, above) => {
    const one = sheet(0.35, below)
    const other = sheet(0.45, { seed: 2, ...above })
    const distance = one.params.thickness + other.params.thickness
    let least = Infinity
    let touching = 0
    run(new ClothGroup([one, other]), 120, () => {
      least = Math.min(least, leastBetween(one, other))
      touching = Math.max(touching, other.measure().contacts)
    })
    expect(touching).toBeGreaterThan(20)
    expect(least).toBeGreaterThan(0.98 * distance)
    for (const { positions } of [one, other])
      for (let i = 0; i < positions.length; i += 3)
        expect(Math.hypot(...positions.subarray(i, i + 3))).toBeGreaterThan(0.3)
    expect(centreOf(other)[1]).toBeGreaterThan(centreOf(one)[1])
  })

  it('thinner than their cells, triangles keep them from passing through; particles alone do not', () => {
    const crossings = (clothCollision: true | 'triangles'): number => {
      const one = sheet(0.33, { segments: [8, 8], thickness: 0.004 })
      const other = sheet(0.38, { segments: [10, 7], thickness: 0.004, seed: 2 })
      const group = new ClothGroup([one, other], { clothCollision, triangleCollision })
      let most = 0
      run(group, 60, () => (most = Math.max(most, countCrossingsBetween(one, other))))
      return most
    }
    expect(crossings(true)).toBeGreaterThan(0)
    expect(crossings('triangles')).toBe(0)
  }, 120_000)
})

describe('laws', () => {
  const FREE = { gravity: [0, 0, 0], airDensity: 0, damping: 0, colliders: [], jitter: 0 } as const

  /** Sum of m v, kg m/s. */
  function momentumOf(cloths: readonly ClothSimulation[]): number[] {
    const sum = [0, 0, 0]
    for (const cloth of cloths) {
      const { sheet: own, params } = cloth
      velocitiesOf(cloth).forEach((v, i) => {
        // The areas around particles in xpbd; in pbd all particles are alike.
        const area =
          params.solver === 'xpbd' ? own.areas[Math.floor(i / 3)]! : own.area / own.particleCount
        sum[i % 3]! += params.density * area * v
      })
    }
    return sum
  }

  // Where each particle meets one other, up to rounding. Where several crowd around one, what would
  // leave faster than anything came is stopped: that takes some momentum along.
  it.each<[ClothOptions['solver'], string, number, number]>([
    ['xpbd', 'particle to particle', 14, 1e-7],
    ['pbd', 'particle to particle', 14, 1e-13],
    ['xpbd', 'of other cells', 10, 0.005],
    ['pbd', 'of other cells', 10, 0.005],
  ])(
    '%s, %s: sheets that meet in free space keep their momentum, Σ m v (V57)',
    (solver = 'xpbd', _, cells, most) => {
      const one = sheet(0, { ...FREE, solver, thickness: 0.05, density: 0.2 })
      const segments = [cells, cells] as const
      const other = sheet(0.12, { ...FREE, solver, thickness: 0.05, density: 0.5, segments })
      const set = solver === 'xpbd' ? setXpbdMotion : setMotion
      const group = new ClothGroup([one, other])
      group.step()
      set(one, () => ({ velocity: [0.3, 1, 0] }))
      set(other, () => ({ velocity: [0, -1, 0.2] }))
      const before = momentumOf([one, other])
      run(group, 30)
      // They have met: the lighter one was sent back.
      expect(centreOf(one)[1]).toBeLessThan(centreOf(other)[1])
      expect(velocitiesOf(one)[1]).toBeLessThan(0)
      momentumOf([one, other]).forEach((after, k) => {
        expect(Math.abs(after - before[k]!)).toBeLessThan(most * Math.hypot(...before))
      })
    },
  )

  const MU = 0.5
  /** A small sheet on a large one that is pinned, where gravity is tilted by an angle. */
  function incline(degrees: number, options: ClothOptions, triangles: boolean, steps: number) {
    const angle = (degrees * Math.PI) / 180
    const all: ClothOptions = {
      orientation: 'horizontal',
      gravity: [9.81 * Math.sin(angle), -9.81 * Math.cos(angle), 0],
      selfFriction: MU,
      airDensity: 0,
      damping: 0,
      ...options,
    }
    const [cell, thickness] = triangles ? [0.05, 0.006] : [0.02, 0.05]
    const below = new ClothSimulation({
      ...all,
      size: [1.2, 0.4],
      segments: [Math.round(1.2 / cell), Math.round(0.4 / cell)],
      origin: [0, 0, 0],
      thickness,
      pins: [() => true],
    })
    const above = new ClothSimulation({
      ...all,
      size: [0.2, 0.2],
      segments: [Math.round(0.2 / cell), Math.round(0.2 / cell)],
      origin: [0.0637, 2.002 * thickness, 0.1023],
      thickness,
    })
    const group = new ClothGroup(
      [below, above],
      triangles ? { clothCollision: 'triangles', triangleCollision } : {},
    )
    const along: number[] = []
    run(group, steps, () => along.push(centreOf(above)[0]))
    return along
  }

  it.each<[number, ClothOptions['solver'], boolean]>([
    [20, 'xpbd', false],
    [26, 'xpbd', false],
    [26, 'pbd', false],
    [26, 'xpbd', true],
  ])(
    'friction 0.5 on a slope of %d°, %s, triangles %j: sticks below atan mu = 26.57° (V52)',
    (degrees, solver, triangles) => {
      // It settles between the particles below first.
      const along = incline(degrees, { solver }, triangles, 90)
      expect(Math.abs(along[89]! - along[59]!)).toBeLessThan(1e-4)
    },
    60_000,
  )

  it('friction 0.5 on a slope of 30°: slides with g (sin − mu cos) = 0.65648 m/s² (V52)', () => {
    const along = incline(30, { substeps: 16 }, true, 41)
    const speed = (n: number): number => 60 * (along[n]! - along[n - 1]!)
    expect((speed(40) - speed(10)) / 0.5).toBeGreaterThan(0.98 * 0.65648)
    expect((speed(40) - speed(10)) / 0.5).toBeLessThan(1.02 * 0.65648)
  }, 60_000)

  it.each([
    ['xpbd', MU, 0.98, 1.02],
    ['pbd', MU, 0.98, 1.02],
    ['xpbd', 0, -0.2, 0.2],
    ['pbd', 0, -0.2, 0.2],
  ] as const)(
    '%s, friction %d: a sheet that is drawn away by 1 m/s² takes along %d to %d of its way what lies on it (F22)',
    (solver, selfFriction, least, most) => {
      const all: ClothOptions = {
        ...{
          solver,
          orientation: 'horizontal',
          selfFriction,
          airDensity: 0,
          damping: 0,
          thickness: 0.05,
        },
      }
      const below = new ClothSimulation({
        ...all,
        ...{ size: [0.8, 0.4], segments: [40, 20], origin: [0, 0, 0], pins: [() => true] },
      })
      const above = new ClothSimulation({
        ...all,
        ...{ size: [0.2, 0.2], segments: [10, 10], origin: [0.3037, 0.1001, 0.1023] },
      })
      const group = new ClothGroup([below, above])
      // It settles between the particles below first.
      run(group, 60)
      const start = centreOf(above)[0]
      const { restPositions: rest } = below.sheet
      let way = 0
      for (let n = 1; n <= 30; n++) {
        way = 0.5 * (n / 60) ** 2
        for (let p = 0; p < below.particleCount; p++)
          below.pin(p, [rest[3 * p]! + way, rest[3 * p + 1]!, rest[3 * p + 2]!])
        group.step()
      }
      expect((centreOf(above)[0] - start) / way).toBeGreaterThanOrEqual(least)
      expect((centreOf(above)[0] - start) / way).toBeLessThan(most)
    },
  )

  it('on cloth without friction anything slides: the pair has the geometric mean', () => {
    const along = incline(20, { selfFriction: 0 }, false, 41)
    expect(along[40]! - along[5]!).toBeGreaterThan(0.1)
  })
})

describe('what a group does not change', () => {
  const alone: ClothOptions = {
    wind: [1, 0, 2],
    turbulence: 0.5,
    selfCollision: true,
    thickness: 0.02,
  }

  it.each(['xpbd', 'pbd'] as const)('one %s cloth in it: the same bits', (solver) => {
    const one = sheet(0.4, { ...alone, solver })
    const twin = sheet(0.4, { ...alone, solver })
    const group = new ClothGroup([one])
    for (let n = 0; n < 30; n++) {
      expect(group.advance(0.02)).toBe(twin.advance(0.02))
      expect(one.alpha).toBe(twin.alpha)
    }
    expect(one.hash()).toBe(twin.hash())
    group.remove(one)
    one.step()
    twin.step()
    expect(one.hash()).toBe(twin.hash())
  })

  it.each(['xpbd', 'pbd'] as const)(
    'two %s cloths far from each other: the same bits',
    (solver) => {
      const make = (): ClothSimulation[] => [
        sheet(2, { ...alone, solver, colliders: [] }),
        sheet(-2, { ...alone, solver, colliders: [], seed: 4 }),
      ]
      const cloths = make()
      const twins = make()
      const group = new ClothGroup(cloths)
      for (let n = 0; n < 20; n++) {
        group.step()
        for (const twin of twins) twin.step()
      }
      expect(cloths.map((cloth) => cloth.hash())).toEqual(twins.map((cloth) => cloth.hash()))
    },
  )

  it('what has been in a group goes on alone, out of it and after dispose', () => {
    const [one, other] = [sheet(0.35), sheet(0.4)]
    const group = new ClothGroup([one, other])
    expect(one.group).toBe(group)
    expect(() => {
      one.step()
    }).toThrow('call step or advance of cloth.group')
    expect(() => one.advance(0.1)).toThrow('call step or advance of cloth.group')
    run(group, 5)
    group.dispose()
    expect(one.group).toBe(undefined)
    expect(group.cloths).toEqual([])
    one.step()
    other.step()
    expect(one.measure().steps).toBe(6)
  })
})

describe('state', () => {
  it.each(['xpbd', 'pbd'] as const)(
    '%s: a snapshot in mid-contact goes on bit by bit, and so does a reset',
    (solver) => {
      const cloths = [
        sheet(0.33, { solver, thickness: 0.03, selfCollision: true }),
        sheet(0.4, { solver, thickness: 0.03, seed: 2 }),
      ]
      const group = new ClothGroup(cloths)
      const start = group.hash()
      run(group, 20)
      expect(cloths[1]!.measure().contacts).toBeGreaterThan(10)
      const snapshot = group.snapshot()
      run(group, 20)
      const hash = group.hash()
      group.restore(snapshot)
      run(group, 20)
      expect(group.hash()).toBe(hash)
      group.reset()
      expect(group.hash()).toBe(start)
      run(group, 40)
      expect(group.hash()).toBe(hash)
    },
  )

  it('cloths come to rest together, and one that is touched wakes the one below it', () => {
    const still: ClothOptions = {
      segments: [6, 6],
      jitter: 0,
      airDensity: 0,
      damping: 3,
      thickness: 0.02,
      colliders: [GROUND],
    }
    const [one, other, far] = [sheet(-0.33, still), sheet(-0.28, still), sheet(-0.33, still)]
    far.teleport({ offset: [5, 0, 0] })
    const group = new ClothGroup([one, other, far])
    run(group, 400)
    expect([one.sleeping, other.sleeping, far.sleeping]).toEqual([true, true, true])
    other.grab(24, [0, 0.5, 0])
    group.step()
    expect([one.sleeping, other.sleeping, far.sleeping]).toEqual([false, false, true])
    run(group, 60)
    other.release()
    run(group, 30)
    expect(far.sleeping).toBe(true)
  }, 60_000)

  it('a paused cloth stands still, and others lie on it', () => {
    const [one, other] = [sheet(0.35, { thickness: 0.04 }), sheet(0.45, { thickness: 0.04 })]
    const group = new ClothGroup([one, other])
    group.setPaused(one, true)
    const places = [...one.positions]
    run(group, 60)
    expect([...one.positions]).toEqual(places)
    expect(one.time).toBe(0)
    expect(leastBetween(one, other)).toBeGreaterThan(0.98 * 0.08)
    expect(centreOf(other)[1]).toBeGreaterThan(0.35)
    group.setPaused(one, false)
    run(group, 10)
    expect(centreOf(one)[1]).toBeLessThan(0.34)
  })

  it('thickness, pins, hands, rebuild and tears of one work as ever', () => {
    const one = sheet(0.33, { thickness: 0.02 })
    const other = sheet(0.4, { thickness: 0.02, tear: true, tearStrain: 0.05 })
    const group = new ClothGroup([one, other])
    run(group, 30)
    one.setParams({ thickness: 0.03 })
    other.setParams({ thickness: 0.03 })
    run(group, 60)
    expect(leastBetween(one, other)).toBeGreaterThan(0.98 * 0.06)
    one.setPins([0])
    other.grab(0, [0, 1.2, 0])
    run(group, 30)
    expect(one.isPinned(0)).toBe(true)
    other.release()
    expect(other.measure().tears).toBeGreaterThan(0)
    one.rebuild({ segments: [9, 11], thickness: 0.03 })
    run(group, 60)
    for (const cloth of [one, other]) {
      expect(cloth.positions.every(Number.isFinite)).toBe(true)
      expect(cloth.measure().unstableSteps).toBe(0)
    }
  })
})

describe('wrong input names what is wrong', () => {
  it.each<[string, () => unknown, string]>([
    [
      'no cloth',
      () => new ClothGroup([{} as never]),
      'must be a ClothSimulation on this page, got an object',
    ],
    [
      'mass-spring',
      () => new ClothGroup([sheet(0), sheet(1, { solver: 'mass-spring' })]),
      'must have solver "xpbd" or "pbd", got "mass-spring"',
    ],
    [
      'two groups',
      () => {
        const cloth = sheet(0)
        new ClothGroup([cloth])
        return new ClothGroup([cloth])
      },
      'in one ClothGroup at most',
    ],
    [
      'a rebuild as mass-spring',
      () => {
        const cloth = sheet(0)
        new ClothGroup([cloth])
        cloth.rebuild({ solver: 'mass-spring' })
      },
      'must have solver "xpbd" or "pbd", got "mass-spring"',
    ],
    [
      'other time steps',
      () => {
        new ClothGroup([sheet(0), sheet(1, { timeStep: 1 / 30 })]).step()
      },
      'all cloths must have the same timeStep, got',
    ],
    [
      'an unknown option',
      () => new ClothGroup([], { friction: 1 } as never),
      'unknown option "friction"',
    ],
    [
      'a kind of collision that is none',
      () => new ClothGroup([], { clothCollision: false as never }),
      'clothCollision must be true or "triangles", got false',
    ],
    [
      'triangles without their code',
      () => new ClothGroup([], { clothCollision: 'triangles' }),
      'clothCollision "triangles" needs its code',
    ],
    [
      'a snapshot of others',
      () => {
        new ClothGroup([sheet(0)]).restore(new ClothGroup().snapshot())
      },
      'the snapshot must be of a group of 1 cloths',
    ],
    [
      'a cloth of another group',
      () => {
        new ClothGroup().setPaused(sheet(0), true)
      },
      'setPaused needs a cloth of this group',
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(BillowError)
    expect(make).toThrow(message)
  })

  it('a group without cloths has nothing to do', () => {
    const group = new ClothGroup()
    group.step()
    expect(group.advance(1)).toBe(0)
    expect(group.hash()).toBe('')
  })
})
