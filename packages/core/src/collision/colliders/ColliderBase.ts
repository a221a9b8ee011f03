/**
 * What all colliders have in common: how they rub, how far cloth stays away from them, and where
 * they are. A collider may be shared by several cloths and be moved and changed at any time; each
 * cloth looks at it once per step and takes what has changed since its step before as motion.
 */
import { checkNumber, fail, show } from '../../params/check.js'
import type { Bounds } from '../../params/Parameter.js'
import type { ColliderPose } from '../ColliderPose.js'
import type { Frame } from '../frames.js'
import type { Probe } from '../Probe.js'

/** Options of every collider. */
export interface SurfaceOptions {
  /** Coulomb coefficient mu, >= 0: 0 slides freely. Above 1 counts as 1 with mass-spring. Default 0. */
  readonly friction?: number | undefined
  /** Gap that cloth keeps from the surface, beside its own `colliderOffset`, m, >= 0. Default 0. */
  readonly thickness?: number | undefined
  /** Does cloth feel it? Default true. */
  readonly enabled?: boolean | undefined
  /** From its own space to the world, as for `setTransform`. Default: no change. */
  readonly transform?: ArrayLike<number> | undefined
}

/** Checked options of every collider; what was not given is undefined. */
interface Surface {
  readonly friction: number | undefined
  readonly thickness: number | undefined
  readonly enabled: boolean | undefined
  readonly transform: readonly number[] | undefined
}

/** Numbers that say what a collider is like at a moment: common ones, and up to 8 of its kind. */
export const STATE_SIZE = 28

/** Where those of its kind start. */
const SHAPE_AT = 20

const SURFACE_KEYS: readonly (keyof SurfaceOptions)[] = [
  'friction',
  'thickness',
  'enabled',
  'transform',
]

const FRICTION: Bounds = { atLeast: 0 }
const THICKNESS: Bounds = { atLeast: 0 }

/**
 * A transform whose volume is below this share of the product of its column lengths is flat up to
 * rounding: its inverse would have lost most of its digits.
 */
const SINGULAR = 1e-9

export abstract class ColliderBase {
  abstract readonly type: string
  friction = 0
  /** m */
  thickness = 0
  enabled = true
  /** From its own space to the world, 16 numbers column by column. Changed by `setTransform`. */
  readonly matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
  /** Grows with every `place`: then there is no motion from the place before. */
  jumps = 0

  /** The name under which errors speak of it. */
  protected abstract readonly who: string

  /** Options of its kind, beside those of every collider. */
  protected abstract readonly keys: readonly string[]

  /**
   * Moves it: by the next step of a cloth it has travelled from where that cloth saw it last, and
   * takes along what rubs against it.
   *
   * @param elements 16 numbers column by column, as three.js has them: rotation, translation, scale
   * @throws BillowError for numbers that are not finite, a last row other than 0 0 0 1, or no volume
   */
  setTransform(elements: ArrayLike<number>): void {
    this.matrix.set(this.checkTransform(elements))
  }

  /** Puts it elsewhere as if it had always been there: the same as `setTransform`, without motion. */
  place(elements: ArrayLike<number>): void {
    this.setTransform(elements)
    this.jumps++
  }

  /** Writes what it is like at this moment, `STATE_SIZE` numbers from `at`. */
  writeState(out: Float64Array, at = 0): void {
    out.set(this.matrix, at)
    out[at + 16] = this.friction
    out[at + 17] = this.thickness
    out[at + 18] = this.enabled ? 1 : 0
    out[at + 19] = this.jumps
    out.fill(0, at + SHAPE_AT, at + STATE_SIZE)
    this.writeShape(out, at + SHAPE_AT)
  }

  /** Takes over what `writeState` wrote, bit by bit. */
  readState(numbers: Float64Array): void {
    this.matrix.set(numbers.subarray(0, 16))
    this.friction = numbers[16]!
    this.thickness = numbers[17]!
    this.enabled = numbers[18] !== 0
    this.jumps = numbers[19]!
    this.readShape(numbers, SHAPE_AT)
  }

  /** Is it other than `writeState` wrote? */
  differs(numbers: Float64Array, at: number): boolean {
    this.writeState(probe)
    for (let n = 0; n < STATE_SIZE; n++) if (probe[n] !== numbers[at + n]) return true
    return false
  }

