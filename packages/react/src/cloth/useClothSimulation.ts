'use client'
/**
 * One `ClothSimulation` for the life of a component, kept in step with its props: live parameters
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
} from '@billow/core'
import { useLayoutEffect, useRef, useState } from 'react'

/** What `<Cloth>` hands on to its simulation. */
export type ClothSimulationProps = Omit<ClothOptions, 'clock' | 'precision'>

export function useClothSimulation(props: ClothSimulationProps): ClothSimulation {
  const { pins, colliders, origin, offsetAt, mesh } = props
  // A prop that is taken away goes back to its default, so keys hold every parameter.
  const params: ClothParams = {
    ...defaultsOf(clothParams),
    ...checkValues('Cloth', clothParams, props),
  }
  const liveKey = JSON.stringify(paramsOf('live', params))
  const rebuildKey =
    JSON.stringify({ ...paramsOf('rebuild', params), origin }) + (mesh ? identify(mesh) : '')
  const pinsKey = JSON.stringify(pins ?? [], (_, pin: unknown) =>
    typeof pin === 'function' ? identify(pin) : pin,
  )
  const collidersKey = (colliders ?? []).map(describe).join()

  const [simulation] = useState(
    () => new ClothSimulation({ ...params, pins, colliders, origin, offsetAt, mesh }),
  )
  const latest = useRef({ pins, colliders, origin, offsetAt, mesh, params })
  const applied = useRef({ liveKey, rebuildKey, pinsKey, collidersKey })

  useLayoutEffect(() => {
    latest.current = { pins, colliders, origin, offsetAt, mesh, params }
  })

  useLayoutEffect(() => {
    const before = applied.current
    applied.current = { liveKey, rebuildKey, pinsKey, collidersKey }
    if (before.liveKey !== liveKey) simulation.setParams(JSON.parse(liveKey) as LiveClothParams)
    if (before.collidersKey !== collidersKey)
      simulation.setColliders(latest.current.colliders ?? [])
    const now = latest.current
    const pinList = now.pins ?? []
    if (before.rebuildKey !== rebuildKey) {
      simulation.rebuild({
        ...paramsOf('rebuild', now.params),
        pins: pinList,
        ...(now.origin ? { origin: now.origin } : {}),
        ...(now.offsetAt ? { offsetAt: now.offsetAt } : {}),
        ...(now.mesh ? { mesh: now.mesh } : {}),
      })
    } else if (before.pinsKey !== pinsKey) {
      simulation.setPins(pinList)
    }
  }, [simulation, liveKey, rebuildKey, pinsKey, collidersKey])

  return simulation
}

function paramsOf(change: 'live' | 'rebuild', params: ClothParams): Partial<ClothParams> {
  return Object.fromEntries(
    Object.entries(params).filter(
      ([key]) => clothParams[key as keyof ClothParams].change === change,
    ),
  )
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
