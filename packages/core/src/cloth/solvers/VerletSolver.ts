/**
 * What the solvers that integrate positions by Verlet have in common: springs and air over one state,
 * and the parameters they follow.
 */
import type { Collider } from '../../collision/colliders/Collider.js'
import { type ContactRule, Contacts, type CreateFaceStage } from '../../collision/Contacts.js'
import type { CreateLayerGuard } from '../../collision/Layers.js'
import type { ClothParams } from '../../params/clothParams.js'
import { AirDrag } from '../../wind/AirDrag.js'
import type { WindSource } from '../../wind/WindField.js'
import { isSane } from '../ClothOptions.js'
import type { ClothState } from '../ClothState.js'
import type { Holds } from '../Holds.js'
import { Slip } from '../slip.js'
import { SpringSet } from '../SpringSet.js'
import { limitStrain } from '../strainLimit.js'
import { integrate, type Integration } from '../verlet.js'
import { type ClothSolver, particleMass, type StepTiming } from './ClothSolver.js'
import { VerletParticles } from './VerletParticles.js'

export abstract class VerletSolver implements ClothSolver {
  readonly softHands = false
  contacts = 0
  readonly infeasibleStrain = 0
  protected springs!: SpringSet
  readonly bodies: Contacts
  protected mass = 1
  protected readonly contactRule: ContactRule = {
    colliderOffset: 0,
    dt: 1,
    isSubstep: true,
    letsOut: false,
  }
  private readonly integration: Integration = { mass: 1, gravity: [0, 0, 0], kept: 1, dt: 0 }
  private readonly particles: VerletParticles
  private readonly air: AirDrag
  private slip!: Slip

  /** @param colliders in the order in which they act; the array may change between steps */
  constructor(
    protected readonly state: ClothState,
    protected readonly colliders: readonly Collider[],
    protected params: ClothParams,
    protected readonly createGuard?: CreateLayerGuard,
    protected readonly createFaces?: CreateFaceStage,
  ) {
    this.particles = new VerletParticles(state)
    this.bodies = this.createContacts(this.particles, colliders)
    this.air = new AirDrag(state)
    this.topologyChanged()
  }

  topologyChanged(): void {
    const { sheet } = this.state
    this.springs = new SpringSet(sheet.springs)
    this.slip = new Slip(this.state, sheet.springs)
    this.air.topologyChanged()
    this.bodies.topologyChanged()
    this.configure(this.params)
  }

  /** Positions and last positions are the whole of Verlet's motion; the air has its own. */
  get motion(): readonly Float64Array[] {
    return [this.air.field.memory]
  }

  configure(params: ClothParams): void {
    this.params = params
    this.mass = particleMass(params, this.state.sheet)
    this.particles.mass = this.mass
    this.integration.mass = this.mass
    this.springs.configure(params, this.springStiffness(params))
  }

  ease(lengths: Float64Array | undefined): void {
    this.springs.ease(lengths)
  }

  setWindSources(sources: readonly WindSource[]): void {
    this.air.setSources(sources)
  }

  tautness(): number {
    return 0
  }

  beginStep(timing: StepTiming): void {
    const { dt } = timing
    const { integration } = this
    this.contactRule.dt = dt
    this.bodies.beginStep(timing)
    const { damping, stepDamping, gravity } = this.params
    integration.gravity = gravity
    integration.kept = (1 - stepDamping / 100) * Math.exp(-damping * dt)
    integration.dt = dt
    if (AirDrag.isActive(this.params)) this.air.sample(this.params, timing)
  }

  settle(): void {
    // Equal positions and last positions, as they were set, are rest.
    this.bodies.forgetStarts()
  }

  rewind(): void {
    this.air.rewind(this.params)
    this.bodies.forgetMotion()
  }

  teleport(): void {
    // There is no motion beside the state.
    this.bodies.forgetStarts()
  }

  abstract substep(timing: StepTiming, holds: Holds, last: boolean): void

  /** The state is what the substeps worked on. */
  endStep(): boolean {
    return isSane(this.state.positions)
  }

  writeAirForces(forces: Float64Array): void {
    if (AirDrag.isActive(this.params)) this.air.addForces(this.params, this.integration, forces)
  }

  abstract stableStiffness(dt: number): number

  /** The parameter that sets how stiff springs are. */
  protected abstract springStiffness(params: ClothParams): number

  protected addAirForces(): void {
    if (AirDrag.isActive(this.params)) this.air.addForces(this.params, this.integration)
  }

  /** Moves colliders and particles on by a substep. */
  protected integrate(last: boolean): void {
    this.bodies.beginSubstep(last)
    integrate(this.state, this.integration)
  }

  /** How particles answer to colliders. */
  protected createContacts(particles: VerletParticles, colliders: readonly Collider[]): Contacts {
    return new Contacts(particles, colliders)
  }

  /** Shortens what is stretched too far, and lets it slip out of hands. */
  protected limit(holds: Holds, last: boolean): void {
    if (!this.params.limitStrain) return
    if (holds.hands.length > 0) limitStrain(this.state, this.springs, true)
    limitStrain(this.state, this.springs)
    this.slip.apply(holds, this.springs.maxLengths, this.integration, last)
  }
}
