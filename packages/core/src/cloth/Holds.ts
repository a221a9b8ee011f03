/**
 * The particles that do not follow forces: pins, and those a hand holds. Each has a target that it
 * moves to evenly over the substeps of a step, at a bounded speed, so that neither a pin that jumps
 * nor a fast pointer tears at the cloth.
 */
import type { ClothState } from './ClothState.js'
import type { StepTiming } from './solvers/ClothSolver.js'

/** Fastest that a held particle follows its target, m/s: a quick movement of an arm. */
const MAX_HOLD_SPEED = 15

const PINNED = 1
const GRABBED = 2

export class Holds {
  /** PINNED and GRABBED bits per particle. */
  readonly kinds: Uint8Array
  /** xyz per particle, m; meant only where the particle is held. */
  readonly targets: Float64Array
  /** Particles that are held, in the order they were taken. */
  private held: number[] = []
  private changes = 0

  constructor(private readonly state: ClothState) {
    this.kinds = new Uint8Array(state.fixed.length)
    this.targets = new Float64Array(state.positions.length)
  }

  /** Held particles in the order they were taken. */
  get particles(): readonly number[] {
    return this.held
  }

  /** Grows whenever a particle is taken or let go. */
  get revision(): number {
    return this.changes
  }

  pin(particle: number, target: readonly [number, number, number] | undefined): void {
    this.hold(particle, PINNED, target)
  }

  grab(particle: number, target: readonly [number, number, number]): void {
    this.hold(particle, GRABBED, target)
  }

  unpin(particle: number): void {
    this.letGo(particle, PINNED)
  }

  /** Opens the hand. A pin that was dragged stays where it is now. */
  release(particle: number): void {
    this.letGo(particle, GRABBED)
    if (this.isPinned(particle)) this.setTarget(particle, undefined)
  }

  isPinned(particle: number): boolean {
    return (this.kinds[particle]! & PINNED) !== 0
  }

  isGrabbed(particle: number): boolean {
    return (this.kinds[particle]! & GRABBED) !== 0
  }

  grabbed(): number[] {
    return this.held.filter((particle) => this.isGrabbed(particle))
  }

  pinned(): number[] {
    return this.held.filter((particle) => this.isPinned(particle))
  }

  clear(): void {
    for (const particle of this.held) this.state.fixed[particle] = 0
    this.kinds.fill(0)
    this.held = []
    this.changes++
  }

  /** Moves held particles on towards their targets; `left` substeps remain, this one included. */
  move(left: number, { dt }: StepTiming): void {
    const { positions, lastPositions } = this.state
    const { held, targets } = this
    const reach = MAX_HOLD_SPEED * dt
    for (let h = 0; h < held.length; h++) {
      const i = 3 * held[h]!
      const dx = targets[i]! - positions[i]!
      const dy = targets[i + 1]! - positions[i + 1]!
      const dz = targets[i + 2]! - positions[i + 2]!
      const stride = Math.sqrt(dx * dx + dy * dy + dz * dz) / left
      lastPositions[i] = positions[i]!
      lastPositions[i + 1] = positions[i + 1]!
      lastPositions[i + 2] = positions[i + 2]!
      if (stride === 0) continue
      if (left === 1 && stride <= reach) {
        // Exactly on the target, without the rounding of a sum.
        positions[i] = targets[i]!
        positions[i + 1] = targets[i + 1]!
        positions[i + 2] = targets[i + 2]!
        continue
      }
      const share = Math.min(1, reach / stride) / left
      positions[i]! += share * dx
      positions[i + 1]! += share * dy
      positions[i + 2]! += share * dz
    }
  }

  /** Takes over another set of holds, as from a snapshot. */
  assign(kinds: Uint8Array, targets: Float64Array, order: readonly number[]): void {
    this.clear()
    this.kinds.set(kinds)
    this.targets.set(targets)
    this.held = [...order]
    for (const particle of this.held) this.state.fixed[particle] = 1
  }

  private hold(
    particle: number,
    kind: number,
    target: readonly [number, number, number] | undefined,
  ): void {
    if (this.kinds[particle] === 0) this.held.push(particle)
    this.kinds[particle]! |= kind
    this.changes++
    this.state.fixed[particle] = 1
    this.setTarget(particle, target)
  }

  private letGo(particle: number, kind: number): void {
    if (this.kinds[particle] === 0) return
    this.kinds[particle]! &= ~kind
    this.changes++
    if (this.kinds[particle] !== 0) return
    this.state.fixed[particle] = 0
    this.held = this.held.filter((other) => other !== particle)
  }

  private setTarget(particle: number, target: readonly [number, number, number] | undefined): void {
    const { positions } = this.state
    const i = 3 * particle
    for (let axis = 0; axis < 3; axis++)
      this.targets[i + axis] = target?.[axis] ?? positions[i + axis]!
  }
}
