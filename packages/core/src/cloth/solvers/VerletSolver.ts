/**
 * What the solvers that integrate positions by Verlet have in common: springs and air over one state,
 * and the parameters they follow.
 */
import type { Collider } from '../../collision/colliders/Collider.js'
import type { ClothParams } from '../../params/clothParams.js'
import { AirDrag } from '../../wind/AirDrag.js'
import { isSane } from '../ClothOptions.js'
import type { ClothState } from '../ClothState.js'
import type { Holds } from '../Holds.js'
import { Slip } from '../slip.js'
import { SpringSet } from '../SpringSet.js'
import { limitStrain } from '../strainLimit.js'
import { integrate, type Integration } from '../verlet.js'
import { type ClothSolver, particleMass, type StepTiming } from './ClothSolver.js'

export abstract class VerletSolver implements ClothSolver {
  readonly softHands = false
  contacts = 0
  readonly infeasibleStrain = 0
  protected springs!: SpringSet
  protected mass = 1
  private readonly integration: Integration = { mass: 1, gravity: [0, 0, 0], kept: 1, dt: 0 }
  private readonly air: AirDrag
  private slip!: Slip

  /** @param colliders in the order in which they act; the array may change between steps */
  constructor(
    protected readonly state: ClothState,
    protected readonly colliders: readonly Collider[],
    protected params: ClothParams,
  ) {
    this.air = new AirDrag(state)
    this.topologyChanged()
  }

  topologyChanged(): void {
    const { sheet } = this.state
    this.springs = new SpringSet(sheet.springs)
    this.slip = new Slip(this.state, sheet.springs)
    this.air.topologyChanged()
    this.configure(this.params)
  }

  /** Positions and last positions are the whole of Verlet's motion; the air has its own. */
  get motion(): readonly Float64Array[] {
    return [this.air.field.memory]
  }

  configure(params: ClothParams): void {
    this.params = params
    this.mass = particleMass(params, this.state.sheet)
    this.springs.configure(params, this.springStiffness(params))
  }

  ease(lengths: Float64Array | undefined): void {
    this.springs.ease(lengths)
  }

  tautness(): number {
    return 0
  }

  beginStep(timing: StepTiming): void {
    const { dt } = timing
    const { integration } = this
    const { damping, stepDamping, gravity } = this.params
    integration.mass = this.mass
    integration.gravity = gravity
    integration.kept = (1 - stepDamping / 100) * Math.exp(-damping * dt)
    integration.dt = dt
    if (AirDrag.isActive(this.params)) this.air.sample(this.params, timing)
  }

  settle(): void {
    // Equal positions and last positions, as they were set, are rest.
  }

  rewind(): void {
    this.air.rewind(this.params)
  }

  teleport(): void {
    // There is nothing beside the state.
  }

  abstract substep(timing: StepTiming, holds: Holds, last: boolean): void

  /** The state is what the substeps worked on. */
  endStep(): boolean {
    return isSane(this.state.positions)
  }

  abstract stableStiffness(dt: number): number

  /** The parameter that sets how stiff springs are. */
  protected abstract springStiffness(params: ClothParams): number

  protected addAirForces(): void {
    if (AirDrag.isActive(this.params)) this.air.addForces(this.params, this.integration)
  }

  protected integrate(): void {
    integrate(this.state, this.integration)
  }

  /** Shortens what is stretched too far, and lets it slip out of hands. */
  protected limit(holds: Holds, last: boolean): void {
    if (!this.params.limitStrain) return
    if (holds.hands.length > 0) limitStrain(this.state, this.springs, true)
    limitStrain(this.state, this.springs)
    this.slip.apply(holds, this.springs.maxLengths, this.integration, last)
  }
}
