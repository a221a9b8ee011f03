/**
 * What a cloth is made of and how it is changed, which is the same wherever it is simulated: on the
 * page (`ClothSimulation`) or in a worker (`ClothWorker`). What both can do is described here.
 */
import type { Collider, ColliderOptions } from '../collision/colliders/Collider.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { type ClothGrid, isGrid } from '../mesh/grid.js'
import { fail } from '../params/check.js'
import { type ClothParams, clothParams, type LiveClothParams } from '../params/clothParams.js'
import { defaultsOf } from '../params/Parameter.js'
import { FixedStepper } from '../time/FixedStepper.js'
import { checkWindSources, type WindSource } from '../wind/WindField.js'
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
} from './ClothOptions.js'
import type { ParticleArray } from './ClothState.js'
import { type ClothView, writeBetween } from './ClothView.js'
import type { Pin, PinName } from './pins.js'
import type { PinOffset, PinTarget } from './pinTargets.js'
import type { TeleportOptions } from './rigidMotion.js'
import { checkThickness } from './thickness.js'

/** Named by errors, those of a cloth in a worker too: they read alike. */
export const WHO = 'ClothSimulation'

/** What `rebuild` takes. */
export type RebuildOptions = Partial<ClothParams> & RebuildSettings

export abstract class ClothBase implements ClothView {
  protected options: ClothOptions
  protected values: ClothParams
  protected readonly clock: FixedStepper

  /** @throws BillowError for a wrong value or an unknown option */
  constructor(options: ClothOptions) {
    this.values = { ...defaultsOf(clothParams), ...checkOptions(WHO, options) }
    checkPrecision(WHO, options.precision ?? 'float64')
    this.options = options
    this.clock = new FixedStepper(options.clock)
  }

  /** All parameters, as they are now. */
  get params(): Readonly<ClothParams> {
    return this.values
  }

  /** What the cloth was made of beside parameters and colliders, with the last changes of it. */
  get settings(): Omit<ClothSettings, 'colliders'> {
    const { pins, origin, offsetAt, mesh, strengthAt, windSources } = this.options
    const { clock, precision, triangleCollision } = this.options
    const more = { clock, precision, triangleCollision }
    return { pins, origin, offsetAt, mesh, strengthAt, windSources, ...more }
  }

  /** xyz per particle, m. */
  abstract get positions(): ParticleArray

  /** Positions one step ago, between which and `positions` rendering interpolates, m. */
  abstract get previousPositions(): ParticleArray

  /** What the cloth is made of: particles, springs, triangles, uv. */
  abstract get sheet(): ClothSheet

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

  /** Simulated seconds since the start, of what `positions` shows. */
  abstract get time(): number

  /** Grows by one with every `rebuild`: whoever holds `positions` or `sheet` must fetch them anew. */
  abstract get revision(): number

  /** Grows whenever a tear, or what undoes it, changes triangles, springs and vertices of `sheet`. */
  abstract get topologyRevision(): number

  /**
   * Has the cloth come to rest? It is not computed then, whatever the clock does, until something
   * changes: a parameter, a collider, a pin or what it follows, a hand, the wind.
   */
  abstract get sleeping(): boolean

  abstract get colliders(): readonly Collider[]

  /** How far drawing is from `previousPositions` to `positions`, 0 to 1: as far as the clock is. */
  get alpha(): number {
    return this.clock.alpha(this.values.timeStep)
  }

  /**
   * Writes the positions for drawing now: between the last two steps, as far as the clock is.
   *
   * @param out xyz per particle
   * @param interpolate false writes the positions after the last step
   */
  writePositions(out: Float32Array, interpolate = true): void {
    const alpha = interpolate ? this.alpha : 1
    writeBetween(this.previousPositions, this.positions, alpha, out)
  }

  /**
   * Changes parameters while running.
   *
   * @throws BillowError for a wrong value, or for a key whose change needs `rebuild`
   */
  abstract setParams(changes: Partial<LiveClothParams>): void

  /**
   * Starts anew with changed parameters or settings; the rest, colliders included, is kept.
   *
   * @throws BillowError for a wrong value, and then nothing has changed
   */
  abstract rebuild(changes?: RebuildOptions): void

  /**
   * Holds a particle in place, moves it to a point at a bounded speed, or lets it follow something
   * that moves, as fast as that is.
   *
   * @param offset where on what moves, in its own axes, m
   * @throws BillowError for a particle that does not exist or a target that is none
   */
  abstract pin(particle: number, target?: PinTarget, offset?: PinOffset): void

  /** Lets a pinned particle go. */
  abstract unpin(particle: number): void

  abstract isPinned(particle: number): boolean

  /** Pins exactly the particles that are named, each where it is now or with its target. */
  abstract setPins(pins: readonly Pin[] | PinName): void

  /**
   * Takes a particle by the hand: it follows `target` (m) at a bounded speed until `release`, as far
   * as the cloth gives. Call again with a new target to drag. Several particles may be held, each by
   * a hand of its own.
   */
  abstract grab(particle: number, target: readonly [number, number, number]): void

  /** Opens the hand: for one particle, or for all. */
  abstract release(particle?: number): void

  /** Adds a collider; a collider object stays shared with the caller, who may move it. */
  abstract addCollider(options: ColliderOptions | Collider): Collider

  abstract removeCollider(collider: Collider): void

  /** Replaces all colliders. */
  abstract setColliders(list: readonly (ColliderOptions | Collider)[]): void

  /**
   * Sources of wind from now on, in place of those before.
   *
   * @throws BillowError for a wrong value, and then nothing has changed
   */
  abstract setWindSources(sources: readonly WindSource[]): void

  /**
   * Puts the whole cloth elsewhere at once, with its pins and hands, as it is and moves: it neither
   * stretches nor swings, and is not drawn on the way. Colliders and what pins follow are moved by
   * whoever owns them.
   *
   * @throws BillowError for a wrong value or a place out of this world, and then nothing has changed
   */
  abstract teleport(options: TeleportOptions): void

  /**
   * Takes over changes of parameters.
   *
   * @returns the checked changes
   * @throws BillowError as `setParams` does
   */
  protected changeParams(changes: Partial<LiveClothParams>): Partial<LiveClothParams> {
    const checked = checkChanges(WHO, changes)
    refuseRebuilds(WHO, this.values, checked)
    const values = { ...this.values, ...checked }
    checkThickness(WHO, values, isGrid(this.sheet) ? undefined : this.sheet)
    this.values = values
    return checked
  }

  /** What the cloth is to be made of after `rebuild`. */
  protected changed(changes: RebuildOptions): { values: ClothParams; options: ClothOptions } {
    const { pins, origin, offsetAt, mesh, strengthAt, windSources, ...params } = changes
    if (windSources !== undefined) checkWindSources(WHO, windSources)
    const settings = { pins, origin, offsetAt, mesh, strengthAt, windSources }
    return {
      values: { ...this.values, ...checkChanges(WHO, params) },
      options: changeSettings(this.options, settings),
    }
  }

  protected changeWindSources(sources: readonly WindSource[]): void {
    checkWindSources(WHO, sources)
    this.options = { ...this.options, windSources: sources.map((source) => ({ ...source })) }
  }

  protected checkParticle(particle: number): void {
    checkParticle(WHO, particle, this.particleCount)
  }
}
