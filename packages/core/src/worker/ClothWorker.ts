/**
 * A cloth that is simulated in a worker, so that the page stays free: the calls of
 * `ClothSimulation`, with the same results bit by bit. What gives something back gives a promise;
 * wrong values throw at once and with the same text.
 *
 * ```ts
 * const cloth = createClothWorker({ segments: [128, 128], pins: ['top-left', 'top-right'] })
 * cloth.advance(frameSeconds) // in every frame: asks for it, and shows what has been done so far
 * const { maxStrain } = await cloth.measure()
 * cloth.dispose()
 * ```
 */
import {
  changeSettings,
  checkChanges,
  checkOptions,
  checkParticle,
  checkPrecision,
  type ClothOptions,
  type ClothSettings,
  type RebuildSettings,
  refuseRebuilds,
} from '../cloth/ClothOptions.js'
import type { ParticleArray } from '../cloth/ClothState.js'
import { type ClothView, writeBetween } from '../cloth/ClothView.js'
import { type Pin, type PinName, resolvePins } from '../cloth/pins.js'
import { checkTarget, isPoint, type PinOffset, type PinTarget } from '../cloth/pinTargets.js'
import { createRigidMotion, type TeleportOptions } from '../cloth/rigidMotion.js'
import type { ClothSnapshot } from '../cloth/snapshot.js'
import type { Collider, ColliderOptions } from '../collision/colliders.js'
import type { ClothMeasurements } from '../diagnostics/measure.js'
import type { Finding } from '../diagnostics/validate.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { type ClothGrid, isGrid } from '../mesh/grid.js'
import { checkPoint, fail, show } from '../params/check.js'
import { type ClothParams, clothParams, type LiveClothParams } from '../params/clothParams.js'
import { defaultsOf } from '../params/Parameter.js'
import { TearableSheet } from '../mesh/TearableSheet.js'
import { FixedStepper } from '../time/FixedStepper.js'
import { ColliderBook } from './ColliderBook.js'
import { Connection } from './Connection.js'
import { PinBook } from './PinBook.js'
import { PositionsIn } from './PositionsIn.js'
import type { Call, ClothMethod, Reply, SentCloth } from './protocol.js'
import { sendCloth } from './sendCloth.js'
import { tearFurther } from './tearFurther.js'
import { WorkerClock } from './WorkerClock.js'
import type { WorkerPort } from './WorkerPort.js'

const WHO = 'ClothSimulation' // Errors read as they do on the page itself.

export interface ClothWorkerSettings {
  /** Positions lie in memory that page and worker share; otherwise they are handed to and fro. */
  readonly shared: boolean
  /**
   * Told when the worker fails, and of errors that nobody waits for. Absent: the next call throws.
   */
  readonly onError?: ((error: Error) => void) | undefined
}

export class ClothWorker implements ClothView {
  private options: ClothOptions
  private values: ClothParams
  private readonly colliderBook: ColliderBook
  private readonly clock: FixedStepper
  private readonly workerClock: WorkerClock
  private currentSheet!: ClothSheet
  private readonly pins = new PinBook()
  private readonly moment: PositionsIn
  private readonly connection: Connection
  private elapsed = 0
  private buildCount = 0
  private tearCount = 0
  private isAsleep = false
  /** Cloths that were made by calls, and those of them that the worker was asked for. */
  private made = 0
  private asked = 0

