/**
 * Bending by distance: a spring from each particle to the one after the next. A joint folded by θ makes it
 * shorter by 2 l (1 − cos θ/2), and it pushes with that at a lever of l sin θ/2; so the moment grows as
 * θ³ and a strip sags as the third root of its weight, other than an elastic strip (V29).
 */
import { describe, expect, it } from 'vitest'
import { createString } from '../helpers/chains.js'
import { run } from '../helpers/xpbdMotion.js'

const LINKS = 5
const LINK = 0.2
const MASS = 0.01
const GRAVITY = 0.1
/** So stiff are links beside bend springs that they do not stretch by more than 1e-3 of what these do. */
const BEND_RATIO = 1e-3

/** Height of the tip below the clamp: moments at every joint, again and again from a straight strip. */
function tipBelow(bendStiffness: number): number {
  const angles = new Float64Array(LINKS)
  const moment = (angle: number): number =>
    bendStiffness * 2 * LINK ** 2 * (1 - Math.cos(angle / 2)) * Math.sin(angle / 2)
  let depth = 0
  for (let round = 0; round < 200; round++) {
    // Slope of each link; the first is clamped.
    const slopes = angles.map((_, n) => angles.slice(0, n + 1).reduce((sum, a) => sum + a, 0))
    depth = slopes.reduce((sum, slope) => sum + LINK * Math.sin(slope), 0)
    for (let joint = 1; joint < LINKS; joint++) {
      let [arm, load] = [0, 0]
      for (let bead = joint; bead < LINKS; bead++) {
        arm += LINK * Math.cos(slopes[bead]!)
        load += MASS * GRAVITY * arm
      }
      let [low, high] = [0, Math.PI]
      for (let n = 0; n < 60; n++) {
        const middle = (low + high) / 2
        if (moment(middle) < load) low = middle
        else high = middle
      }
      angles[joint] = (angles[joint]! + low) / 2
    }
  }
  return depth
}

function sag(bendStiffness: number): { depth: number; sideways: number } {
  const cloth = createString(
    { links: LINKS, link: LINK, mass: MASS },
    {
      solver: 'mass-spring',
      orientation: 'horizontal',
      bend: true,
      bendRatio: BEND_RATIO,
      ks: bendStiffness / BEND_RATIO,
      gravity: [0, -GRAVITY, 0],
      damping: 0.6,
      substeps: 60,
      pins: [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ],
    },
  )
  run(cloth, 120 * 60)
  expect(cloth.measure().maxSpeed).toBeLessThan(1e-5)
  const { positions } = cloth
  const tip = 3 * LINKS
  let sideways = 0
  for (let particle = 0; particle < cloth.particleCount; particle++) {
    const own = particle > LINKS ? LINK : 0
    sideways = Math.max(sideways, Math.abs(positions[3 * particle + 2]! - own))
  }
  return { depth: -positions[tip + 1]!, sideways }
}

describe('a strip of 5 links, clamped at one end', () => {
  it('small folds: depth ∝ (weight / stiffness)^(1/3)', () => {
    expect(tipBelow(1e7) / tipBelow(8e7)).toBeCloseTo(2, 3)
  })

  it('stiffness 10, 30 and 90 N/m: sags as statics has it, to 0.5 %, and not sideways (V29)', () => {
    const depths = [10, 30, 90].map((stiffness) => {
      const { depth, sideways } = sag(stiffness)
      expect(Math.abs(depth / tipBelow(stiffness) - 1)).toBeLessThan(5e-3)
      expect(sideways).toBeLessThan(1e-9)
      return depth
    })
    expect(depths[0]).toBeGreaterThan(depths[1]!)
    expect(depths[1]).toBeGreaterThan(depths[2]!)
  })
})
