/**
 * A sheet of cloth: one state, one of several solvers, pins, hands, colliders and a clock. Solvers
 * can be compared side by side since everything else is the same.
 *
 * ```ts
 * const cloth = new ClothSimulation({ size: [1, 1], segments: [29, 29], pins: ['top-left', 'top-right'] })
 * cloth.advance(frameSeconds) // in every frame
 * cloth.positions // xyz per particle, m
 * ```
 *
 * A particle of a grid takes about 650 bytes with mass-spring and pbd, 800 with xpbd, and 160 more where
 * it collides with its own sheet in pbd or xpbd.
 * After the first steps, stepping allocates nothing but a few numbers. Wrong values throw before anything changes.
 */
import type { Collider, ColliderOptions } from '../collision/colliders/Collider.js'
import type { ColliderContact } from '../collision/ColliderPoses.js'
import { toCollider, toColliders } from '../collision/colliders/toCollider.js'
import { hashArrays } from '../diagnostics/hash.js'
import { findInfeasible, type Infeasible } from '../diagnostics/infeasible.js'
import { type ClothMeasurements, measureState } from '../diagnostics/measure.js'
import { type Finding, findFaults } from '../diagnostics/validate.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { checkPoint, fail } from '../params/check.js'
import type { ClothParams, LiveClothParams } from '../params/clothParams.js'
import type { WindSource } from '../wind/WindField.js'
import { ClothBase, type RebuildOptions, WHO } from './ClothBase.js'
import type { ClothGroup } from './ClothGroup.js'
import { checkTriangleCode, type ClothOptions, isSane, WORLD_LIMIT } from './ClothOptions.js'
import { checkGroupSolver, checkStepsLeft, ClothRun } from './ClothRun.js'
import type { ParticleArray } from './ClothState.js'
import { type Pin, type PinName, type ResolvedPin, resolvePins } from './pins.js'
import type { PinOffset, PinTarget } from './pinTargets.js'
import { createRigidMotion, movePoints, moveState, type TeleportOptions } from './rigidMotion.js'
import { createParts, type RunningParts } from './runningParts.js'
import {
  type ClothParts,
  type ClothProgress,
  type ClothSnapshot,
  restoreSnapshot,
  takeSnapshot,
} from './snapshot.js'
import { isSplit } from './solvers/ClothSolver.js'
import { paramsWhileTearing } from './Tearing.js'

export class ClothSimulation extends ClothBase {
  private readonly colliderList: Collider[]
  private readonly run = new ClothRun(this, this.clock)
  private startPins: readonly ResolvedPin[] = []
  private buildCount = 0

  /** @throws BillowError for a wrong value or an unknown option */
  constructor(options: ClothOptions = {}) {
    super(options)
    this.colliderList = toColliders(options.colliders ?? [])
    this.build(this.values, options)
  }

  /**
   * xyz per particle, m. The same array until `rebuild`; in a cloth that can tear it is longer than
   * `particleCount` by a reserve, which lies where the first particle does.
   */
  get positions(): ParticleArray {
    return this.parts.state.positions
  }

  get previousPositions(): ParticleArray {
    return this.parts.previous
  }

  get sheet(): ClothSheet {
    return this.parts.state.sheet
  }

  get time(): number {
    return this.progress.time
  }

  /**
   * Seconds of frames that wait for the next step: how far drawing is between the last two. Whoever
   * steps by a clock of their own, with `step`, sets it after the steps of a frame.
   *
   * @throws BillowError for what is no finite number
   */
  get pending(): number {
    return this.clock.pending
  }

  set pending(seconds: number) {
    this.clock.pending = seconds
  }

  get revision(): number {
    return this.buildCount
  }

  get topologyRevision(): number {
    return this.parts.tearing?.revision ?? 0
  }

  get sleeping(): boolean {
    return this.run.sleeping
  }

  get colliders(): readonly Collider[] {
    return this.colliderList
  }

  /** The group whose cloths this one touches, and which steps it; undefined where it is in none. */
  get group(): ClothGroup | undefined {
    return this.run.group
  }

