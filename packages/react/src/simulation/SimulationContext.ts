'use client'
/** What cloths and colliders find around them: who steps them, what they share, what they touch. */
import type { ClothParams, WindSource } from '@billow/core'
import type { CollidingObject } from '@billow/three'
import { createContext, use } from 'react'
import type { SimulationLoop } from './SimulationLoop.js'

/** Parameters of the air. */
export interface AirParams {
  /** m/s */
  readonly wind?: ClothParams['wind'] | undefined
  /** Speed of eddies, in parts of the wind, >= 0. */
  readonly turbulence?: number | undefined
  /** Size of eddies, m, > 0. */
  readonly turbulenceScale?: number | undefined
  /** How much the wind rises and falls, 0 to 1. */
  readonly gusts?: number | undefined
  /** From gust to gust, s, > 0. */
  readonly gustPeriod?: number | undefined
}

/** Parameters that the cloths and fields of a simulation have in common, unless they have their own. */
export interface SharedParams extends AirParams {
  /** m/s² */
  readonly gravity?: ClothParams['gravity'] | undefined
  /** Air that streams out of points, or into them. */
  readonly windSources?: readonly WindSource[] | undefined
  /** Simulated seconds per step. */
  readonly timeStep?: number | undefined
  /** Of everything that is random. Another one makes cloths and fields anew. */
  readonly seed?: number | undefined
  /** Draw between the last two steps, for smooth motion at any frame rate. */
  readonly interpolate?: boolean | undefined
}

export interface SimulationState {
  readonly loop: SimulationLoop
  readonly params: SharedParams
}

export const SimulationContext = createContext<SimulationState | undefined>(undefined)

/** The loop around, be it of a simulation or of one cloth that is alone. */
export const LoopContext = createContext<SimulationLoop | undefined>(undefined)

/** Takes what a `<Wind>` says, by the object that stands for it; undefined takes it away. */
export type SetAir = (wind: object, air: AirParams | undefined) => void

export const AirContext = createContext<SetAir | undefined>(undefined)

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
