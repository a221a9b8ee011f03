/** Where blades grow: evenly, as many as asked for, the same ones for the same seed. */
import { describe, expect, it } from 'vitest'
import { draw } from '../../packages/core/src/grass/scatter/draws.js'
import { LONGEST_CURVE } from '../../packages/core/src/grass/GrassBlades.js'
import {
  type GrassOptions,
  GrassSimulation,
} from '../../packages/core/src/grass/GrassSimulation.js'
import { MOST_BLADES } from '../../packages/core/src/grass/scatter/scatterBlades.js'

const grow = (options: GrassOptions): GrassSimulation => new GrassSimulation(options)

/** A square of 2 m in the plane y = 0, its second triangle four times as fine as the first. */
const SQUARE = {
  positions: [-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 0, 0, -1, 0, 0, 0, 0, 1],
  indices: [0, 2, 1, 0, 3, 5, 5, 6, 4, 5, 3, 6, 0, 5, 4, 4, 6, 2],
}

describe('a rectangle', () => {
  it('has density × area blades, within its size', () => {
    const { blades, bladeCount } = grow({ size: [3, 2], density: 500 })
    expect(bladeCount).toBe(3000)
    for (let n = 0; n < bladeCount; n++) {
      expect(Math.abs(blades.roots[3 * n]!)).toBeLessThanOrEqual(1.5)
      expect(blades.roots[3 * n + 1]).toBe(0)
      expect(Math.abs(blades.roots[3 * n + 2]!)).toBeLessThanOrEqual(1)
      expect([...blades.ups.subarray(3 * n, 3 * n + 3)].map(Math.abs)).toEqual([0, 1, 0])
    }
  })

  it('is even: 8 × 8 cells, χ² under what is passed once in a thousand', () => {
    const { blades, bladeCount } = grow({ size: [4, 4], density: 4000 })
    const counts = new Float64Array(64)
    for (let n = 0; n < bladeCount; n++) {
      const x = Math.min(Math.floor(2 * (blades.roots[3 * n]! + 2)), 7)
      const z = Math.min(Math.floor(2 * (blades.roots[3 * n + 2]! + 2)), 7)
      counts[8 * z + x]!++
    }
    const chi2 = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)
    // 63 degrees of freedom.
    expect(chi2).toBeLessThan(103.4)
  })

  it('is the same for the same seed and another for another', () => {
    const roots = (seed: number): Float32Array => grow({ seed, size: [2, 2] }).blades.roots
    expect(roots(5)).toEqual(roots(5))
    expect(roots(5)).not.toEqual(roots(6))
  })

  it('gets denser by more blades between those that are there', () => {
    const places = (density: number): Set<string> => {
      const { blades, bladeCount } = grow({ density, size: [2, 2] })
      const list = Array.from({ length: bladeCount }, (_, n) =>
        [...blades.roots.subarray(3 * n, 3 * n + 3)].join(),
      )
      return new Set(list)
    }
    const [thin, dense] = [places(50), places(200)]
    for (const place of thin) expect(dense.has(place)).toBe(true)
  })

  it('draws the same numbers on every device: FNV of the first ones', () => {
    // By the integer hash alone: MurmurHash3's finaliser of (seed · 0x9e3779b9) ^ hash(16 k + what).
    const hash = (value: number): bigint => {
      let h = BigInt.asUintN(32, BigInt(value))
      h = BigInt.asUintN(32, (h ^ (h >> 16n)) * 0x85ebca6bn)
      h = BigInt.asUintN(32, (h ^ (h >> 13n)) * 0xc2b2ae35n)
      return h ^ (h >> 16n)
    }
    for (const [seed, blade, what] of [
      [1, 0, 0],
      [7, 12, 3],
      [0xffffffff, 99, 8],
    ] as const) {
      const weyl = BigInt.asUintN(32, BigInt(seed) * 0x9e3779b9n)
      const mixed = hash(Number(weyl ^ hash(16 * blade + what)))
      expect(draw(seed, blade, what)).toBe(Number(mixed) / 2 ** 32)
    }
  })

  it('of no blades is a field, too, and can grow', () => {
    const grass = grow({ density: 0 })
    grass.step()
    expect(grass.measure()).toMatchObject({ blades: 0, meanLean: 0 })
    grass.rebuild({ density: 10, size: [1, 1] })
    expect(grass.bladeCount).toBe(10)
  })

  it('says how dense it may be', () => {
    expect(() => grow({ size: [100, 100], density: 1000 })).toThrow(
      `density must be at most ${Math.floor(MOST_BLADES / 10000)} blades/m² on 10000 m²`,
    )
  })
})

