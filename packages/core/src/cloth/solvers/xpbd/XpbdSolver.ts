/**
 * Extended position based dynamics (Macklin, Müller, Chentanez 2016) with small steps (Macklin et al.
 * 2019): many substeps, one iteration each, λ from zero. Compliance makes stiffness a property of the
 * cloth and not of the step. Tethers and coarse levels carry its weight to the pins, and a bounded
 * strain limit ends every step. Order of a substep: forces, prediction, tethers, coarse levels,
 * constraints, self-collision, colliders, velocity.
 *
 * State is in single precision, in a frame of its own near the cloth, and velocities are changed by
 * what constraints move, not derived from positions: so a cloth behaves the same anywhere in the
 * world and at any number of substeps.
 */
import type { Collider } from '../../../collision/colliders/Collider.js'
import type { Contacts, CreateFaceStage } from '../../../collision/Contacts.js'
import type { CreateLayerGuard } from '../../../collision/Layers.js'
import { SpringFamily } from '../../../mesh/grid.js'
import type { WindSource } from '../../../wind/WindField.js'
import type { ClothParams } from '../../../params/clothParams.js'
import { WORLD_LIMIT } from '../../ClothOptions.js'
import { type ClothState, keepStateIn, type ParticleArray } from '../../ClothState.js'
import { type HandledParticles, pull, takeInHand } from '../../hands.js'
import type { Holds } from '../../Holds.js'
import type { RigidMotion } from '../../rigidMotion.js'
import type { SplitSolver, StepTiming } from '../ClothSolver.js'
import { boundWay, LONG_SUBSTEP } from './boundWay.js'
import { CoarseLevels } from './CoarseLevels.js'
import { ConstraintLists } from './ConstraintLists.js'
import { HingeLists } from './HingeLists.js'
import type { Alphas, Push, XpbdKernels } from './kernels.js'
import { elasticSlack } from './slack.js'
import { StepLimit } from './StepLimit.js'
import { StrainLimit } from './StrainLimit.js'
import { teleportMemory } from './teleportMemory.js'
import { createKernels } from './wasmKernels.js'
import { XpbdAir } from './XpbdAir.js'
import { XpbdContacts } from './XpbdContacts.js'
import { LIMIT, STRIDE, SUBSTEP, type XpbdMemory } from './XpbdMemory.js'
import { XpbdTethers } from './XpbdTethers.js'

/**
 * A number that functions are called with in every substep. A field that has only ever held numbers
 * keeps them bare, and every call wraps them into a new object; one that was undefined at first keeps
 * the object.
 */
type KeptNumber = number | undefined

export class XpbdSolver implements SplitSolver {
  readonly softHands = true
  contacts = 0
  private readonly memory: XpbdMemory
  private readonly kernels: XpbdKernels
  private readonly constraints: ConstraintLists
  private readonly coarse: CoarseLevels
  private readonly tethers: XpbdTethers
  private readonly limit: StrainLimit
  private readonly stepLimit: StepLimit
  private readonly hinges: HingeLists
  private readonly air: XpbdAir
  readonly layer: XpbdContacts
  /** kg per particle */
  private readonly masses: Float64Array
  private readonly handled: HandledParticles
  private readonly alphas: Alphas = [0, 0, 0]
  private readonly push: Push = { kept: 1, pull: 0, gravity: [0, 0, 0] }
  /** Where the frame of the particles has its origin, m. */
  private readonly origin: Float64Array
  /** Twice the time that velocities are ahead of positions, s: the last substep; 0 at rest. */
  private readonly lead = Float64Array.of(0)
  private holdRevision = -1
  private holding = false
  /** Length / rest up to which tethers and coarse levels do nothing. */
  private reach: KeptNumber
  /** Length of a substep, s. */
  private dt: KeptNumber

  constructor(
    private readonly state: ClothState,
    private readonly colliders: readonly Collider[],
    private params: ClothParams,
    createGuard?: CreateLayerGuard,
    createFaces?: CreateFaceStage,
  ) {
    const { sheet } = state
    const { particleCount } = sheet
    this.constraints = new ConstraintLists(sheet)
    this.coarse = new CoarseLevels(sheet, this.constraints.capacity)
    this.hinges = new HingeLists(sheet)
    const { memory, kernels } = createKernels({
      particles: particleCount,
      nodes: this.coarse.nodeCount,
      triangles: XpbdAir.capacity(sheet),
      constraints: this.constraints.capacity + this.coarse.constraintCount,
      tethers: XpbdTethers.capacity(particleCount),
      hinges: params.bendModel === 'dihedral' ? this.hinges.count : 0,
      columns: this.constraints.grid?.columns,
    })
    this.memory = memory
    this.kernels = kernels
    this.origin = memory.origin
    memory.numbers[LIMIT] = WORLD_LIMIT
    keepStateIn(memory, state)
    this.coarse.write(memory)
    this.tethers = new XpbdTethers(sheet)
    this.limit = new StrainLimit(memory, kernels, this.constraints, this.coarse, this.tethers)
    this.masses = new Float64Array(particleCount)
    this.handled = { ...memory, stride: STRIDE, masses: this.masses }
    this.stepLimit = new StepLimit(
      memory,
      state,
      this.limit,
      this.constraints,
      this.coarse,
      this.handled,
      params,
    )
    this.air = new XpbdAir(memory, kernels, sheet)
    this.layer = new XpbdContacts(
      memory,
      state,
      this.origin,
      this.masses,
      colliders,
      createGuard,
      createFaces,
    )
    this.topologyChanged([])
    this.settle()
  }

