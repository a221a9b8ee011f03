/**
 * The formulas of the lecture in plain TypeScript, as they stand in the CS184 assignment and the
 * papers: what pictures of the shaders are held against.
 */
export type Vec = readonly [number, number, number]

export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const scale = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k]
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const length = (a: Vec): number => Math.hypot(...a)
export const unit = (a: Vec): Vec => scale(a, 1 / length(a))
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

export interface Reflection {
  readonly ka: number
  readonly kd: number
  readonly ks: number
  readonly p: number
  readonly Ia: number
  readonly I: number
}

/** L = ka Ia + kd (I / r²) max(0, n·l) + ks (I / r²) max(0, n·h)^p */
export function blinnPhong(
  { ka, kd, ks, p, Ia, I }: Reflection,
  place: Vec,
  n: Vec,
  eye: Vec,
  lamp: Vec,
): number {
  const toLamp = sub(lamp, place)
  const E = I / dot(toLamp, toLamp)
  const l = unit(toLamp)
  const h = unit(add(unit(sub(eye, place)), l))
  return ka * Ia + kd * E * Math.max(0, dot(n, l)) + ks * E * Math.max(0, dot(n, h)) ** p
}

/** r = d − 2 (d·n) n */
export const reflect = (d: Vec, n: Vec): Vec => sub(d, scale(n, 2 * dot(d, n)))
