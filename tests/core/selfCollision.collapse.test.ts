/**
 * Self-collision that is switched on in cloth which has collapsed through itself: it gets apart without being
 * thrown about (V58, F18), at any thickness from 0.2 to 2 spacings. What moves is seen from outside, by the
 * way of each particle in a step.
 */
import { ClothSimulation, triangleCollision } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { RECOVERY_SPEED } from '../../packages/core/src/collision/PairContacts.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { FALLING_SHEETS, type FallingSheet } from '../helpers/fallingSheets.js'

/** m: unevenness of sheets, so that they collapse differently. */
const UNEVEN = 0.01

/** A sheet on the ground, in itself. */
function collapse(
  { options, letGo }: FallingSheet,
  solver: 'xpbd' | 'pbd',
  seed: number,
): ClothSimulation {
  const random = createRandom(seed)
  const noise = Array.from({ length: 512 }, () => UNEVEN * (random() - 0.5))
  const cloth = new ClothSimulation({
    ...options,
    offsetAt: (column, row) =>
      options.offsetAt!(column, row) + noise[(83 * column + row) % noise.length]!,
    solver,
    thickness: 0.001,
    damping: 0.5,
    sleep: false,
    triangleCollision,
  })
  for (let n = 1; n <= 400; n++) {
    if (n === letGo) cloth.setPins([])
    cloth.step()
  }
  return cloth
}

/** Longest way of a particle in a step over the time of the step, m/s. */
function fastestIn(cloth: ClothSimulation, steps: number): number {
  let longest = 0
  for (let n = 0; n < steps; n++) {
    cloth.step()
    const { positions, previousPositions } = cloth
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => positions[i + k]! - previousPositions[i + k]!)
      longest = Math.max(longest, Math.hypot(x!, y!, z!))
    }
  }
  return longest / cloth.timeStep
}

const SCENES: readonly (readonly [string, FallingSheet])[] = Object.entries(FALLING_SHEETS)

describe.each(SCENES)('%s, then collapsed', (name, scene) => {
  const isStrip = name.includes('strip')
  // Square sheets of pbd lean on each other and do not collapse; 2 spacings in a strip take a minute.
  const solvers = isStrip ? (['xpbd', 'pbd'] as const) : (['xpbd'] as const)
  const shares = isStrip ? [0.2, 0.5, 1] : [0.2, 0.5, 1, 2]
  const cases = solvers.flatMap((solver) =>
    shares.flatMap((share) => [1, 2].map((seed) => [solver, share, seed] as const)),
  )

  it.each(cases)(
    '%s, layers %d spacings apart, seed %i: for 5 s nothing is faster than recovery, nor stretched by it',
    (solver, share, seed) => {
      const cloth = collapse(scene, solver, seed)
      cloth.setParams({ thickness: (share * scene.spacing) / 2, selfCollision: true })
      const fastest = fastestIn(cloth, 300)
      // With twice the spacing piles get as high as the sheet is wide, and slide off themselves by weight.
      expect(fastest).toBeLessThan(share > 1 ? RECOVERY_SPEED + FALL_OF_A_LAYER : RECOVERY_SPEED)
      expect(cloth.measure().maxStrain).toBeLessThan(0.2)
      expect(cloth.measure().unstableSteps).toBe(0)
    },
    120_000,
  )

  // Layers of the strip cross a thousand times, and it takes minutes.
  it.each(isStrip ? [] : shares)(
    'triangles, layers %d spacings apart: as calm',
    (share) => {
      const cloth = collapse(scene, 'xpbd', 1)
      cloth.setParams({ thickness: (share * scene.spacing) / 2, selfCollision: 'triangles' })
      // Half a spacing is where faces and particles differ most, and where strain takes longest to build up.
      const steps = share === 0.5 ? 300 : 120
      expect(fastestIn(cloth, steps)).toBeLessThan(RECOVERY_SPEED)
      expect(cloth.measure().maxStrain).toBeLessThan(0.1)
      expect(cloth.measure().unstableSteps).toBe(0)
    },
    120_000,
  )
})

/** m/s: from the height of a hundredth of a metre, √(2 g h). */
const FALL_OF_A_LAYER = Math.sqrt(2 * 9.81 * 0.01)

describe('cloth whose layers have no room yet', () => {
  const collapsed = () => {
    const cloth = collapse(FALLING_SHEETS['a sheet whose two corners are let go'], 'xpbd', 1)
    cloth.setParams({ thickness: 0.5 / 13 / 2, selfCollision: true })
    fastestIn(cloth, 30)
    return cloth
  }

  it('goes on from a snapshot bit by bit', () => {
    const cloth = collapsed()
    const snapshot = cloth.snapshot()
    fastestIn(cloth, 30)
    const hash = cloth.hash()
    cloth.restore(snapshot)
    fastestIn(cloth, 30)
    expect(cloth.hash()).toBe(hash)
    cloth.restore({ ...snapshot, thicknesses: { ...snapshot.thicknesses!, pace: 0.01 } })
    fastestIn(cloth, 30)
    expect(cloth.hash()).not.toBe(hash)
  })

  it('refuses a snapshot whose thicknesses are not of it', () => {
    const cloth = collapsed()
    const snapshot = cloth.snapshot()
    const hash = cloth.hash()
    for (const wrong of [{ pace: NaN }, { own: new Float64Array(3) }, { known: -1 }])
      expect(() => {
        cloth.restore({ ...snapshot, thicknesses: { ...snapshot.thicknesses!, ...wrong } })
      }).toThrow(/snapshot's thicknesses must be numbers >= 0/)
    expect(cloth.hash()).toBe(hash)
  })

  it('gets as thick as all of it is to be, and comes to rest', () => {
    const cloth = collapse(FALLING_SHEETS['a vertical sheet that falls on its edge'], 'xpbd', 1)
    cloth.setParams({ thickness: 0.2 / 13 / 2, selfCollision: true })
    fastestIn(cloth, 240)
    expect(cloth.snapshot().thicknesses!.own).toHaveLength(0)
    expect(fastestIn(cloth, 60)).toBeLessThan(0.01)
  })
})
