'use client'
/**
 * Pins of `<Cloth>` that follow objects of the scene: a target may be an object or a ref to one,
 * wherever object and cloth are in the scene, and the ref may still be empty.
 */
import type { Pin, PinName, TargetedPin } from '@billow/core'
import { ObjectTarget } from '@billow/three'
import { type RefObject, useState } from 'react'
import type { Object3D } from 'three'

/** An object of the scene, or a ref to one. */
export type PinObject = Object3D | RefObject<Object3D | null>

/** Particles that follow an object of the scene. */
export interface PinOnObject extends Omit<TargetedPin, 'target'> {
  readonly target: PinObject
}

export type ClothPins = readonly (Pin | PinOnObject)[] | PinName

/** @param mesh of the cloth, in whose space the simulation works */
export function useFollowedPins(
  pins: ClothPins | undefined,
  mesh: RefObject<Object3D | null>,
): readonly Pin[] | PinName | undefined {
  // The same target for the same object in every render, or pins would be set anew each time.
  const [targets] = useState(() => new WeakMap<object, ObjectTarget>())
  if (pins === undefined || typeof pins === 'string') return pins
  return pins.map((pin) => {
    if (!isOnObject(pin)) return pin
    const { target } = pin
    const known = targets.get(target)
    const object = (): Object3D | null => ('current' in target ? target.current : target)
    const followed = known ?? new ObjectTarget(() => mesh.current, object)
    if (!known) targets.set(target, followed)
    return { ...pin, target: followed }
  })
}

function isOnObject(pin: Pin | PinOnObject): pin is PinOnObject {
  if (typeof pin !== 'object' || !('particle' in pin)) return false
  const { target } = pin
  return typeof target === 'object' && ('current' in target || 'isObject3D' in target)
}