  /**
   * One fixed step of `timeStep` seconds, with its substeps.
   *
   * @param stepsLeft steps that remain in this frame, this one included, 1 or more: the way of what pins
   * follow, and of colliders, is spread over them. For clocks outside.
   * @throws BillowError when what a pin follows gives no place, and then nothing has changed; or where
   * the cloth is in a group
   */
  step(stepsLeft = 1): void {
    this.refuseInGroup()
    checkStepsLeft(WHO, stepsLeft)
    this.run.step(stepsLeft)
  }

  /**
   * The clock: call once per frame.
   *
   * @param frameSeconds time since the last frame, times any time scale. Long frames are cut short.
   * @returns the number of steps taken
   * @throws BillowError when it is NaN, or where the cloth is in a group
   */
  advance(frameSeconds: number): number {
    this.refuseInGroup()
    const steps = this.clock.advance(frameSeconds, this.values.timeStep)
    for (let left = steps; left > 0; left--) this.run.step(left)
    return steps
  }

  setParams(changes: Partial<LiveClothParams>): void {
    checkTriangleCode(WHO, changes, this.options)
    this.changeParams(changes)
    this.parts.easing.change(paramsWhileTearing(this.values))
  }

  rebuild(changes: RebuildOptions = {}): void {
    const { values, options } = this.changed(changes)
    this.build(values, options)
  }

  pin(particle: number, target?: PinTarget, offset?: PinOffset): void {
    this.checkParticle(particle)
    this.parts.holds.pin(particle, target, offset, this.progress.time)
  }

  unpin(particle: number): void {
    this.checkParticle(particle)
    this.parts.holds.unpin(particle)
  }

  isPinned(particle: number): boolean {
    this.checkParticle(particle)
    return this.parts.holds.isPinned(particle)
  }

  setPins(pins: readonly Pin[] | PinName): void {
    const wanted = resolvePins(WHO, pins, this.sheet, this.values.orientation)
    this.parts.holds.setPins(wanted, this.progress.time)
    this.startPins = wanted
    this.options = { ...this.options, pins }
  }

  grab(particle: number, target: readonly [number, number, number]): void {
    this.checkParticle(particle)
    this.parts.holds.grab(particle, checkPoint(WHO, 'target', target))
  }

  release(particle?: number): void {
    const { holds } = this.parts
    if (particle !== undefined) this.checkParticle(particle)
    for (const held of particle === undefined ? holds.grabbed() : [particle]) holds.release(held)
  }

  /** Does a hand hold it? */
  isGrabbed(particle: number): boolean {
    this.checkParticle(particle)
    return this.parts.holds.isGrabbed(particle)
  }

  addCollider(options: ColliderOptions | Collider): Collider {
    const collider = toCollider(options)
    this.colliderList.push(collider)
    return collider
  }

  removeCollider(collider: Collider): void {
    const index = this.colliderList.indexOf(collider)
    if (index >= 0) this.colliderList.splice(index, 1)
  }

  setColliders(list: readonly (ColliderOptions | Collider)[]): void {
    this.colliderList.splice(0, Infinity, ...toColliders(list))
  }

  setWindSources(sources: readonly WindSource[]): void {
    this.changeWindSources(sources)
    const { solver, sleep } = this.parts
    solver.setWindSources(sources)
    sleep.isBlownAt = sources.length > 0
    sleep.wake()
  }

  teleport(options: TeleportOptions): void {
    const { state, previous, holds, solver, sleep } = this.parts
    const motion = createRigidMotion(WHO, options)
    const there = Float64Array.from(state.positions)
    movePoints(motion, there)
    if (!isSane(there))
      fail(WHO, `teleport must keep the cloth within ${WORLD_LIMIT} m of the origin`)
    moveState(motion, state, previous)
    holds.teleport(motion)
    solver.teleport(motion)
    sleep.wake()
  }

