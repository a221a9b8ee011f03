'use client'
/** What cloths and colliders find around them: who steps them, what they share, what they touch. */
import type { ClothParams, WindSource } from '@billow/core'
import type { CollidingObject } from '@billow/three'
import { createContext, use } from 'react'
import type { SimulationLoop } from './SimulationLoop.js'

/** Parameters that the cloths of a simulation have in common, unless they have their own. */
export interface SharedParams {
  /** m/s */
  readonly wind?: ClothParams['wind'] | undefined
  /** m/s² */
  readonly gravity?: ClothParams['gravity'] | undefined
  /** Air that streams out of points, or into them. */
  readonly windSources?: readonly WindSource[] | undefined
}

export interface SimulationState {
  readonly loop: SimulationLoop
  readonly params: SharedParams
}

export const SimulationContext = createContext<SimulationState | undefined>(undefined)

/** Something in the scene that cloths touch. */
export interface Body {
  addTo(cloth: CollidingObject): void
  removeFrom(cloth: CollidingObject): void
  /** Reads where it is now: it has moved there. */
  update(): void
  /** Reads where it is now: it was put there, without a speed. */
  place(): void
}

/** Takes bodies in: the cloths of a simulation, or one cloth, touch them until they are taken out. */
export interface ColliderHost {
  /** @returns takes the body out again */
  addBody(body: Body): () => void
}

export const ColliderHostContext = createContext<ColliderHost | undefined>(undefined)

/** The props of a cloth, with what its simulation says where they say nothing. */
export function useSharedParams<Props extends SharedParams>(props: Props): Props {
  const params = use(SimulationContext)?.params
  if (!params) return props
  const own = Object.entries(props).filter(([, value]) => value !== undefined)
  return { ...params, ...Object.fromEntries(own) } as Props
}
