/**
 * Colliders as the page has moved them, number by number: made anew from their options they would
 * be rounded anew, and the worker's run would differ in its last bits.
 */
import { type Collider, createCollider } from '../collision/colliders.js'

export type ColliderState = Readonly<Record<string, unknown>>

/** A copy of what a collider is at this moment. */
export function describeColliders(colliders: readonly Collider[]): ColliderState[] {
  return colliders.map((collider) =>
    Object.fromEntries(
      Object.entries(collider).map(([key, value]): [string, unknown] => [
        key,
        value instanceof Float64Array ? value.slice() : value,
      ]),
    ),
  )
}

/**
 * Brings the list in line with what the page has; colliders that are there are changed in place.
 *
 * @returns whether the list holds other colliders than before
 */
export function applyColliders(list: Collider[], states: readonly ColliderState[]): boolean {
  let changed = list.length > states.length
  list.length = Math.min(list.length, states.length)
  states.forEach((state, n) => {
    const fits = list[n]?.type === state.type
    const collider = fits ? list[n]! : createCollider(state as unknown as Collider)
    const fields = collider as unknown as Record<string, unknown>
    for (const [key, value] of Object.entries(state)) {
      const field = fields[key]
      if (field instanceof Float64Array) field.set(value as Float64Array)
      else fields[key] = value
    }
    list[n] = collider
    changed ||= !fits
  })
  return changed
}