  /** Back to the start, bit by bit: positions, pins, clock and wind. Parameters are kept. */
  reset(): void {
    const { state, previous, holds, solver, sleep, easing, tearing } = this.parts
    tearing?.tearAlong([])
    state.positions.set(state.sheet.restPositions)
    state.lastPositions.set(state.sheet.restPositions)
    previous.set(state.positions)
    state.forces.fill(0)
    holds.clear()
    tearing?.markReserve(state.fixed, holds.kinds)
    holds.setPins(this.startPins, 0)
    this.clock.reset()
    Object.assign(this.progress, { time: 0, steps: 0, unstableSteps: 0, lastSubstep: 0 })
    easing.reset()
    if (isSplit(solver)) solver.layer.thicknesses.reset()
    solver.settle()
    solver.rewind()
    sleep.wake()
  }

  /** Everything that a later `restore` needs to go on from here bit by bit. */
  snapshot(): ClothSnapshot {
    return takeSnapshot(this.moment)
  }

  /** @throws BillowError when the snapshot is of another grid or version */
  restore(snapshot: ClothSnapshot): void {
    restoreSnapshot(WHO, this.moment, snapshot)
  }

  /** Fingerprint of the state: two runs with the same one are bit-equal. */
  hash(): string {
    const { state, holds, solver, easing, tearing } = this.parts
    const { positions, lastPositions } = state
    const tears = Uint32Array.from(tearing?.splits ?? [])
    const thin = isSplit(solver) ? solver.layer.thicknesses.numbers : []
    const motion = [...solver.motion, ...easing.numbers, ...thin]
    return hashArrays([positions, lastPositions, holds.kinds, tears, ...motion])
  }

  /**
   * What the cloth did to a collider in the last step: how many particles touched it, and the mean
   * force on it, N. All zeros for one that it has not met.
   */
  contactOf(collider: Collider): ColliderContact {
    return this.parts.solver.bodies.contactOf(collider)
  }

  /** Energies, strain, contacts. Allocates one object; not meant for every step of a hot loop. */
  measure(): ClothMeasurements {
    const { state, solver, tearing } = this.parts
    const { time, steps, unstableSteps, lastSubstep } = this.progress
    const dt = lastSubstep || this.substep
    const { infeasible } = this
    return {
      ...measureState(state, this.values, dt),
      contacts: solver.contacts,
      infeasibleStrain: solver.infeasibleStrain,
      ...(infeasible === undefined ? {} : { infeasible }),
      tears: (tearing?.splits.length ?? 0) / 2,
      time,
      steps,
      unstableSteps,
    }
  }

  /** Settings that will not do what is expected, each with what to do. Empty when all is well. */
  validate(): Finding[] {
    return findFaults(
      this.values,
      this.sheet,
      this.parts.solver.stableStiffness(this.substep),
      this.progress.unstableSteps,
      this.infeasible,
    )
  }

  private get infeasible(): Infeasible | undefined {
    const { solver, state, holds } = this.parts
    if (solver.infeasibleStrain === 0) return undefined
    return findInfeasible(state, holds.pinned(), this.values.strainLimit)
  }

  private get parts(): RunningParts {
    return this.run.parts
  }

  private get progress(): ClothProgress {
    return this.run.progress
  }

  private refuseInGroup(): void {
    if (this.group)
      fail(
        WHO,
        'this cloth is in a ClothGroup; call step or advance of cloth.group, which steps all in it',
      )
  }

  /** All that a snapshot holds. */
  private get moment(): ClothParts {
    const { parts, clock, progress, values } = this
    return { ...parts, clock, progress, params: values }
  }

  private get substep(): number {
    return this.values.timeStep / this.values.substeps
  }

  /** Everything is made before anything is replaced, so that an error leaves the cloth as it was. */
  private build(values: ClothParams, options: ClothOptions): void {
    if (this.group) checkGroupSolver(WHO, values)
    this.run.parts = createParts(WHO, values, options, this.colliderList)
    this.values = values
    this.options = options
    this.startPins = this.parts.pins
    this.buildCount++
    this.reset()
  }
}
