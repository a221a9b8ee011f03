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
import { checkWindSources, WindField, type WindSource } from '../wind/WindField.js'
import { ArrayMover, type BladeMover } from './ArrayMover.js'
import { STANDARD_GRAVITY } from './blade/forces.js'
import { writeGuides } from './blade/guides.js'
import { BodyList } from './BodyList.js'
import type { GrassArrays, GrassBackend, GrassStep } from './GrassBackend.js'
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
import { createKernelMover } from './KernelMover.js'
import { measureGrass, type GrassMeasurements } from './measureGrass.js'
import { scatterBlades } from './scatter/scatterBlades.js'
import type { BladeForces } from './stepBlades.js'
import { Stillness } from './Stillness.js'

const WHO = 'GrassSimulation'

export class GrassSimulation {
  private options: GrassOptions
  private values: GrassParams
  private readonly clock: FixedStepper
  private readonly air = new WindField()
  private readonly bodyList = new BodyList()
  private readonly stillness = new Stillness()
  private moveCount = 0
  private field!: GrassBlades
  /** None while a backend has the blades and nobody has asked for them. */
  private arrays: (GrassArrays & { readonly mover: BladeMover }) | undefined
  private backend: GrassBackend | undefined
  /** Has the backend moved on since the arrays were read? */
  private isBehind = false
  private readonly progress = { time: 0, steps: 0, touched: 0 }
  /** What acts on the blades, as a backend is told. */
  private readonly acting: { -readonly [Key in keyof GrassStep]: GrassStep[Key] } & {
    readonly moment: { time: number }
  }
  private buildCount = 0