  /**
   * @param start gives the worker; called once the options are known to be right
   * @throws BillowError for a wrong value or an unknown option
   */
  constructor(
    options: ClothOptions,
    start: () => WorkerPort,
    { shared, onError }: ClothWorkerSettings,
  ) {
    const values = { ...defaultsOf(clothParams), ...checkOptions(WHO, options) }
    checkPrecision(WHO, options.precision ?? 'float64')
    this.clock = new FixedStepper(options.clock)
    this.workerClock = new WorkerClock(options.clock)
    this.colliderBook = new ColliderBook(options.colliders ?? [])
    this.values = values
    this.options = options
    const cloth = this.make(values, options)
    this.moment = new PositionsIn(this.startPositions())
    this.connection = new Connection(start(), shared, {
      prepare: (calls) => void this.prepare(calls),
      receive: (reply) => void this.receive(reply),
      onError,
    })
    const colliders = this.colliderBook.read() ?? []
    this.connection.send(this.reading({ method: 'create', args: [cloth, colliders] }))
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

  /** xyz per particle, m, as the worker has sent it last. Another array after every frame. */
  get positions(): ParticleArray {
    return this.moment.positions
  }

  /** Positions one step before `positions`, m. Another array after every frame. */
  get previousPositions(): ParticleArray {
    return this.moment.previous
  }

  /** What the cloth is made of: particles, springs, triangles, uv. */
  get sheet(): ClothSheet {
    return this.currentSheet
  }

  /** @throws BillowError when the cloth is made of a mesh */
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

  /** Simulated seconds since the start of what `positions` shows. */
  get time(): number {
    return this.elapsed
  }

  /** Grows when the sheet becomes another one, as by `rebuild`. */
  get revision(): number {
    return this.buildCount
  }

  /** Grows whenever a tear, or what undoes it, changes triangles, springs and vertices of `sheet`. */
  get topologyRevision(): number {
    return this.tearCount
  }

  /** At rest, as far as `positions` shows: steps cost nothing until something changes. */
  get sleeping(): boolean {
    return this.isAsleep
  }

  get colliders(): readonly Collider[] {
    return this.colliderBook.list
  }

  /** Frames that were left out since the worker was still busy with earlier ones. */
  get droppedFrames(): number {
    return this.connection.droppedFrames
  }

  /** The worker is gone, and `onError` was told why: positions stay as they are. */
  get hasFailed(): boolean {
    return this.connection.hasFailed
  }

  /**
   * The clock: call once per frame, with colliders and what pins follow where they are now. While
   * the worker is busy one frame waits, the last one; a worker that is too slow runs in slow motion.
   *
   * @throws BillowError when it is NaN
   */
  advance(frameSeconds: number): void {
    this.connection.check()
    if (typeof frameSeconds !== 'number' || Number.isNaN(frameSeconds))
      fail('FixedStepper', `frameSeconds must be a number of seconds, got ${show(frameSeconds)}`)
    const call = this.moving({ method: 'advance', args: [frameSeconds] as const })
    this.connection.sendFrame(call, frameSeconds)
  }

  /** One fixed step of `timeStep` seconds; never dropped. */
  step(): Promise<void> {
    return this.connection.ask(this.moving({ method: 'step', args: [] as const }))
  }

  /** Resolves once everything that was called for so far is done. */
  async settled(): Promise<void> {
    await this.hash()
  }

  /** Writes the positions for drawing now: between the last two steps, as far as the clock is. */
  writePositions(out: Float32Array, interpolate = true): void {
    const alpha = interpolate ? this.clock.alpha(this.values.timeStep) : 1
    writeBetween(this.moment.previous, this.moment.positions, alpha, out)
  }

  /** @throws BillowError for a wrong value, or for a key whose change needs `rebuild` */
  setParams(changes: Partial<LiveClothParams>): void {
    this.connection.check()
    const checked = checkChanges(WHO, changes)
    refuseRebuilds(WHO, this.values, checked)
    this.values = { ...this.values, ...checked }
    this.connection.send({ method: 'setParams', args: [checked] })
  }

  /**
   * Starts anew with changed parameters or settings; the rest, colliders included, is kept.
   *
   * @throws BillowError for a wrong value, and then nothing has changed
   */
  rebuild(changes: Partial<ClothParams> & RebuildSettings = {}): void {
    this.connection.check()
    const { pins, origin, offsetAt, mesh, strengthAt, ...params } = changes
    const values = { ...this.values, ...checkChanges(WHO, params) }
    const settings = { pins, origin, offsetAt, mesh, strengthAt }
    const cloth = this.make(values, changeSettings(this.options, settings))
    this.connection.giveBack(this.moment.start(this.startPositions()))
    this.clock.reset()
    this.connection.send(this.reading({ method: 'rebuild', args: [cloth] }))
  }

  /** @throws BillowError for a particle that does not exist or a target that is none */
  pin(particle: number, target?: PinTarget, offset?: PinOffset): void {
    this.connection.check()
    this.checkParticle(particle)
    if (offset !== undefined && offset !== 'keep') checkPoint(WHO, 'offset', offset)
    if (target !== undefined && isPoint(target)) checkPoint(WHO, 'target', target)
    else if (target !== undefined) checkTarget(WHO, 'target', target)
    const sent = this.pins.pin(particle, target)
    this.connection.send(this.reading({ method: 'pin', args: [particle, sent, offset] }))
  }

  /** Lets a pinned particle go. */
  unpin(particle: number): void {
    this.connection.check()
    this.checkParticle(particle)
    this.pins.unpin(particle)
    this.connection.send({ method: 'unpin', args: [particle] })
  }

  isPinned(particle: number): boolean {
    this.checkParticle(particle)
    return this.pins.isPinned(particle)
  }

  /** Pins exactly the particles that are named, each where it is now or with its target. */
  setPins(pins: readonly Pin[] | PinName): void {
    this.connection.check()
    const wanted = resolvePins(WHO, pins, this.sheet, this.values.orientation)
    this.options = { ...this.options, pins }
    const sent = this.pins.set(wanted)
    this.connection.send(this.reading({ method: 'setPins', args: [sent] }))
  }

  /** Takes a particle by the hand; call again with a new target to drag. */
  grab(particle: number, target: readonly [number, number, number]): void {
    this.connection.check()
    this.checkParticle(particle)
    const point = checkPoint(WHO, 'target', target)
    this.connection.send({ method: 'grab', args: [particle, point] })
  }

  /** Opens the hand: for one particle, or for all. */
  release(particle?: number): void {
    this.connection.check()
    if (particle !== undefined) this.checkParticle(particle)
    this.connection.send({ method: 'release', args: [particle] })
  }

  /** Adds a collider; a collider object stays shared with the caller, who may move it. */
  addCollider(options: ColliderOptions | Collider): Collider {
    return this.colliderBook.add(options)
  }

  removeCollider(collider: Collider): void {
    this.colliderBook.remove(collider)
  }

  /** Replaces all colliders. */
  setColliders(list: readonly (ColliderOptions | Collider)[]): void {
    this.colliderBook.set(list)
  }

  /** Puts the whole cloth elsewhere at once, with its pins and hands, as it is and moves. */
  teleport(options: TeleportOptions): void {
    this.connection.check()
    createRigidMotion(WHO, options)
    this.connection.send({ method: 'teleport', args: [options] })
  }

  /** Back to the start, bit by bit: positions, pins, clock and wind. Parameters are kept. */
  reset(): Promise<void> {
    this.pins.reset()
    return this.connection.ask(this.reading({ method: 'reset', args: [] as const }))
  }

  /** Everything that a later `restore` needs to go on from here bit by bit. */
  snapshot(): Promise<ClothSnapshot> {
    return this.connection.ask({ method: 'snapshot', args: [] })
  }

  /** Rejects when the snapshot is of another grid or version. */
  async restore(snapshot: ClothSnapshot): Promise<void> {
    await this.connection.ask({ method: 'restore', args: [snapshot] })
    this.pins.restore(snapshot.holdKinds)
  }

  /** Fingerprint of the state: two runs with the same one are bit-equal. */
  hash(): Promise<string> {
    return this.connection.ask({ method: 'hash', args: [] })
  }

  /** Energies, strain, contacts. */
  measure(): Promise<ClothMeasurements> {
    return this.connection.ask({ method: 'measure', args: [] })
  }

  /** Settings that will not do what is expected, each with what to do. */
  validate(): Promise<Finding[]> {
    return this.connection.ask({ method: 'validate', args: [] })
  }

  /** Ends the worker. The last positions stay; calls do nothing any more, and promises reject. */
  dispose(): void {
    this.connection.dispose()
  }

  /** Everything is made before anything is replaced, so that an error leaves the cloth as it was. */
  private make(values: ClothParams, options: ClothOptions): SentCloth {
    const { sheet, sent } = sendCloth(WHO, values, options, this.pins)
    this.currentSheet = sheet
    this.values = values
    this.options = options
    this.buildCount++
    this.made++
    return sent
  }

  /** What the worker will start from, in the precision that it will send. */
  private startPositions(): ParticleArray {
    const { restPositions } = this.sheet
    const single = this.values.solver === 'xpbd' || this.options.precision === 'float32'
    return single ? Float32Array.from(restPositions) : restPositions.slice()
  }

  /** A call that reads what pins follow. */
  private reading<Method extends ClothMethod>(call: Call<Method>): Call<Method> {
    return { ...call, targets: this.pins.readObjects() }
  }

  /** A call that reads everything which the page moves. */
  private moving<Method extends ClothMethod>(call: Call<Method>): Call<Method> {
    const colliders = this.colliderBook.read()
    return { ...this.reading(call), ...(colliders ? { colliders } : {}) }
  }

  private prepare(calls: readonly Call[]): void {
    for (const { method } of calls) if (method === 'create' || method === 'rebuild') this.asked++
    this.workerClock.run(calls, this.pins)
  }

  private receive(reply: Reply): void {
    const { positions, splits, time, pending, sleeping } = reply
    this.workerClock.set(time, pending)
    // What a cloth did that was replaced since is not to be seen.
    const isStale = this.asked !== this.made
    if (positions) this.connection.giveBack(this.moment.receive(positions, isStale))
    if (isStale) return
    this.elapsed = time
    this.isAsleep = sleeping
    this.clock.pending = pending
    if (splits && this.currentSheet instanceof TearableSheet) {
      tearFurther(this.currentSheet, splits)
      this.tearCount++
    }
  }

  private checkParticle(particle: number): void {
    checkParticle(WHO, particle, this.particleCount)
  }
}
