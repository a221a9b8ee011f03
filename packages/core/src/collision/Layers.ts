/**
 * Layers of cloth that touch, for pbd and xpbd: within one sheet, and between sheets that move
 * together. Pairs of particles are kept two thicknesses apart, or as far as they are at rest if that
 * is less (Müller 2022, "Self-collisions", ten minute physics 15).
 *
 * Colliders come after, since nothing ends a step inside one; layers that these have pushed together
 * get apart again, as far as colliders let them.
 */
import type { ParticleArray, Points } from '../cloth/ClothState.js'
import { BATCH } from './Probe.js'
import type { NearSheet } from './NearPairs.js'
import { PairContacts, type Particles } from './PairContacts.js'
import { Thickening } from './Thickening.js'

/** Times that layers and colliders act in turn: a layer on the ground has to lift those on it. */
const ROUNDS = 3

/** Points with the way they have come in this substep, which friction shortens. */
interface ContactPoints extends Points {
  /** Positions at the start of the substep, with the same stride, m. */
  readonly lastPositions: ParticleArray
}

/** A sheet with its particles, as others see it. */
export interface Layer extends NearSheet {
  readonly points: ContactPoints
  /** 1/kg per particle; 0 where it is held. */
  readonly inverseMasses: Float64Array
  /** Where the part of the way is written that is not to become velocity, m; zeros before. */
  readonly recoveries: Float64Array
  /** Batches (see `BATCH`) of particles that layers have moved are marked by 1; zeros before. */
  readonly changed: Uint8Array
  /** Its triangles do not pass through each other. */
  readonly guardsItself: boolean
  /** It stands still: others are put out of it, and it is not moved. */
  readonly isStill?: boolean
  /** Brings `points` up to date before a step, where they are a copy: ways are velocity over a substep. */
  refresh?(): void
  /**
   * Puts `points` out of the sheet's colliders. Returns how many were moved.
   *
   * @param isAgain whether only what is marked in `changed` has moved since
   */
  collide(isAgain: boolean): number
}

/**
 * What a guard keeps apart, for `Thickening`: four particles each, how far apart they are, and are to be once
 * all have their thickness, m.
 */
export interface NearParts {
  readonly count: number
  /** Offset of the first coordinate of the nth pair's particle c, from 0 to 3. */
  particle(n: number, c: number): number
  gapOf(n: number): number
  wholeDistance(n: number): number
}

/** A last stage after particles and colliders, which keeps layers from passing through each other. */
export interface LayerGuard {
  /** s */
  substep: number
  /** A step begins, or thickness, friction or what touches what has changed. */
  forget(): void
  topologyChanged(): void
  /** What is near to each other at the start of a step. */
  near(): NearParts
  /** Looks for what may touch. Returns whether there is any. */
  begin(): boolean
  /** Pushes it apart. Returns whether anything was pushed. */
  push(): boolean
  /** Takes back what would pass through. Returns whether anything would have. */
  finish(): boolean
}

/** What a guard has to know of a layer. */
export type GuardedLayer = Pick<
  Layer,
  'sheet' | 'thickness' | 'thicknesses' | 'friction' | 'guardsItself'
>

/** @param guardsOthers whether layers do not pass through other ones */
export type CreateLayerGuard = (
  layers: readonly GuardedLayer[],
  particles: Particles,
  guardsOthers: boolean,
) => LayerGuard

export interface LayersOptions {
  /** Code that keeps triangles from passing through each other, where a layer or all of them ask for it. */
  readonly createGuard?: CreateLayerGuard | undefined
  /** No layer passes through another one. */
  readonly guardsOthers?: boolean
}

export class Layers {
  private readonly pairs: PairContacts
  private readonly thickening: Thickening
  private guard: LayerGuard | undefined
  private isGuarded = false
  private readonly particles: Particles
  /** The parts of `particles` that each layer has, where there are several. */
  private readonly shares: readonly Pick<Particles, 'positions' | 'recoveries'>[]
  /** Positions before colliders act, m, to see whom these push. */
  private readonly before: Float64Array

  /** @param layers whose particles follow each other in what is worked on */
  constructor(
    private readonly layers: readonly Layer[],
    private readonly options: LayersOptions = {},
  ) {
    const count = layers.reduce((sum, { sheet }) => sum + sheet.particleCount, 0)
    const [first, second] = layers
    const inverseMasses = new Float64Array(count)
    // One sheet is worked on where it is; several are copied side by side.
    this.particles =
      first && !second
        ? { ...first.points, recoveries: first.recoveries, inverseMasses }
        : {
            positions: new Float64Array(3 * count),
            lastPositions: new Float64Array(3 * count),
            recoveries: new Float64Array(3 * count),
            inverseMasses,
          }
    let end = 0
    this.shares = layers.map(({ sheet }) => {
      const start = end
      end += 3 * sheet.particleCount
      const { positions, recoveries } = this.particles
      return {
        positions: positions.subarray(start, end),
        recoveries: recoveries.subarray(start, end),
      }
    })
    this.before = new Float64Array(3 * count)
    this.pairs = new PairContacts(layers, this.particles)
    this.thickening = new Thickening(layers, this.particles, this.pairs.near)
  }

