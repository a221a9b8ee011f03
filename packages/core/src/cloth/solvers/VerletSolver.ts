/**
 * What the solvers that integrate positions by Verlet have in common: springs, air and
 * self-collision over one state, and the parameters they follow.
 */
import type { Collider } from '../../collision/colliders.js'
import { SelfCollision } from '../../collision/SelfCollision.js'
import type { ClothParams } from '../../params/clothParams.js'
import { AirDrag } from '../../wind/AirDrag.js'
import type { ClothState } from '../ClothState.js'
import { SpringSet } from '../SpringSet.js'
import { integrate } from '../verlet.js'
import { type ClothSolver, particleMass } from './ClothSolver.js'

export abstract class VerletSolver implements ClothSolver {
  contacts = 0
  protected readonly springs: SpringSet
  protected mass = 1
  private readonly air: AirDrag
  private readonly selfCollision: SelfCollision

  /** @param colliders in the order in which they act; the array may change between steps */
  constructor(
    protected readonly state: ClothState,
    protected readonly colliders: readonly Collider[],
    protected params: ClothParams,
  ) {
    this.springs = new SpringSet(state.grid.springs)
    this.air = new AirDrag(state)
    this.selfCollision = new SelfCollision(state, state.grid.cell)
    this.configure(params)
  }

  configure(params: ClothParams): void {
    this.params = params
    this.mass = particleMass(params, this.state.grid.particleCount)
    this.springs.configure(params, this.springStiffness(params))
  }

  beginStep(time: number): void {
    if (AirDrag.isActive(this.params)) this.air.sample(this.params, time)
  }

  abstract substep(dt: number): void

  abstract stableStiffness(dt: number): number

  /** The parameter that sets how stiff springs are. */
  protected abstract springStiffness(params: ClothParams): number

  protected addAirForces(dt: number): void {
    if (AirDrag.isActive(this.params)) this.air.addForces(this.params, this.mass, dt)
  }

  protected integrate(dt: number): void {
    const { damping, stepDamping, gravity } = this.params
    const kept = (1 - stepDamping / 100) * Math.exp(-damping * dt)
    integrate(this.state, this.mass, gravity, kept, dt)
  }

  /** @returns how many particles were moved */
  protected resolveSelfCollision(): number {
    const { selfCollision, thickness, substeps, hashCell } = this.params
    return selfCollision
      ? this.selfCollision.resolve(thickness, 1 / substeps, hashCell === 'truncate')
      : 0
  }
}
