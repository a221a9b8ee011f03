/** Culling: shares and borders by geometry (research values; acos(0.9) and the like). */
import { describe, expect, it } from 'vitest'
import type { Vector } from '../../packages/core/src/grass/blade/curve.js'
import {
  cullBlades,
  CullReason,
  type CullRules,
  type GrassCamera,
} from '../../packages/core/src/grass/culling/cullBlades.js'
import {
  distanceAlongGround,
  isBehind,
  isEdgeOn,
  isInPicture,
  isThinnedOut,
} from '../../packages/core/src/grass/culling/rules.js'
import { GrassSimulation } from '../../packages/core/src/grass/GrassSimulation.js'
import { createRandom } from '../../packages/core/src/math/random.js'

/** Perspective with a field of view of 90° and aspect 1, column by column. */
function perspective(near: number, far: number, zeroToOne = false): number[] {
  const a = zeroToOne ? -far / (far - near) : -(far + near) / (far - near)
  const b = zeroToOne ? (-far * near) / (far - near) : (-2 * far * near) / (far - near)
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, a, -1, 0, 0, b, 0]
}

const NOTHING: CullRules = {
  orientationCulling: false,
  orientationThreshold: 0.9,
  frustumCulling: false,
  frustumTolerance: 0,
  distanceCulling: false,
  maxDistance: 100,
  distanceLevels: 100,
  occlusionCulling: false,
}

const DOWN_THE_FIELD: GrassCamera = {
  eye: [0, 0, 0],
  viewProjection: perspective(0.1, 100),
  far: 100,
}

describe('orientation', () => {
  it.each([
    [0, 0.28713],
    [10, 0.26614],
    [15, 0.23657],
    [20, 0.18569],
    [25, 0.07515],
    [26, 0],
    [60, 0],
  ])('at a pitch of %i° the share %f of upright blades is edge-on', (pitch, expected) => {
    const p = (pitch * Math.PI) / 180
    const eye: Vector = [1000 * Math.cos(p), 1000 * Math.sin(p), 0]
    const exact = 0.9 < Math.cos(p) ? (2 / Math.PI) * Math.acos(0.9 / Math.cos(p)) : 0
    expect(exact).toBeCloseTo(expected, 5)
    const turns = 100_000
    let edgeOn = 0
    for (let n = 0; n < turns; n++) {
      const angle = (2 * Math.PI * (n + 0.5)) / turns
      if (isEdgeOn(eye, [0, 0, 0], [Math.cos(angle), 0, Math.sin(angle)], 0.9)) edgeOn++
    }
    expect(edgeOn / turns).toBeCloseTo(exact, 4)
  })

  it('culls that share of a million blades, far from the camera: χ² over five pitches', () => {
    const grass = new GrassSimulation({ size: [10, 10], density: 10_000, tufting: 0 })
    const { bladeCount } = grass
    expect(bladeCount).toBe(1_000_000)
    const reasons = new Uint8Array(bladeCount)
    const rules = { ...NOTHING, orientationCulling: true }
    const sharesAt: [number, number][] = [
      [0, 0.28713],
      [10, 0.26614],
      [15, 0.23657],
      [20, 0.18569],
      [25, 0.07515],
    ]
    let chi2 = 0
    for (const [pitch, share] of sharesAt) {
      const p = (pitch * Math.PI) / 180
      const eye: Vector = [1e5 * Math.cos(p), 1e5 * Math.sin(p), 0]
      const camera = { ...DOWN_THE_FIELD, eye }
      const { orientation } = cullBlades(grass.blades, grass.state, camera, rules, reasons)
      const deviation = Math.sqrt(share * (1 - share) * bladeCount)
      const off = (orientation - share * bladeCount) / deviation
      chi2 += off * off
    }
    // What five degrees of freedom pass once in a thousand; blades are the same, so it is rather less.
    expect(chi2).toBeLessThan(20.5)
  })
})

describe('frustum', () => {
  it.each<[Vector, number, boolean]>([
    [[9.9, 0, -10], 0, true],
    [[10.4, 0, -10], 0, false],
    [[10.4, 0, -10], 0.5, true],
    [[10.6, 0, -10], 0.5, false],
    [[0, 0, 5], 0, false],
    [[0, 0, 5], 0.5, false],
    [[0, 0, -99.9], 0, true],
    [[0, 0, -100.4], 0, false],
    [[0, 0, -100.4], 0.5, true],
  ])('%o with a tolerance of %f: %s', (point, tolerance, expected) => {
    expect(isInPicture(perspective(0.1, 100), point, tolerance)).toBe(expected)
  })

  it('is the same for depths from 0 as for those from −w (seed 11)', () => {
    const random = createRandom(11)
    for (let n = 0; n < 10_000; n++) {
      const point: Vector = [240 * random() - 120, 240 * random() - 120, 150 * random() - 120]
      expect(isInPicture(perspective(0.1, 100, true), point, 0, true)).toBe(
        isInPicture(perspective(0.1, 100), point, 0),
      )
    }
  })

  it('looks at the depth of tips, too: a tip past the far plane does not save its blade', () => {
    const grass = new GrassSimulation({ size: [0.1, 0.1], density: 400 })
    const { viewProjection } = DOWN_THE_FIELD
    // The whole field behind the far plane: the view is moved by 200 m.
    const moved = Array.from(viewProjection)
    for (let k = 0; k < 4; k++) moved[12 + k]! += -200 * viewProjection[8 + k]!
    const reasons = new Uint8Array(grass.bladeCount)
    const camera = { ...DOWN_THE_FIELD, viewProjection: moved }
    const rules = { ...NOTHING, frustumCulling: true }
    const { frustum } = cullBlades(grass.blades, grass.state, camera, rules, reasons)
    expect(frustum).toBe(grass.bladeCount)
  })
})

