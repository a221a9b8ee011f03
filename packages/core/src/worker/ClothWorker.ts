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
import { ClothBase, type RebuildOptions, WHO } from '../cloth/ClothBase.js'
import type { ClothOptions } from '../cloth/ClothOptions.js'
import type { ParticleArray } from '../cloth/ClothState.js'
import { type Pin, type PinName, resolvePins } from '../cloth/pins.js'
import { checkTarget, isPoint, type PinOffset, type PinTarget } from '../cloth/pinTargets.js'
import { createRigidMotion, type TeleportOptions } from '../cloth/rigidMotion.js'
import type { ClothSnapshot } from '../cloth/snapshot.js'
import type { Collider, ColliderOptions } from '../collision/colliders/Collider.js'
import type { ColliderContact } from '../collision/ColliderPoses.js'
import type { ClothMeasurements } from '../diagnostics/measure.js'
import type { Finding } from '../diagnostics/validate.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { TearableSheet } from '../mesh/TearableSheet.js'
import { checkPoint, fail, show } from '../params/check.js'
import type { ClothParams, LiveClothParams } from '../params/clothParams.js'
import type { WindSource } from '../wind/WindField.js'
import { ColliderBook } from './ColliderBook.js'
import { Connection } from './Connection.js'
import { PinBook } from './PinBook.js'
import { PositionsIn } from './PositionsIn.js'
import type { Call, ClothMethod, Reply, SentCloth } from './protocol.js'
import { sendCloth } from './sendCloth.js'
import { tearFurther } from './tearFurther.js'
import { WorkerClock } from './WorkerClock.js'
import type { WorkerPort } from './WorkerPort.js'

export interface ClothWorkerSettings {
  /** Positions lie in memory that page and worker share; otherwise they are handed to and fro. */
  readonly shared: boolean
  /**
   * Told when the worker fails, and of errors that nobody waits for. Absent: the next call throws.
   */
  readonly onError?: ((error: Error) => void) | undefined
  /** Told after every answer of the worker, once `positions`, `time` and `sleeping` are those of it. */
  readonly onAnswer?: (() => void) | undefined
}

/** The bit of grabbed particles in a snapshot's `holdKinds`. */
const GRABBED = 2

