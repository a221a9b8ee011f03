/**
 * Whole triangles against bodies (`colliderContact: 'triangles'`): distances against points all over a
 * triangle, small balls that coarse sheets do not let through (V55), friction by triangles alone (V52,
 * V54), momentum and weight.
 */
import {
  BoxCollider,
  CapsuleCollider,
  ClothSimulation,
  type ColliderOptions,
  createCollider,
  SphereCollider,
  triangleContact,
} from '@billow/core'
import { describe, expect, it } from 'vitest'
import { ColliderPose } from '../../packages/core/src/collision/ColliderPose.js'
import {
  distanceFromBody,
  THROUGH,
  weights,
} from '../../packages/core/src/collision/faces/fromBody.js'
import { takeBody } from '../../packages/core/src/collision/faces/support.js'
import { Probe } from '../../packages/core/src/collision/Probe.js'
import { createRandom } from '../../packages/core/src/math/random.js'

const SEED = 20_264
const G = 9.8

const kinds: readonly (readonly [string, ColliderOptions])[] = [
  ['ball', { type: 'sphere', center: [0.1, 0, 0], radius: 0.4 }],
  ['capsule', { type: 'capsule', height: 0.8, radius: 0.2 }],
  ['cone', { type: 'cone', height: 0.6, radii: [0.4, 0.1] }],
  ['cylinder', { type: 'cylinder', height: 0.7, radius: 0.3 }],
  ['box', { type: 'box', size: [0.5, 0.8, 0.3] }],
]

/** As it is, turned, scaled unevenly, and sheared; column by column. */
const transforms: readonly (readonly number[])[] = [
  [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  [0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, 0.3, -0.2, 0.1, 1],
  [1.5, 0, 0, 0, 0, 0.7, 0, 0, 0, 0, 1.2, 0, 0, 0, 0, 1],
  [1, 0.3, 0, 0, -0.2, 1, 0.4, 0, 0, 0, 0.8, 0, 0.1, 0, 0, 1],
]

describe.each(kinds)('distance of triangles from a %s', (_, options) => {
  it(`is that of its nearest point, and no other is nearer; seed ${SEED}`, () => {
    const random = createRandom(SEED)
    const probe = new Probe()
    probe.cutoff = 100
    probe.count = 1
    let apart = 0
    for (const transform of transforms) {
      const pose = new ColliderPose(createCollider({ ...options, transform }), 1)
      const distanceAt = (corners: Float64Array, b: readonly number[]): number => {
        for (let k = 0; k < 3; k++)
          probe.points[k] = b[0]! * corners[k]! + b[1]! * corners[3 + k]! + b[2]! * corners[6 + k]!
        pose.collider.query(pose, probe)
        return probe.distances[0]!
      }
      const margin = takeBody(pose)
      for (let n = 0; n < 60; n++) {
        const corners = Float64Array.from({ length: 9 }, () => 2 * random() - 1)
        const distance = distanceFromBody(corners, margin, Infinity, Float64Array.of(0, 1, 0))
        let least = Infinity
        for (let i = 0; i <= 20; i++)
          for (let j = 0; j <= 20 - i; j++)
            least = Math.min(least, distanceAt(corners, [i / 20, j / 20, 1 - (i + j) / 20]))
        if (distance === THROUGH) {
          // It says that a point is common to both.
          expect(distanceAt(corners, Array.from(weights))).toBeLessThan(1e-6)
          continue
        }
        expect(distance).toBeLessThan(least + 1e-6)
        if (distance < 1e-3) continue
        apart++
        expect(distanceAt(corners, Array.from(weights))).toBeCloseTo(distance, 5)
      }
    }
    expect(apart).toBeGreaterThan(60)
  })
})

/** How often the way from a point to another one goes through a sheet (Möller, Trumbore 1997). */
function crossings(cloth: ClothSimulation, from: readonly number[], to: readonly number[]): number {
  const { positions, sheet } = cloth
  const cross = (u: number[], v: number[]): number[] =>
    [0, 1, 2].map((k) => u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!)
  const dot = (u: number[], v: number[]): number => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
  const way = to.map((x, k) => x - from[k]!)
  let count = 0
  for (let t = 0; t < sheet.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) =>
      [0, 1, 2].map((k) => positions[3 * sheet.triangles[t + n]! + k]!),
    ) as [number[], number[], number[]]
    const u = b.map((x, k) => x - a[k]!)
    const v = c.map((x, k) => x - a[k]!)
    const start = from.map((x, k) => x - a[k]!)
    const h = cross(way, v)
    const size = dot(u, h)
    const s = dot(start, h) / size
    const q = cross(start, u)
    const w = dot(way, q) / size
    const share = dot(v, q) / size
    if (s >= 0 && w >= 0 && s + w <= 1 && share >= 0 && share <= 1) count++
  }
  return count
}

const CELL = 0.2
const SIDE = 6
const RIM = Array.from({ length: SIDE * SIDE }, (_, p) => p).filter((p) => {
  const [row, column] = [Math.floor(p / SIDE), p % SIDE]
  return Math.min(row, column) === 0 || Math.max(row, column) === SIDE - 1
})

