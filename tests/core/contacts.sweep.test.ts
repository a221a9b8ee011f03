/**
 * Fast bodies and fast cloth (V55), cloth that starts inside bodies, and cloth that comes to rest over
 * bodies with sharp edges and round ones.
 */
import {
  ClothSimulation,
  type Collider,
  type ColliderOptions,
  createCollider,
  MeshCollider,
  PlaneCollider,
  SphereCollider,
  triangleContact,
} from '@billow/core'
import { describe, expect, it } from 'vitest'
import { EXIT_SPEED } from '../../packages/core/src/collision/Contacts.js'
import { sphereOf, SQUARE } from '../helpers/meshes.js'
import { setMotion } from '../helpers/states.js'

const RADIUS = 0.3
const OFFSET = 0.005

/** Moved along z. */
const at = (z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1]

/** A ball as a mesh. */
const { positions, indices } = sphereOf(2)
const meshBall = { positions: positions.map((x) => RADIUS * x), indices }
const wall = { ...SQUARE, positions: SQUARE.positions.map((x, i) => (i % 3 === 2 ? 0 : 4 * x - 2)) }

const bodies: Record<string, () => Collider> = {
  ball: () => new SphereCollider({ center: [0, 0, 0], radius: RADIUS }),
  'mesh of a ball': () => new MeshCollider(meshBall),
  'two-sided plane': () =>
    new PlaneCollider({ point: [0, 0, 0], normal: [0, 0, 1], twoSided: true }),
  'open mesh': () => new MeshCollider(wall),
}

describe.each(['xpbd', 'pbd'] as const)('%s', (solver) => {
  /** A sheet of spacing 0.02 in the plane z = 0, upright, in empty space. */
  const create = (): ClothSimulation =>
    new ClothSimulation({
      solver,
      segments: [50, 50],
      size: [1, 1],
      origin: [-0.5, -0.5, 0],
      gravity: [0, 0, 0],
      airDensity: 0,
      damping: 0,
      limitStrain: false,
      substeps: 1,
      colliderOffset: OFFSET,
    })

  it.each(Object.keys(bodies))(
    '%s that crosses a sheet at 5 m per step: no particle gets through (V55)',
    (kind) => {
      const cloth = create()
      const body = bodies[kind]!()
      const isBall = kind.endsWith('ball')
      cloth.addCollider(body)
      body.place(at(-2))
      cloth.step()
      const start = Array.from(cloth.positions)
      body.setTransform(at(3))
      cloth.step()
      let hit = 0
      for (let p = 0; p < cloth.particleCount; p++) {
        const [x0, y0] = [start[3 * p]!, start[3 * p + 1]!]
        const [x, y, z] = cloth.positions.subarray(3 * p, 3 * p + 3) as unknown as number[]
        if (!isBall) {
          expect(z, `particle ${p}`).toBeGreaterThanOrEqual(3 + OFFSET - 1e-6)
          hit++
          continue
        }
        if (Math.hypot(x0, y0) > 0.95 * RADIUS) continue
        hit++
        // As the ball sees it: from 5 m ahead to where it is now, never through the ball.
        const way = [x! - x0, y! - y0, z! - 3 - 2]
        const square = way.reduce((sum, d) => sum + d * d, 0)
        const from = [x0, y0, 2]
        const share = -from.reduce((sum, f, k) => sum + f * way[k]!, 0) / square
        const nearest = Math.hypot(
          ...from.map((f, k) => f + Math.max(0, Math.min(1, share)) * way[k]!),
        )
        // The mesh of 128 triangles is up to 5 % inside its ball.
        expect(nearest, `particle ${p}`).toBeGreaterThan(RADIUS * (kind === 'ball' ? 1 : 0.94))
      }
      expect(hit).toBeGreaterThan(500)
      expect(cloth.measure().unstableSteps).toBe(0)
    },
  )

  it.each(['two-sided plane', 'open mesh'])(
    'a sheet thrown at a %s at 300 m/s stays before it',
    (kind) => {
      const cloth = create()
      const body = bodies[kind]!()
      body.place(at(-2))
      cloth.addCollider(body)
      cloth.step()
      setMotion(cloth, () => ({ velocity: [0, 0, -300] }))
      cloth.step()
      for (let p = 0; p < cloth.particleCount; p++)
        expect(cloth.positions[3 * p + 2]).toBeGreaterThanOrEqual(-2 + OFFSET - 1e-6)
    },
  )

  it('a cloth that starts inside a ball comes out at 1 m/s at most, and rests there', () => {
    const cloth = new ClothSimulation({
      solver,
      segments: [6, 6],
      size: [0.3, 0.3],
      origin: [-0.13, -0.16, 0.02],
      gravity: [0, 0, 0],
      airDensity: 0,
      structural: false,
      shear: false,
      bend: false,
      limitStrain: false,
      tethers: false,
      colliders: [new SphereCollider({ center: [0, 0, 0], radius: RADIUS })],
    })
    const reach = RADIUS + cloth.params.colliderOffset
    for (let n = 0; n < 60; n++) {
      cloth.step()
      for (let i = 0; i < 3 * cloth.particleCount; i += 3) {
        const way = [0, 1, 2].map((k) => cloth.positions[i + k]! - cloth.previousPositions[i + k]!)
        expect(Math.hypot(...way) * 60).toBeLessThanOrEqual(EXIT_SPEED * (1 + 1e-4))
      }
    }
    for (let i = 0; i < 3 * cloth.particleCount; i += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => cloth.positions[i + k]!)
      expect(Math.hypot(x!, y!, z!)).toBeCloseTo(reach, 5)
    }
    expect(cloth.measure().maxSpeed).toBeLessThan(1e-3)
  })
})

