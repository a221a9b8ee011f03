/**
 * The upright CS184 sheet without any offset out of its plane. Nothing pushes it over, so it must
 * stay in the plane exactly; within it, it crumples, chaotically where it is soft.
 */
import { describe, expect, it } from 'vitest'
import { createCloth, farthest, moveTo, readFixture } from '../helpers/cs184.js'
import { SCENE_TIMEOUT } from '../helpers/reference.js'

/** Where the public solutions differ by more than this, m, the motion is chaotic. */
const CHAOS = 1e-3

describe.each([
  ['selfCollision-offset0', [0, 0.0333333, 1, 10, 60, 300]],
  ['selfCollision-offset0-ks500', [0, 0.0333333, 1]],
  ['selfCollision-offset0-ks50000', [0, 0.0333333, 1, 10, 60, 300]],
])('CS184 %s', (name, settled) => {
  it(
    'z is exactly 0, and positions agree as well as the public solutions do where not chaotic',
    () => {
      const fixture = readFixture(name)
      const changes = { jitter: 0 }
      const cloth = createCloth(fixture, changes)
      const compared: number[] = []
      for (const sample of fixture.frames) {
        const at = moveTo(sample, cloth, fixture, changes)
        // −0 counts as 0.
        expect(at.positions.every((value, i) => i % 3 !== 2 || value === 0)).toBe(true)
        expect(at.measure().unstableSteps).toBe(0)
        const agreement = Math.max(...Object.values(sample.agreement!).map(({ max }) => max))
        if (agreement > CHAOS) continue
        compared.push(sample.frame)
        expect(farthest(at, fixture, sample), `frame ${sample.frame}`).toBeLessThanOrEqual(
          agreement,
        )
      }
      expect(compared).toEqual(settled)
    },
    SCENE_TIMEOUT,
  )
})