describe('a height function', () => {
  it('puts roots on the ground and blades at right angles to it', () => {
    const { blades, bladeCount } = grow({ size: [4, 4], heightAt: (x, z) => 0.5 * x - 0.25 * z })
    const scale = 1 / Math.hypot(0.5, 1, 0.25)
    for (let n = 0; n < bladeCount; n++) {
      const [x, y, z] = blades.roots.subarray(3 * n)
      expect(y).toBeCloseTo(0.5 * x! - 0.25 * z!, 6)
      expect(blades.ups[3 * n]).toBeCloseTo(-0.5 * scale, 5)
      expect(blades.ups[3 * n + 1]).toBeCloseTo(scale, 5)
      expect(blades.ups[3 * n + 2]).toBeCloseTo(0.25 * scale, 5)
    }
  })

  it('leaves steep ground bare', () => {
    const options = { size: [4, 4], heightAt: (x: number) => (x > 0 ? 2 * x : 0) } as const
    const { blades, bladeCount } = grow({ ...options, maxSlope: 45 })
    expect(bladeCount).toBeGreaterThan(1000)
    for (let n = 0; n < bladeCount; n++) expect(blades.roots[3 * n]!).toBeLessThan(1e-3)
  })

  it('says where it gives no height', () => {
    expect(() => grow({ heightAt: () => NaN })).toThrow(
      'heightAt must give a finite number (m), got NaN',
    )
  })
})

describe('a mesh', () => {
  it('gets blades by area, not by triangle', () => {
    const { blades, bladeCount } = grow({ surface: SQUARE, density: 5000 })
    expect(bladeCount).toBe(20000)
    let upper = 0
    for (let n = 0; n < bladeCount; n++)
      if (blades.roots[3 * n]! > blades.roots[3 * n + 2]!) upper++
    // Five standard deviations of 20 000.
    expect(Math.abs(upper / bladeCount - 0.5)).toBeLessThan(0.018)
  })

  it('fills a triangle evenly: a quarter in the middle triangle', () => {
    const triangle = { positions: [0, 0, 0, 0, 0, 1, 1, 0, 0] }
    const { blades, bladeCount } = grow({ surface: triangle, density: 800_000 })
    let middle = 0
    for (let n = 0; n < bladeCount; n++) {
      const x = blades.roots[3 * n]!
      const z = blades.roots[3 * n + 2]!
      if (x < 0.5 && z < 0.5 && x + z > 0.5) middle++
    }
    // Four standard deviations of 400 000.
    expect(Math.abs(middle / bladeCount - 0.25)).toBeLessThan(0.003)
  })

  it('grows up on the side that is seen, down from a ceiling (G27)', () => {
    const up = grow({ surface: SQUARE, density: 10 }).blades.ups
    expect([up[0], up[1], up[2]].map((part) => Math.round(part!) + 0)).toEqual([0, 1, 0])
    const ceiling = { ...SQUARE, indices: [...SQUARE.indices].reverse() }
    const down = grow({ surface: ceiling, density: 10, droop: 0.4 })
    for (let n = 0; n < 300; n++) down.step()
    expect(down.blades.ups[1]).toBe(-1)
    // Gravity pulls them straight.
    expect(down.measure().maxLean).toBeLessThan(10)
  })

  it('gives nothing to triangles without area, and refuses a mesh of only such (G26)', () => {
    const positions = [
      ...[0, 0, 0],
      ...[1, 0, 0],
      ...[2, 0, 0],
      ...[0, 0, 0],
      ...[0, 0, 1],
      ...[1, 0, 0],
    ]
    const { blades } = grow({ surface: { positions }, density: 2000 })
    expect(blades.count).toBe(1000)
    expect([...blades.ups].every(Number.isFinite)).toBe(true)
    expect(() => grow({ surface: { positions: positions.slice(0, 9) } })).toThrow(
      'surface must have an area > 0 (m²); all of its triangles are empty',
    )
  })

  it('takes the density from a map by uv', () => {
    const uvs = SQUARE.positions.flatMap((_, i) =>
      i % 3 === 0 ? [SQUARE.positions[i]! / 2 + 0.5, 0] : [],
    )
    const surface = { ...SQUARE, uvs }
    const { blades, bladeCount } = grow({
      surface,
      density: 1000,
      densityAt: (_x, _y, _z, u) => (u > 0.5 ? 0.5 : 0),
    })
    expect(Math.abs(bladeCount - 1000)).toBeLessThan(5 * Math.sqrt(500))
    for (let n = 0; n < bladeCount; n++) expect(blades.roots[3 * n]!).toBeGreaterThan(-1e-6)
  })
})

