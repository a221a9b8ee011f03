/**
 * Solid bodies that a cloth touches. A collider is described by plain options and may be moved and
 * changed while the simulation runs; several cloths may share it.
 */
import { checkNumber, checkPoint, fail, show } from '../params/check.js'

export interface SphereOptions {
  readonly type: 'sphere'
  /** Centre, m. */
  readonly center: readonly [number, number, number]
  /** m, > 0 */
  readonly radius: number
  /** 0 slides freely, 1 sticks. Default 0. */
  readonly friction?: number
}

export interface PlaneOptions {
  readonly type: 'plane'
  /** Any point on the plane, m. */
  readonly point: readonly [number, number, number]
  /** Direction away from the solid side, any length > 0. Default +y. */
  readonly normal?: readonly [number, number, number]
  /** 0 slides freely, 1 sticks. Default 0. */
  readonly friction?: number
}

export type ColliderOptions = SphereOptions | PlaneOptions

/**
 * A direction this near to length 1 is a unit vector already. Divided by its length again it would
 * change its last bits, and a scene that is written and read would not be the same.
 */
const UNIT_ROUNDING = 4 * Number.EPSILON

/** Friction is a share here; the Coulomb coefficient of later solvers may exceed 1. */
const FRICTION_BOUNDS = { atLeast: 0, atMost: 1 }

export class SphereCollider {
  readonly type = 'sphere'
  /** xyz, m */
  readonly center = new Float64Array(3)
  radius = 1
  friction = 0

  /** @throws BillowError for a wrong value */
  constructor({ center, radius, friction = 0 }: Omit<SphereOptions, 'type'>) {
    checkPoint('SphereCollider', 'center', center)
    checkNumber('SphereCollider', 'radius', radius, { above: 0 }, 'm')
    this.set({ center, radius, friction })
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set({ center, radius, friction }: Partial<Omit<SphereOptions, 'type'>>): void {
    const point = center && checkPoint('SphereCollider', 'center', center)
    if (radius !== undefined) checkNumber('SphereCollider', 'radius', radius, { above: 0 }, 'm')
    if (friction !== undefined) checkNumber('SphereCollider', 'friction', friction, FRICTION_BOUNDS)
    if (point) this.center.set(point)
    this.radius = radius ?? this.radius
    this.friction = friction ?? this.friction
  }
}

export class PlaneCollider {
  readonly type = 'plane'
  /** xyz, m */
  readonly point = new Float64Array(3)
  /** Unit vector. */
  readonly normal = Float64Array.of(0, 1, 0)
  friction = 0

  /** @throws BillowError for a wrong value */
  constructor({ point, normal = [0, 1, 0], friction = 0 }: Omit<PlaneOptions, 'type'>) {
    checkPoint('PlaneCollider', 'point', point)
    this.set({ point, normal, friction })
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set({ point, normal, friction }: Partial<Omit<PlaneOptions, 'type'>>): void {
    const origin = point && checkPoint('PlaneCollider', 'point', point)
    const direction = normal && checkPoint('PlaneCollider', 'normal', normal, '')
    if (friction !== undefined) checkNumber('PlaneCollider', 'friction', friction, FRICTION_BOUNDS)
    if (direction) {
      const length = Math.hypot(...direction)
      if (!(length > 0)) fail('PlaneCollider', `normal must not be zero, got ${show(direction)}`)
      const isUnit = Math.abs(length - 1) <= UNIT_ROUNDING
      this.normal.set(isUnit ? direction : direction.map((component) => component / length))
    }
    if (origin) this.point.set(origin)
    this.friction = friction ?? this.friction
  }
}

export type Collider = SphereCollider | PlaneCollider

/** A collider from its description; a collider object is taken as it is. */
export function createCollider(options: ColliderOptions | Collider): Collider {
  if (options instanceof SphereCollider || options instanceof PlaneCollider) return options
  // What comes from outside may be anything, whatever its type says.
  const type: unknown = (options as ColliderOptions | null | undefined)?.type
  switch (type) {
    case 'sphere':
      return new SphereCollider(options as SphereOptions)
    case 'plane':
      return new PlaneCollider(options as PlaneOptions)
    default:
      return fail('collider', `type must be "sphere" or "plane", got ${show(type)}`)
  }
}

/** @throws BillowError for anything that is no list of colliders */
export function createColliders(list: readonly (ColliderOptions | Collider)[]): Collider[] {
  if (!Array.isArray(list)) fail('colliders', `must be an array of colliders, got ${show(list)}`)
  return Array.from(list as (ColliderOptions | Collider)[], createCollider)
}
