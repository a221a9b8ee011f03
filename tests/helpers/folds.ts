/** A sheet folded in half just above the ground, and how fast it still is. */
import { ClothSimulation, type ClothOptions } from '@billow/core'
import { setMotion, type Vector, velocitiesOf } from './states.js'
import { setXpbdMotion } from './xpbdMotion.js'

const SIDE = 20
/** Of particles, m. */
export const SPACING = 1 / (SIDE - 1)

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
export function fold(distance: number, options: ClothOptions): ClothSimulation {
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

/** m/s */
export function fastest(cloth: ClothSimulation): number {
  const velocities = velocitiesOf(cloth)
  let most = 0
  for (let i = 0; i < velocities.length; i += 3) {
    most = Math.max(most, Math.hypot(velocities[i]!, velocities[i + 1]!, velocities[i + 2]!))
  }
  return most
}

export function run(cloth: ClothSimulation, seconds: number): void {
  for (let n = Math.round(seconds * 60); n > 0; n--) cloth.step()
}
