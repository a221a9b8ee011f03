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
 * A particle of a grid takes about 650 bytes with mass-spring and pbd, 700 with xpbd.
 * After the first steps, stepping allocates nothing but a few numbers. Wrong values throw before anything changes.
 */
import {
  type Collider,
  type ColliderOptions,
  createCollider,
  createColliders,
} from '../collision/colliders.js'
import { hashArrays } from '../diagnostics/hash.js'
import { type ClothMeasurements, measureState } from '../diagnostics/measure.js'
import { type Finding, findFaults } from '../diagnostics/validate.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { type ClothGrid, isGrid } from '../mesh/grid.js'
import { checkPoint, fail } from '../params/check.js'
import { type ClothParams, clothParams, type LiveClothParams } from '../params/clothParams.js'
import { defaultsOf } from '../params/Parameter.js'
import { FixedStepper } from '../time/FixedStepper.js'
import {
  changeSettings,
  checkChanges,
  checkOptions,
  checkParticle,
  checkPrecision,
  type ClothOptions,
  type ClothSettings,
  createSheet,
  isSane,
  type RebuildSettings,
  refuseRebuilds,
  WORLD_LIMIT,
} from './ClothOptions.js'
import { type ClothState, createState, type ParticleArray, type Precision } from './ClothState.js'
import { writeBetween } from './ClothView.js'
import { Holds } from './Holds.js'
import { type Pin, type PinName, type ResolvedPin, resolvePins } from './pins.js'
import type { PinOffset, PinTarget } from './pinTargets.js'
import { createRigidMotion, movePoints, moveState, type TeleportOptions } from './rigidMotion.js'
import {
  type ClothParts,
  type ClothProgress,
  type ClothSnapshot,
  restoreSnapshot,
  takeSnapshot,
} from './snapshot.js'
import { Sleep } from './Sleep.js'
import { createTearing, paramsWhileTearing, type Tearing } from './Tearing.js'
import type { ClothSolver, StepTiming } from './solvers/ClothSolver.js'
import { MassSpringSolver } from './solvers/MassSpringSolver.js'
import { PbdSolver } from './solvers/PbdSolver.js'
import { XpbdSolver } from './solvers/xpbd/XpbdSolver.js'
import { rescaleVelocities } from './verlet.js'

const SOLVERS = { xpbd: XpbdSolver, 'mass-spring': MassSpringSolver, pbd: PbdSolver } as const

const WHO = 'ClothSimulation'

export class ClothSimulation {
  private options: ClothOptions
  private values: ClothParams
  private readonly colliderList: Collider[]
  private readonly clock: FixedStepper
  private readonly precision: Precision
  private state!: ClothState
  private solver!: ClothSolver
  private holds!: Holds
  private sleep!: Sleep
  private tearing: Tearing | undefined
  private startPins: readonly ResolvedPin[] = []
  private previous!: ParticleArray
  private readonly timing: StepTiming = { time: 0, dt: 0, step: 0 }
  private readonly progress: ClothProgress = { time: 0, steps: 0, unstableSteps: 0, lastSubstep: 0 }
  private buildCount = 0
  /** Steps that remain in this frame, the next one included. */
  private stepsLeft = 1

  /** @throws BillowError for a wrong value or an unknown option */
  constructor(options: ClothOptions = {}) {
    this.values = { ...defaultsOf(clothParams), ...checkOptions(WHO, options) }
    this.options = options
    this.precision = checkPrecision(WHO, options.precision ?? 'float64')
    this.clock = new FixedStepper(options.clock)
    this.colliderList = createColliders(options.colliders ?? [])
    this.build(this.values, options)
  }

  /** All parameters, as they are now. */
  get params(): Readonly<ClothParams> {
    return this.values
  }

  /** What the cloth was made of beside parameters and colliders, with the last changes of it. */
  get settings(): Omit<ClothSettings, 'colliders'> {
    const { pins, origin, offsetAt, mesh, strengthAt, clock, precision } = this.options
    return { pins, origin, offsetAt, mesh, strengthAt, clock, precision }
  }