describe('blades', () => {
  it('vary in height and width as far as said', () => {
    const { blades } = grow({
      height: 0.4,
      heightVariation: 0.25,
      tufting: 0,
      widthVariation: 0.5,
      width: 0.02,
    })
    const [low, high] = [
      Math.min(...blades.heights.slice(0, 5000)),
      Math.max(...blades.heights.slice(0, 5000)),
    ]
    expect(low).toBeGreaterThanOrEqual(0.3 - 1e-6)
    expect(low).toBeLessThan(0.302)
    expect(high).toBeLessThanOrEqual(0.5 + 1e-6)
    expect(high).toBeGreaterThan(0.498)
    expect(Math.max(...blades.widths.slice(0, 5000))).toBeLessThanOrEqual(0.03 + 1e-6)
  })

  it('of a tuft face one way and are as high as each other', () => {
    const { blades, bladeCount } = grow({
      size: [0.3, 0.3],
      density: 2000,
      tuftSize: 50,
      tufting: 1,
      heightVariation: 0,
    })
    for (let n = 1; n < bladeCount; n++) {
      expect(blades.heights[n]).toBe(blades.heights[0])
      expect(blades.axes[6 * n]).toBeCloseTo(blades.axes[0]!, 6)
    }
  })

  it('never leave the ball around their chunk', () => {
    const grass = grow({ size: [6, 6], density: 300, wind: [30, 0, 10], turbulence: 1 })
    for (let n = 0; n < 60; n++) grass.step()
    const { chunks, roots, heights } = grass.blades
    expect(chunks.count).toBeGreaterThan(4)
    for (let c = 0; c < chunks.count; c++) {
      for (let n = chunks.starts[c]!; n < chunks.starts[c + 1]!; n++) {
        const tip = [0, 1, 2].map((k) => roots[3 * n + k]! + grass.state.tips[3 * n + k]!)
        const from = Math.hypot(...tip.map((place, k) => place - chunks.balls[4 * c + k]!))
        expect(from).toBeLessThanOrEqual(chunks.balls[4 * c + 3]!)
        expect(Math.hypot(...[0, 1, 2].map((k) => grass.state.tips[3 * n + k]!))).toBeLessThan(
          LONGEST_CURVE * heights[n]!,
        )
      }
    }
  })
})

describe('state', () => {
  it('is reproducible, frozen and put back bit by bit', () => {
    const options = { size: [2, 2], wind: [4, 0, 0], gusts: 0.5, turbulence: 0.5 } as const
    const [one, other] = [grow(options), grow(options)]
    for (let n = 0; n < 30; n++) one.step()
    const moment = one.snapshot()
    for (let n = 0; n < 30; n++) one.step()
    for (let n = 0; n < 60; n++) other.step()
    expect(one.hash()).toBe(other.hash())
    other.restore(moment)
    for (let n = 0; n < 30; n++) other.step()
    expect(one.hash()).toBe(other.hash())
    one.reset()
    expect(one.hash()).toBe(grow(options).hash())
  })

  it('is the same after a second of frames at 30, 60 and 144 Hz', () => {
    const hashes = [30, 60, 144].map((rate) => {
      const grass = grow({ size: [1, 1], wind: [3, 0, 0] })
      let steps = 0
      for (let n = 0; n < rate; n++) steps += grass.advance(1 / rate)
      expect(steps).toBe(60)
      return grass.hash()
    })
    expect(new Set(hashes).size).toBe(1)
  })

  it('refuses what it cannot be', () => {
    const grass = grow({ size: [1, 1] })
    const before = grass.hash()
    expect(() => grass.setParams({ droop: NaN })).toThrow('droop must be a finite number > 0')
    expect(() => grass.setParams({ density: 5 } as object)).toThrow('call rebuild({ density: … })')
    expect(() => grass.rebuild({ surface: { positions: [] } })).toThrow('positions')
    expect(() => grow({ colour: 'green' } as object)).toThrow('unknown option "colour"')
    expect(() => grass.restore({ ...grass.snapshot(), tips: new Float64Array(3) })).toThrow(
      'snapshot.tips',
    )
    expect(grass.hash()).toBe(before)
  })
})
