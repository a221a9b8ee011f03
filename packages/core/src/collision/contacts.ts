/**
 * How a solver's particles answer to colliders. Each rule works on all free particles of a cloth
 * and returns how many it moved.
 */
import type { ClothState, ParticleArray, Points } from '../cloth/ClothState.js'
import type { ClothParams } from '../params/clothParams.js'
import type { Collider } from './colliders/Collider.js'
import type { PlaneCollider } from './colliders/PlaneCollider.js'
import type { SphereCollider } from './colliders/SphereCollider.js'

/** Points with the way they have come in this substep, which friction shortens. */
export interface ContactPoints extends Points {
  /** Positions at the start of the substep, with the same stride, m. */
  readonly lastPositions: ParticleArray
}

/** An object and no number: that would become a new object with every call that is not inlined. */
type ContactRule = Pick<ClothParams, 'colliderOffset'>

/** CS184's SURFACE_OFFSET: particles are put down this far above a plane, m. */
const PLANE_OFFSET = 1e-4

/**
 * The rule of the CS184 assignment, for mass-spring. The corrected position p is the nearest point
 * of the surface, and x = x_last + (1 − friction)(p − x_last): friction takes its share of the
 * whole step, so 1 glues and anything less creeps.
 */
export function collideByLastPosition(state: ClothState, colliders: readonly Collider[]): number {
  let moved = 0
  for (const collider of colliders) {
    if (!collider.enabled) continue
    if (collider.type === 'sphere') moved += sphereByLast(state, collider)
    if (collider.type === 'plane') moved += planeByLast(state, collider)
  }
  return moved
}

function sphereByLast(
  { positions, lastPositions, fixed }: ClothState,
  sphere: SphereCollider,
): number {
  const ox = sphere.center[0]!
  const oy = sphere.center[1]!
  const oz = sphere.center[2]!
  const { radius } = sphere
  const slip = 1 - Math.min(1, sphere.friction)
  const squaredRadius = radius * radius
  let moved = 0
  for (let p = 0, i = 0; p < fixed.length; p++, i += 3) {
    const dx = positions[i]! - ox
    const dy = positions[i + 1]! - oy
    const dz = positions[i + 2]! - oz
    const squared = dx * dx + dy * dy + dz * dz
    if (squared > squaredRadius || squared === 0 || fixed[p]! !== 0) continue
    const scale = radius / Math.sqrt(squared)
    const lx = lastPositions[i]!
    const ly = lastPositions[i + 1]!
    const lz = lastPositions[i + 2]!
    positions[i] = lx + slip * (ox + scale * dx - lx)
    positions[i + 1] = ly + slip * (oy + scale * dy - ly)
    positions[i + 2] = lz + slip * (oz + scale * dz - lz)
    moved++
  }
  return moved
}

/** Two-sided: a particle that crossed the plane in this substep goes back to the side it came from. */
function planeByLast(
  { positions, lastPositions, fixed }: ClothState,
  plane: PlaneCollider,
): number {
  const px = plane.point[0]!
  const py = plane.point[1]!
  const pz = plane.point[2]!
  const nx = plane.normal[0]!
  const ny = plane.normal[1]!
  const nz = plane.normal[2]!
  const slip = 1 - Math.min(1, plane.friction)
  let moved = 0
  for (let p = 0, i = 0; p < fixed.length; p++, i += 3) {
    const x = positions[i]!
    const y = positions[i + 1]!
    const z = positions[i + 2]!
    const lx = lastPositions[i]!
    const ly = lastPositions[i + 1]!
    const lz = lastPositions[i + 2]!
    const height = (x - px) * nx + (y - py) * ny + (z - pz) * nz
    const lastHeight = (lx - px) * nx + (ly - py) * ny + (lz - pz) * nz
    const crossed = (height <= 0 && lastHeight >= 0) || (height >= 0 && lastHeight <= 0)
    if (!crossed || fixed[p]! !== 0) continue
    // The foot of the new position, lifted off the plane.
    const lift = (lastHeight >= 0 ? PLANE_OFFSET : -PLANE_OFFSET) - height
    positions[i] = lx + slip * (x + lift * nx - lx)
    positions[i + 1] = ly + slip * (y + lift * ny - ly)
    positions[i + 2] = lz + slip * (z + lift * nz - lz)
    moved++
  }
  return moved
}

