/**
 * Cloths that touch each other: they share one clock, and every substep of theirs. All are moved up to
 * contacts, then all of their layers are put apart at once, each with its masses, so that no cloth is
 * before another and momentum stays what it is.
 *
 * ```ts
 * const group = new ClothGroup([tablecloth, napkin])
 * group.advance(frameSeconds) // in every frame, in place of those of the cloths
 * ```
 *
 * Particles of two cloths stay their two thicknesses together apart. Friction between them is the
 * geometric mean of both `selfFriction`: alike cloths have their own, and one without friction slides on
 * all. Colliders, pins, hands, wind and parameters are those of each cloth, whose own methods go on
 * working; `selfCollision` says whether a cloth touches itself, too. All take as many substeps as the one
 * that needs most. Cloths near each other are at rest together or not at all.
 *
 * Between particles that are farther apart than both thicknesses a cloth may slip through another; with
 * `clothCollision: 'triangles'` it cannot, however thin it is.
 */
import type { CreateLayerGuard } from '../collision/Layers.js'
import { Layers } from '../collision/Layers.js'
import { fail, show } from '../params/check.js'
import { FixedStepper, type StepperOptions } from '../time/FixedStepper.js'
import { ClothOverlaps } from './ClothOverlaps.js'
import { checkGroupSolver, checkStepsLeft, type ClothRun, runOf } from './ClothRun.js'
import type { ClothSimulation } from './ClothSimulation.js'
import type { ClothSnapshot } from './snapshot.js'
import { isSplit, type SplitSolver } from './solvers/ClothSolver.js'

const WHO = 'ClothGroup'

export interface ClothGroupOptions {
  /** What of the cloths is kept apart: particles (`true`), or triangles, too. Default `true`. */
  readonly clothCollision?: true | 'triangles' | undefined
  /** The code behind `'triangles'`: `triangleCollision` of this package. */
  readonly triangleCollision?: CreateLayerGuard | undefined
  /** Limits of the clock. */
  readonly clock?: StepperOptions | undefined
}

export interface ClothGroupSnapshot {
  /** Seconds that waited for the next step. */
  readonly pending: number
  /** In the order of the cloths. */
  readonly cloths: readonly ClothSnapshot[]
}

/** A cloth with what was known of it when layers were made. */
interface Member {
  readonly cloth: ClothSimulation
  readonly run: ClothRun
  /** Another one after `rebuild`. */
  solver: SplitSolver | undefined
  isPaused: boolean
  isMoving: boolean
}

export class ClothGroup {
  private readonly members: Member[] = []
  private readonly clock: FixedStepper
  private readonly guardsOthers: boolean
  private readonly createGuard: CreateLayerGuard | undefined
  private readonly overlaps = new ClothOverlaps()
  private layers: Layers | undefined

  /** @throws BillowError for a wrong option, or a cloth that cannot be in a group */
  constructor(cloths: readonly ClothSimulation[] = [], options: ClothGroupOptions = {}) {
    const { clothCollision = true, triangleCollision, clock } = options
    for (const key of Object.keys(options)) {
      if (!['clothCollision', 'triangleCollision', 'clock'].includes(key))
        fail(
          WHO,
          `unknown option ${show(key)}; the options are clothCollision, triangleCollision, clock`,
        )
    }
    if ((clothCollision as unknown) !== true && clothCollision !== 'triangles')
      fail(WHO, `clothCollision must be true or "triangles", got ${show(clothCollision)}`)
    this.guardsOthers = clothCollision === 'triangles'
    if (this.guardsOthers && typeof triangleCollision !== 'function') {
      fail(
        WHO,
        `clothCollision "triangles" needs its code, which loads only where it is used: import { triangleCollision } ` +
          `from '@billow/core' and pass it as an option beside clothCollision`,
      )
    }
    this.createGuard = triangleCollision
    this.clock = new FixedStepper(clock)
    for (const cloth of new Set(cloths)) this.check(cloth)
    for (const cloth of cloths) this.add(cloth)
  }

  get cloths(): readonly ClothSimulation[] {
    return this.members.map(({ cloth }) => cloth)
  }

  /** Seconds of frames that wait for the next step; set by whoever steps by a clock of their own. */
  get pending(): number {
    return this.clock.pending
  }

  set pending(seconds: number) {
    this.clock.pending = seconds
    for (const { run } of this.members) run.clock.pending = seconds
  }

