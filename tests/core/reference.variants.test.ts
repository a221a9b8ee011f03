/**
 * Variants of the CS184 scenes whose effect the reference files give: another rounding of hash
 * cells, no self-collision, and the particle distance w / (n − 1).
 */
import type { ClothOptions } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createCloth, farthest, moveTo, readFixture } from '../helpers/cs184.js'
import { SCENE_TIMEOUT } from '../helpers/reference.js'

describe('CS184 pinned2, distance from the reference of one changed detail', () => {
  const cases: readonly [string, string, ClothOptions][] = [
    ['cells rounded down', 'hashFloor', { hashCell: 'floor' }],
    ['no self-collision', 'noSelfCollision', { selfCollision: false }],
  ]
  it.each(cases)(
    '%s: variants.%s of the file at frames 60 and 300, within a factor of 2',
    (_, variant, changes) => {
      const fixture = readFixture('pinned2')
      const cloth = createCloth(fixture, changes)
      for (const sample of fixture.frames) {
        const published = sample.variants![variant]!.max
        const distance = farthest(moveTo(sample, cloth, fixture), fixture, sample)
        if (sample.frame < 60) {
          // Nothing touches yet.
          expect(published).toBe(0)
          expect(distance).toBeLessThan(1e-8)
        } else {
          // The file's number is over all particles, ours over the subgrid.
          expect(distance, `frame ${sample.frame}`).toBeGreaterThan(published / 2)
          expect(distance, `frame ${sample.frame}`).toBeLessThan(published * 2)
        }
      }
    },
    SCENE_TIMEOUT,
  )
})

describe('particle distance', () => {
  const fixture = readFixture('pinned2')

  it('spacing points: w / n = 0.02, so the sheet spans 0.98 (CS184)', () => {
    const { cell, restPositions } = createCloth(fixture).grid
    expect(cell).toEqual(fixture.sim.gridSpacing)
    expect(cell[0]).toBeCloseTo(0.02, 12)
    expect(Math.max(...restPositions)).toBe(1)
    expect(restPositions[3 * 49]).toBeCloseTo(0.98, 12)
  })

  it('spacing segments: w / (n − 1) = 0.0204081633, so the sheet spans 1', () => {
    const { cell, restPositions } = createCloth(fixture, { spacing: 'segments' }).grid
    expect(cell[0]).toBeCloseTo(0.0204081633, 10)
    expect(cell[1]).toBeCloseTo(0.0204081633, 10)
    expect(restPositions[3 * 49]).toBeCloseTo(1, 12)
    expect(restPositions[3 * (49 * 50) + 2]).toBeCloseTo(1, 12)
  })
})
