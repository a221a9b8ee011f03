'use client'
/**
 * Pins of `<Cloth>` that follow objects of the scene: a target may be an object or a ref to one,
 * wherever object and cloth are in the scene, and the ref may still be empty.
 */
import type { Pin, PinName, TargetedPin } from '@billow/core'
import { ObjectTarget } from '@billow/three'
import { createContext, type RefObject, useMemo, useState } from 'react'
import type { Object3D } from 'three'

/** An object of the scene, or a ref to one. */
export type PinObject = Object3D | RefObject<Object3D | null>

/** Particles that follow an object of the scene. */
export interface PinOnObject extends Omit<TargetedPin, 'target'> {
  readonly target: PinObject
}

export type ClothPins = readonly (Pin | PinOnObject)[] | PinName

/** Takes pins in from components inside a cloth. */
export interface PinHost {
  /** @param pin undefined takes that of the owner away */
  setPin(owner: object, pin: Pin | PinOnObject | undefined): void
}

export const PinHostContext = createContext<PinHost | undefined>(undefined)

/**
 * Pins of the prop and of `<Pin>` components inside the cloth, the latter in the order in which they came.
 *
 * @param mesh of the cloth, in whose space the simulation works
 */
export function useFollowedPins(
  pins: ClothPins | undefined,
  mesh: RefObject<Object3D | null>,
): { readonly pins: readonly Pin[] | PinName | undefined; readonly host: PinHost } {
  const [inside, setInside] = useState<ReadonlyMap<object, Pin | PinOnObject>>(() => new Map())
  const host = useMemo(
    () => ({
      setPin(owner: object, pin: Pin | PinOnObject | undefined) {
        setInside((before) => {
          if (isSamePin(before.get(owner), pin)) return before
          const after = new Map(before)
          if (pin === undefined) after.delete(owner)
          else after.set(owner, pin)
          return after
        })
      },
    }),
    [],
  )
  const own = typeof pins === 'string' ? [pins] : (pins ?? [])
  const followed = useTargets([...own, ...inside.values()], mesh)
  return { pins: inside.size === 0 && typeof pins === 'string' ? pins : followed, host }
}

/** Do both say the same? Inline arrays that do change nothing. */
function isSamePin(one: Pin | PinOnObject | undefined, other: typeof one): boolean {
  if (one === other) return true
  if (!isTargeted(one) || !isTargeted(other)) return false
  return (['particle', 'target', 'offset'] as const).every((key) => isSame(one[key], other[key]))
}

function isTargeted(pin: Pin | PinOnObject | undefined): pin is TargetedPin | PinOnObject {
  return typeof pin === 'object' && 'particle' in pin
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b)
  return a.length === b.length && a.every((value, n) => Object.is(value, b[n]))
}

function useTargets(
  pins: readonly (Pin | PinOnObject)[],
  mesh: RefObject<Object3D | null>,
): readonly Pin[] {
  // The same target for the same object in every render, or pins would be set anew each time.
  const [targets] = useState(() => new WeakMap<object, ObjectTarget>())
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