  /**
   * Takes a cloth in; from then on the group steps it.
   *
   * @throws BillowError for what is no `ClothSimulation`, is in another group, or is solved by mass-spring
   */
  add(cloth: ClothSimulation): void {
    if (this.members.some((member) => member.cloth === cloth)) return
    const run = this.check(cloth)
    run.group = this
    // It may be in the way of others, who are in its way.
    if (isSplit(run.parts.solver)) run.parts.solver.layer.thicknesses.forgetRoom()
    this.members.push({ cloth, run, solver: undefined, isPaused: false, isMoving: true })
    this.layers = undefined
  }

  /** Lets a cloth go its own way again. */
  remove(cloth: ClothSimulation): void {
    const index = this.members.findIndex((member) => member.cloth === cloth)
    if (index < 0) return
    const [{ run, solver }] = this.members.splice(index, 1) as [Member]
    solver?.layer.share(undefined)
    run.group = undefined
    run.isKeptAwake = false
    this.layers = undefined
  }

  /** Lets all cloths go. */
  dispose(): void {
    for (const cloth of this.cloths) this.remove(cloth)
  }

  /** A cloth that is paused stands still, and the others touch it. */
  setPaused(cloth: ClothSimulation, isPaused: boolean): void {
    const member = this.members.find((each) => each.cloth === cloth)
    if (!member) fail(WHO, 'setPaused needs a cloth of this group; add it first')
    member.isPaused = isPaused
  }

  /**
   * One fixed step of all cloths.
   *
   * @param stepsLeft steps that remain in this frame, this one included; for clocks outside
   * @throws BillowError when time steps differ, or what a pin follows gives no place, and then nothing
   * has moved
   */
  step(stepsLeft = 1): void {
    checkStepsLeft(WHO, stepsLeft)
    this.takeStep(stepsLeft)
  }

  /**
   * The clock: call once per frame.
   *
   * @param frameSeconds time since the last frame, times any time scale. Long frames are cut short.
   * @returns the number of steps taken
   * @throws BillowError when it is NaN, or as `step`
   */
  advance(frameSeconds: number): number {
    const [first] = this.members
    if (!first) return 0
    this.checkTimeSteps()
    const steps = this.clock.advance(frameSeconds, first.run.params.timeStep)
    for (let left = steps; left > 0; left--) this.takeStep(left)
    this.pending = this.clock.pending
    return steps
  }

  /** Back to the start, bit by bit, of all cloths and the clock. */
  reset(): void {
    this.clock.reset()
    for (const { cloth } of this.members) cloth.reset()
    this.layers = undefined
  }

  /** Everything that a later `restore` needs to go on from here bit by bit. */
  snapshot(): ClothGroupSnapshot {
    return { pending: this.pending, cloths: this.cloths.map((cloth) => cloth.snapshot()) }
  }

  /** @throws BillowError when the snapshot is of other cloths */
  restore(snapshot: ClothGroupSnapshot): void {
    const { cloths } = this
    const given: unknown = (snapshot as ClothGroupSnapshot | undefined)?.cloths
    if (!Array.isArray(given) || given.length !== cloths.length)
      fail(WHO, `the snapshot must be of a group of ${cloths.length} cloths, got ${show(snapshot)}`)
    const before = cloths.map((cloth) => cloth.snapshot())
    try {
      cloths.forEach((cloth, n) => {
        cloth.restore(snapshot.cloths[n]!)
      })
      this.clock.pending = snapshot.pending
    } catch (error) {
      cloths.forEach((cloth, n) => {
        cloth.restore(before[n]!)
      })
      throw error
    }
  }

  /** Fingerprint of the state: two runs with the same one are bit-equal. */
  hash(): string {
    return this.cloths.map((cloth) => cloth.hash()).join('-')
  }

  private check(cloth: unknown): ClothRun {
    const run = typeof cloth === 'object' && cloth !== null ? runOf(cloth) : undefined
    if (!run)
      fail(
        WHO,
        `a cloth in a ClothGroup must be a ClothSimulation on this page, got ${show(cloth)}`,
      )
    checkGroupSolver(WHO, run.params)
    if (run.group && run.group !== this)
      fail(WHO, 'a cloth is in one ClothGroup at most; remove it from the other one first')
    return run
  }

  private checkTimeSteps(): void {
    const { members } = this
    const { timeStep } = members[0]!.run.params
    for (let n = 1; n < members.length; n++) {
      const other = members[n]!.run.params.timeStep
      if (other !== timeStep)
        fail(
          WHO,
          `all cloths must have the same timeStep, got ${show(timeStep)} and ${show(other)} s`,
        )
    }
  }

