/** The particles of a Verlet solver, as contacts take them. */
import { BATCH } from '../../collision/Probe.js'
import type { ContactBatch, ContactParticles } from '../../collision/ContactParticles.js'
import type { ClothState, ParticleArray } from '../ClothState.js'

export class VerletParticles implements ContactParticles {
  /** kg per particle */
  mass = 1

  constructor(private readonly state: ClothState) {}

  get count(): number {
    return this.state.fixed.length
  }

  writeBounds(boxes: Float64Array): void {
    writePointBounds(this.state.positions, boxes)
  }

  load(first: number, batch: ContactBatch): void {
    const { positions, lastPositions, fixed } = this.state
    const { points, starts, masses, particles } = batch
    batch.count = Math.min(BATCH, fixed.length - first)
    for (let s = 0, i = 3 * first; s < 3 * batch.count; s++, i++) {
      points[s] = positions[i]!
      starts[s] = lastPositions[i]!
    }
    for (let slot = 0; slot < batch.count; slot++) {
      particles[slot] = first + slot
      masses[slot] = fixed[first + slot] === 0 ? this.mass : 0
    }
  }

  store(first: number, batch: ContactBatch): void {
    const { points, shifts, masses, count, isShifted } = batch
    const { positions, lastPositions } = this.state
    for (let s = 0, i = 3 * first; s < 3 * count; s++, i++) {
      if (masses[(s / 3) | 0] === 0) continue
      positions[i] = points[s]!
      if (isShifted) lastPositions[i]! += shifts[s]!
    }
  }
}

/** Least and greatest xyz of every batch of points, m. */
export function writePointBounds(positions: ParticleArray, boxes: Float64Array): void {
  for (let start = 0, at = 0; start < positions.length; start += 3 * BATCH, at += 6) {
    const end = Math.min(start + 3 * BATCH, positions.length)
    let lx = Infinity
    let ly = Infinity
    let lz = Infinity
    let hx = -Infinity
    let hy = -Infinity
    let hz = -Infinity
    for (let i = start; i < end; i += 3) {
      const x = positions[i]!
      const y = positions[i + 1]!
      const z = positions[i + 2]!
      if (x < lx) lx = x
      if (x > hx) hx = x
      if (y < ly) ly = y
      if (y > hy) hy = y
      if (z < lz) lz = z
      if (z > hz) hz = z
    }
    boxes[at] = lx
    boxes[at + 1] = ly
    boxes[at + 2] = lz
    boxes[at + 3] = hx
    boxes[at + 4] = hy
    boxes[at + 5] = hz
  }
}
