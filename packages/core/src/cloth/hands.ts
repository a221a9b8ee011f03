/**
 * The hands on an xpbd cloth. A hand is strong, but not without bound: a grabbed particle stays free,
 * and the hand brings it to where it is with a force of `grabStrength` at most. So it drags as long
 * as the cloth can follow, and lets slip what pins and the strain limit do not give.
 *
 * While it is held, the particle has the mass of the hand: what the force brings to the full speed
 * of a hand within one step. Less would let light cloth hang below the hand, since one sweep over
 * the constraints passes on little of its weight; more would overshoot the target. The strain limit
 * at the end of a step sees the particle's own mass, so that the hand does not stand against it.
 */
import type { ClothParams } from '../params/clothParams.js'
import { MAX_HOLD_SPEED } from './HandPace.js'
import type { Holds } from './Holds.js'

/** Particles of a solver: origin + base + offset is where each is, at every `stride` numbers. */
export interface HandledParticles {
  /** m */
  readonly origin: Float64Array
  /** Base x, y, z (m) and inverse mass (1/kg). */
  readonly particles: Float32Array
  /** m */
  readonly offsets: Float32Array
  readonly stride: number
  /** kg per particle */
  readonly masses: Float64Array
}

type HandParams = Pick<ClothParams, 'grabStrength' | 'timeStep'>

/** Gives grabbed particles the mass of the hand. */
export function takeInHand(
  { particles, stride, masses }: HandledParticles,
  { hands }: Holds,
  { grabStrength, timeStep }: HandParams,
): void {
  const massOfHand = (grabStrength * timeStep) / MAX_HOLD_SPEED
  for (let h = 0; h < hands.length; h++) {
    const p = hands[h]!
    particles[stride * p + 3] = 1 / Math.max(masses[p]!, massOfHand)
  }
}

/** Gives grabbed particles their own mass back. */
export function letSlip({ particles, stride, masses }: HandledParticles, { hands }: Holds): void {
  for (let h = 0; h < hands.length; h++) {
    const p = hands[h]!
    particles[stride * p + 3] = 1 / masses[p]!
  }
}

/**
 * Pulls grabbed particles to their hands, as far as the force can within a substep.
 *
 * @param dt substep, s
 */
export function pull(
  { origin, particles, offsets, stride }: HandledParticles,
  { hands, places }: Holds,
  { grabStrength }: HandParams,
  dt: number,
): void {
  for (let h = 0; h < hands.length; h++) {
    const i = stride * hands[h]!
    const s = 3 * hands[h]!
    const dx = places[s]! - origin[0]! - particles[i]! - offsets[i]!
    const dy = places[s + 1]! - origin[1]! - particles[i + 1]! - offsets[i + 1]!
    const dz = places[s + 2]! - origin[2]! - particles[i + 2]! - offsets[i + 2]!
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    const reach = grabStrength * dt * dt * particles[i + 3]!
    const share = distance <= reach ? 1 : reach / distance
    offsets[i]! += share * dx
    offsets[i + 1]! += share * dy
    offsets[i + 2]! += share * dz
  }
}