  /**
   * xyz per particle, m. The same array until `rebuild`; in a cloth that can tear it is longer than
   * `particleCount` by a reserve, which lies where the first particle does.
   */
  get positions(): ParticleArray {
    return this.state.positions
  }

  /** Positions one step ago, between which and `positions` rendering interpolates, m. */
  get previousPositions(): ParticleArray {
    return this.previous
  }

  /** What the cloth is made of: particles, springs, triangles, uv. */
  get sheet(): ClothSheet {
    return this.state.sheet
  }

  /**
   * The sheet as a grid, with its columns and rows.
   * @throws BillowError when the cloth is made of a mesh
   */
  get grid(): ClothGrid {
    const { sheet } = this
    return isGrid(sheet) ? sheet : fail(WHO, 'a cloth made of a mesh has no grid; use sheet')
  }

  /** Particles there are; tears add to them. */
  get particleCount(): number {
    const { particleCount, reserve = 0 } = this.sheet
    return particleCount - reserve
  }

  /** Simulated seconds per step. */
  get timeStep(): number {
    return this.values.timeStep
  }

  /** Simulated seconds since the start. */
  get time(): number {
    return this.progress.time
  }

  /** Seconds of frames that wait for the next step. */
  get pending(): number {
    return this.clock.pending
  }

  /** Grows by one with every `rebuild`: whoever holds `positions` or `grid` must fetch them anew. */
  get revision(): number {
    return this.buildCount
  }

  /** Grows whenever a tear, or what undoes it, changes triangles, springs and vertices of `sheet`. */
  get topologyRevision(): number {
    return this.tearing?.revision ?? 0
  }

  /**
   * Has the cloth come to rest? It is not computed then, whatever the clock does, until something
   * changes: a parameter, a collider, a pin or what it follows, a hand, the wind.
   */
  get sleeping(): boolean {
    return this.sleep.isSleeping(this.values)
  }

  get colliders(): readonly Collider[] {
    return this.colliderList
  }

  /**
   * One fixed step of `timeStep` seconds, with its substeps.
   *
   * @throws BillowError when what a pin follows gives no place, and then nothing has changed
   */
  step(): void {
    const { state, solver, holds, timing, progress } = this
    const { substeps, timeStep } = this.values
    timing.time = progress.time
    timing.dt = timeStep / substeps
    timing.step = timeStep
    holds.aim(timing, this.stepsLeft)
    if (this.sleep.goesOn(this.values)) {
      this.previous.set(state.positions)
      progress.time += timeStep
      progress.steps++
      return
    }
    this.previous.set(state.positions)
    if (progress.lastSubstep !== timing.dt) {
      if (progress.lastSubstep !== 0) rescaleVelocities(state, timing.dt / progress.lastSubstep)
      progress.lastSubstep = timing.dt
    }
    solver.beginStep(timing, holds)
    for (let left = substeps; left > 0; left--) {
      holds.move(left)
      solver.substep(timing, holds, left === 1)
    }
    solver.endStep(timing)
    if (!isSane(state.positions)) this.takeBack()
    this.tearing?.tear(this.values.tearStrain)
    this.sleep.observe()
    progress.time += timeStep
    progress.steps++
  }

  /**
   * The clock: call once per frame.
   *
   * @param frameSeconds time since the last frame, times any time scale. Long frames are cut short.
   * @returns the number of steps taken
   * @throws BillowError when it is NaN
   */
  advance(frameSeconds: number): number {
    const steps = this.clock.advance(frameSeconds, this.values.timeStep)
    for (this.stepsLeft = steps; this.stepsLeft > 1; this.stepsLeft--) this.step()
    if (steps > 0) this.step()
    return steps
  }

  /**
   * Writes the positions for drawing now: between the last two steps, as far as the clock is.
   *
   * @param out xyz per particle
   * @param interpolate false writes the positions after the last step
   */
  writePositions(out: Float32Array, interpolate = true): void {
    const alpha = interpolate ? this.clock.alpha(this.values.timeStep) : 1
    writeBetween(this.previous, this.state.positions, alpha, out)
  }

