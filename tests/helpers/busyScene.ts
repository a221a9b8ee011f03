/** A small scene with everything on, for both solvers with springs. */
import type { ClothOptions, ClothSimulation } from '@billow/core'

export const BUSY: ClothOptions = {
  segments: [7, 5],
  orientation: 'horizontal',
  jitter: 0.002,
  selfCollision: true,
  wind: [2, 0.5, 1],
  pins: ['top-left', 'top-right'],
  colliders: [
    { type: 'sphere', center: [0, -0.3, 0], radius: 0.2, friction: 0.3 },
    { type: 'plane', point: [0, -0.6, 0], friction: 0.5 },
  ],
}

export const SOLVERS = ['mass-spring', 'pbd'] as const

export function run(cloth: ClothSimulation, steps: number): ClothSimulation {
  for (let n = 0; n < steps; n++) cloth.step()
  return cloth
}
