/**
 * Sine and cosine of an angle in turns (1 turn = 2π), from additions, multiplications and
 * Math.floor alone. These are exact by IEEE 754, so the same bits come out in every engine, which
 * the specification of Math.sin does not promise.
 *
 * With f the turn's fraction in [−½, ½], q = 4 f² and e = 1 − q: sin 2πf = f e S(q) and
 * cos 2πf = e² C(q) − 1, with minimax cubics S and C (Remez 1934; here by Lawson's iteration). The
 * factors e and e² make value and slope join where turns meet.
 */

/** Largest error of both, absolute. */
export const TURN_ERROR = 7e-6

export const SIN_0 = 6.283042280220213
export const SIN_1 = -4.049546195430893
export const SIN_2 = 1.0349825632238445
export const SIN_3 = -0.12737967814809334

export const COS_0 = 1.9999986316595835
export const COS_1 = -0.9347148301275211
export const COS_2 = 0.18832129074154616
export const COS_3 = -0.020130769200744494

/** sin(2π · turns) */
export function sinTurns(turns: number): number {
  const f = turns - Math.floor(turns + 0.5)
  const q = 4 * f * f
  return f * (1 - q) * (SIN_0 + q * (SIN_1 + q * (SIN_2 + q * SIN_3)))
}

/** cos(2π · turns) */
export function cosTurns(turns: number): number {
  const f = turns - Math.floor(turns + 0.5)
  const q = 4 * f * f
  const e = 1 - q
  return e * e * (COS_0 + q * (COS_1 + q * (COS_2 + q * COS_3))) - 1
}
