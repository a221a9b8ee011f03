/** Random changes to a JSON value, for tests of what reads files that nobody wrote by hand. */
import fc from 'fast-check'

/** Values that break things more often than evenly drawn ones do. */
const awkward = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -0, -1, 1, 0.5, 1e300, -1e300, 5e-324, 1e7, 4294967296, ''],
  ...['0', 'top', '__proto__', [], {}, [0, 0], [1, 2, 3], [[0, 0]], [[], []], [1e9, 1e9, 1e9]],
)
const anyValue = fc.oneof(awkward, fc.double(), fc.integer(), fc.jsonValue({ maxDepth: 3 }))

/** A change at a random place: a member replaced, taken away or added. */
export interface Mutation {
  readonly place: number
  readonly kind: 'replace' | 'remove' | 'add'
  readonly key: string
  readonly value: unknown
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
  key: fc.oneof(
    fc.constantFrom('colliders', 'pins', 'pinned', 'format', 'friction', '__proto__', 'wind'),
    fc.string(),
  ),
  value: anyValue,
})

type Container = Record<string, unknown>

/** All members of a value, however deep, as [container, key]. */
function members(value: unknown): [Container, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((key) => [
    [value as Container, key] as [Container, string],
    ...members((value as Container)[key]),
  ])
}

/** A copy with the changes. */
export function mutate(scene: unknown, mutations: readonly Mutation[]): unknown {
  const changed = structuredClone(scene)
  for (const { place, kind, key, value } of mutations) {
    const places = members(changed)
    if (places.length === 0) break
    const [container, name] = places[place % places.length]!
    const copy: unknown = structuredClone(value)
    if (kind === 'replace') container[name] = copy
    else if (kind === 'remove') delete container[name]
    // To an array a member by name would be lost in JSON.
    else if (Array.isArray(container)) container.push(copy)
    else
      Object.defineProperty(container, key, {
        value: copy,
        enumerable: true,
        writable: true,
        configurable: true,
      })
  }
  return changed
}
