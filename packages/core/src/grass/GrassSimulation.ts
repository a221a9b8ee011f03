/**
 * A field of grass after "Responsive Real-Time Grass Rendering for General 3D Scenes" (Jahrmann &
 * Wimmer 2017): every blade is a quadratic Bézier curve whose tip follows gravity, recovery and
 * wind, and is pressed down by bodies that roll over it.
 *
 * ```ts
 * const grass = new GrassSimulation({ size: [20, 20], density: 300, wind: [4, 0, 0] })
 * grass.advance(frameSeconds) // in every frame
 * grass.state.tips // xyz per blade from its root, m
 * ```
 *
 * Stepping allocates nothing. Wrong values throw before anything changes.
 */
import type { Collider } from '../collision/colliders/Collider.js'
import { hashArrays } from '../diagnostics/hash.js'
import { checkPoint } from '../params/check.js'
import { type GrassParams, grassParams, type LiveGrassParams } from '../params/grassParams.js'
import { defaultsOf } from '../params/Parameter.js'
import { FixedStepper } from '../time/FixedStepper.js'
import { WindField } from '../wind/WindField.js'
import { BodyList } from './BodyList.js'
import { pressBlades } from './bodies.js'
import {
  type BladeArray,
  createGrassState,
  type GrassBlades,
  type GrassState,
  raise,
} from './GrassBlades.js'
import {
  checkGrassChanges,
  checkGrassOptions,
  createGround,
  type GrassOptions,
} from './GrassOptions.js'
import { type GrassSnapshot, restoreGrass, takeGrassSnapshot } from './grassSnapshot.js'
import { measureGrass, type GrassMeasurements } from './measureGrass.js'
import { scatterBlades } from './scatter/scatterBlades.js'
import { type BladeForces, stepBlades } from './stepBlades.js'

const WHO = 'GrassSimulation'

/** Droop is the share of a blade's stiffness that this gravity takes, m/s². */
const STANDARD_GRAVITY = 9.81

export class GrassSimulation {
  private options: GrassOptions
  private values: GrassParams
  private readonly clock: FixedStepper
  private readonly air = new WindField()
  private readonly bodyList = new BodyList()
  private field!: GrassBlades
  private moving!: GrassState
  private previous!: BladeArray
  /** xyz per blade at its root: place in the world (m), and the wind there (m/s). */
  private places!: Float64Array
  private winds!: Float64Array
  private readonly progress = { time: 0, steps: 0, touched: 0 }
  private readonly moment = { time: 0 }
  private buildCount = 0

  /** @throws BillowError for a wrong value or an unknown option */
  constructor(options: GrassOptions = {}) {
    this.values = { ...defaultsOf(grassParams), ...checkGrassOptions(WHO, options) }
    this.options = options
    this.clock = new FixedStepper(options.clock)
    this.build(this.values, options)
  }

  /** All parameters, as they are now. */
  get params(): Readonly<GrassParams> {
    return this.values
  }

  /** What the field is made of, until `rebuild`. */
  get blades(): GrassBlades {
    return this.field
  }

  /** How the blades stand now. */
  get state(): Readonly<GrassState> {
    return this.moving
  }

  /** Tips one step ago, between which and `state.tips` rendering interpolates, m. */
  get previousTips(): BladeArray {
    return this.previous
  }

  /** How far the clock is between the last step and the next, 0 to 1. */
  get alpha(): number {
    return this.clock.alpha(this.values.timeStep)
  }

  get bladeCount(): number {
    return this.field.count
  }

  /** Origin of the field in the world, m. */
  get origin(): readonly [number, number, number] {
    return this.options.origin ?? [0, 0, 0]
  }

  get timeStep(): number {
    return this.values.timeStep
  }

  /** Simulated seconds since the start. */
  get time(): number {
    return this.progress.time
  }

  /** Grows by one with every `rebuild`: whoever holds `blades` or `state` must fetch them anew. */
  get revision(): number {
    return this.buildCount
  }

  /** The air over the field; its settings are parameters of the field. */
  get wind(): WindField {
    return this.air
  }

  get colliders(): readonly Collider[] {
    return this.bodyList.colliders
  }