  /** @param timing of the step to come, s: an object, where a number would become one */
  beginStep(timing: { readonly dt: number; readonly step: number }): void {
    const { layers, thickening, pairs } = this
    const { createGuard, guardsOthers = false } = this.options
    pairs.substep = timing.dt
    this.isGuarded = guardsOthers
    for (let n = 0; n < layers.length; n++) if (layers[n]!.guardsItself) this.isGuarded = true
    if (this.isGuarded) this.guard ??= createGuard?.(layers, this.particles, guardsOthers)
    const guard = this.isGuarded ? this.guard : undefined
    if (thickening.isNeeded()) {
      for (let n = 0; n < layers.length; n++) layers[n]!.refresh?.()
      this.gather()
      thickening.beginStep(timing, guard?.near())
    }
    pairs.isGrowing = thickening.isUnderWay
    if (!guard) return
    guard.substep = timing.dt
    // What it knows depends on the state at the start of a step alone, so that a run can go on from there.
    guard.forget()
  }

  /** Thickness, or what touches what, has changed. */
  forget(): void {
    this.pairs.forget()
    this.guard?.forget()
  }

  topologyChanged(): void {
    this.pairs.topologyChanged()
    this.guard?.topologyChanged()
  }

  /**
   * Puts particles apart and out of colliders, at the end of a substep.
   *
   * @param isSubstep whether it is the way of this substep, or what has moved particles since
   * @returns how many were moved
   */
  settle(isSubstep = true): number {
    const moved = this.keepApart(isSubstep)
    return this.isGuarded && this.guard
      ? Math.max(moved, this.keepSides(this.guard, isSubstep))
      : moved
  }

  /** Colliders act in between, and once something has to be taken back they are no longer asked. */
  private keepSides(guard: LayerGuard, isSubstep: boolean): number {
    this.gather()
    if (!guard.begin()) return 0
    for (const { changed } of this.layers) changed.fill(1)
    let moved = 0
    for (let round = 0; round < ROUNDS && guard.push(); round++) {
      moved = 1
      this.scatter()
      this.collide(false)
      this.gather()
    }
    if (moved > 0 && isSubstep && this.thickening.isUnderWay) this.thickening.calm()
    if (guard.finish()) moved = 1
    this.scatter()
    return moved
  }

  private keepApart(isSubstep: boolean): number {
    const { pairs, before, particles, thickening } = this
    this.gather()
    if (!pairs.find()) return this.collide(false)
    let apart = 0
    let out = 0
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) {
        this.gather()
        this.holdPushed()
      }
      const again = pairs.separate()
      if (again === 0 && round > 0) break
      apart = Math.max(apart, again)
      const isLimited = thickening.isUnderWay && isSubstep && round === 0
      if (isLimited) thickening.limitWays()
      this.scatter()
      before.set(particles.positions)
      if (isLimited) for (let n = 0; n < this.layers.length; n++) this.layers[n]!.changed.fill(1)
      else this.markChanged()
      out = Math.max(out, this.collide(round > 0))
    }
    return apart + out
  }

  private collide(isAgain: boolean): number {
    let moved = 0
    for (const layer of this.layers) if (!layer.isStill) moved += layer.collide(isAgain)
    return moved
  }

  /** Marks the batches that pairs belong to. */
  private markChanged(): void {
    const { layers, pairs } = this
    const ends = 2 * pairs.count
    let start = 0
    for (const { changed, inverseMasses } of layers) {
      const count = inverseMasses.length
      for (let e = 0; e < ends; e++) {
        const p = pairs.end(e) / 3 - start
        if (p >= 0 && p < count) changed[(p / BATCH) | 0] = 1
      }
      start += count
    }
  }

  private gather(): void {
    const { layers } = this
    const { positions, lastPositions, recoveries, inverseMasses } = this.particles
    let start = 0
    for (const { points, inverseMasses: own, recoveries: ownRecoveries, isStill } of layers) {
      if (layers.length > 1) {
        recoveries.set(ownRecoveries, 3 * start)
        positions.set(points.positions, 3 * start)
        lastPositions.set(isStill ? points.positions : points.lastPositions, 3 * start)
      }
      if (isStill) inverseMasses.fill(0, start, start + own.length)
      else inverseMasses.set(own, start)
      start += own.length
    }
  }

  private scatter(): void {
    const { layers, shares } = this
    if (layers.length === 1) return
    for (let n = 0; n < layers.length; n++) {
      const { points, recoveries, isStill } = layers[n]!
      if (isStill) continue
      points.positions.set(shares[n]!.positions)
      recoveries.set(shares[n]!.recoveries)
    }
  }

  /** What a collider has pushed stays there: the layers on it give way. */
  private holdPushed(): void {
    const { before, particles } = this
    const { positions, inverseMasses } = particles
    for (let e = 0; e < 2 * this.pairs.count; e++) {
      const i = this.pairs.end(e)
      const isPushed =
        positions[i] !== before[i] ||
        positions[i + 1] !== before[i + 1] ||
        positions[i + 2] !== before[i + 2]
      if (isPushed) inverseMasses[i / 3] = 0
    }
  }
}