/** Moved from where it was. */
const at = (x: number, y: number, z: number): number[] =>
  [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1] // prettier-ignore

describe.each(['xpbd', 'pbd'] as const)('%s', (solver) => {
  const base = {
    solver,
    segments: [SIDE - 1, SIDE - 1],
    size: [1, 1],
    airDensity: 0,
    damping: 0,
    colliderOffset: 0.005,
    sleep: false,
    colliderContact: 'triangles',
    triangleContact,
  } as const

  /** Sends a ball of 0.3 cells through a sheet that is held all around; how often it was behind. */
  const shoot = (contact: 'triangles' | 'particles', capsule: boolean): number => {
    let behind = 0
    // Passes of pbd each see the whole way; half of the shots do.
    for (let n = 0; n < 12; n += solver === 'pbd' ? 2 : 1) {
      const cloth = new ClothSimulation({
        ...base,
        colliderContact: contact,
        origin: [-0.5, -0.5, 0],
        pins: RIM,
        gravity: [0, 0, 0],
        substeps: [1, 2, 8][n % 3]!,
        iterations: 4,
      })
      const radius = 0.3 * CELL
      const ball = capsule
        ? new CapsuleCollider({ from: [-0.03, 0, 0], to: [0.03, 0, 0], radius })
        : new SphereCollider({ center: [0, 0, 0], radius })
      cloth.addCollider(ball)
      const [x, y] = [-0.287 + 0.05 * n, 0.21 - 0.031 * n]
      ball.place(at(x, y, -2))
      cloth.step()
      ball.setTransform(at(x, y, 3))
      let isBehind = false
      // While it flies, and while the sheet, drawn out by metres, pulls at it.
      for (let step = 0; step < 4; step++) {
        cloth.step()
        if (crossings(cloth, [x, y, 3], [x + 1e-3, y, -50]) % 2 === 1) isBehind = true
      }
      if (isBehind) behind++
      expect(cloth.measure().unstableSteps).toBe(0)
    }
    return behind
  }

  it('a ball of 0.3 spacings at 5 m per step never ends behind a coarse sheet (V55)', () => {
    expect(shoot('particles', false)).toBeGreaterThan(solver === 'pbd' ? 4 : 8)
    expect(shoot('triangles', false)).toBe(0)
  })

  it('nor does a short capsule (V55)', () => {
    expect(shoot('triangles', true)).toBe(0)
  })

  it('a ball that drops between particles is caught', () => {
    const cloth = new ClothSimulation({
      ...base,
      orientation: 'horizontal',
      origin: [-0.5, 0, -0.5],
      pins: RIM,
      gravity: [0, -G, 0],
    })
    const ball = new SphereCollider({ center: [0.03, 0.2, 0.02], radius: 0.3 * CELL })
    cloth.addCollider(ball)
    for (let n = 0; n < 60; n++) {
      const y = 0.2 - 0.005 * n
      ball.set({ center: [0.03, y, 0.02] })
      cloth.step()
      expect(crossings(cloth, [0.03, y, 0.02], [0.031, 5, 0.02])).toBe(0)
    }
    expect(cloth.contactOf(ball).force[1]).toBeGreaterThan(0)
  })

  it('what the cloth wins in momentum the body gives, by triangles alone', () => {
    const ball = new SphereCollider({ center: [0.03, 0.05, -0.3], radius: 0.06, friction: 0.5 })
    const cloth = new ClothSimulation({
      ...base,
      origin: [-0.5, -0.5, 0],
      gravity: [0, 0, 0],
      substeps: 1,
      limitStrain: false,
      colliders: [ball],
    })
    const { areas, particleCount } = cloth.sheet
    const mass = (p: number): number => 0.2 * (solver === 'xpbd' ? areas[p]! : 1 / particleCount)
    let before = [0, 0, 0]
    let given = 0
    for (let n = 0; n < 120; n++) {
      ball.set({ center: [0.03 + 0.002 * n, 0.05, 0.01 * n - 0.3] })
      cloth.step()
      const momentum = [0, 0, 0]
      for (let i = 0; i < 3 * particleCount; i++)
        momentum[i % 3]! +=
          60 * mass(Math.floor(i / 3)) * (cloth.positions[i]! - cloth.previousPositions[i]!)
      const { force } = cloth.contactOf(ball)
      // Single precision leaves 1e-6 of the momentum.
      for (let k = 0; k < 3; k++)
        expect(Math.abs(momentum[k]! - before[k]! + force[k]! / 60)).toBeLessThan(1e-5)
      given += Math.abs(force[2]) / 60
      before = momentum
    }
    expect(given).toBeGreaterThan(0.05)
  })

  /** Lays a sheet on a body at an angle. */
  const lay = (degrees: number, friction: number, onRails: boolean) => {
    const angle = (degrees * Math.PI) / 180
    const [s, c] = [Math.sin(angle), Math.cos(angle)]
    // Two rails down the slope, between the particles of one cell; or a box under all of them.
    const bodies = onRails
      ? [-0.05, 0.05].map(
          (z) =>
            new CapsuleCollider({
              from: [-30 * c, -30 * s, z],
              to: [30 * c, 30 * s, z],
              radius: 0.02,
              friction,
            }),
        )
      : [
          new BoxCollider({
            size: [60, 0.04, 4],
            friction,
            transform: [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
          }),
        ]
    const cells = onRails ? 1 : 4
    const cloth = new ClothSimulation({
      ...base,
      gravity: [0, -G, 0],
      orientation: 'horizontal',
      segments: [cells, cells],
      size: [0.2, 0.2],
      origin: [-0.1, 0, -0.1],
      colliders: bodies,
    })
    // Particles keep the gap of 5 mm, what is between them 0.9 of it.
    const offset = onRails ? 0.0245 : 0.025
    cloth.teleport({
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
      offset: [-s * offset, c * offset, 0],
    })
    const down = (): number => {
      let sum = 0
      for (let p = 0; p < cloth.particleCount; p++)
        sum -= c * cloth.positions[3 * p]! + s * cloth.positions[3 * p + 1]!
      return sum / cloth.particleCount
    }
    const run = (seconds: number): void => {
      for (let n = 0; n < 60 * seconds; n++) cloth.step()
    }
    return { cloth, bodies, down, run }
  }

  const inclines = solver === 'xpbd' ? [true, false] : [false]
  it.each(inclines)(
    'incline, mu 0.5, on rails between particles %s: sticks at 26.5°, slides at 30° with 0.65648 m/s² (V52, V54)',
    (onRails) => {
      const still = lay(26.5, 0.5, onRails)
      still.run(1)
      const start = still.down()
      still.run(10)
      expect(Math.abs(still.down() - start)).toBeLessThan(1e-4)
      const sliding = lay(30, 0.5, onRails)
      const from = sliding.down()
      sliding.run(1)
      const first = sliding.down() - from
      sliding.run(1)
      const second = sliding.down() - from
      expect(second - 2 * first).toBeCloseTo(0.65648, 4)
    },
  )
})

describe.each(['xpbd', 'pbd'] as const)('%s: static balance', (solver) => {
  const base = {
    solver,
    orientation: 'horizontal',
    gravity: [0, -G, 0],
    airDensity: 0,
    colliderOffset: 0.005,
    sleep: false,
    colliderContact: 'triangles',
    triangleContact,
  } as const
  const weightOn = (cloth: ClothSimulation): number => {
    let sum = 0
    for (const body of cloth.colliders) sum += cloth.contactOf(body).force[1]
    return -sum
  }

  it('frictionless rails bear the sheet between its particles: together they feel its weight', () => {
    const radius = 0.02
    const cloth = new ClothSimulation({
      ...base,
      damping: 0,
      segments: [1, 1],
      size: [0.2, 0.2],
      origin: [-0.1, radius + 0.0045, -0.1],
      colliders: [-0.05, 0.05].map((z) => ({
        type: 'capsule',
        from: [-1, 0, z],
        to: [1, 0, z],
        radius,
      })),
    })
    for (let n = 0; n < 60; n++) {
      cloth.step()
      // One step is for Verlet to start from rest.
      if (n > 0) expect(Math.abs(weightOn(cloth) / (0.2 * 0.2 * 0.2 * G) - 1)).toBeLessThan(0.01)
    }
  })

  it('a small frictionless ball bears what the ground under it does not', () => {
    const cloth = new ClothSimulation({
      ...base,
      damping: 2,
      segments: [5, 5],
      size: [1, 1],
      origin: [-0.5, 0.14, -0.5],
      colliders: [
        { type: 'plane', point: [0, 0, 0] },
        { type: 'sphere', center: [0, 0.06, 0], radius: 0.06 },
      ],
    })
    for (let n = 0; n < 600; n++) cloth.step()
    // Damping of 2 / s on what falls in a substep leaves 0.998 of it.
    expect(Math.abs(weightOn(cloth) / (0.2 * G) - 1)).toBeLessThan(0.01)
  })
})

describe('bad input', () => {
  it('its code has to be handed over, and to be code', () => {
    const missing = /colliderContact "triangles" needs its code.*import { triangleContact }/
    expect(() => new ClothSimulation({ colliderContact: 'triangles' })).toThrow(missing)
    const cloth = new ClothSimulation({ segments: [4, 4] })
    expect(() => {
      cloth.setParams({ density: 1, colliderContact: 'triangles' })
    }).toThrow(missing)
    expect(() => {
      cloth.rebuild({ colliderContact: 'triangles' })
    }).toThrow(missing)
    expect(cloth.params).toMatchObject({ colliderContact: 'particles', density: 0.2 })
    expect(() => new ClothSimulation({ triangleContact: true as never })).toThrow(
      'triangleContact must be that of this package, got true',
    )
  })

  it('there are two ways of contact', () => {
    expect(() => new ClothSimulation({ colliderContact: 'faces' as never })).toThrow(
      /colliderContact must be .*particles.*triangles.*got "faces"/,
    )
  })
})