export class ClothWorker extends ClothBase {
  private readonly colliderBook: ColliderBook
  private readonly workerClock: WorkerClock
  private currentSheet!: ClothSheet
  private readonly pins = new PinBook()
  private readonly moment: PositionsIn
  private readonly connection: Connection
  private elapsed = 0
  private buildCount = 0
  private tearCount = 0
  private isAsleep = false
  /** Particles that hands hold. */
  private readonly grabbed = new Set<number>()
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
    { shared, onError, onAnswer }: ClothWorkerSettings,
  ) {
    super(options)
    this.workerClock = new WorkerClock(options.clock)
    this.colliderBook = new ColliderBook(options.colliders ?? [])
    const cloth = this.make(this.values, options)
    this.moment = new PositionsIn(this.startPositions())
    this.connection = new Connection(start(), shared, {
      prepare: (calls) => void this.prepare(calls),
      receive: (reply) => {
        this.receive(reply)
        onAnswer?.()
      },
      onError,
    })
    this.connection.send(this.moving({ method: 'create', args: [cloth] }))
  }

  /** xyz per particle, m, as the worker has sent it last. Another array after every frame. */
  get positions(): ParticleArray {
    return this.moment.positions
  }

  /** Another array after every frame, too. */
  get previousPositions(): ParticleArray {
    return this.moment.previous
  }

  get sheet(): ClothSheet {
    return this.currentSheet
  }

  get time(): number {
    return this.elapsed
  }

  get revision(): number {
    return this.buildCount
  }

  get topologyRevision(): number {
    return this.tearCount
  }

  /** As far as `positions` shows. */
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

  setParams(changes: Partial<LiveClothParams>): void {
    this.connection.check()
    this.connection.send({ method: 'setParams', args: [this.changeParams(changes)] })
  }

  rebuild(changes: RebuildOptions = {}): void {
    this.connection.check()
    const { values, options } = this.changed(changes)
    const cloth = this.make(values, options)
    this.connection.giveBack(this.moment.start(this.startPositions()))
    this.clock.reset()
    this.connection.send(this.reading({ method: 'rebuild', args: [cloth] }))
  }

  pin(particle: number, target?: PinTarget, offset?: PinOffset): void {
    this.connection.check()
    this.checkParticle(particle)
    if (offset !== undefined && offset !== 'keep') checkPoint(WHO, 'offset', offset)
    if (target !== undefined && isPoint(target)) checkPoint(WHO, 'target', target)
    else if (target !== undefined) checkTarget(WHO, 'target', target)
    const sent = this.pins.pin(particle, target)
    this.connection.send(this.reading({ method: 'pin', args: [particle, sent, offset] }))
  }

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

  setPins(pins: readonly Pin[] | PinName): void {
    this.connection.check()
    const wanted = resolvePins(WHO, pins, this.sheet, this.values.orientation)
    this.options = { ...this.options, pins }
    const sent = this.pins.set(wanted)
    this.connection.send(this.reading({ method: 'setPins', args: [sent] }))
  }

  setWindSources(sources: readonly WindSource[]): void {
    this.connection.check()
    this.changeWindSources(sources)
    this.connection.send({ method: 'setWindSources', args: [sources] })
  }

  grab(particle: number, target: readonly [number, number, number]): void {
    this.connection.check()
    this.checkParticle(particle)
    const point = checkPoint(WHO, 'target', target)
    this.grabbed.add(particle)
    this.connection.send({ method: 'grab', args: [particle, point] })
  }

  release(particle?: number): void {
    this.connection.check()
    if (particle !== undefined) this.checkParticle(particle)
    if (particle === undefined) this.grabbed.clear()
    else this.grabbed.delete(particle)
    this.connection.send({ method: 'release', args: [particle] })
  }

  /** Does a hand hold it? */
  isGrabbed(particle: number): boolean {
    this.checkParticle(particle)
    return this.grabbed.has(particle)
  }

  addCollider(options: ColliderOptions | Collider): Collider {
    return this.colliderBook.add(options)
  }

  removeCollider(collider: Collider): void {
    this.colliderBook.remove(collider)
  }

  setColliders(list: readonly (ColliderOptions | Collider)[]): void {
    this.colliderBook.set(list)
  }

  /**
   * Puts the whole cloth elsewhere at once, as `ClothSimulation` does. That the place is out of this
   * world is found by the worker, and told to `onError`.
   *
   * @throws BillowError for a wrong value
   */
  teleport(options: TeleportOptions): void {
    this.connection.check()
    createRigidMotion(WHO, options)
    this.connection.send({ method: 'teleport', args: [options] })
  }

  /** Back to the start, bit by bit: positions, pins, clock and wind. Parameters are kept. */
  reset(): Promise<void> {
    this.pins.reset()
    this.grabbed.clear()
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
    this.grabbed.clear()
    snapshot.holdKinds.forEach((kind, particle) => {
      if ((kind & GRABBED) !== 0) this.grabbed.add(particle)
    })
  }

  /** Fingerprint of the state: two runs with the same one are bit-equal. */
  hash(): Promise<string> {
    return this.connection.ask({ method: 'hash', args: [] })
  }

  /** `contactOf` of the page: what the cloth did to a collider in its last step. */
  measureContact(collider: Collider): Promise<ColliderContact> {
    const place = this.colliders.indexOf(collider)
    if (place < 0) return Promise.resolve({ count: 0, force: [0, 0, 0] })
    return this.connection.ask(this.moving({ method: 'contactOf', args: [place] as const }))
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
    this.grabbed.clear()
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
    this.colliderBook.addShapes(calls)
    this.workerClock.run(calls, this.pins)
  }

  private receive(reply: Reply): void {
    const { positions, splits, time, pending, sleeping } = reply
    this.workerClock.set(time, pending)
    this.colliderBook.shapesArrived()
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
}