  /**
   * Writes the frame of its shape in its own space: one with an origin in the middle and y along its
   * axis, if it has one. `out` holds the frame before, from which it turns on the shortest way.
   */
  writeLocal(_out: Frame): void {
    // Most have their shape about the origin as it is.
  }

  /** Writes what its queries need of a frame: `shape`, `bounds` and `thinness`. */
  abstract shapeAt(pose: ColliderPose): void

  /** Finds the points that are nearer to its surface than the cutoff, or inside. */
  abstract query(pose: ColliderPose, probe: Probe): void

  /**
   * May anything in a box be nearer than the gap, `pose.reach`?
   *
   * @param box least and greatest xyz, world, m
   */
  mayTouch({ bounds, reach }: ColliderPose, box: Float64Array): boolean {
    return (
      box[0]! <= bounds[3]! + reach &&
      box[3]! >= bounds[0]! - reach &&
      box[1]! <= bounds[4]! + reach &&
      box[4]! >= bounds[1]! - reach &&
      box[2]! <= bounds[5]! + reach &&
      box[5]! >= bounds[2]! - reach
    )
  }

  /** Up to 8 numbers that say what shape it has. */
  protected abstract writeShape(out: Float64Array, at: number): void

  protected abstract readShape(numbers: Float64Array, at: number): void

  /** @throws BillowError for a wrong value, or an option it does not have; nothing has changed */
  protected checkSurface(options: SurfaceOptions): Surface {
    const { who } = this
    this.checkKeys(options)
    const { friction, thickness, enabled, transform } = options
    if (friction !== undefined) checkNumber(who, 'friction', friction, FRICTION)
    if (thickness !== undefined) checkNumber(who, 'thickness', thickness, THICKNESS, 'm')
    if (enabled !== undefined && typeof enabled !== 'boolean')
      fail(who, `enabled must be true or false, got ${show(enabled)}`)
    return {
      friction,
      thickness,
      enabled,
      transform: transform && this.checkTransform(transform),
    }
  }

  private checkKeys(options: object): void {
    // A collider may be copied: its fields have the names of its options, and there are others.
    if (options instanceof ColliderBase) return
    const known = [...this.keys, ...SURFACE_KEYS]
    for (const [key, value] of Object.entries(options))
      if (value !== undefined && !known.includes(key) && key !== 'type')
        fail(this.who, `has no option ${show(key)}; it takes ${known.join(', ')}`)
  }

  /** @throws BillowError for what is no transform of space, or none that this kind can take */
  protected checkTransform(elements: ArrayLike<number>): number[] {
    return checkTransform(this.who, elements)
  }

  /** Takes over what `checkSurface` gave. */
  protected setSurface({ friction, thickness, enabled, transform }: Surface): void {
    this.friction = friction ?? this.friction
    this.thickness = thickness ?? this.thickness
    this.enabled = enabled ?? this.enabled
    if (transform) this.matrix.set(transform)
  }
}

const probe = new Float64Array(STATE_SIZE)

/** @throws BillowError for what is no transform of space */
function checkTransform(who: string, elements: ArrayLike<number>): number[] {
  const given: unknown = elements
  const numbers = Array.isArray(given) || ArrayBuffer.isView(given) ? Array.from(elements) : []
  if (numbers.length !== 16 || !numbers.every(Number.isFinite))
    fail(who, `transform must be 16 finite numbers, column by column, got ${show(given)}`)
  const [ax, ay, az, aw, bx, by, bz, bw, cx, cy, cz, cw, , , , w] = numbers as FixedSixteen
  if (aw !== 0 || bw !== 0 || cw !== 0 || w !== 1)
    fail(who, `transform must have 0, 0, 0, 1 in its last row, got ${show([aw, bw, cw, w])}`)
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  const box = Math.hypot(ax, ay, az) * Math.hypot(bx, by, bz) * Math.hypot(cx, cy, cz)
  if (!(Math.abs(volume) > SINGULAR * box))
    fail(
      who,
      `transform must not flatten space, got columns ${show([ax, ay, az])}, ${show([bx, by, bz])}, ${show([cx, cy, cz])}; keep every scale away from 0`,
    )
  return numbers
}

type FixedSixteen = [
  number, number, number, number, number, number, number, number,
  number, number, number, number, number, number, number, number,
] // prettier-ignore
