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

export interface Fabric {
  /** Linear colour of the thread on top, one channel. */
  readonly yarn: number
  readonly roughness: number
  readonly spread: number
  readonly sheen: number
  readonly sheenColor: number
  readonly sheenRoughness: number
}

/**
 * What woven fabric sends to v of light from l, for E = 1, with threads along t: Lambert, Schlick,
 * GGX with two roughnesses (Heitz 2014, equations 85 and 99) and the sheen of Estevez and Kulla (2017,
 * equation 2) with the visibility of Neubelt and Pettineo (2013), over what the sheen leaves.
 *
 * @param albedo directional albedo of the sheen at v (`sheenAlbedo`)
 */
export function fabric(f: Fabric, n: Vec, t: Vec, v: Vec, l: Vec, albedo: number): number {
  const b = cross(n, t)
  const h = unit(add(v, l))
  const [nl, nv, nh] = [dot(n, l), dot(n, v), dot(n, h)]
  const F = 0.04 + 0.96 * (1 - dot(v, h)) ** 5
  const [at, ab] = [f.roughness ** 2, f.spread ** 2]
  const m = (dot(t, h) / at) ** 2 + (dot(b, h) / ab) ** 2 + nh ** 2
  const D = 1 / (Math.PI * at * ab * m * m)
  const Lambda = (w: Vec): number => {
    const slope = ((at * dot(t, w)) ** 2 + (ab * dot(b, w)) ** 2) / dot(n, w) ** 2
    return (Math.sqrt(1 + slope) - 1) / 2
  }
  const G = 1 / (1 + Lambda(v) + Lambda(l))
  const shine = (D * G * F) / (4 * nl * nv)
  const most = Math.max(1, albedo)
  const sheen = (f.sheen * f.sheenColor * charlie(f.sheenRoughness, nl, nv, nh)) / most
  const below = 1 - (f.sheen * f.sheenColor * albedo) / most
  // E is 1/π of the irradiance.
  return nl * (below * ((1 - F) * f.yarn + Math.PI * shine) + Math.PI * sheen)
}

function charlie(roughness: number, nl: number, nv: number, nh: number): number {
  const alpha = roughness ** 2
  const D = ((2 + 1 / alpha) * Math.sqrt(1 - Math.min(1, nh * nh)) ** (1 / alpha)) / (2 * Math.PI)
  return D / (4 * (nl + nv - nl * nv))
}

/** Share of light from one direction that the sheen sends anywhere: the integral over the hemisphere. */
export function sheenAlbedo(roughness: number, nv: number, steps = 200): number {
  const v: Vec = [Math.sqrt(1 - nv * nv), 0, nv]
  let sum = 0
  for (let i = 0; i < steps; i++) {
    const nl = (i + 0.5) / steps
    for (let j = 0; j < 2 * steps; j++) {
      const turn = (Math.PI * (j + 0.5)) / steps
      const sine = Math.sqrt(1 - nl * nl)
      const l: Vec = [sine * Math.cos(turn), sine * Math.sin(turn), nl]
      sum += charlie(roughness, nl, nv, unit(add(v, l))[2]) * nl
    }
  }
  return (sum * 2 * Math.PI) / (2 * steps * steps)
}
