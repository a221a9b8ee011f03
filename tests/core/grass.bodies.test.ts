/** Bodies that press blades down: the numbers of the paper's rule, and what a user sees. */
import { CapsuleCollider, type Collider, PlaneCollider, SphereCollider } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { BODY_STRIDE, pressBlades } from '../../packages/core/src/grass/bodies.js'
import type { GrassBlades, GrassState } from '../../packages/core/src/grass/GrassBlades.js'
import { GrassSimulation } from '../../packages/core/src/grass/GrassSimulation.js'
import { createRandom } from '../../packages/core/src/math/random.js'

/** One blade at the origin in a chunk of its own. */
function oneBlade(height: number, guide: number, tip: number[]): [GrassBlades, GrassState] {
  const blades: GrassBlades = {
    count: 1,
    roots: new Float32Array(3),
    ups: Float32Array.of(0, 1, 0),
    axes: Float32Array.of(1, 0, 0, 0, 0, -1),
    heights: Float32Array.of(height),
    widths: Float32Array.of(0.01),
    firmness: Float32Array.of(1),
    tints: Float32Array.of(0.5),
    ranks: Float32Array.of(0.5),
    chunks: { count: 1, starts: Uint32Array.of(0, 1), balls: Float32Array.of(0, 0, 0, 2 * height) },
  }
  return [
    blades,
    {
      tips: Float64Array.from(tip),
      guides: Float64Array.of(guide),
      strengths: new Float64Array(1),
    },
  ]
}

const ball = (x: number, y: number, z: number, r: number): Float64Array =>
  Float64Array.of(x, y, z, x, y, z, r)

describe('one blade', () => {
  it('tip and middle of (0, 0.9, 0), (0.2, 1.2, 0) against a ball of 0.5 at (0.3, 1, 0)', () => {
    const [blades, state] = oneBlade(1.3, 0.9, [0.2, 1.2, 0])
    pressBlades(blades, state, ball(0.3, 1, 0, 0.5), 1, 'paper')
    // The tip is 0.276393 deep, then the middle, 0.338118 from the centre, moves the tip by 4 times its depth.
    expect(state.strengths[0]).toBeCloseTo(0.276393 ** 2 + (4 * (0.5 - 0.338118)) ** 2, 5)
  })

  it('is left alone by a ball that is elsewhere', () => {
    const [blades, state] = oneBlade(1, 1, [0, 1, 0])
    expect(pressBlades(blades, state, ball(0, 1.6, 0, 0.5), 1, 'paper')).toBe(0)
    expect([...state.tips]).toEqual([0, 1, 0])
    expect(state.strengths[0]).toBe(0)
  })

  it.each(['stable', 'paper'] as const)('stays a number with a centre at its tip (%s)', (model) => {
    const [blades, state] = oneBlade(1, 1, [0, 1, 0])
    pressBlades(blades, state, ball(0, 1, 0, 0.25), 1, model)
    expect([...state.tips, ...state.strengths].every(Number.isFinite)).toBe(true)
  })

  it('is out of a ball that stands beside it afterwards', () => {
    const [blades, state] = oneBlade(1, 1, [0, 1, 0])
    pressBlades(blades, state, ball(0.3, 0.9, 0, 0.4), 1, 'stable')
    const [x, y, z] = state.tips
    expect(Math.hypot(x! - 0.3, y! - 0.9, z!)).toBeGreaterThan(0.4 - 0.02)
    expect(x!).toBeLessThan(0)
  })

  it('is touched by a capsule along its length as by a ball (seed 12)', () => {
    const random = createRandom(12)
    for (let n = 0; n < 200; n++) {
      const [x, y, r] = [random() - 0.5, random(), 0.1 + 0.3 * random()]
      const [first, one] = oneBlade(1, 1, [0, 1, 0])
      const [second, other] = oneBlade(1, 1, [0, 1, 0])
      pressBlades(first, one, ball(x, y, 0, r), 1, 'stable')
      const capsule = Float64Array.of(x, y, -5, x, y, 5, r)
      expect(capsule.length).toBe(BODY_STRIDE)
      pressBlades(second, other, capsule, 1, 'stable')
      for (let k = 0; k < 3; k++) expect(other.tips[k]).toBeCloseTo(one.tips[k]!, 12)
    }
  })
})

