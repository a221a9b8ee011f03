/**
 * Contacts of an xpbd cloth, with its own layers and with colliders. These are at places in the world
 * and friction looks at small ways, so contacts work on coordinates in double precision: layers on
 * copies of all of them, colliders on batches near them. What they move is handed on to the offsets
 * of the particles.
 */
import type { Collider } from '../../../collision/colliders/Collider.js'
import { type ContactRule, Contacts, type CreateFaceStage } from '../../../collision/Contacts.js'
import type { CreateLayerGuard, Layer } from '../../../collision/Layers.js'
import { BATCH } from '../../../collision/Probe.js'
import type { ClothState } from '../../ClothState.js'
import { ClothLayer } from '../ClothLayer.js'
import type { StepTiming } from '../ClothSolver.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'
import { XpbdParticles } from './XpbdParticles.js'

export class XpbdContacts extends ClothLayer {
  readonly points: Layer['points']
  readonly bodies: Contacts
  protected readonly rule: ContactRule = {
    colliderOffset: 0,
    dt: 1,
    isSubstep: true,
    letsOut: true,
  }
  private readonly particles: XpbdParticles

  /**
   * @param origin of the frame that the particles are in, m
   * @param masses kg per particle
   */
  constructor(
    private readonly memory: XpbdMemory,
    { sheet, fixed }: ClothState,
    private readonly origin: Float64Array,
    masses: Float64Array,
    colliders: readonly Collider[],
    createGuard: CreateLayerGuard | undefined,
    createFaces: CreateFaceStage | undefined,
  ) {
    super(sheet, createGuard, createFaces)
    this.points = {
      positions: new Float64Array(3 * sheet.particleCount),
      lastPositions: new Float64Array(3 * sheet.particleCount),
      stride: 3,
      fixed,
    }
    this.particles = new XpbdParticles(memory, origin, masses)
    this.bodies = new Contacts(this.particles, colliders)
  }

  override topologyChanged(): void {
    super.topologyChanged()
    this.bodies.topologyChanged()
  }

  override beginStep(timing: StepTiming): void {
    super.beginStep(timing)
    this.bodies.beginStep(timing)
  }

  /** Moves colliders on by a substep, and remembers where the particles are. */
  beginSubstep(last: boolean): void {
    this.bodies.beginSubstep(last)
    if (this.touchesLayers) this.locate(this.points.lastPositions)
  }

  override refresh(): void {
    const { positions, lastPositions } = this.points
    const { velocities } = this.memory
    const { dt } = this.timing
    this.locate(positions)
    for (let i = 0, s = 0; s < positions.length; i += STRIDE, s += 3)
      for (let k = 0; k < 3; k++) lastPositions[s + k] = positions[s + k]! - velocities[i + k]! * dt
  }

  protected override weigh(): void {
    const { inverseMasses } = this
    const { particles } = this.memory
    for (let p = 0; p < inverseMasses.length; p++) inverseMasses[p] = particles[STRIDE * p + 3]!
  }

  protected override begin(isSubstep: boolean): void {
    const { rule, timing } = this
    rule.dt = isSubstep ? timing.dt : timing.step
    rule.isSubstep = isSubstep
    // Once in a substep particles come out of bodies that they were in from the start.
    rule.letsOut = isSubstep
  }

  protected override open(): void {
    const { positions } = this.points
    this.locate(positions)
    this.particles.located = positions
  }

  protected override close(hasMoved: boolean): number {
    this.particles.located = undefined
    return hasMoved ? this.handOn() : 0
  }

  private locate(out: Layer['points']['positions']): void {
    const { particles, offsets } = this.memory
    const { origin } = this
    for (let i = 0, s = 0; s < out.length; i += STRIDE, s += 3) {
      out[s] = origin[0]! + (particles[i]! + offsets[i]!)
      out[s + 1] = origin[1]! + (particles[i + 1]! + offsets[i + 1]!)
      out[s + 2] = origin[2]! + (particles[i + 2]! + offsets[i + 2]!)
    }
  }

  /**
   * Where layers have moved particles. Colliders have handed on what they moved by themselves.
   *
   * @returns how many
   */
  private handOn(): number {
    const { changed, recoveries, origin } = this
    const { particles, offsets, predicted, particleCount } = this.memory
    const { positions } = this.points
    let moved = 0
    for (let b = 0; b < changed.length; b++) {
      if (changed[b] === 0) continue
      changed[b] = 0
      const end = 3 * Math.min(BATCH * (b + 1), particleCount)
      for (let s = 3 * BATCH * b, i = STRIDE * BATCH * b; s < end; i += STRIDE, s += 3) {
        let isMoved = 0
        for (let k = 0; k < 3; k++) {
          const at = origin[k]! + (particles[i + k]! + offsets[i + k]!)
          if (positions[s + k] !== at) isMoved = 1
          offsets[i + k]! += positions[s + k]! - at
          // Velocities change by the way from what was predicted: that goes along.
          predicted[i + k]! += recoveries[s + k]!
          recoveries[s + k] = 0
        }
        moved += isMoved
      }
    }
    return moved
  }
}
