/** Options of a collider, complete: one that is left out would stay as it was before. */
export type Shape = Readonly<Record<string, unknown>>

/** Do both say the same? Arrays are compared number by number, so that inline ones change nothing. */
export function isSameShape(before: Shape, now: Shape): boolean {
  return Object.keys(now).every((key) => isSame(before[key], now[key]))
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isList(a) || !isList(b) || a.length !== b.length) return false
  for (let n = 0; n < a.length; n++) if (!Object.is(a[n], b[n])) return false
  return true
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value)
}
