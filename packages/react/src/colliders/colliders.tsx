'use client'
/**
 * `<SphereCollider>` and its like: bodies of one kind, each with the options of the kind as props, in
 * the body's own space. Whatever an application does not use, it does not load.
 */
import {
  BoxCollider as Box,
  type BoxOptions,
  CapsuleCollider as Capsule,
  type CapsuleOptions,
  type Collider,
  ConeCollider as Cone,
  type ConeOptions,
  CylinderCollider as Cylinder,
  type CylinderOptions,
  HeightFieldCollider as HeightField,
  type HeightFieldOptions,
  PlaneCollider as Plane,
  type PlaneOptions,
  SphereCollider as Sphere,
  type SphereOptions,
} from '@billow/core'
import type { ReactNode } from 'react'
import { Body, bodyElement, type ColliderProps } from './Body.js'
import type { Shape } from './isSameShape.js'

/** Props of a kind: its options, of which those that place it have defaults. */
type Props<Options, Optional extends keyof Options = never> = ColliderProps &
  Omit<Options, 'type' | 'transform' | keyof ColliderProps | Optional> &
  Partial<Pick<Options, Optional>>

export type SphereColliderProps = Props<SphereOptions, 'center'>
export type PlaneColliderProps = Props<PlaneOptions, 'point'>
export type BoxColliderProps = Props<BoxOptions>
export type CapsuleColliderProps = Props<CapsuleOptions>
export type CylinderColliderProps = Props<CylinderOptions>
export type ConeColliderProps = Props<ConeOptions>
export type HeightFieldColliderProps = Props<HeightFieldOptions>

const ORIGIN = [0, 0, 0] as const
const UP = [0, 1, 0] as const

/** A ball, about the group's origin unless `center` says otherwise. */
export function SphereCollider({
  center = ORIGIN,
  radius,
  ...rest
}: SphereColliderProps): ReactNode {
  return collider('SphereCollider', Sphere, { center, radius }, rest)
}

/** Solid below; its normal is the group's +y. */
export function PlaneCollider({
  point = ORIGIN,
  normal = UP,
  twoSided = false,
  ...rest
}: PlaneColliderProps): ReactNode {
  return collider('PlaneCollider', Plane, { point, normal, twoSided }, rest)
}

/** A box about the group's origin. */
export function BoxCollider({ size, ...rest }: BoxColliderProps): ReactNode {
  return collider('BoxCollider', Box, { size }, rest)
}

/** Along the group's y by `height`, the length without the round ends, or from one point to another. */
export function CapsuleCollider({
  from,
  to,
  height,
  radius,
  ...rest
}: CapsuleColliderProps): ReactNode {
  return collider('CapsuleCollider', Capsule, { from, to, height, radius }, rest)
}

/** Along the group's y by `height`, or from one point to another. */
export function CylinderCollider({
  from,
  to,
  height,
  radius,
  ...rest
}: CylinderColliderProps): ReactNode {
  return collider('CylinderCollider', Cylinder, { from, to, height, radius }, rest)
}

/** A capsule with a radius at each end. */
export function ConeCollider({ from, to, height, radii, ...rest }: ConeColliderProps): ReactNode {
  return collider('ConeCollider', Cone, { from, to, height, radii }, rest)
}

/** A landscape about the group's origin: solid below. */
export function HeightFieldCollider({
  heights,
  columns,
  rows,
  size,
  ...rest
}: HeightFieldColliderProps): ReactNode {
  return collider('HeightFieldCollider', HeightField, { heights, columns, rows, size }, rest)
}

function collider(
  who: string,
  Kind: new (options: never) => Collider,
  own: Shape,
  { friction = 0, thickness = 0, enabled = true, debug, ref, ...group }: ColliderProps,
): ReactNode {
  const shape = { ...own, friction, thickness, enabled }
  return (
    <Body
      {...group}
      who={who}
      shape={shape}
      element={bodyElement}
      argument={() => new Kind(shape as never)}
      debug={debug}
      bodyRef={ref}
    />
  )
}
