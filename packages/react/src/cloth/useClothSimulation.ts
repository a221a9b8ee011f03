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
  type ClothSettings,
  ClothSimulation,
  defaultsOf,
  type LiveClothParams,
} from '@billow/core'
import { useLayoutEffect, useRef, useState } from 'react'

/** What `<Cloth>` hands on to its simulation. */
export type ClothSimulationProps = Omit<ClothOptions, 'clock' | 'precision'>

export function useClothSimulation(props: ClothSimulationProps): ClothSimulation {
  const { pins, colliders, origin, offsetAt } = props
  // A prop that is taken away goes back to its default, so keys hold every parameter.
  const params: ClothParams = {
    ...defaultsOf(clothParams),
    ...checkValues('Cloth', clothParams, props),
  }
  const liveKey = JSON.stringify(paramsOf('live', params))
  const rebuildKey = JSON.stringify({ ...paramsOf('rebuild', params), origin })
  const pinsKey = JSON.stringify(pins ?? [])
  const collidersKey = (colliders ?? []).map(identify).join()

  const [simulation] = useState(
    () => new ClothSimulation({ ...params, pins, colliders, origin, offsetAt }),
  )
  const latest = useRef({ colliders, offsetAt })
  const applied = useRef({ liveKey, rebuildKey, pinsKey, collidersKey })

  useLayoutEffect(() => {
    latest.current = { colliders, offsetAt }
  })

  useLayoutEffect(() => {
    const before = applied.current
    applied.current = { liveKey, rebuildKey, pinsKey, collidersKey }
    if (before.liveKey !== liveKey) simulation.setParams(JSON.parse(liveKey) as LiveClothParams)
    if (before.collidersKey !== collidersKey)
      simulation.setColliders(latest.current.colliders ?? [])
    const pinsChanged = before.pinsKey !== pinsKey
    const pinList = JSON.parse(pinsKey) as NonNullable<ClothSettings['pins']>
    if (before.rebuildKey !== rebuildKey) {
      const changes = JSON.parse(rebuildKey) as Partial<ClothParams> & Pick<ClothSettings, 'origin'>
      const { offsetAt: offset } = latest.current
      simulation.rebuild({ ...changes, pins: pinList, ...(offset ? { offsetAt: offset } : {}) })
    } else if (pinsChanged) {
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
function identify(collider: NonNullable<ClothSettings['colliders']>[number]): string {
  if (Object.getPrototypeOf(collider) === Object.prototype) return JSON.stringify(collider)
  let identity = identities.get(collider)
  if (identity === undefined) {
    identity = nextIdentity++
    identities.set(collider, identity)
  }
  return `#${identity}`
}