/**
 * Projection for pbd and xpbd: a particle nearer than `colliderOffset` is put at that distance, and the part of its
 * step along the surface is shortened by Coulomb friction, friction · depth at most (Müller et al.
 * 2007; Macklin et al. 2014, section 6.1). Planes are solid below.
 */
export function projectOut(
  state: ContactPoints,
  colliders: readonly Collider[],
  rule: ContactRule,
): number {
  let moved = 0
  for (const collider of colliders) {
    if (!collider.enabled) continue
    if (collider.type === 'sphere') moved += projectSphere(state, collider, rule)
    if (collider.type === 'plane') moved += projectPlane(state, collider, rule)
  }
  return moved
}

function projectSphere(state: ContactPoints, sphere: SphereCollider, rule: ContactRule): number {
  const { positions, stride, fixed } = state
  const ox = sphere.center[0]!
  const oy = sphere.center[1]!
  const oz = sphere.center[2]!
  const reach = sphere.radius + rule.colliderOffset
  const squaredReach = reach * reach
  let moved = 0
  for (let p = 0, i = 0; p < fixed.length; p++, i += stride) {
    const dx = positions[i]! - ox
    const dy = positions[i + 1]! - oy
    const dz = positions[i + 2]! - oz
    const squared = dx * dx + dy * dy + dz * dz
    if (squared >= squaredReach || fixed[p]! !== 0) continue
    const distance = Math.sqrt(squared)
    // At the very centre every direction is as good; up keeps the result finite.
    const atCentre = distance === 0
    push[0] = atCentre ? 0 : dx / distance
    push[1] = atCentre ? 1 : dy / distance
    push[2] = atCentre ? 0 : dz / distance
    push[3] = reach - distance
    pushAlong(state, i, sphere)
    moved++
  }
  return moved
}

function projectPlane(state: ContactPoints, plane: PlaneCollider, rule: ContactRule): number {
  const { positions, stride, fixed } = state
  const offset = rule.colliderOffset
  const px = plane.point[0]!
  const py = plane.point[1]!
  const pz = plane.point[2]!
  const nx = plane.normal[0]!
  const ny = plane.normal[1]!
  const nz = plane.normal[2]!
  let moved = 0
  for (let p = 0, i = 0; p < fixed.length; p++, i += stride) {
    const height =
      (positions[i]! - px) * nx + (positions[i + 1]! - py) * ny + (positions[i + 2]! - pz) * nz
    if (height >= offset || fixed[p]! !== 0) continue
    push[0] = nx
    push[1] = ny
    push[2] = nz
    push[3] = offset - height
    pushAlong(state, i, plane)
    moved++
  }
  return moved
}

/**
 * Where to push a particle next: a unit normal and a depth, m. In an array that is used again and again,
 * since numbers that are passed to a function which is not inlined become objects.
 */
const push = new Float64Array(4)

/** Pushes one particle as `push` says and rubs it against the surface. */
function pushAlong(
  { positions, lastPositions }: ContactPoints,
  i: number,
  { friction }: Collider,
): void {
  const nx = push[0]!
  const ny = push[1]!
  const nz = push[2]!
  const depth = push[3]!
  let x = positions[i]! + depth * nx
  let y = positions[i + 1]! + depth * ny
  let z = positions[i + 2]! + depth * nz
  if (friction > 0) {
    const sx = x - lastPositions[i]!
    const sy = y - lastPositions[i + 1]!
    const sz = z - lastPositions[i + 2]!
    const along = sx * nx + sy * ny + sz * nz
    const tx = sx - along * nx
    const ty = sy - along * ny
    const tz = sz - along * nz
    const slide = Math.sqrt(tx * tx + ty * ty + tz * tz)
    const grip = friction * depth
    const held = slide <= grip ? 1 : grip / slide
    x -= held * tx
    y -= held * ty
    z -= held * tz
  }
  positions[i] = x
  positions[i + 1] = y
  positions[i + 2] = z
}
