/** Whether two values say the same: inline arrays are new in every render. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b)
  return a.length === b.length && a.every((value, n) => Object.is(value, b[n]))
}
