/**
 * Tethers of the xpbd solver (Kim, Chentanez, Müller 2012): which there are, how long the way over the
 * sheet is, and that they do nothing to a cloth that is slack (V66).
 */
import { type ClothOptions, ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { MAX_TETHERS, TetherFinder } from '../../packages/core/src/cloth/solvers/xpbd/tethers.js'
import { createGrid } from '../../packages/core/src/mesh/grid.js'
import type { Vector } from '../helpers/states.js'
import { largestDifference, run, setXpbdMotion } from '../helpers/xpbdMotion.js'

interface Sheet {
  readonly restPositions: Float64Array
  readonly triangles: Uint32Array
  readonly particleCount: number
}

function gridOf(columns: number, rows: number, size: readonly [number, number]): Sheet {
  return createGrid({
    size,
    segments: [columns - 1, rows - 1],
    orientation: 'horizontal',
    spacing: 'segments',
  })
}

function between({ restPositions: x }: Sheet, a: number, b: number): number {
  return Math.hypot(
    x[3 * a]! - x[3 * b]!,
    x[3 * a + 1]! - x[3 * b + 1]!,
    x[3 * a + 2]! - x[3 * b + 2]!,
  )
}

/** Length of the tether of each particle in one round, by particle; absent where there is none. */
function lengthsOf(sheet: Sheet, pins: readonly number[], round = 0): Map<number, number> {
  const tethers = new TetherFinder(sheet).find(pins)[round]!
  return new Map(tethers.map(({ particle, length }) => [particle, length]))
}

describe('the way over the sheet', () => {
  it.each<[string, number, number, readonly [number, number]]>([
    ['square cells', 20, 20, [1, 1]],
    ['cells of 1 : 3', 15, 15, [1, 3]],
    ['a strip', 2, 40, [0.05, 2]],
  ])('%s: from a corner it is the straight line, within 1e-9 m', (_, columns, rows, size) => {
    const sheet = gridOf(columns, rows, size)
    for (const corner of [0, columns - 1, columns * rows - 1]) {
      const lengths = lengthsOf(sheet, [corner])
      expect(lengths.size).toBe(columns * rows - 1)
      for (const [particle, length] of lengths)
        expect(Math.abs(length - between(sheet, particle, corner))).toBeLessThan(1e-9)
    }
  })

  it('from any place within: the straight line, within 1e-9 m', () => {
    const sheet = gridOf(17, 13, [1.3, 0.7])
    for (const pin of [8, 17 * 6 + 8, 17 * 5 + 3, 17 * 11 + 15]) {
      for (const [particle, length] of lengthsOf(sheet, [pin]))
        expect(Math.abs(length - between(sheet, particle, pin)), `${pin} ${particle}`).toBeLessThan(
          1e-9,
        )
    }
  })

  /** A grid without the triangles that have a corner among the missing particles. */
  function without(sheet: Sheet, missing: (particle: number) => boolean): Sheet {
    const triangles: number[] = []
    for (let t = 0; t < sheet.triangles.length; t += 3) {
      const corners = [...sheet.triangles.subarray(t, t + 3)]
      if (!corners.some(missing)) triangles.push(...corners)
    }
    return { ...sheet, triangles: Uint32Array.from(triangles) }
  }

  it('from one arm of an L to the other: along its edge and over the triangle in the corner', () => {
    // 21 × 21 particles 0.1 m apart, without the quadrant of columns and rows from 11. The triangle
    // between (10, 10), (10, 11) and (11, 10) is left, over which the way is shortest.
    const sheet = without(gridOf(21, 21, [2, 2]), (p) => p % 21 > 10 && p > 21 * 11)
    const lengths = lengthsOf(sheet, [21 * 20 + 10])
    const [before, after] = [21 * 11 + 10, 21 * 10 + 11]
    expect(lengths.get(before)).toBeCloseTo(0.9, 12)
    expect(lengths.get(21 * 10 + 20)).toBeCloseTo(0.9 + 0.1 * Math.SQRT2 + 0.9, 12)
    let worst = 0
    for (let row = 0; row <= 10; row++) {
      for (let column = 11; column <= 20; column++) {
        const particle = 21 * row + column
        const straight = column - 10 <= 11 - row
        const expected =
          0.9 +
          (straight
            ? between(sheet, before, particle)
            : between(sheet, before, after) + between(sheet, after, particle))
        const share = lengths.get(particle)! / expected - 1
        // Never too short; a little too long where the wave bends, which marching sees cell by cell.
        expect(share, `column ${column}, row ${row}`).toBeGreaterThan(-1e-9)
        worst = Math.max(worst, share)
      }
    }
    expect(worst).toBeLessThan(0.02)
  })

  it('along a strip folded in three: as long as the strip, not as the way through the air', () => {
    const flat = gridOf(31, 3, [3, 0.2])
    const restPositions = flat.restPositions.slice()
    for (let p = 0; p < flat.particleCount; p++) {
      // Folded at 1 m and 2 m, layers 1 mm apart by the slope of the middle one.
      const along = 0.1 * (p % 31)
      const layer = Math.min(2, Math.floor(along + 1e-9))
      const back = layer === 1
      const rest = along - layer
      restPositions[3 * p] = back ? 1 - rest : rest
      restPositions[3 * p + 1] = back ? 0.001 * rest : 0.001 * Math.floor(layer / 2)
      restPositions[3 * p + 2] = 0.1 * Math.floor(p / 31)
    }
    const sheet = { ...flat, restPositions }
    const lengths = lengthsOf(sheet, [31])
    const end = 31 + 30
    expect(between(sheet, 31, end)).toBeLessThan(1.001)
    // 1 m, 1 m · √(1 + 1e-6), 1 m
    expect(lengths.get(end)).toBeCloseTo(2 + Math.sqrt(1 + 1e-6), 9)
  })

  it('no tether leads to a piece that hangs together with no pin', () => {
    const sheet = without(gridOf(9, 9, [1, 1]), (p) => p % 9 === 4)
    const lengths = lengthsOf(sheet, [0])
    expect([...lengths.keys()].every((p) => p % 9 < 4)).toBe(true)
    expect(lengths.size).toBe(9 * 4 - 1)
  })
})

describe('groups of pins', () => {
  const sheet = gridOf(12, 12, [1.1, 1.1])

  it('adjacent pins give one tether, to the nearest of them', () => {
    const edge = Array.from({ length: 12 }, (_, i) => i)
    const rounds = new TetherFinder(sheet).find(edge)
    expect(rounds).toHaveLength(1)
    expect(rounds[0]).toHaveLength(12 * 11)
    for (const { particle, anchor, length } of rounds[0]!) {
      expect(anchor).toBe(particle % 12)
      expect(length).toBeCloseTo(0.1 * Math.floor(particle / 12), 12)
    }
  })

  it.each([
    [[0, 11], 2],
    [[0, 1, 11], 2],
    [[0, 11, 132, 143], 4],
    [[0, 5, 11, 72, 132, 143], MAX_TETHERS],
  ])('pins %j: %i tethers per particle, the shortest first', (pins, expected) => {
    const rounds = new TetherFinder(sheet).find(pins)
    expect(rounds).toHaveLength(expected)
    for (let particle = 0; particle < 144; particle++) {
      const own = rounds.flatMap((round) => round.filter((t) => t.particle === particle))
      if (pins.includes(particle)) {
        expect(own).toEqual([])
        continue
      }
      expect(own).toHaveLength(expected)
      expect(own.map((t) => t.length)).toEqual(own.map((t) => t.length).sort((a, b) => a - b))
      expect(own[0]!.length).toBeCloseTo(
        Math.min(...pins.map((p) => between(sheet, p, particle))),
        9,
      )
    }
  })

  it('no pins, no tethers; more than 16 groups, one to the nearest pin', () => {
    expect(new TetherFinder(sheet).find([])).toEqual([])
    const scattered = Array.from({ length: 18 }, (_, n) => 24 * Math.floor(n / 3) + 4 * (n % 3))
    const rounds = new TetherFinder(sheet).find(scattered)
    expect(rounds).toHaveLength(1)
    expect(rounds[0]).toHaveLength(144 - 18)
  })
})

describe('in a simulation', () => {
  const SCENE: ClothOptions = { segments: [12, 12], size: [1, 1], damping: 0.5, airDensity: 0 }

  /** Largest share by which a particle is farther from a pin than the straight way at rest. */
  function excess(cloth: ClothSimulation): number {
    const rest = { ...cloth.grid }
    let worst = -Infinity
    const at = (p: number): Vector => [
      cloth.positions[3 * p]!,
      cloth.positions[3 * p + 1]!,
      cloth.positions[3 * p + 2]!,
    ]
    for (let pin = 0; pin < cloth.particleCount; pin++) {
      if (!cloth.isPinned(pin)) continue
      for (let p = 0; p < cloth.particleCount; p++) {
        if (p === pin) continue
        const [a, b] = [at(pin), at(p)]
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
        worst = Math.max(worst, distance / between(rest, pin, p) - 1)
      }
    }
    return worst
  }

  it('slack: a sheet drawn together has the same bits without tethers (V66)', () => {
    const [tied, free] = [true, false].map((tethers) => {
      const cloth = new ClothSimulation({
        ...SCENE,
        tethers,
        pins: ['top-left', 'top-right'],
        // Stretched by 0.0235 at most by its own weight, which tethers leave it.
        stretchCompliance: 1e-3,
        substeps: 40,
        timeStep: 1 / 2400,
        shear: false,
        bend: false,
      })
      setXpbdMotion(cloth, (_, [x, y, z]) => ({ position: [0.8 * x, 0.8 * y, z] }))
      return cloth
    }) as [ClothSimulation, ClothSimulation]
    let slack = 0
    // Coarse levels do something when any part of the cloth is stretched, before a tether is.
    for (; excess(free) < 0 && free.measure().maxStrain < 0.01; slack++) {
      const hashes = [tied.hash(), free.hash()]
      expect(hashes[0], `step ${slack}`).toBe(hashes[1])
      run(tied, 1)
      run(free, 1)
    }
    expect(slack).toBeGreaterThan(2)
    // And after that they do something.
    run(tied, 60)
    run(free, 60)
    expect(tied.hash()).not.toBe(free.hash())
  })

  it('one sweep of stiff cloth stretches it by a fifth, with tethers by a tenth of that', () => {
    const stiff: ClothOptions = {
      ...SCENE,
      segments: [12, 48],
      pins: 'top',
      stretchCompliance: 0,
      shear: false,
      bend: false,
      limitStrain: false,
      damping: 2,
      substeps: 1,
    }
    const tied = new ClothSimulation(stiff)
    const free = new ClothSimulation({ ...stiff, tethers: false })
    run(tied, 300)
    run(free, 300)
    expect(excess(free)).toBeGreaterThan(0.2)
    expect(excess(tied)).toBeLessThan(0.1 * excess(free))
  })

  it.each([0.03, 0.3])('soft cloth, %d m/N, hangs as far as without tethers', (compliance) => {
    const soft: ClothOptions = {
      ...SCENE,
      pins: 'top',
      stretchCompliance: compliance,
      shear: false,
      bend: false,
      limitStrain: false,
      damping: 2,
      substeps: 20,
    }
    const [tied, free] = [true, false].map((tethers) => {
      const cloth = new ClothSimulation({ ...soft, tethers })
      run(cloth, 600)
      return Math.min(...cloth.positions.filter((_, i) => i % 3 === 1)) + 0.5
    }) as [number, number]
    // 12 rows, 78 weights of 0.2 / 169 kg below each other's links: 78 m g α.
    const sag = ((-78 * 0.2) / 169) * 9.81 * compliance
    // One sweep leaves every other link too long by 2 T dt² / m: 72 g dt² in all.
    const dt = 1 / 1200
    expect(Math.abs(free - sag + 72 * 9.81 * dt * dt)).toBeLessThan(1e-4)
    expect(tied).toBeCloseTo(free, 6)
  })

  it('tetherSlack 0.05: what would stretch by a fifth stretches by 0.05', () => {
    const cloth = new ClothSimulation({
      ...SCENE,
      segments: [12, 48],
      pins: 'top',
      stretchCompliance: 0,
      shear: false,
      bend: false,
      limitStrain: false,
      damping: 2,
      substeps: 1,
      tetherSlack: 0.05,
    })
    run(cloth, 300)
    expect(excess(cloth)).toBeGreaterThan(0.04)
    expect(excess(cloth)).toBeLessThan(0.07)
  })

  it('pins that change in mid-run tie anew: the same as made so from the start', () => {
    const made = new ClothSimulation({ ...SCENE, pins: ['top-left', 'bottom-right'] })
    const changed = new ClothSimulation({ ...SCENE, pins: 'top' })
    changed.setPins(['top-left', 'bottom-right'])
    run(made, 60)
    run(changed, 60)
    expect(largestDifference(changed.positions, made.positions)).toBe(0)

    changed.unpin(12)
    made.unpin(12)
    made.setParams({ tethers: false })
    made.setParams({ tethers: true })
    run(made, 60)
    run(changed, 60)
    expect(changed.hash()).toBe(made.hash())
    expect(excess(changed)).toBeLessThan(0.02)
  })

  it('let go by its last pin it falls freely, tethers or not', () => {
    const [tied, free] = [true, false].map((tethers) => {
      const cloth = new ClothSimulation({ ...SCENE, pins: 'top-left', tethers })
      cloth.unpin(12 * 13)
      run(cloth, 60)
      return cloth
    }) as [ClothSimulation, ClothSimulation]
    expect(tied.hash()).toBe(free.hash())
  })
})
