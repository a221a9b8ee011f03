/**
 * Colliders from descriptions, as a cloth takes them. The common kinds are always known; the others
 * come with their class or with `createCollider`, so that nobody loads a mesh for a ball.
 */
import { fail, show } from '../../params/check.js'
import { BoxCollider } from './BoxCollider.js'
import { CapsuleCollider } from './CapsuleCollider.js'
import type { Collider, ColliderOptions, ColliderType } from './Collider.js'
import { ColliderBase } from './ColliderBase.js'
import { PlaneCollider } from './PlaneCollider.js'
import { SphereCollider } from './SphereCollider.js'

/** What makes a collider of a kind. */
export type ColliderClass = new (options: never) => Collider

/** By kind; those that a program loads only when it uses them are names until then. */
const classes = new Map<unknown, ColliderClass | string>([
  ['sphere', SphereCollider],
  ['plane', PlaneCollider],
  ['box', BoxCollider],
  ['capsule', CapsuleCollider],
  ['cylinder', 'CylinderCollider'],
  ['cone', 'ConeCollider'],
  ['mesh', 'MeshCollider'],
  ['heightField', 'HeightFieldCollider'],
])

/** Makes kinds known from now on. */
export function addColliderClasses(more: Partial<Record<ColliderType, ColliderClass>>): void {
  for (const [type, kind] of Object.entries(more)) classes.set(type, kind)
}

/** A collider from its description; a collider object is taken as it is. */
export function toCollider(options: ColliderOptions | Collider): Collider {
  if (options instanceof ColliderBase) return options
  // What comes from outside may be anything, whatever its type says.
  const type: unknown = (options as ColliderOptions | null | undefined)?.type
  const kind = classes.get(type)
  if (typeof kind === 'function') return new kind(options as never)
  if (kind) {
    fail(
      'collider',
      `type ${show(type)} is not loaded; give new ${kind}(…), or createCollider(…) of @billow/core`,
    )
  }
  const kinds = [...classes.keys()].map(show).join(', ')
  return fail('collider', `type must be one of ${kinds}, got ${show(type)}`)
}

/** @throws BillowError for anything that is no list of colliders */
export function toColliders(list: readonly (ColliderOptions | Collider)[]): Collider[] {
  if (!Array.isArray(list)) fail('colliders', `must be an array of colliders, got ${show(list)}`)
  return Array.from(list as (ColliderOptions | Collider)[], toCollider)
}
