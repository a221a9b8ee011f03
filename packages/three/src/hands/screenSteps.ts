/**
 * From a particle to the next one in a direction of the screen. On a grid the arrows go along rows and
 * columns, whichever of them lies across the screen, so that each particle can be reached and a fold
 * leads nowhere else; on any other mesh they go to the neighbour that lies best in the direction.
 */
import type { ClothGrid, ClothSheet } from '@billow/core'
import { type Camera, type PerspectiveCamera, Vector2, Vector3 } from 'three'

export type ScreenDirection = 'left' | 'right' | 'up' | 'down'

/** Where a particle is on the screen: right and up, in units that are the same along both. */
export type ScreenPlace = (particle: number, target: Vector2) => Vector2

const DIRECTIONS = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] } as const

/** Cosine of the largest angle between an arrow and the way to a neighbour: 60°. */
const ALONG = 0.5

/** Nearer to the camera than that, what is seen would be infinitely large, m. */
const LEAST_DEPTH = 1e-3

const point = /* @__PURE__ */ new Vector3()
const here = /* @__PURE__ */ new Vector2()
const there = /* @__PURE__ */ new Vector2()

/** @param worldPlace writes where a particle is drawn */
export function screenPlaces(
  camera: Camera,
  worldPlace: (particle: number, target: Vector3) => Vector3,
): ScreenPlace {
  camera.updateWorldMatrix(true, false)
  const isPerspective = (camera as Partial<PerspectiveCamera>).isPerspectiveCamera === true
  const toView = camera.matrixWorld.clone().invert()
  return (particle, target) => {
    const { x, y, z } = worldPlace(particle, point).applyMatrix4(toView)
    const depth = isPerspective ? Math.max(-z, LEAST_DEPTH) : 1
    return target.set(x / depth, y / depth)
  }
}

/** @returns the particle itself where there is none farther on */
export function nextParticle(
  sheet: ClothSheet,
  particleCount: number,
  particle: number,
  direction: ScreenDirection,
  placeOf: ScreenPlace,
): number {
  const grid = sheet as Partial<ClothGrid>
  // What tears add to a grid is in no row.
  return grid.columns !== undefined && particle < grid.columns * grid.rows!
    ? alongGrid(sheet as ClothGrid, particle, direction, placeOf)
    : alongMesh(sheet, particleCount, particle, direction, placeOf)
}

function alongGrid(
  { columns, rows }: ClothGrid,
  particle: number,
  direction: ScreenDirection,
  placeOf: ScreenPlace,
): number {
  const column = particle % columns
  const row = Math.floor(particle / columns)
  const first = row * columns
  // From end to end: waves and folds between do not turn an arrow round.
  const along = way(placeOf, first, first + columns - 1)
  const across = way(placeOf, column, column + (rows - 1) * columns)
  const isTurned =
    Math.abs(along.x) + Math.abs(across.y) < Math.abs(along.y) + Math.abs(across.x) - 1e-9
  const isSideways = direction === 'left' || direction === 'right'
  const wanted = direction === 'right' || direction === 'up' ? 1 : -1
  if (isSideways !== isTurned) {
    const sign = (isTurned ? along.y : along.x) < 0 ? -wanted : wanted
    return first + Math.min(Math.max(column + sign, 0), columns - 1)
  }
  const run = isTurned ? across.x : across.y
  // Seen along its columns, the first row is the upper one.
  const sign = run === 0 ? (isTurned ? wanted : -wanted) : run < 0 ? -wanted : wanted
  return Math.min(Math.max(row + sign, 0), rows - 1) * columns + column
}

/** Direction from one particle to another; none where they are at one place. */
function way(placeOf: ScreenPlace, from: number, to: number): Vector2 {
  placeOf(from, here)
  return placeOf(to, there).sub(here).normalize().clone()
}

function alongMesh(
  { triangles }: ClothSheet,
  particleCount: number,
  particle: number,
  direction: ScreenDirection,
  placeOf: ScreenPlace,
): number {
  const [x, y] = DIRECTIONS[direction]
  const from = placeOf(particle, here).clone()
  let best = particle
  let most = ALONG
  const tryNeighbour = (other: number): void => {
    const { x: dx, y: dy } = placeOf(other, there).sub(from)
    const share = (x * dx + y * dy) / Math.hypot(dx, dy)
    if (share > most) [best, most] = [other, share]
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
    if (!corners.includes(particle)) continue
    for (const corner of corners) if (corner !== particle) tryNeighbour(corner)
  }
  if (best !== particle) return best

  // At a rim: whatever is nearest in the direction.
  let nearest = Infinity
  for (let other = 0; other < particleCount; other++) {
    const { x: dx, y: dy } = placeOf(other, there).sub(from)
    const distance = Math.hypot(dx, dy)
    if (distance < nearest && x * dx + y * dy > Math.SQRT1_2 * distance)
      [best, nearest] = [other, distance]
  }
  return best
}
