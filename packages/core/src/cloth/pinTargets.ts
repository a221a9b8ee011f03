/**
 * What a pin can be told to follow: a point that stays, or something that moves, which is read once
 * per step. Any object of three.js will do (`matrixWorld`, or x, y, z), though core knows none.
 */
import { fail, show } from '../params/check.js'

type Point = readonly [number, number, number]

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Something with axes of its own, as three's Object3D. */
export interface PinFrame {
  /** Column-major 4 × 4 matrix to the cloth's space, m; none as long as there is no such thing. */
  readonly matrixWorld: { readonly elements: ArrayLike<number> } | null | undefined
  /** Called before reading, if there is one. */
  updateWorldMatrix?(parents: boolean, children: boolean): void
}

/** Gives a place for a moment of simulated time (s), or nothing: the pin then stays where it is. */
export type PinPath = (time: number) => Point | Place | null | undefined

/**
 * Where a pin is to be, in the cloth's own space, m. A point `[x, y, z]` is taken as it is now; of
 * an object with x, y, z or a `matrixWorld`, and of a function of time, every movement is followed.
 */
export type PinTarget = Point | Place | PinFrame | PinPath

/**
 * Where on the target a particle is pinned, in the target's own axes, m; `'keep'` is the place that
 * it has there now. Default: the target's origin.
 */
export type PinOffset = Point | 'keep'

/** Does the target stay as it is? */
export function isPoint(target: PinTarget): target is Point {
  return Array.isArray(target) || ArrayBuffer.isView(target)
}

/** @throws BillowError for anything that is neither a point nor something to follow */
export function checkTarget(who: string, name: string, target: unknown): PinTarget {
  const known =
    typeof target === 'function' ||
    (typeof target === 'object' &&
      target !== null &&
      ('matrixWorld' in target || isPoint(target as PinTarget) || 'x' in target))
  if (!known) {
    const kinds = '[x, y, z] (m), an object with x, y, z or a matrixWorld, or a function of time'
    fail(who, `${name} must be ${kinds}, got ${show(target)}`)
  }
  return target as PinTarget
}

/** One pin on its way after something that moves. */
export class Follower {
  /** Where the target wants the particle, m. */
  readonly point = new Float64Array(3)
  /** Has the target been read since the pin was set? */
  seen = false
  private local: readonly number[] | undefined

  constructor(
    private readonly who: string,
    readonly particle: number,
    private readonly target: Exclude<PinTarget, Point>,
    offset: PinOffset,
  ) {
    this.local = offset === 'keep' ? undefined : offset
  }

  /** Does the target know the time, so that it can be asked for any moment within a frame? */
  get isTimed(): boolean {
    return typeof this.target === 'function'
  }

  /**
   * Reads the target, for simulated time `time`, into `point`.
   *
   * @param x, y, z where the particle is, m
   * @returns whether there was anything to read
   * @throws BillowError for what is no place
   */
  read(time: number, x: number, y: number, z: number): boolean {
    const { target } = this
    if (typeof target === 'function') {
      const place = target(time)
      if (place === null || place === undefined) return false
      if (isPoint(place)) this.shift(place[0], place[1], place[2], x, y, z)
      else this.shift(place.x, place.y, place.z, x, y, z)
    } else if ('matrixWorld' in target) {
      target.updateWorldMatrix?.(true, false)
      const { matrixWorld } = target
      if (!matrixWorld) return false
      this.transform(matrixWorld.elements, x, y, z)
    } else {
      this.shift(target.x, target.y, target.z, x, y, z)
    }
    const { point } = this
    // Sums of numbers are numbers unless one of them is none.
    if (!Number.isFinite(point[0]! + point[1]! + point[2]!)) {
      fail(
        this.who,
        `the target of pin ${this.particle} must give finite numbers (m), got ${show([...point])}`,
      )
    }
    return true
  }

  private shift(px: number, py: number, pz: number, x: number, y: number, z: number): void {
    this.local ??= [x - px, y - py, z - pz]
    this.point[0] = px + this.local[0]!
    this.point[1] = py + this.local[1]!
    this.point[2] = pz + this.local[2]!
  }

  private transform(m: ArrayLike<number>, x: number, y: number, z: number): void {
    this.local ??= toLocal(this.who, this.particle, m, x, y, z)
    const [u, v, w] = this.local as Point
    this.point[0] = m[0]! * u + m[4]! * v + m[8]! * w + m[12]!
    this.point[1] = m[1]! * u + m[5]! * v + m[9]! * w + m[13]!
    this.point[2] = m[2]! * u + m[6]! * v + m[10]! * w + m[14]!
  }
}

/** A place in the axes of a frame: Cramer's rule on its matrix. */
function toLocal(
  who: string,
  particle: number,
  m: ArrayLike<number>,
  x: number,
  y: number,
  z: number,
): Point {
  const [ax, ay, az] = [m[0]!, m[1]!, m[2]!]
  const [bx, by, bz] = [m[4]!, m[5]!, m[6]!]
  const [cx, cy, cz] = [m[8]!, m[9]!, m[10]!]
  const [dx, dy, dz] = [x - m[12]!, y - m[13]!, z - m[14]!]
  const determinant = ax * (by * cz - bz * cy) + bx * (cy * az - cz * ay) + cx * (ay * bz - az * by)
  if (determinant === 0)
    fail(who, `the target of pin ${particle} must not be scaled to nothing when it is pinned`)
  return [
    (dx * (by * cz - bz * cy) + bx * (cy * dz - cz * dy) + cx * (dy * bz - dz * by)) / determinant,
    (ax * (dy * cz - dz * cy) + dx * (cy * az - cz * ay) + cx * (ay * dz - az * dy)) / determinant,
    (ax * (by * dz - bz * dy) + bx * (dy * az - dz * ay) + dx * (ay * bz - az * by)) / determinant,
  ]
}