  topologyChanged(births: readonly number[]): void {
    const { particles, offsets, velocities, residuals } = this.memory
    this.constraints.write(this.memory)
    this.air.topologyChanged()
    this.tethers.forget()
    this.limit.topologyChanged()
    this.layer.topologyChanged()
    this.bodies.forgetStarts()
    for (const moving of [particles, offsets, velocities, residuals]) {
      for (let n = 0; n < births.length; n += 2) {
        const parent = STRIDE * births[n]!
        moving.copyWithin(STRIDE * births[n + 1]!, parent, parent + STRIDE)
      }
    }
    this.configure(this.params)
  }

  get infeasibleStrain(): number {
    return this.stepLimit.infeasibleStrain
  }

  get bodies(): Contacts {
    return this.layer.bodies
  }

  get motion(): readonly ParticleArray[] {
    const { particles, offsets, velocities, residuals } = this.memory
    const own = velocities.length
    return [
      particles.subarray(0, own),
      velocities,
      offsets.subarray(0, own),
      residuals,
      this.origin,
      this.lead,
      this.limit.margin,
      this.air.drift,
    ]
  }

  configure(params: ClothParams): void {
    this.params = params
    const { sheet } = this.state
    if (params.bendModel === 'dihedral') this.hinges.write(this.memory, this.kernels)
    for (let p = 0; p < this.masses.length; p++) this.masses[p] = params.density * sheet.areas[p]!
    this.air.configure(params, this.masses)
    this.layer.configure(params)
    this.limit.configure(params)
    this.stepLimit.params = params
    this.reach = 1 + params.tetherSlack + elasticSlack(params, sheet)
    this.holdRevision = -1
  }

  writeAirForces(forces: Float64Array): void {
    const { accelerations } = this.memory
    for (let p = 0; p < this.masses.length; p++)
      for (let k = 0; k < 3; k++)
        forces[3 * p + k]! += this.masses[p]! * accelerations[STRIDE * p + k]!
  }

  ease(lengths: Float64Array | undefined): void {
    this.constraints.ease(this.memory, lengths)
  }

  setWindSources(sources: readonly WindSource[]): void {
    this.air.setSources(sources)
  }

  tautness(): number {
    const { memory, kernels } = this
    return Math.max(this.tethers.tautness(memory), this.coarse.tautness(memory, kernels))
  }

  settle(): void {
    const { particles, offsets, before, velocities, residuals } = this.memory
    const { positions, sheet } = this.state
    // All of it: after numbers ran out, what is not used may be none either.
    for (const array of [particles, offsets, before, velocities, residuals]) array.fill(0)
    for (let k = 0; k < 3; k++) {
      let [low, high] = [Infinity, -Infinity]
      for (let s = k; s < positions.length; s += 3) {
        low = Math.min(low, positions[s]!)
        high = Math.max(high, positions[s]!)
      }
      this.origin[k] = (low + high) / 2
    }
    for (let s = 0; s < positions.length; s++) {
      const i = STRIDE * Math.floor(s / 3) + (s % 3)
      // At rest, positions are known better than single precision has them.
      const rest = sheet.restPositions[s]!
      const place = Math.fround(rest) === positions[s] ? rest : positions[s]!
      const own = place - this.origin[s % 3]!
      particles[i] = own
      offsets[i] = own - particles[i]
    }
    this.lead[0] = 0
    this.limit.giveUp()
    this.holdRevision = -1
    this.bodies.forgetStarts()
  }

  rewind(): void {
    this.air.rewind()
    this.bodies.forgetMotion()
  }

  teleport(motion: RigidMotion): void {
    teleportMemory(this.memory, this.origin, motion)
    this.bodies.forgetStarts()
  }

