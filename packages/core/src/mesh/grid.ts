/**
 * The rectangular sheet: particles in rows, three families of springs between them, and the
 * triangles that are drawn. Particle (column i, row j) has the index j · columns + i.
 *
 * Springs are listed particle by particle (structural left, structural back, shear, shear, bend,
 * bend), the order of the CS184 assignment. The strain limit works through them one after the
 * other, so the order is part of the result.
 */

import type { ClothSheet } from './ClothSheet.js'

export const SpringFamily = { structural: 0, shear: 1, bend: 2 } as const
export type SpringFamily = (typeof SpringFamily)[keyof typeof SpringFamily]

export interface Springs {
  readonly count: number
  /** Two particle indices per spring. */
  readonly ends: Uint32Array
  /** `SpringFamily` per spring. */
  readonly families: Uint8Array
  /** Rest length per spring, m. */
  readonly restLengths: Float64Array
}

export interface ClothGrid extends ClothSheet {
  readonly columns: number
  readonly rows: number
}

export function isGrid(sheet: ClothSheet): sheet is ClothGrid {
  return 'columns' in sheet
}

export interface GridOptions {
  /** Width and height, m. */
  readonly size: readonly [number, number]
  /** Cells along width and height. */
  readonly segments: readonly [number, number]
  readonly orientation: 'vertical' | 'horizontal'
  readonly spacing: 'segments' | 'points'
  /** Position of particle (0, 0), m. Default: the sheet's centre is at the origin. */
  readonly origin?: readonly [number, number, number] | undefined
  /** Offset of a particle out of the sheet's plane, m; rest lengths are measured after it. */
  readonly offsetAt?: ((column: number, row: number) => number) | undefined
}

/** Builds a sheet. The options are expected to be valid. */
export function createGrid({
  size,
  segments,
  orientation,
  spacing,
  origin,
  offsetAt,
}: GridOptions): ClothGrid {
  const columns = segments[0] + 1
  const rows = segments[1] + 1
  const cell: readonly [number, number] =
    spacing === 'points'
      ? [size[0] / columns, size[1] / rows]
      : [size[0] / segments[0], size[1] / segments[1]]

  const vertical = orientation === 'vertical'
  const centred = [-(segments[0] * cell[0]) / 2, -(segments[1] * cell[1]) / 2] as const
  const [x0, y0, z0] =
    origin ?? (vertical ? [centred[0], centred[1], 0] : [centred[0], 0, centred[1]])

  const particleCount = columns * rows
  const restPositions = new Float64Array(3 * particleCount)
  const uvs = new Float32Array(2 * particleCount)
  const triangles = createTriangles(columns, rows, vertical)
  const area = size[0] * size[1]
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const particle = j * columns + i
      const offset = offsetAt?.(i, j) ?? 0
      restPositions[3 * particle] = x0 + i * cell[0]
      restPositions[3 * particle + 1] = vertical ? y0 + j * cell[1] : y0 + offset
      restPositions[3 * particle + 2] = vertical ? z0 + offset : z0 + j * cell[1]
      uvs[2 * particle] = i / segments[0]
      // Seen from its front, a horizontal sheet has its first row on top, a vertical one its last.
      uvs[2 * particle + 1] = vertical ? j / segments[1] : 1 - j / segments[1]
    }
  }
  return {
    columns,
    rows,
    particleCount,
    cell,
    restPositions,
    springs: createSprings(columns, rows, restPositions),
    triangles,
    // Every particle has the same share, as is usual for teaching; by triangles, those at the edge
    // would have half of it.
    areas: new Float64Array(particleCount).fill(area / particleCount),
    area,
    vertexTriangles: triangles,
    uvs,
    warnings: [],
  }
}

/** Partner of each particle per spring, as [family, column step, row step], in list order. */
const SPRING_PATTERN = [
  [SpringFamily.structural, -1, 0],
  [SpringFamily.structural, 0, -1],
  [SpringFamily.shear, -1, -1],
  [SpringFamily.shear, 1, -1],
  [SpringFamily.bend, -2, 0],
  [SpringFamily.bend, 0, -2],
] as const

function createSprings(columns: number, rows: number, positions: Float64Array): Springs {
  const ends: number[] = []
  const families: number[] = []
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      for (const [family, di, dj] of SPRING_PATTERN) {
        const column = i + di
        const row = j + dj
        if (column < 0 || column >= columns || row < 0) continue
        ends.push(j * columns + i, row * columns + column)
        families.push(family)
      }
    }
  }
  const count = families.length
  const restLengths = new Float64Array(count)
  for (let s = 0; s < count; s++) {
    const a = 3 * ends[2 * s]!
    const b = 3 * ends[2 * s + 1]!
    const dx = positions[b]! - positions[a]!
    const dy = positions[b + 1]! - positions[a + 1]!
    const dz = positions[b + 2]! - positions[a + 2]!
    restLengths[s] = Math.sqrt(dx * dx + dy * dy + dz * dz)
  }
  return { count, ends: Uint32Array.from(ends), families: Uint8Array.from(families), restLengths }
}

/**
 * Two triangles per cell, (A, C, B) and (B, C, D) with A = (i, j), B = (i+1, j), C = (i, j+1),
 * D = (i+1, j+1): the front of a horizontal sheet faces +y. A vertical one is turned the other
 * way round, so that its front faces +z.
 */
function createTriangles(columns: number, rows: number, vertical: boolean): Uint32Array {
  const triangles = new Uint32Array(6 * (columns - 1) * (rows - 1))
  let t = 0
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < columns - 1; i++) {
      const a = j * columns + i
      const b = a + 1
      const c = a + columns
      const d = c + 1
      triangles.set(vertical ? [a, b, c, b, d, c] : [a, c, b, b, c, d], t)
      t += 6
    }
  }
  return triangles
}