  /** @throws BillowError for a wrong value or an unknown option */
  constructor(options: GrassOptions = {}) {
    this.values = { ...defaultsOf(grassParams), ...checkGrassOptions(WHO, options) }
    this.options = options
    this.clock = new FixedStepper(options.clock)
    this.acting = {
      forces: forcesOf(this.values),
      windHold: 1,
      air: this.air,
      moment: { time: 0 },
      origin: new Float64Array(3),
      bodies: this.bodyList,
    }
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

  /** How the blades stand now; where a backend moves them, this reads them back. */
  get state(): Readonly<GrassState> {
    return this.readBack().state
  }

  /** Tips one step ago, between which and `state.tips` rendering interpolates, m. */
  get previousTips(): BladeArray {
    return this.readBack().previous
  }

  /** How far the clock is between the last step and the next, 0 to 1. */
  get alpha(): number {
    return this.clock.alpha(this.values.timeStep)
  }

  /** Seconds of frames that wait for the next step; set by whoever steps by a clock of their own. */
  get pending(): number {
    return this.clock.pending
  }

  set pending(seconds: number) {
    this.clock.pending = seconds
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

  /**
   * Grows with every step that moves blades, and with whatever else puts them elsewhere. A field at
   * rest keeps it, so whoever draws has nothing to do.
   */
  get moves(): number {
    return this.moveCount
  }

  /**
   * Had the field come to rest by the last step? Steps then cost nothing. Blades that a backend moves are
   * looked at now and then only, so it takes some seconds longer to notice.
   */
  get isResting(): boolean {
    return this.stillness.holds(this.acting)
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
    const { backend, acting, progress, values } = this
    this.bodyList.pack(this.origin)
    acting.moment.time = progress.time + 0.5 * values.timeStep
    if (!this.stillness.holds(acting)) {
      if (backend) this.stepBy(backend)
      else this.stepArrays(this.arrays!)
      this.moveCount++
    }
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
   * Replaces all point sources of wind.
   *
   * @throws BillowError for anything that is no list of sources
   */
  setWindSources(sources: readonly WindSource[]): void {
    checkWindSources(WHO, sources)
    this.options = { ...this.options, windSources: sources }
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

  /**
   * Lets a backend keep and move the blades from now on, and hands them over as they stand; without
   * one they come back into typed arrays. The blades of a `rebuild` start in typed arrays.
   */
  moveBy(backend: GrassBackend | undefined): void {
    if (backend === this.backend) return
    this.readBack()
    const { arrays } = this
    if (arrays) backend?.write(arrays)
    this.backend = backend
    this.arrays = backend ? undefined : arrays
    this.isBehind = backend !== undefined
    this.stillness.end()
    this.moveCount++
  }

  /** Who moves the blades, in place of typed arrays. */
  get movedBy(): GrassBackend | undefined {
    return this.backend
  }

  /**
   * The state in typed arrays. Where a backend moves the blades it is fetched from there, which waits
   * for all steps to be done, and is good until the next step; `state`, `measure`, `snapshot` and
   * `hash` do so on their own.
   */
  readBack(): GrassArrays {
    const { field, backend } = this
    this.arrays ??= this.createArrays(field)
    if (backend && this.isBehind) {
      this.progress.touched = backend.read(this.arrays)
      writeGuides(field, this.arrays.state, this.values.model)
      this.isBehind = false
    }
    return this.arrays
  }

  /** Gives a backend that has lost its blades what was read back last, or upright ones. */
  refill(): void {
    const { arrays, backend } = this
    if (arrays) backend?.write(arrays)
    else backend?.raise()
    this.isBehind = backend !== undefined
    this.stillness.end()
    this.moveCount++
  }

  /** Back to the start, bit by bit: blades upright, clock and wind at 0. Parameters are kept. */
  reset(): void {
    const { field, arrays, backend } = this
    if (arrays) {
      raise(arrays.state, field.heights, field.ups)
      arrays.previous.set(arrays.state.tips)
    }
    backend?.raise()
    this.isBehind = backend !== undefined
    this.stillness.end()
    this.moveCount++
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
    this.backend?.write(this.readBack())
    this.stillness.end()
    this.moveCount++
    this.air.goOn({ time: this.progress.time })
  }

  /** Fingerprint of the state: two runs with the same one are bit-equal. */
  hash(): string {
    const { tips, strengths } = this.state
    return hashArrays([tips, strengths])
  }

  /** Leans, touched blades, time. Allocates one object. */
  measure(): GrassMeasurements {
    return measureGrass(this.field, this.state, this.progress)
  }

  private get parts() {
    const { clock, progress, air } = this
    return { ...this.readBack(), clock, progress, air }
  }

  private stepBy(backend: GrassBackend): void {
    const { stillness, acting, field } = this
    backend.step(acting)
    this.isBehind = true
    if (stillness.isDue(acting, 'backend'))
      stillness.note(field, this.readBack(), acting, backend.resolution)
  }

  private stepArrays(arrays: GrassArrays & { readonly mover: BladeMover }): void {
    const { stillness, acting, field, progress } = this
    progress.touched = arrays.mover.step(field, arrays, acting)
    if (stillness.isDue(acting, 'arrays')) stillness.note(field, arrays, acting)
  }

  private configure(): void {
    const { values, air, progress, acting } = this
    acting.forces = forcesOf(values)
    acting.windHold = values.windHold
    const { wind, turbulence, turbulenceScale, gusts, gustPeriod, seed } = values
    const sources = this.options.windSources ?? []
    const settings = { wind, turbulence, turbulenceScale, gusts, gustPeriod, seed, sources }
    air.configure(settings, progress.time)
  }

  /** Everything is made before anything is replaced, so that an error leaves the field as it was. */
  private build(values: GrassParams, options: GrassOptions): void {
    const ground = createGround(WHO, values, options)
    const field = scatterBlades(WHO, ground, values, options.densityAt)
    const origin = options.origin ? checkPoint(WHO, 'origin', options.origin) : [0, 0, 0]
    this.options = options
    const arrays = this.createArrays(field)
    this.field = field
    this.arrays = arrays
    this.backend = undefined
    this.acting.origin.set(origin)
    this.values = values
    this.buildCount++
    this.configure()
    this.reset()
  }

  private createArrays(field: GrassBlades): GrassArrays & { readonly mover: BladeMover } {
    const precision = this.options.precision ?? 'float32'
    const kernel = precision === 'float32' ? createKernelMover(field) : undefined
    if (kernel) {
      raise(kernel.arrays.state, field.heights, field.ups)
      return { ...kernel.arrays, mover: kernel.mover }
    }
    const state = createGrassState(field, precision)
    return { state, previous: state.tips.slice(), mover: new ArrayMover() }
  }
}

function forcesOf(values: GrassParams): BladeForces {
  const { model, timeStep, gravity, stiffness, droop, recovery } = values
  const lift = stiffness > 0 ? 0 : STANDARD_GRAVITY / droop
  return { model, dt: timeStep, gravity, stiffness, lift, recovery }
}

export type { GrassOptions } from './GrassOptions.js'