  private takeStep(stepsLeft: number): void {
    const { members } = this
    if (members.length === 0) return
    this.checkTimeSteps()
    if (members.length === 1 && !members[0]!.isPaused) {
      // Alone it moves as it does by itself.
      members[0]!.solver?.layer.share(undefined)
      members[0]!.solver = undefined
      members[0]!.run.isKeptAwake = false
      members[0]!.run.step(stepsLeft)
      return
    }
    let substeps = 1
    for (const { run, isPaused } of members)
      if (!isPaused) substeps = Math.max(substeps, run.params.substeps)
    for (const { run, isPaused } of members) if (!isPaused) run.aim(stepsLeft, substeps)
    const layers = this.meet()
    if (this.awake()) this.move(layers, substeps)
    for (const { run, isPaused } of members) if (!isPaused) run.pass()
  }

  /** The layers of all cloths, made anew where there are others. */
  private meet(): Layers {
    const { members } = this
    let { layers } = this
    for (const { run, solver } of members) if (run.parts.solver !== solver) layers = undefined
    if (layers) return layers
    const solvers: SplitSolver[] = []
    for (const member of members) {
      const { solver } = member.run.parts
      if (!isSplit(solver)) return fail(WHO, 'a solver that cannot be in a group')
      member.solver = solver
      solvers.push(solver)
    }
    const createGuard = this.createGuard ?? this.guardOfAny()
    layers = new Layers(
      solvers.map(({ layer }) => layer),
      { createGuard, guardsOthers: this.guardsOthers },
    )
    for (const { layer } of solvers) layer.share(layers)
    this.layers = layers
    return layers
  }

  private guardOfAny(): CreateLayerGuard | undefined {
    for (const { cloth } of this.members) {
      const { triangleCollision } = cloth.settings
      if (triangleCollision) return triangleCollision
    }
    return undefined
  }

  /** Finds out which cloths move. @returns does any? */
  private awake(): boolean {
    const { members, overlaps } = this
    let moving = 0
    let resting = 0
    for (const member of members) {
      member.isMoving = false
      member.run.isKeptAwake = false
      if (member.isPaused) {
        member.run.stand()
        continue
      }
      overlaps.note(member.run)
      member.isMoving = member.run.begin()
      if (member.isMoving) moving++
      else resting++
    }
    if (moving === 0 || resting === 0) return moving > 0
    // Whoever lies on what moves has to move, too, and so on.
    for (let hasSpread = true; hasSpread;) {
      hasSpread = false
      for (const one of members) {
        if (one.isMoving || one.isPaused) continue
        if (!members.some((other) => other.isMoving && overlaps.overlap(one.run, other.run)))
          continue
        one.isMoving = true
        one.run.isKeptAwake = true
        hasSpread = true
      }
    }
    return true
  }

  /** The substeps of a step. */
  private move(layers: Layers, substeps: number): void {
    const { members } = this
    for (const { run, solver, isMoving } of members) {
      solver!.layer.isStill = !isMoving
      if (isMoving) run.beginSubsteps()
      else solver!.layer.openShared(true)
    }
    for (const { run, isMoving } of members) {
      if (!isMoving) continue
      // All have the same.
      layers.beginStep(run.timing)
      break
    }
    for (let left = substeps; left > 0; left--) {
      for (const { run, solver, isMoving } of members) {
        if (!isMoving) continue
        run.parts.holds.move(left)
        solver!.project(run.timing, run.parts.holds, left === 1)
      }
      this.settle(layers, true)
      for (const { solver, isMoving } of members) if (isMoving) solver!.finish(solver!.layer.moved)
    }
    let isLimited = false
    for (const { run, solver, isMoving } of members)
      if (isMoving && solver!.limitStep(run.parts.holds)) isLimited = true
    if (isLimited) {
      this.settle(layers, false)
      for (const { solver, isMoving } of members)
        if (isMoving) solver!.finishLimit(solver!.layer.moved)
    }
    for (const { run, solver, isMoving } of members) {
      if (isMoving) run.endSubsteps()
      else solver!.layer.closeShared()
      // Afterwards it is its own again: others may look at it and change it.
      solver!.layer.isStill = false
    }
  }

  private settle(layers: Layers, isSubstep: boolean): void {
    const { members } = this
    for (const { solver, isMoving } of members) if (isMoving) solver!.layer.openShared(isSubstep)
    layers.settle(isSubstep)
    for (const { solver, isMoving } of members) if (isMoving) solver!.layer.closeShared()
  }
}
