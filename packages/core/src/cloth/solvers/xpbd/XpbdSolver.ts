/**
 * Extended position based dynamics (Macklin, Müller, Chentanez 2016) with small steps (Macklin et al.
 * 2019): many substeps, one iteration each, λ from zero. Compliance makes stiffness a property of the
 * cloth and not of the step; tethers carry its weight to the pins; a bounded strain limit ends every
 * step. Order of a substep: forces, prediction, tethers, constraints, strain limit, self-collision,
 * colliders, velocity.
 *
 * State is in single precision. Positions carry the rounding of their sum along, and velocities are
 * changed by what constraints move, not derived from positions: so gravity is right at any number
 * of substeps.
 */
import { projectOut } from '../../../collision/contacts.js'
import type { Collider } from '../../../collision/colliders.js'
import { SelfCollision, type SelfCollisionRule } from '../../../collision/SelfCollision.js'
import { SpringFamily } from '../../../mesh/grid.js'
import { findHinges } from '../../../mesh/hinges.js'
import type { ClothParams } from '../../../params/clothParams.js'
import type { ClothState, ParticleArray } from '../../ClothState.js'
import { type HandledParticles, letSlip, pull, takeInHand } from '../../hands.js'
import type { Holds } from '../../Holds.js'
import type { RigidMotion } from '../../rigidMotion.js'
import type { ClothSolver, StepTiming } from '../ClothSolver.js'
import { type ConstraintBatch, orderConstraints } from './constraints.js'
import { Dihedrals } from './dihedral.js'
import type { XpbdKernels } from './kernels.js'
import { MAX_TETHERS, TetherFinder } from './tethers.js'
import { createKernels } from './wasmKernels.js'
import { XpbdAir } from './XpbdAir.js'
import { teleportMemory } from './teleportMemory.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

/** The last pass of the limit aims this share below it, so that passes come to an end. */
const LIMIT_MARGIN = 1e-3

/** Passes of the strain limit at the end of a step; more are needed only where pins forbid it. */
const MAX_LIMIT_PASSES = 100

export class XpbdSolver implements ClothSolver {
  readonly softHands = true
  contacts = 0
  infeasibleStrain = 0
  private readonly memory: XpbdMemory
  private readonly kernels: XpbdKernels
  private batches: readonly ConstraintBatch[] = []
  /** Once bending is by angles. */
  private dihedrals: Dihedrals | undefined
  private tetherFinder!: TetherFinder
  private tetherRounds: readonly { start: number; count: number }[] = []
  private readonly air: XpbdAir
  private readonly selfCollision: SelfCollision
  /** Particle coordinates at the start of the substep, for friction. */
  private readonly starts: Float32Array
  private readonly points
  private readonly rule: SelfCollisionRule = { thickness: 0, shareOfStep: 1, truncate: false }
  /** kg per particle */
  private readonly masses: Float64Array
  private readonly handled: HandledParticles
  private holdRevision = -1
  /** Pins that the tethers are for; undefined before there are any. */
  private tetherKey: string | undefined
  /** 1 until the first step after the cloth stood still. */
  private readonly fresh = Float32Array.of(1)

  constructor(
    private readonly state: ClothState,
    private readonly colliders: readonly Collider[],
    private params: ClothParams,
  ) {
    const { sheet, fixed } = state
    const { springs, particleCount } = sheet
    const sizes = {
      particles: particleCount,
      constraints: sheet.springCapacity ?? springs.count,
      tethers: MAX_TETHERS * particleCount,
    }
    const { memory, kernels } = createKernels(sizes)
    this.memory = memory
    this.kernels = kernels
    this.masses = new Float64Array(particleCount)
    this.handled = { particles: memory.particles, stride: STRIDE, masses: this.masses }
    this.air = new XpbdAir(this.memory, sheet)
    this.starts = new Float32Array(STRIDE * particleCount)
    this.points = {
      positions: this.memory.particles,
      lastPositions: this.starts,
      stride: STRIDE,
      fixed,
    }
    this.selfCollision = new SelfCollision(this.points, sheet.cell)
    this.topologyChanged([])
    this.settle()
  }