it('a ball on a fast circle through hanging cloth, 10 000 frames: 0 particles inside or through', () => {
  const cloth = new ClothSimulation({ segments: [10, 10], size: [1, 1], pins: 'top' })
  // It comes from afar: what it would be in at the start is let out of it slowly.
  const ball = new SphereCollider({ center: [0, -0.1, 5], radius: 0.12, friction: 0.2 })
  cloth.addCollider(ball)
  let touched = 0
  for (let n = 0; n < 10_000; n++) {
    const angle = 0.35 * n
    const far = Math.max(0.35, 5 - n / 20)
    ball.set({ center: [far * Math.sin(angle), -0.1, far * Math.cos(angle)] })
    cloth.step()
    if (cloth.measure().contacts > 0) touched++
    const [cx, cy, cz] = ball.center as unknown as [number, number, number]
    for (let i = 0; i < 3 * cloth.particleCount; i += 3) {
      const x = cloth.positions[i]! - cx
      const y = cloth.positions[i + 1]! - cy
      const z = cloth.positions[i + 2]! - cz
      if (x * x + y * y + z * z < 0.12 ** 2 * (1 - 1e-5)) throw new Error(`inside in frame ${n}`)
    }
  }
  expect(touched).toBeGreaterThan(1000)
  expect(cloth.measure().unstableSteps).toBe(0)
}, 60_000)

/** Shoulders and a head: a ball that is drawn out below and drawn in above. */
const bust = {
  positions: positions.map((x, i) => {
    const y = positions[i - (i % 3) + 1]!
    const width = y < 0 ? 1 + 0.6 * y * y : 1 - 0.25 * Math.sin(3 * y)
    return i % 3 === 1 ? 0.35 * x : 0.25 * width * x
  }),
  indices,
}

/** Bodies, and whether a point is inside. */
const draped: readonly [string, Collider, (x: number, y: number, z: number) => boolean][] = [
  ['ball', createCollider({ type: 'sphere', center: [0, 0, 0], radius: 0.3, friction: 0.4 }), (x, y, z) => Math.hypot(x, y, z) < 0.3],
  ['box', createCollider({ type: 'box', size: [0.5, 0.5, 0.5], friction: 0.4 }), (x, y, z) => Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < 0.25],
  ['capsule', createCollider({ type: 'capsule', from: [-0.25, 0, 0], to: [0.25, 0, 0], radius: 0.15, friction: 0.4 }), (x, y, z) => Math.hypot(x - Math.max(-0.25, Math.min(0.25, x)), y, z) < 0.15],
  ['bust', new MeshCollider({ ...bust, friction: 0.4 }), (x, y, z) => isInMesh(bust, [x, y, z])],
] // prettier-ignore