describe('a field', () => {
  const press = (model: 'stable' | 'paper'): [GrassSimulation, SphereCollider] => {
    const grass = new GrassSimulation({ model, size: [4, 4], density: 100, height: 0.3 })
    const sphere = new SphereCollider({ center: [0, 0.2, 0], radius: 0.5 })
    return [grass, grass.addCollider(sphere)]
  }

  it.each(['stable', 'paper'] as const)(
    'is pressed down under a ball and rises again (%s)',
    (model) => {
      const [grass, sphere] = press(model)
      expect(grass.measure().meanLean).toBeLessThan(1e-6)
      for (let n = 0; n < 60; n++) grass.step()
      const { touched, pressed, maxLean } = grass.measure()
      expect(touched).toBeGreaterThan(20)
      expect(pressed).toBeGreaterThanOrEqual(touched)
      expect(maxLean).toBeGreaterThan(60)
      grass.removeCollider(sphere)
      for (let n = 0; n < 1200; n++) grass.step()
      const after = grass.measure()
      expect(after.touched).toBe(0)
      // What is published adds up without end, so it takes as long to rise as it was down.
      if (model === 'paper') return
      expect(after.pressed).toBe(0)
      expect(after.maxLean).toBeLessThan(30)
    },
  )

  it('leaves no tip of a blade beside the ball inside of it', () => {
    const [grass, sphere] = press('stable')
    for (let n = 0; n < 60; n++) grass.step()
    const { roots, heights } = grass.blades
    let inside = 0
    let near = 0
    for (let n = 0; n < grass.bladeCount; n++) {
      const at = [0, 1, 2].map((k) => roots[3 * n + k]! + grass.state.tips[3 * n + k]!)
      const rootDistance = Math.hypot(
        ...[0, 1, 2].map((k) => roots[3 * n + k]! - sphere.center[k]!),
      )
      if (rootDistance < 0.5 || rootDistance > 0.5 + heights[n]!) continue
      near++
      const distance = Math.hypot(...at.map((place, k) => place - sphere.center[k]!))
      if (distance < 0.5 - 0.1 * heights[n]!) inside++
    }
    expect(near).toBeGreaterThan(30)
    expect(inside).toBe(0)
  })

  it('is pressed by chunks as by all of it: 100 balls (seed 13)', () => {
    const random = createRandom(13)
    for (let n = 0; n < 100; n++) {
      const make = (): GrassSimulation =>
        new GrassSimulation({ size: [8, 8], density: 60, seed: 3 })
      const [sorted, whole] = [make(), make()]
      const bodies = ball(10 * random() - 5, 0.4 * random(), 10 * random() - 5, 0.1 + random())
      pressBlades(sorted.blades, sorted.state, bodies, 1, 'stable')
      const { chunks } = whole.blades
      chunks.balls.forEach((_, i) => i % 4 === 3 && (chunks.balls[i] = Infinity))
      pressBlades(whole.blades, whole.state, bodies, 1, 'stable')
      expect(sorted.hash()).toBe(whole.hash())
    }
  })

  it('is pressed by a collider where its transform puts it, and not by other kinds', () => {
    const place = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0.5, 0.2, -0.5, 1]
    const press = (...colliders: Collider[]): GrassSimulation => {
      const grass = new GrassSimulation({ size: [4, 4], density: 60 })
      for (const collider of colliders) grass.addCollider(collider)
      for (let n = 0; n < 5; n++) grass.step()
      return grass
    }
    const direct = new SphereCollider({ center: [0.5, 0.2, -0.5], radius: 0.5 })
    const moved = new SphereCollider({ center: [0, 0, 0], radius: 0.25, transform: place })
    const short = new CapsuleCollider({ radius: 0.25, height: 0, transform: place })
    const plane = new PlaneCollider({ point: [0, 0.1, 0] })
    const off = new SphereCollider({ center: [0, 0, 0], radius: 1, enabled: false })
    expect(press(direct).measure().touched).toBeGreaterThan(10)
    expect(press(moved).hash()).toBe(press(direct).hash())
    expect(press(short).hash()).toBe(press(direct).hash())
    expect(press(plane, off).hash()).toBe(press().hash())
  })

  it('says what it cannot be pressed by', () => {
    const grass = new GrassSimulation({ size: [1, 1], density: 1 })
    expect(() => grass.addCollider({ type: 'sphere' } as never)).toThrow(
      '@billow/core: GrassSimulation: addCollider takes a collider, as new SphereCollider(…), got an object',
    )
  })
})