  topologyChanged(births: readonly number[]): void {
    const { sheet } = this.state
    const { springs } = sheet
    const { memory } = this
    const { batches, order } = orderConstraints(springs, sheet.particleCount)
    this.batches = batches
    order.forEach((spring, c) => {
      memory.ends[2 * c] = STRIDE * springs.ends[2 * spring]!
      memory.ends[2 * c + 1] = STRIDE * springs.ends[2 * spring + 1]!
      memory.restLengths[c] = springs.restLengths[spring]!
    })
    this.dihedrals = undefined
    this.tetherFinder = new TetherFinder(sheet)
    this.tetherKey = undefined
    this.selfCollision.reserve = sheet.reserve ?? 0
    for (const moving of [memory.particles, memory.velocities, memory.residuals]) {
      const size = moving.length / sheet.particleCount
      for (let n = 0; n < births.length; n += 2) {
        const parent = size * births[n]!
        moving.copyWithin(size * births[n + 1]!, parent, parent + size)
      }
    }
    this.configure(this.params)
  }

  get motion(): readonly ParticleArray[] {
    const { particles, velocities, residuals } = this.memory
    return [particles, velocities, residuals, this.fresh, this.air.drift]
  }

  configure(params: ClothParams): void {
    this.params = params
    if (params.bendModel === 'dihedral')
      this.dihedrals ??= new Dihedrals(this.memory, findHinges(this.state.sheet))
    const { areas } = this.state.sheet
    for (let p = 0; p < areas.length; p++) this.masses[p] = params.density * areas[p]!
    this.air.configure(params, this.masses)
    this.holdRevision = -1
    this.rule.thickness = params.thickness
    this.rule.shareOfStep = 1 / params.substeps
    this.rule.truncate = params.hashCell === 'truncate'
  }

  settle(): void {
    const { particles, velocities, residuals } = this.memory
    const { positions } = this.state
    for (let i = 0, s = 0; i < particles.length; i += STRIDE, s += 3) {
      particles[i] = positions[s]!
      particles[i + 1] = positions[s + 1]!
      particles[i + 2] = positions[s + 2]!
      particles[i + 3] = 0
    }
    velocities.fill(0)
    residuals.fill(0)
    this.fresh[0] = 1
    this.holdRevision = -1
  }

  rewind(): void {
    this.air.rewind()
  }

  teleport(motion: RigidMotion): void {
    teleportMemory(this.memory, motion)
  }

  beginStep(timing: StepTiming, holds: Holds): void {
    if (this.holdRevision !== holds.revision) this.takeOverHolds(holds)
    if (this.fresh[0] === 1) this.startFromRest(timing.dt)
    this.air.blow(timing)
  }

  substep({ dt }: StepTiming, holds: Holds, last: boolean): void {
    const { kernels, params, memory } = this
    this.moveHeld(dt, holds)
    this.starts.set(memory.particles)
    kernels.integrate(Math.exp(-params.damping * dt), params.gravity, dt)
    pull(this.handled, holds, params, dt)
    if (params.bend && params.bendModel === 'dihedral')
      this.dihedrals?.solve(params.bendStiffness, dt)
    for (const { family, start, count } of this.batches) {
      const compliance = this.complianceOf(family)
      if (compliance >= 0) kernels.solveDistances(start, count, compliance / (dt * dt))
    }
    // After the constraints, so that nothing stretches a tether again.
    if (params.tethers) {
      for (const { start, count } of this.tetherRounds) kernels.solveTethers(start, count)
    }
    if (params.limitStrain) this.limitPass(LIMIT_MARGIN)
    this.contacts = this.resolveContacts()
    kernels.updateVelocities(dt)
    if (last) this.enforceLimit(holds)
  }

  endStep({ dt }: StepTiming): void {
    const { particles, velocities } = this.memory
    const { positions, lastPositions } = this.state
    for (let i = 0, s = 0; i < particles.length; i += STRIDE, s += 3) {
      for (let k = 0; k < 3; k++) {
        positions[s + k] = particles[i + k]!
        lastPositions[s + k] = particles[i + k]! - dt * velocities[i + k]!
      }
    }
  }

  stableStiffness(): number {
    return Infinity
  }

