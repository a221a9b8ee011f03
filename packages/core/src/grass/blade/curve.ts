/**
 * The curve of a blade: a quadratic Bézier curve from the root v0 over the guide v1 to the tip v2,
 * P(t) = (1−t)² v0 + 2t(1−t) v1 + t² v2 (Jahrmann & Wimmer 2017, section 3). All points are given
 * relative to the root, so v0 is 0.
 */

/** A point or direction, xyz. */
export type Vector = readonly [number, number, number]

/** P(t), m from the root. */
export function pointAt(guide: Vector, tip: Vector, t: number): Vector {
  const a = 2 * t * (1 - t)
  const b = t * t
  return [a * guide[0] + b * tip[0], a * guide[1] + b * tip[1], a * guide[2] + b * tip[2]]
}

/** dP/dt, m: along the blade. Zero at the root of a curve whose guide is at the root. */
export function tangentAt(guide: Vector, tip: Vector, t: number): Vector {
  const a = 2 - 4 * t
  const b = 2 * t
  return [a * guide[0] + b * tip[0], a * guide[1] + b * tip[1], a * guide[2] + b * tip[2]]
}

/**
 * The length that the model corrects, m: (2 L0 + L1) / 3 with the chord L0 and the control polygon
 * L1 (Gravesen 1993, for degree 2).
 */
export function approximateLength(guide: Vector, tip: Vector): number {
  const chord = Math.hypot(...tip)
  const rest = Math.hypot(tip[0] - guide[0], tip[1] - guide[1], tip[2] - guide[2])
  return (2 * chord + Math.hypot(...guide) + rest) / 3
}

/**
 * The true length, m: ∫ |dP/dt| dt with dP/dt = 2 (v1 + t d), d = v2 − 2 v1, in closed form. Where d
 * vanishes next to v1 the curve is run through at constant speed, where both are parallel it is a
 * straight way there and perhaps back.
 */
export function arcLength(guide: Vector, tip: Vector): number {
  const dx = tip[0] - 2 * guide[0]
  const dy = tip[1] - 2 * guide[1]
  const dz = tip[2] - 2 * guide[2]
  const a = dx * dx + dy * dy + dz * dz
  const b = dx * guide[0] + dy * guide[1] + dz * guide[2]
  const c = guide[0] * guide[0] + guide[1] * guide[1] + guide[2] * guide[2]
  if (a <= 1e-20 * c || a === 0) return 2 * Math.sqrt(c)
  // |v1 + t d|² = a (t + m)² + k
  const m = b / a
  const k = Math.max(c - b * m, 0)
  const root = Math.sqrt(a)
  if (k <= 1e-20 * c) {
    const half = (x: number): number => 0.5 * x * Math.abs(x)
    return 2 * root * (half(1 + m) - half(m))
  }
  const scale = Math.sqrt(k / a)
  const primitive = (x: number): number =>
    0.5 * (x * Math.sqrt(a * x * x + k) + (k / root) * Math.asinh(x / scale))
  return 2 * (primitive(1 + m) - primitive(m))
}
