/**
 * three.js objects as elements of react-three-fiber, made known when the first one is rendered: at import
 * that would be a side effect. They have no names, so they add nothing to the types of JSX, collide with no
 * other library's, and need no `extend` where `createRoot` knows none of three.js's own.
 */
import { extend, type ThreeElements } from '@react-three/fiber'
import type { ComponentType } from 'react'
import { Group } from 'three'

/** @returns gives the element; the same one each time */
export function lazyElement<Props>(
  kind: new (...args: never[]) => object,
): () => ComponentType<Props> {
  let element: ComponentType<Props> | undefined
  return () => (element ??= extend(kind as never) as unknown as ComponentType<Props>)
}

/** `<group>`, whatever the canvas knows. */
export const groupElement = /* @__PURE__ */ lazyElement<ThreeElements['group']>(Group)