  /** m/N; negative where the family is off. */
  private complianceOf(family: SpringFamily): number {
    const { params } = this
    switch (family) {
      case SpringFamily.structural:
        return params.structural ? params.stretchCompliance : -1
      case SpringFamily.shear:
        return params.shear ? params.shearCompliance : -1
      case SpringFamily.bend:
        return params.bend && params.bendModel === 'distance' ? params.bendCompliance : -1
    }
  }

  /**
   * Symplectic integration has velocities half a substep ahead of positions. Starting half a substep
   * behind makes free fall exact: x = ½ g t² after any number of substeps.
   */
  private startFromRest(dt: number): void {
    const { particles, velocities } = this.memory
    const { gravity } = this.params
    for (let i = 0; i < particles.length; i += STRIDE) {
      if (particles[i + 3] === 0) continue
      for (let k = 0; k < 3; k++) velocities[i + k]! -= (dt / 2) * gravity[k]!
    }
    this.fresh[0] = 0
  }

  /** Gives held particles no inverse mass, and ties the others to the pins. */
  private takeOverHolds(holds: Holds): void {
    const { particles, tetherEnds, tetherLengths } = this.memory
    const { fixed } = this.state
    for (let p = 0; p < fixed.length; p++) {
      particles[STRIDE * p + 3] = fixed[p] === 0 ? 1 / this.masses[p]! : 0
    }
    takeInHand(this.handled, holds, this.params)
    this.holdRevision = holds.revision

    const pins = holds.pinned()
    const key = pins.join()
    if (key === this.tetherKey) return
    this.tetherKey = key
    let count = 0
    this.tetherRounds = this.tetherFinder.find(pins).map((round) => {
      const start = count
      for (const { particle, anchor, length } of round) {
        tetherEnds[2 * count] = STRIDE * particle
        tetherEnds[2 * count + 1] = STRIDE * anchor
        tetherLengths[count] = length
        count++
      }
      return { start, count: round.length }
    })
  }

  private moveHeld(dt: number, holds: Holds): void {
    const { particles, velocities } = this.memory
    const { positions } = this.state
    const { particles: held } = holds
    for (let h = 0; h < held.length; h++) {
      if (this.state.fixed[held[h]!] === 0) continue
      const i = STRIDE * held[h]!
      const s = 3 * held[h]!
      for (let k = 0; k < 3; k++) {
        velocities[i + k] = (positions[s + k]! - particles[i + k]!) / dt
        particles[i + k] = positions[s + k]!
      }
    }
  }

  /**
   * One pass of the strain limit.
   *
   * @param margin how far below the limit to aim
   * @returns the largest length / rest above the aim that was found, 0 where there was none
   */
  private limitPass(margin: number): number {
    const aim = 1 + this.params.strainLimit - margin
    let largest = 0
    for (const { start, count } of this.batches)
      largest = Math.max(largest, this.kernels.limitDistances(start, count, aim))
    return largest
  }

  /**
   * Ends a step within the limit. What is taken away here has gathered over the whole step, so the
   * velocity changes by the way over the time of the step: over that of a substep it would be an
   * impulse out of nothing.
   */
  private enforceLimit(holds: Holds): void {
    const { limitStrain, strainLimit, timeStep } = this.params
    this.infeasibleStrain = 0
    if (!limitStrain) return
    const { particles, predicted } = this.memory
    predicted.set(particles)
    let largest = this.limitPass(LIMIT_MARGIN)
    if (largest === 0) return
    letSlip(this.handled, holds)
    for (let pass = 1; pass < MAX_LIMIT_PASSES && largest > 0; pass++) {
      // A pass may lengthen what it has looked at before: that the limit holds is proved only by one
      // that finds nothing. Without the margin it finds the same where passes have come that far.
      largest = this.limitPass(largest > 1 + strainLimit ? LIMIT_MARGIN : 0)
    }
    takeInHand(this.handled, holds, this.params)
    if (largest > 1 + strainLimit) this.infeasibleStrain = largest - 1
    this.resolveContacts()
    this.kernels.updateVelocities(timeStep)
  }

  private resolveContacts(): number {
    const { params } = this
    const apart = params.selfCollision ? this.selfCollision.resolve(this.rule) : 0
    return apart + projectOut(this.points, this.colliders, params)
  }
}
