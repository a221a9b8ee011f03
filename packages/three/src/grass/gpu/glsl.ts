/** Numbers of TypeScript in the text of a shader, so that both sides have the same. */

/** A float of GLSL, which must not look like an integer. */
export function float(value: number): string {
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** Numbers on the graphics card have no more range than this: squares of them are still finite. */
const LARGEST = 1e9

/** A speed or rate for a shader; past any that makes a difference they become the largest. */
export function bounded(value: number): number {
  return Math.min(Math.max(value, -LARGEST), LARGEST)
}