  /**
   * Changes parameters while running.
   *
   * @throws BillowError for a wrong value, or for a key whose change needs `rebuild`
   */
  setParams(changes: Partial<LiveClothParams>): void {
    const checked = checkChanges(WHO, changes)
    refuseRebuilds(WHO, this.values, checked)
    this.values = { ...this.values, ...checked }
    this.solver.configure(paramsWhileTearing(this.values))
  }

  /**
   * Starts anew with changed parameters or settings; the rest, colliders included, is kept.
   *
   * @throws BillowError for a wrong value, and then nothing has changed
   */
  rebuild(changes: Partial<ClothParams> & RebuildSettings = {}): void {
    const { pins, origin, offsetAt, mesh, strengthAt, ...params } = changes
    const values = { ...this.values, ...checkChanges(WHO, params) }
    const settings = { pins, origin, offsetAt, mesh, strengthAt }
    this.build(values, changeSettings(this.options, settings))
  }

  /**
   * Holds a particle in place, moves it to a point at a bounded speed, or lets it follow something
   * that moves, as fast as that is.
   *
   * @param offset where on what moves, in its own axes, m
   * @throws BillowError for a particle that does not exist or a target that is none
   */
  pin(particle: number, target?: PinTarget, offset?: PinOffset): void {
    this.checkParticle(particle)
    this.holds.pin(particle, target, offset, this.progress.time)
  }

  /** Lets a pinned particle go. */
  unpin(particle: number): void {
    this.checkParticle(particle)
    this.holds.unpin(particle)
  }

  isPinned(particle: number): boolean {
    this.checkParticle(particle)
    return this.holds.isPinned(particle)
  }

  /** Pins exactly the particles that are named, each where it is now or with its target. */
  setPins(pins: readonly Pin[] | PinName): void {
    const wanted = resolvePins(WHO, pins, this.sheet, this.values.orientation)
    this.holds.setPins(wanted, this.progress.time)
    this.startPins = wanted
    this.options = { ...this.options, pins }
  }

  /**
   * Takes a particle by the hand: it follows `target` (m) at a bounded speed until `release`, as far
   * as the cloth gives. Call again with a new target to drag. Several particles may be held, each by
   * a hand of its own.
   */
  grab(particle: number, target: readonly [number, number, number]): void {
    this.checkParticle(particle)
    this.holds.grab(particle, checkPoint(WHO, 'target', target))
  }

  /** Opens the hand: for one particle, or for all. */
  release(particle?: number): void {
    if (particle !== undefined) this.checkParticle(particle)
    for (const held of particle === undefined ? this.holds.grabbed() : [particle])
      this.holds.release(held)
  }

  /** Adds a collider; a collider object stays shared with the caller, who may move it. */
  addCollider(options: ColliderOptions | Collider): Collider {
    const collider = createCollider(options)
    this.colliderList.push(collider)
    return collider
  }

  removeCollider(collider: Collider): void {
    const index = this.colliderList.indexOf(collider)
    if (index >= 0) this.colliderList.splice(index, 1)
  }

  /** Replaces all colliders. */
  setColliders(list: readonly (ColliderOptions | Collider)[]): void {
    this.colliderList.splice(0, Infinity, ...createColliders(list))
  }

  /**
   * Puts the whole cloth elsewhere at once, with its pins and hands, as it is and moves: it neither
   * stretches nor swings, and is not drawn on the way. Colliders and what pins follow are moved by
   * whoever owns them.
   *
   * @throws BillowError for a wrong value or a place out of this world, and then nothing has changed
   */
  teleport(options: TeleportOptions): void {
    const { state } = this
    const motion = createRigidMotion(WHO, options)
    const there = Float64Array.from(state.positions)
    movePoints(motion, there)
    if (!isSane(there))
      fail(WHO, `teleport must keep the cloth within ${WORLD_LIMIT} m of the origin`)
    moveState(motion, state, this.previous)
    this.holds.teleport(motion)
    this.solver.teleport(motion)
    this.sleep.wake()
  }

