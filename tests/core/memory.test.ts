/** Memory per particle, as `ClothSimulation` says it, by what its typed arrays hold. */
import { ClothSimulation } from '@billow/core'
import { expect, it } from 'vitest'
import { bufferBytes } from '../helpers/bytes.js'

const SIDE = 128

it.each([
  ['mass-spring', 650],
  ['pbd', 810],
  ['xpbd', 960],
] as const)(
  '%s, 128 × 128, self-collision and wind: %i bytes per particle, give or take a tenth',
  (solver, bytes) => {
    const cloth = new ClothSimulation({
      solver,
      segments: [SIDE - 1, SIDE - 1],
      pins: ['top-left', 'top-right'],
      selfCollision: true,
      wind: [1, 0, 1],
    })
    cloth.step()
    const perParticle = bufferBytes(cloth) / SIDE ** 2
    expect(Math.abs(perParticle / bytes - 1)).toBeLessThan(0.1)
  },
)