/** Of bodies of every kind, with particles or whole triangles, and layers that touch or not. */
const drapes = draped.flatMap(([label, body, isInside]) =>
  (['particles', 'triangles'] as const).flatMap((colliderContact) =>
    [false, true].map(
      (selfCollision) => [label, colliderContact, selfCollision, body, isInside] as const,
    ),
  ),
)

it.each(drapes)(
  'a sheet over a %s, contact of %s, self-collision %s: 0 inside at any step, at rest after 20 s',
  (label, colliderContact, selfCollision, body, isInside) => {
    const cloth = new ClothSimulation({
      segments: [14, 14],
      size: [1.1, 1.1],
      orientation: 'horizontal',
      origin: [-0.55, 0.42, -0.55],
      sleep: false,
      colliders: [body],
      colliderContact,
      triangleContact,
      selfCollision,
    })
    const { positions, sheet, particleCount } = cloth
    for (let n = 0; n < 1200; n++) {
      cloth.step()
      if (n % 100 !== 99) continue
      for (let i = 0; i < 3 * particleCount; i += 3)
        expect(isInside(positions[i]!, positions[i + 1]!, positions[i + 2]!)).toBe(false)
      if (colliderContact === 'particles' || label === 'bust') continue
      // Middles of triangles and of their edges.
      for (let t = 0; t < sheet.triangles.length; t += 3) {
        const corners = [0, 1, 2].map((c) => 3 * sheet.triangles[t + c]!)
        for (const shares of MIDDLES) {
          const [x, y, z] = [0, 1, 2].map((k) =>
            shares.reduce((sum, share, c) => sum + share * positions[corners[c]! + k]!, 0),
          )
          expect(isInside(x!, y!, z!), `triangle ${t / 3} in step ${n}`).toBe(false)
        }
      }
    }
    const { kinetic, maxStrain } = cloth.measure()
    expect(kinetic).toBeLessThan(1e-6)
    expect(maxStrain).toBeLessThan(0.1)
    const { force } = cloth.contactOf(body)
    expect(force[1] / (-0.2 * 1.21 * 9.81)).toBeCloseTo(1, 2)
  },
  60_000,
)

const edges: readonly [string, ColliderOptions, number, number][] = [
  ['box', { type: 'box', size: [0.5, 0.5, 0.5] }, 30, 8],
  ['cylinder', { type: 'cylinder', height: 0.5, radius: 0.3 }, 30, 2],
  ['cone', { type: 'cone', height: 0.5, radii: [0.3, 0.1] }, 15, 8],
]

it.each(edges)(
  'over the sharp edges of a %s whole triangles keep to the strain limit of 10 %%',
  (_, body, side, substeps) => {
    const cloth = new ClothSimulation({
      segments: [side - 1, side - 1],
      size: [1, 1],
      orientation: 'horizontal',
      origin: [-0.5, 0.3, -0.5],
      substeps,
      sleep: false,
      colliders: [{ ...body, friction: 0.6 }],
      colliderContact: 'triangles',
      triangleContact,
    })
    for (let n = 0; n < 120; n++) cloth.step()
    expect(cloth.measure().maxStrain).toBeLessThan(0.102)
  },
  60_000,
)

/** Barycentric coordinates. */
const MIDDLES = [
  [1 / 3, 1 / 3, 1 / 3],
  [0.5, 0.5, 0],
  [0, 0.5, 0.5],
  [0.5, 0, 0.5],
] as const

/** Solid angle that a closed mesh takes up around a point: 4π inside (van Oosterom, Strackee 1983). */
function isInMesh(
  mesh: { positions: readonly number[]; indices: readonly number[] },
  point: readonly [number, number, number],
): boolean {
  let angle = 0
  for (let t = 0; t < mesh.indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      [0, 1, 2].map((k) => mesh.positions[3 * mesh.indices[t + corner]! + k]! - point[k]!),
    ) as [number[], number[], number[]]
    const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(...v)) as [number, number, number]
    const dot = (u: number[], v: number[]): number => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
    const volume =
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
    angle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb)
  }
  return Math.abs(angle) > 2 * Math.PI
}
