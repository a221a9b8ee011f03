/**
 * The particles of an xpbd cloth, as contacts take them: in double precision and in the world, since
 * friction looks at small ways in large coordinates. What is moved goes into the offsets.
 */
import type { ContactRule } from '../../../collision/Contacts.js'
import { BATCH } from '../../../collision/Probe.js'
import type { ContactBatch, ContactParticles } from '../../../collision/ContactParticles.js'
import type { Points } from '../../ClothState.js'
import { writePointBounds } from '../VerletParticles.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

export class XpbdParticles implements ContactParticles {
  /** A copy of where particles are, xyz, m, while layers work on it: it is kept up to date. */
  located: Points['positions'] | undefined
  /** Points of a batch as they were loaded. */
  private readonly loaded = new Float64Array(3 * BATCH)

  /**
   * @param origin of the frame that the particles are in, m
   * @param masses kg per particle
   */
  constructor(
    private readonly memory: XpbdMemory,
    private readonly origin: Float64Array,
    private readonly masses: Float64Array,
  ) {}

  get count(): number {
    return this.memory.particleCount
  }

  writeBounds(boxes: Float64Array): void {
    if (this.located) {
      writePointBounds(this.located, boxes)
      return
    }
    const { particles, offsets, particleCount } = this.memory
    const { origin } = this
    const ox = origin[0]!
    const oy = origin[1]!
    const oz = origin[2]!
    const last = STRIDE * particleCount
    for (let start = 0, at = 0; start < last; start += STRIDE * BATCH, at += 6) {
      const end = Math.min(start + STRIDE * BATCH, last)
      let lx = Infinity
      let ly = Infinity
      let lz = Infinity
      let hx = -Infinity
      let hy = -Infinity
      let hz = -Infinity
      for (let i = start; i < end; i += STRIDE) {
        const x = particles[i]! + offsets[i]!
        const y = particles[i + 1]! + offsets[i + 1]!
        const z = particles[i + 2]! + offsets[i + 2]!
        if (x < lx) lx = x
        if (x > hx) hx = x
        if (y < ly) ly = y
        if (y > hy) hy = y
        if (z < lz) lz = z
        if (z > hz) hz = z
      }
      boxes[at] = lx + ox
      boxes[at + 1] = ly + oy
      boxes[at + 2] = lz + oz
      boxes[at + 3] = hx + ox
      boxes[at + 4] = hy + oy
      boxes[at + 5] = hz + oz
    }
  }

  load(first: number, batch: ContactBatch, rule: Pick<ContactRule, 'dt' | 'isSubstep'>): void {
    const dt = rule.isSubstep ? rule.dt : 0
    const { particles: bases, offsets, predicted, velocities, particleCount } = this.memory
    const { origin, masses: own, loaded, located } = this
    const { points, starts, masses, particles } = batch
    batch.count = Math.min(BATCH, particleCount - first)
    for (let slot = 0, s = 0, i = STRIDE * first; slot < batch.count; slot++, s += 3, i += STRIDE) {
      particles[slot] = first + slot
      masses[slot] = bases[i + 3] === 0 ? 0 : own[first + slot]!
      for (let k = 0; k < 3; k++) {
        const base = origin[k]! + bases[i + k]!
        points[s + k] = located ? located[3 * first + s + k]! : base + offsets[i + k]!
        loaded[s + k] = points[s + k]!
        // Integration has moved it by its velocity, from where it was.
        starts[s + k] = base + (predicted[i + k]! - dt * velocities[i + k]!)
      }
    }
  }

  store(first: number, batch: ContactBatch): void {
    const { points, shifts, count, isShifted } = batch
    const { offsets, predicted } = this.memory
    const { loaded, located } = this
    for (let slot = 0, s = 0, i = STRIDE * first; slot < count; slot++, s += 3, i += STRIDE) {
      for (let k = 0; k < 3; k++) {
        if (located) located[3 * first + s + k] = points[s + k]!
        offsets[i + k]! += points[s + k]! - loaded[s + k]!
        // Velocity is what is made of the way beyond the predicted place.
        if (isShifted) predicted[i + k]! += shifts[s + k]!
      }
    }
  }
}