  /** One fixed step of `timeStep` seconds. */
  step(): void {
    const { field, moving, winds, progress, values, bodyList } = this
    this.previous.set(moving.tips)
    this.blow()
    stepBlades(field, moving, winds, this.forces)
    bodyList.pack(this.origin)
    progress.touched =
      bodyList.count === 0
        ? 0
        : pressBlades(field, moving, bodyList.packed, bodyList.count, values.model)
    progress.time += values.timeStep
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
    for (let left = steps; left > 0; left--) this.step()
    return steps
  }

  /**
   * Changes parameters while running.
   *
   * @throws BillowError for a wrong value, or for a key whose change needs `rebuild`
   */
  setParams(changes: Partial<LiveGrassParams>): void {
    this.values = { ...this.values, ...checkGrassChanges(WHO, this.values, changes) }
    this.configure()
  }

  /**
   * Grows the field anew with changed parameters or ground; the rest, colliders included, is kept.
   *
   * @throws BillowError for a wrong value, and then nothing has changed
   */
  rebuild(changes: GrassOptions = {}): void {
    const values = { ...this.values, ...checkGrassOptions(WHO, changes) }
    this.build(values, { ...this.options, ...changes })
  }

  /**
   * Adds a collider, which stays shared with the caller, who may move it. Spheres and capsules press
   * blades down; other kinds do not touch them.
   *
   * @throws BillowError for what is no collider
   */
  addCollider<Kind extends Collider>(collider: Kind): Kind {
    this.bodyList.add(WHO, collider)
    return collider
  }

  removeCollider(collider: Collider): void {
    this.bodyList.remove(collider)
  }

  /** Back to the start, bit by bit: blades upright, clock and wind at 0. Parameters are kept. */
  reset(): void {
    const { field, moving } = this
    raise(moving, field.heights, field.ups)
    this.previous.set(moving.tips)
    this.clock.reset()
    Object.assign(this.progress, { time: 0, steps: 0, touched: 0 })
    this.air.rewind()
  }

  /** Everything that a later `restore` needs to go on from here bit by bit. */
  snapshot(): GrassSnapshot {
    return takeGrassSnapshot(this.parts)
  }

  /** @throws BillowError when the snapshot is of another field or version */
  restore(snapshot: GrassSnapshot): void {
    restoreGrass(WHO, this.parts, snapshot)
    this.air.goOn({ time: this.progress.time })
  }

  /** Fingerprint of the state: two runs with the same one are bit-equal. */
  hash(): string {
    const { tips, strengths } = this.moving
    return hashArrays([tips, strengths])
  }

  /** Leans, touched blades, time. Allocates one object. */
  measure(): GrassMeasurements {
    return measureGrass(this.field, this.moving, this.progress)
  }

  private get parts() {
    const { moving: state, previous, clock, progress, air } = this
    return { state, previous, clock, progress, air }
  }

  private forces!: BladeForces

  private configure(): void {
    const { values, air, progress } = this
    const { model, timeStep, gravity, stiffness, droop, recovery } = values
    const lift = stiffness > 0 ? 0 : STANDARD_GRAVITY / droop
    this.forces = { model, dt: timeStep, gravity, stiffness, lift, recovery }
    const { wind, turbulence, turbulenceScale, gusts, gustPeriod, seed } = values
    air.configure({ wind, turbulence, turbulenceScale, gusts, gustPeriod, seed }, progress.time)
  }

  /** The wind at all roots in the middle of the step, in parts of how hard it gets hold. */
  private blow(): void {
    const { air, field, places, winds, values, progress } = this
    const { timeStep } = values
    this.moment.time = progress.time + 0.5 * timeStep
    air.sampleAll(places, field.count, 3, this.moment, winds)
    const { windHold } = values
    if (windHold === 1) return
    for (let i = 0; i < winds.length; i++) winds[i]! *= windHold
  }

  /** Everything is made before anything is replaced, so that an error leaves the field as it was. */
  private build(values: GrassParams, options: GrassOptions): void {
    const ground = createGround(WHO, values, options)
    const field = scatterBlades(WHO, ground, values, options.densityAt)
    const origin = options.origin ? checkPoint(WHO, 'origin', options.origin) : [0, 0, 0]
    this.field = field
    this.moving = createGrassState(field, options.precision ?? 'float64')
    this.previous = this.moving.tips.slice()
    this.places = Float64Array.from(field.roots, (part, i) => origin[i % 3]! + part)
    this.winds = new Float64Array(3 * field.count)
    this.values = values
    this.options = options
    this.buildCount++
    this.configure()
    this.reset()
  }
}

export type { GrassOptions } from './GrassOptions.js'
