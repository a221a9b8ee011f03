/** A longer list with the same numbers at its start. */
export function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