describe('distance', () => {
  it('keeps ⌊n (1 − x)⌋ of n', () => {
    const kept = (x: number, n: number): number =>
      Array.from({ length: n }, (_, rank) => isThinnedOut(x, (rank + 0.5) / n, n, 1)).filter(
        (out) => !out,
      ).length
    expect(kept(0.55, 10)).toBe(4)
    expect(kept(0, 10)).toBe(10)
    expect(kept(1, 10)).toBe(0)
    expect(kept(3, 10)).toBe(0)
  })

  it.each([
    [10, 0.285],
    [20, 0.30875],
  ])('keeps on a disc, with %i levels, %f in the mean', (levels, expected) => {
    let sum = 0
    const rings = 20_000
    for (let ring = 0; ring < rings; ring++) {
      const x = Math.sqrt((ring + 0.5) / rings)
      sum += Math.max(Math.floor(levels * (1 - x)), 0) / levels
      const kept = Array.from({ length: levels }, (_, rank) =>
        isThinnedOut(x, (rank + 0.5) / levels, levels, 1),
      )
      expect(kept.filter((out) => !out).length).toBe(Math.max(Math.floor(levels * (1 - x)), 0))
    }
    expect(sum / rings).toBeCloseTo(expected, 3)
  })

  it('never brings back farther away what is gone nearer: kept sets are nested', () => {
    for (let blade = 0; blade < 300; blade++) {
      let isGone = false
      for (let d = 0; d < 100; d += 0.25) {
        const out = isThinnedOut(d, (blade + 0.5) / 300, 50, 100)
        expect(isGone && !out).toBe(false)
        isGone = out
      }
      expect(isGone).toBe(true)
    }
  })

  it('is measured along the ground: from straight above everything is near', () => {
    expect(distanceAlongGround([0, 500, 0], [3, 0, 4], [0, 1, 0])).toBeCloseTo(5, 12)
  })

  it('spreads ranks evenly over every piece of ground (χ², 10 levels)', () => {
    const { blades } = new GrassSimulation({ size: [10, 10], density: 100 })
    const counts = new Float64Array(10)
    for (let n = 0; n < blades.count; n++) {
      const isHere = blades.roots[3 * n]! > 2 && blades.roots[3 * n + 2]! < 1
      if (isHere) counts[Math.floor(10 * blades.ranks[n]!)]!++
    }
    const mean = counts.reduce((sum, count) => sum + count) / 10
    expect(mean).toBeGreaterThan(100)
    const chi2 = counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)
    // 9 degrees of freedom: 27.9 is passed once in a thousand.
    expect(chi2).toBeLessThan(27.9)
  })
})

describe('occlusion', () => {
  const { viewProjection, far } = DOWN_THE_FIELD
  /** A wall 10 m away in the left half of the picture. */
  const wall = (x: number): number => (x < 0.5 ? 0.1 : 1)

  it('hides what is behind the wall, nothing beside or in front of it', () => {
    expect(isBehind(viewProjection, [-5, 0, -20], wall, far)).toBe(true)
    expect(isBehind(viewProjection, [5, 0, -20], wall, far)).toBe(false)
    expect(isBehind(viewProjection, [-2, 0, -9], wall, far)).toBe(false)
    expect(isBehind(viewProjection, [-5, 0, 20], wall, far)).toBe(false)
  })

  it('hides nothing where nothing is seen', () => {
    expect(isBehind(viewProjection, [0, 0, -99.9], () => 1, far)).toBe(false)
  })

  it('culls exactly the blades of a field that are behind the wall', () => {
    const grass = new GrassSimulation({ size: [40, 40], density: 2, height: 0.5 })
    const reasons = new Uint8Array(grass.bladeCount)
    const camera = { ...DOWN_THE_FIELD, depthAt: wall }
    cullBlades(grass.blades, grass.state, camera, { ...NOTHING, occlusionCulling: true }, reasons)
    let hidden = 0
    for (let n = 0; n < grass.bladeCount; n++) {
      const x = grass.blades.roots[3 * n]!
      const depth = -grass.blades.roots[3 * n + 2]!
      // Away from the borders of wall and picture, and from its depth of 10 m and 1 m of bias.
      const isInside = depth > 12 && x < -0.5 && x > -depth + 0.5
      const isOutside = depth < 10 || x > 0.5
      if (isInside) expect(reasons[n]).toBe(CullReason.occlusion)
      if (isOutside) expect(reasons[n]).toBe(CullReason.drawn)
      if (isInside) hidden++
    }
    expect(hidden).toBeGreaterThan(100)
  })
})

it('counts every blade once', () => {
  const grass = new GrassSimulation({ size: [30, 30], density: 10 })
  const reasons = new Uint8Array(grass.bladeCount)
  const rules = {
    ...NOTHING,
    orientationCulling: true,
    frustumCulling: true,
    distanceCulling: true,
  }
  const counts = cullBlades(
    grass.blades,
    grass.state,
    DOWN_THE_FIELD,
    { ...rules, maxDistance: 20 },
    reasons,
  )
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(grass.bladeCount)
  for (const reason of ['drawn', 'orientation', 'frustum', 'distance'] as const) {
    expect(counts[reason]).toBeGreaterThan(0)
    expect(reasons.filter((given) => given === CullReason[reason]).length).toBe(counts[reason])
  }
})
