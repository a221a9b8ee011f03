/** Particles without springs as a layer, so that self-collision can be looked at by itself. */
import type { ClothSimulation } from '@billow/core'
import { batchesOf } from '../../packages/core/src/collision/ContactParticles.js'
import { type Layer, Layers } from '../../packages/core/src/collision/Layers.js'
import { createParticles } from './states.js'

export interface LooseLayer extends Layer {
  readonly positions: Float64Array
  readonly lastPositions: Float64Array
}

export interface LooseOptions {
  /** Half of the distance that is kept, m. */
  readonly thickness: number
  readonly friction?: number
  /** kg per particle; default 1. */
  readonly masses?: readonly number[]
  readonly collide?: (layer: LooseLayer) => number
}

/** @param last positions at the start of the substep; at rest particles are far from each other */
export function createLayer(
  now: readonly number[],
  last: readonly number[],
  { thickness, friction = 0, masses, collide = () => 0 }: LooseOptions,
): LooseLayer {
  const count = now.length / 3
  const rest = now.map((_, i) => (i % 3 === 0 ? i : 0))
  const cell = [4 * thickness, 4 * thickness] as const
  const state = createParticles(rest, cell)
  state.positions.set(now)
  state.lastPositions.set(last)
  const layer: LooseLayer = {
    sheet: state.sheet,
    points: state,
    positions: state.positions as Float64Array,
    lastPositions: state.lastPositions as Float64Array,
    inverseMasses: Float64Array.from({ length: count }, (_, p) => 1 / (masses?.[p] ?? 1)),
    recoveries: new Float64Array(3 * count),
    changed: new Uint8Array(batchesOf(count)),
    thickness,
    friction,
    touchesItself: true,
    guardsItself: false,
    collide: () => collide(layer),
  }
  return layer
}

/** One substep's end of one layer alone. */
export function settle(layer: Layer, substep = 1 / 480): number {
  const layers = new Layers([layer])
  layers.beginStep({ dt: substep, step: substep })
  return layers.settle()
}

/**
 * Least distance of two particles that no edge of the mesh connects, in parts of what is kept: two
 * thicknesses, or their distance at rest if that is less. By brute force.
 */
export function leastDistance({ positions, sheet, params }: ClothSimulation): number {
  const { particleCount: count, restPositions: rest, springs } = sheet
  const edges = new Set<number>()
  for (let s = 0; s < springs.count; s++) {
    const [a, b] = [springs.ends[2 * s]!, springs.ends[2 * s + 1]!]
    if (springs.families[s] !== 2) edges.add(Math.min(a, b) * count + Math.max(a, b))
  }
  const between = (at: ArrayLike<number>, a: number, b: number): number =>
    Math.hypot(
      at[3 * a]! - at[3 * b]!,
      at[3 * a + 1]! - at[3 * b + 1]!,
      at[3 * a + 2]! - at[3 * b + 2]!,
    )
  let least = Infinity
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if (edges.has(a * count + b)) continue
      const kept = Math.min(2 * params.thickness, between(rest, a, b))
      least = Math.min(least, between(positions, a, b) / kept)
    }
  }
  return least
}
