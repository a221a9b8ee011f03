'use client'
/**
 * What the props of a cloth say, and a simulation that is kept in step with them: live parameters
 * are set, others rebuild. Props are compared by value, so inline arrays and objects change nothing.
 */
import {
  checkValues,
  type ClothOptions,
  clothParams,
  type ClothParams,
  ClothSimulation,
  type Collider,
  type ColliderOptions,
  defaultsOf,
  type LiveClothParams,
  type Pin,
  type WindSource,
} from '@billow/core'
import type { ClothWorker } from '@billow/core/worker'
import { useLayoutEffect, useRef, useState } from 'react'
import { paramsOf } from '../paramsOf.js'

/** What `<Cloth>` hands on to its simulation. */
export type ClothSimulationProps = Omit<ClothOptions, 'clock' | 'precision'>

/** A cloth wherever it is simulated. */
export type AnyCloth = ClothSimulation | ClothWorker

/** Tell whether something has changed. */
interface RecipeKeys {
  readonly liveKey: string
  readonly rebuildKey: string
  readonly pinsKey: string
  readonly sourcesKey: string
  readonly collidersKey: string
}

/** Everything that props say about a cloth. */
export interface ClothRecipe {
  readonly options: ClothSimulationProps & ClothParams
  readonly keys: RecipeKeys
}

/** A cloth, and the recipe that it was made by. */
export interface Made<Cloth extends AnyCloth = AnyCloth> {
  readonly simulation: Cloth
  readonly keys: RecipeKeys
  /** Those of the props, which change with them; components in the scene add and remove others. */
  readonly colliders: readonly Collider[]
}

/** Notes what a cloth was made by, before anybody else changes it. */
export function noteRecipe<Cloth extends AnyCloth>(
  simulation: Cloth,
  { keys }: ClothRecipe,
): Made<Cloth> {
  return { simulation, keys, colliders: [...simulation.colliders] }
}

/** @throws BillowError for a wrong parameter */
export function readRecipe(props: ClothSimulationProps): ClothRecipe {
  const { pins, colliders, origin, offsetAt, mesh, strengthAt, windSources } = props
  const { triangleCollision, triangleContact } = props
  // A prop that is taken away goes back to its default, so keys hold every parameter.
  const params: ClothParams = {
    ...defaultsOf(clothParams),
    ...checkValues('Cloth', clothParams, props),
  }
  return {
    options: {
      ...{ ...params, pins, colliders, origin, offsetAt, mesh, strengthAt, windSources },
      triangleCollision,
      triangleContact,
    },
    keys: {
      liveKey: JSON.stringify(paramsOf(clothParams, 'live', params)),
      rebuildKey:
        JSON.stringify({ ...paramsOf(clothParams, 'rebuild', params), origin }) +
        (mesh ? identify(mesh) : ''),
      pinsKey: typeof pins === 'string' ? pins : JSON.stringify((pins ?? []).map(describePin)),
      sourcesKey: JSON.stringify(windSources ?? []),
      collidersKey: (colliders ?? []).map(describe).join(),
    },
  }
}

/** One simulation for the life of a component. */
export function useClothSimulation(props: ClothSimulationProps): ClothSimulation {
  const recipe = readRecipe(props)
  const [made] = useState(() => noteRecipe(new ClothSimulation(recipe.options), recipe))
  useInStep(made, recipe)
  return made.simulation
}

/** Brings a cloth in line with the recipe of every render. */
export function useInStep(made: Made | undefined, recipe: ClothRecipe): void {
  const { keys } = recipe
  const { liveKey, rebuildKey, pinsKey, sourcesKey, collidersKey } = keys
  const latest = useRef(recipe)
  const applied = useRef(made)

  useLayoutEffect(() => {
    latest.current = recipe
  })

  useLayoutEffect(() => {
    if (!made) return
    const { simulation } = made
    const { keys: before, colliders } =
      applied.current?.simulation === simulation ? applied.current : made
    const now = latest.current.options
    const isKept = (collider: unknown) => colliders.includes(collider as Collider)
    const next =
      before.collidersKey === collidersKey
        ? colliders
        : (now.colliders ?? []).map((collider) =>
            isKept(collider) ? (collider as Collider) : simulation.addCollider(collider),
          )
    for (const collider of colliders)
      if (!next.includes(collider)) simulation.removeCollider(collider)
    applied.current = { simulation, keys: latest.current.keys, colliders: next }
    if (before.liveKey !== liveKey) simulation.setParams(JSON.parse(liveKey) as LiveClothParams)
    if (before.sourcesKey !== sourcesKey)
      simulation.setWindSources(JSON.parse(sourcesKey) as WindSource[])
    const pins = now.pins ?? []
    if (before.rebuildKey !== rebuildKey) {
      const { origin, offsetAt, mesh, strengthAt } = now
      simulation.rebuild({
        ...paramsOf(clothParams, 'rebuild', now),
        pins,
        origin,
        offsetAt,
        mesh,
        strengthAt,
      })
    } else if (before.pinsKey !== pinsKey) {
      simulation.setPins(pins)
    }
  }, [made, liveKey, rebuildKey, pinsKey, sourcesKey, collidersKey])
}

/** What is followed, and functions, are the same when they are the same object. */
function describePin(pin: Pin): unknown {
  if (typeof pin === 'function') return identify(pin)
  if (typeof pin !== 'object' || !('particle' in pin)) return pin
  const { particle, target, offset } = pin
  return {
    particle: typeof particle === 'function' ? identify(particle) : particle,
    target: Array.isArray(target) ? target : identify(target),
    offset,
  }
}

const identities = new WeakMap<object, number>()
let nextIdentity = 0

/** Plain descriptions are the same when they say the same; collider objects when they are the same. */
function describe(collider: Collider | ColliderOptions): string {
  return Object.getPrototypeOf(collider) === Object.prototype
    ? JSON.stringify(collider)
    : identify(collider)
}

/** A name for an object or function that is the same as long as the object is. */
function identify(object: object): string {
  let identity = identities.get(object)
  if (identity === undefined) {
    identity = nextIdentity++
    identities.set(object, identity)
  }
  return `#${identity}`
}