  /** Back to the start, bit by bit: positions, pins, clock and wind. Parameters are kept. */
  reset(): void {
    const { state, holds } = this
    this.tearing?.tearAlong([])
    state.positions.set(state.sheet.restPositions)
    state.lastPositions.set(state.sheet.restPositions)
    this.previous.set(state.positions)
    state.forces.fill(0)
    holds.clear()
    this.tearing?.markReserve(state.fixed, holds.kinds)
    holds.setPins(this.startPins, 0)
    this.clock.reset()
    Object.assign(this.progress, { time: 0, steps: 0, unstableSteps: 0, lastSubstep: 0 })
    this.solver.settle()
    this.solver.rewind()
    this.sleep.wake()
  }

  /** Everything that a later `restore` needs to go on from here bit by bit. */
  snapshot(): ClothSnapshot {
    return takeSnapshot(this.parts)
  }

  /** @throws BillowError when the snapshot is of another grid or version */
  restore(snapshot: ClothSnapshot): void {
    restoreSnapshot(WHO, this.parts, snapshot)
  }

  /** Fingerprint of the state: two runs with the same one are bit-equal. */
  hash(): string {
    const { positions, lastPositions } = this.state
    const tears = Uint32Array.from(this.tearing?.splits ?? [])
    return hashArrays([positions, lastPositions, this.holds.kinds, tears, ...this.solver.motion])
  }

  /** Energies, strain, contacts. Allocates one object; not meant for every step of a hot loop. */
  measure(): ClothMeasurements {
    const { time, steps, unstableSteps, lastSubstep } = this.progress
    const dt = lastSubstep || this.substep
    return {
      ...measureState(this.state, this.values, dt),
      contacts: this.solver.contacts,
      infeasibleStrain: this.solver.infeasibleStrain,
      tears: (this.tearing?.splits.length ?? 0) / 2,
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
      this.solver.stableStiffness(this.substep),
      this.progress.unstableSteps,
    )
  }

  private get parts(): ClothParts {
    const { state, previous, holds, solver, clock, progress, tearing, sleep, values } = this
    return { state, previous, holds, solver, clock, progress, tearing, sleep, params: values }
  }

  private get substep(): number {
    return this.values.timeStep / this.values.substeps
  }

  /** Everything is made before anything is replaced, so that an error leaves the cloth as it was. */
  private build(values: ClothParams, options: ClothOptions): void {
    const intact = createSheet(WHO, values, options)
    const pins = resolvePins(WHO, options.pins ?? [], intact, values.orientation)
    // What belongs to no triangle has no mass for a force to act on.
    intact.areas.forEach((area, particle) => {
      if (area === 0) pins.push({ particle })
    })

    const tearing = values.tear ? createTearing(WHO, intact, values, options.strengthAt) : undefined
    const sheet = tearing?.sheet ?? intact
    const xpbd = values.solver === 'xpbd'
    const state = createState(
      sheet,
      xpbd ? 'float32' : this.precision,
      xpbd ? 'float64' : undefined,
    )
    const solver = new SOLVERS[values.solver](state, this.colliderList, paramsWhileTearing(values))
    const holds = new Holds(WHO, state, solver.softHands)
    holds.setPins(pins, 0)
    this.solver = solver
    this.holds = holds
    this.tearing = tearing
    this.sleep = new Sleep(state, this.colliderList, holds)
    this.state = state
    this.values = values
    this.options = options
    this.previous = state.positions.slice()
    this.startPins = pins
    tearing?.attach({ state, previous: this.previous, holds, solver })
    this.buildCount++
    this.reset()
  }

  /** Undoes a step that exploded, and stops all motion: nothing that is not a number gets out. */
  private takeBack(): void {
    this.state.positions.set(this.previous)
    this.state.lastPositions.set(this.previous)
    this.solver.settle()
    this.progress.unstableSteps++
    this.sleep.wake()
  }

  private checkParticle(particle: number): void {
    checkParticle(WHO, particle, this.particleCount)
  }
}
