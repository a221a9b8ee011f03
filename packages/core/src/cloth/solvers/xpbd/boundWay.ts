/**
 * A substep that is long beside its cloth: particles go farther than their neighbours are away, and what
 * one sweep of constraints then finds is one of many places that fit, perhaps on the other side of
 * everything. Nobody can say what cloth really does in so long a time, but not that it speeds up: where
 * constraints have made the way of the substep longer, it is cut to what it was. Ways of less than a
 * constraint's length, by which stretched cloth draws in, are left alone; so is cloth that is moved by
 * hands or pins, which do work.
 */
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

/** Shorter substeps than this, s, resolve what moves at less than a cell of 1 cm in it: 1 m/s. */
export const LONG_SUBSTEP = 0.01

/**
 * @param held particles that pins or hands have
 * @param shortest rest length of a constraint, m
 */
export function boundWay(
  { particles, offsets, predicted, velocities }: XpbdMemory,
  held: readonly number[],
  shortest: number,
): void {
  for (let h = 0; h < held.length; h++) {
    const i = STRIDE * held[h]!
    const isStill = velocities[i] === 0 && velocities[i + 1] === 0 && velocities[i + 2] === 0
    if (particles[i + 3] !== 0 || !isStill) return
  }
  let [mass, before, after] = [0, 0, 0]
  for (let i = 0; i < predicted.length; i += STRIDE) {
    const inverseMass = particles[i + 3]!
    if (!(inverseMass > 0)) continue
    mass += 1 / inverseMass
    for (let k = i; k < i + 3; k++) {
      before += predicted[k]! ** 2 / inverseMass
      after += offsets[k]! ** 2 / inverseMass
    }
  }
  // Mean squares by mass. Offsets begin a substep as what is left of rounding.
  const most = Math.max(before, mass * shortest ** 2)
  if (!(after > most)) return
  const share = Math.sqrt(most / after)
  for (let i = 0; i < predicted.length; i += STRIDE) {
    if (!(particles[i + 3]! > 0)) continue
    for (let k = i; k < i + 3; k++) offsets[k]! *= share
  }
}