  beginStep(timing: StepTiming, holds: Holds): void {
    const { dt } = timing
    const { damping, gravity } = this.params
    if (this.holdRevision !== holds.revision) this.takeOverHolds(holds)
    const { push } = this
    push.kept = Math.exp(-damping * dt)
    // The integral of exp(-c t) over the substep: what damping takes of an acceleration is exact, too.
    push.pull = damping * dt > 0 ? -Math.expm1(-damping * dt) / damping : dt
    push.gravity = gravity
    if (this.dt !== dt) this.dt = dt
    this.moveLead(this.dt)
    this.layer.beginStep(timing)
    this.holding = holds.particles.length > 0 || this.colliders.length > 0
    this.air.blow(timing)
    this.stepLimit.beginStep()
  }

  substep(timing: StepTiming, holds: Holds, last: boolean): void {
    const { layer } = this
    this.project(timing, holds, last)
    this.finish(layer.resolve(true))
    if (last && this.limitStep(holds)) this.finishLimit(this.stepLimit.settle(layer))
  }

  project(_: StepTiming, holds: Holds, last: boolean): void {
    const { kernels, params, memory, push, layer, constraints } = this
    const dt = this.dt!
    // Where pins come from counts, too: what lies on cloth goes along with it.
    layer.beginSubstep(last)
    this.moveHeld(dt, holds)
    kernels.integrate(push, dt)
    pull(this.handled, holds, params, dt)
    const reach = params.tethers && this.holding ? this.reach! : Infinity
    if (reach < Infinity) {
      this.tethers.solve(kernels, reach)
      this.coarse.cycle(memory, kernels, reach)
    }
    if (params.bend && params.bendModel === 'dihedral')
      this.hinges.solve(params.bendStiffness, push.pull * dt)
    // Always in the same order: there and back in turn, sweeps would feed energy into the cloth.
    const { alphas } = this
    // Over `pull`, as forces act: then damping does not change where cloth comes to rest.
    for (let family = 0; family < alphas.length; family++)
      alphas[family] = this.complianceOf(family as SpringFamily) / (push.pull * dt)
    constraints.solve(kernels, alphas)
    if (params.limitStrain && this.limit.holds) {
      constraints.showOwn(memory.restLengths)
      this.limit.hold(reach)
      constraints.showEased(memory.restLengths)
    }
    if (dt > LONG_SUBSTEP) boundWay(memory, holds.particles, constraints.shortest)
  }

  finish(contacts: number): void {
    this.contacts = contacts
    this.kernels.updateVelocities(this.dt!)
  }

  limitStep(holds: Holds): boolean {
    return this.stepLimit.enforce(holds)
  }

  finishLimit(contacts: number): void {
    this.stepLimit.finish(contacts)
    this.kernels.updateVelocities(this.params.timeStep)
  }

  endStep({ dt }: StepTiming): boolean {
    this.memory.numbers[SUBSTEP] = dt
    return this.kernels.endStep()
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
   * Symplectic integration has velocities half a substep ahead of positions. With that lead at the
   * start, and again when the substep changes, free fall is exact: x = ½ g t² at any time.
   */
  private moveLead(dt: number): void {
    const ahead = (this.lead[0]! - dt) / 2
    this.lead[0] = dt
    if (ahead === 0) return
    const { particles, velocities } = this.memory
    const { gravity } = this.params
    for (let i = 0; i < velocities.length; i += STRIDE) {
      if (particles[i + 3] === 0) continue
      for (let k = 0; k < 3; k++) velocities[i + k]! += ahead * gravity[k]!
    }
  }

  /** Gives held particles no inverse mass, and ties the others to the pins. */
  private takeOverHolds(holds: Holds): void {
    const { particles } = this.memory
    const { fixed } = this.state
    for (let p = 0; p < fixed.length; p++) {
      particles[STRIDE * p + 3] = fixed[p] === 0 ? 1 / this.masses[p]! : 0
    }
    takeInHand(this.handled, holds, this.params)
    this.holdRevision = holds.revision
    this.coarse.weigh(this.memory)
    this.tethers.tie(holds.pinned(), this.memory)
  }

  private moveHeld(dt: number, holds: Holds): void {
    const { particles, offsets, velocities } = this.memory
    const { origin } = this
    const { positions, fixed } = this.state
    const { particles: held } = holds
    for (let h = 0; h < held.length; h++) {
      // In a hand it is free, and pulled.
      if (fixed[held[h]!] === 0) continue
      const i = STRIDE * held[h]!
      const s = 3 * held[h]!
      for (let k = 0; k < 3; k++) {
        const place = origin[k]! + (particles[i + k]! + offsets[i + k]!)
        const target = positions[s + k]!
        velocities[i + k] = 0
        // Where it is, up to single precision, it stays without rounding.
        if (Math.fround(place) === target) continue
        velocities[i + k] = (target - place) / dt
        particles[i + k] = target - origin[k]!
        offsets[i + k] = target - origin[k]! - particles[i + k]!
      }
    }
  }
}
