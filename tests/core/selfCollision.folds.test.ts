/**
 * Self-collision of whole sheets: folded ones come to rest with their layers apart, at any thickness.
 * Distances by brute force.
 */
import { ClothSimulation, type ClothOptions } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { leastDistance } from '../helpers/layers.js'
import { setMotion, type Vector, velocitiesOf } from '../helpers/states.js'
import { setXpbdMotion } from '../helpers/xpbdMotion.js'

const SIDE = 20
const SPACING = 1 / (SIDE - 1)

/** Where a particle of a sheet is that is folded in half, with a gap between the halves. */
function folded(u: number, v: number, gap: number): Vector {
  const radius = gap / 2
  const flat = (1 - Math.PI * radius) / 2
  if (v < flat) return [u, 0, v]
  if (v > 1 - flat) return [u, gap, 1 - v]
  const angle = (v - flat) / radius
  return [u, radius - radius * Math.cos(angle), flat + radius * Math.sin(angle)]
}

/** A sheet folded in half just above the ground, the halves some distances apart. */
function fold(distance: number, options: ClothOptions): ClothSimulation {
  const cloth = new ClothSimulation({
    orientation: 'horizontal',
    segments: [SIDE - 1, SIDE - 1],
    thickness: distance / 2,
    selfCollision: true,
    damping: 2,
    sleep: false,
    colliders: [{ type: 'plane', point: [0, -0.015, 0], friction: 0.5 }],
    ...options,
  })
  const gap = Math.max(3 * distance, 2 * SPACING)
  const place = (p: number): Vector =>
    folded((p % SIDE) * SPACING, Math.floor(p / SIDE) * SPACING, gap)
  if (cloth.params.solver === 'xpbd') setXpbdMotion(cloth, (p) => ({ position: place(p) }))
  else {
    const { positions } = cloth
    setMotion(cloth, (p) => {
      const to = place(p)
      return {
        displacement: [0, 1, 2].map((k) => to[k]! - positions[3 * p + k]!) as unknown as Vector,
      }
    })
  }
  return cloth
}

function fastest(cloth: ClothSimulation): number {
  const velocities = velocitiesOf(cloth)
  let most = 0
  for (let i = 0; i < velocities.length; i += 3) {
    most = Math.max(most, Math.hypot(velocities[i]!, velocities[i + 1]!, velocities[i + 2]!))
  }
  return most
}

function run(cloth: ClothSimulation, seconds: number): void {
  for (let n = Math.round(seconds * 60); n > 0; n--) cloth.step()
}

describe('a folded sheet', () => {
  it.each([
    ['xpbd', 0.4],
    ['xpbd', 1],
    ['xpbd', 4],
    ['pbd', 4],
  ] as const)(
    '%s, layers %d spacings apart: at rest within 5 s, no pair below 0.98 of what it is kept (V58)',
    (solver, share) => {
      const cloth = fold(share * SPACING, { solver })
      run(cloth, 5)
      expect(fastest(cloth)).toBeLessThan(1e-3)
      expect(leastDistance(cloth)).toBeGreaterThan(0.98)
    },
  )

  it.each([0.2, 0.5, 1, 2, 3, 4])(
    '%d spacings apart: it neither shakes nor explodes, all the way (F19, V58)',
    (share) => {
      const cloth = fold(share * SPACING, {})
      let [least, strain] = [Infinity, 0]
      for (let second = 0; second < 5; second++) {
        run(cloth, 1)
        least = Math.min(least, leastDistance(cloth))
        strain = Math.max(strain, cloth.measure().maxStrain)
      }
      expect(least).toBeGreaterThan(0.98)
      // The limit of the sheet, and nothing near it.
      expect(strain).toBeLessThan(0.2)
      // A fall from its own height would be 0.3 m/s.
      expect(fastest(cloth)).toBeLessThan(0.1)
    },
  )

  it('layers that overlap: distance and rest do not fight, speed goes to 0 (F23)', () => {
    const cloth = fold(1.5 * SPACING, { damping: 3 })
    run(cloth, 8)
    expect(fastest(cloth)).toBeLessThan(5e-3)
  })
})
