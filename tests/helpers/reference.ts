/** Test cases that hold a simulation against a CS184 reference trajectory, frame by frame. */
import type { ClothSimulation } from '@billow/core'
import { expect, it } from 'vitest'
import {
  createCloth,
  farthest,
  type Fixture,
  moveTo,
  readFixture,
  type Sample,
  type Statistics,
  statisticsOf,
} from './cs184.js'

/** A scene of 300 frames takes about 6 s on a free core, and cores may be shared. */
export const SCENE_TIMEOUT = 300_000

/** Above this, m, rounding alone has grown so far that energies mean nothing. */
const LARGEST_SETTLED_TOLERANCE = 1e-4

/** The files give nine digits of the positions and statistics, so nothing is better than this. */
const FILE_TOLERANCE = 1e-6

/**
 * Values near zero have no relative error: at rest, the last bits of a position of 1 m are a speed
 * of 3e-13 m/s.
 */
const SMALLEST = 1e-11

const COMPARED: readonly (keyof Statistics & keyof Sample['stats'])[] = [
  'meanY',
  'lowestY',
  'maxStrain',
  'minStrain',
  'minPairDistance',
  'kineticEnergy',
  'potentialEnergy',
  'springEnergy',
  'maxSpeed',
]

/**
 * Statistics of the simulation are those of the sample, to `relative` of each.
 */
export function expectStatistics(cloth: ClothSimulation, sample: Sample, relative: number): void {
  const ours = statisticsOf(cloth)
  for (const quantity of COMPARED) {
    const theirs = sample.stats[quantity]
    expect(
      Math.abs(ours[quantity] - theirs),
      `frame ${sample.frame}: ${quantity} ${ours[quantity]}, reference ${theirs}`,
    ).toBeLessThanOrEqual(relative * Math.abs(theirs) + SMALLEST)
  }
}

/**
 * One case per scene: positions at every sampled frame, statistics where rounding allows.
 *
 * @param restHeight mean y of the state at rest, m, where there is one
 */
export function followsReference(name: string, restHeight?: number): void {
  it(
    `${name}: positions within the file's tolerance at every frame, statistics where not chaotic`,
    { timeout: SCENE_TIMEOUT },
    () => {
      const fixture = readFixture(name)
      const cloth = createCloth(fixture)
      expect(cloth.particleCount).toBe(fixture.sim.numPoints)
      expect(cloth.grid.springs.count).toBe(fixture.sim.numSprings)
      expect(fixture.frames.map(({ frame }) => frame)).toEqual([0, 0.0333333, 1, 10, 60, 300])
      for (const sample of fixture.frames) {
        const tolerance = sample.suggestedTolerance!.sameOrderAndHash
        const at = moveTo(sample, cloth, fixture)
        expect(farthest(at, fixture, sample), `frame ${sample.frame}`).toBeLessThanOrEqual(
          tolerance,
        )
        if (tolerance <= LARGEST_SETTLED_TOLERANCE) expectStatistics(at, sample, tolerance)
      }
      expect(restHeight !== undefined, 'a state at rest in the file').toBe(Boolean(fixture.rest))
      if (fixture.rest && restHeight !== undefined)
        expectRest(cloth, fixture, fixture.rest, restHeight)
    },
  )
}

/** Moved on to where the file calls it at rest, the simulation rests in the same state. */
function expectRest(
  cloth: ClothSimulation,
  fixture: Fixture,
  rest: Sample,
  restHeight: number,
): void {
  moveTo(rest, cloth, fixture)
  expect(farthest(cloth, fixture, rest), 'at rest').toBeLessThanOrEqual(FILE_TOLERANCE)
  expectStatistics(cloth, rest, FILE_TOLERANCE)
  expect(Math.abs(statisticsOf(cloth).meanY - restHeight)).toBeLessThan(FILE_TOLERANCE)
  // The criterion by which the file calls it rest.
  expect(cloth.measure().maxSpeed).toBeLessThan(1e-9)
}
