/**
 * The upright CS184 sheet that crumples onto a plane. The scene is chaotic: the reference is
 * followed particle by particle to frame 10, afterwards the run must be one of its ensemble.
 */
import { describe, expect, it } from 'vitest'
import {
  createCloth,
  farthest,
  moveTo,
  readFixture,
  sineOffset,
  statisticsOf,
} from '../helpers/cs184.js'
import { isExpected, expectedRange } from '../helpers/ensemble.js'
import { SCENE_TIMEOUT } from '../helpers/reference.js'

const SCENES = ['selfCollision', 'selfCollision-ks500', 'selfCollision-ks50000']

const QUANTITIES = [
  'meanY',
  'lowestY',
  'maxStrain',
  'minStrain',
  'minPairDistance',
  'kineticEnergy',
  'potentialEnergy',
  'springEnergy',
  'extentX',
  'extentZ',
] as const

describe.each(SCENES)('CS184 %s with the offset 0.001 sin(12.9898 i + 78.233 j)', (name) => {
  it(
    'positions to frame 10 as near as the nearest public solution, then statistics of the ensemble',
    () => {
      const fixture = readFixture(name)
      const changes = { offsetAt: sineOffset }
      const cloth = createCloth(fixture, changes)
      const compared: number[] = []
      for (const sample of fixture.frames) {
        const at = moveTo(sample, cloth, fixture, changes)
        if (sample.positions && sample.agreement) {
          const nearest = Math.min(
            ...['Kevin-Arias:sin0', 'soonhyuckhong:sin0', 'mie-h:sin0'].map(
              (solution) => sample.agreement![solution]!.max,
            ),
          )
          expect(farthest(at, fixture, sample), `frame ${sample.frame}`).toBeLessThanOrEqual(
            Math.max(nearest, 1e-9),
          )
        }
        const statistics = statisticsOf(at)
        for (const quantity of QUANTITIES) {
          const value = statistics[quantity]
          const spread = sample.ensemble![quantity]!
          expect(
            isExpected(value, spread),
            `frame ${sample.frame}: ${quantity} ${value}, expected ${expectedRange(spread).join(' to ')}`,
          ).toBe(true)
        }
        compared.push(sample.frame)
      }
      expect(compared).toEqual([0, 0.0333333, 1, 10, 30, 60, 90, 120, 180, 300, 600])
    },
    SCENE_TIMEOUT,
  )
})

describe('the ensemble rule tells other models apart', () => {
  const { frames } = readFixture('selfCollision')
  /** Quantities and frames at which a run listed in the file is outside. */
  const outside = (member: string): number =>
    frames
      .filter(({ frame }) => frame >= 30)
      .flatMap(({ ensemble, byMember }) =>
        Object.entries(byMember![member]!).filter(
          ([quantity, value]) => !isExpected(value, ensemble![quantity]!),
        ),
      ).length

  it.each([
    ['no self-collision', 'ref-none:sin'],
    ['particle distance w / (n − 1)', 'ref-n-1:sin'],
    ['falsely shared cells', 'JerryJiehanWang:sin0'],
  ])('%s (%s) is outside', (_, member) => {
    expect(outside(member)).toBeGreaterThan(1)
  })

  it.each(['ref-trunc:sin', 'ref-floor:sin', 'mie-h:lcg2', 'soonhyuckhong:sin0'])(
    '%s is inside',
    (member) => {
      expect(outside(member)).toBe(0)
    },
  )
})
