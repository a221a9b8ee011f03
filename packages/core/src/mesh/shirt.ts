/**
 * A T-shirt sewn from two panels, front and back: the same flat pattern of quads twice, with the
 * panels pushed apart where they are not sewn together. Hem, sleeves and neck stay open. Vertices
 * on the seams exist once per panel, each with the uv of its own half of the texture: front in the
 * left half, back in the right one.
 */
import { checkNumber, fail, show } from '../params/check.js'
import type { MeshArrays } from './meshArrays.js'

export interface ShirtOptions {
  /** From hem to shoulder, m; all else keeps its proportion. Default 0.7. */
  readonly length?: number | undefined
  /** Quads across the chest. Default 16. */
  readonly segments?: number | undefined
}

const WHO = 'createShirt'

const MAX_LENGTH = 1000
const MIN_SEGMENTS = 4
const MAX_SEGMENTS = 256

// The pattern, in parts of the length from hem (y = 0) to shoulder (y = 1), measured on a shirt of
// size M. The middle is x = 0.
const HALF_CHEST = 0.36
const SLEEVE = 0.28
const ARMPIT = 0.7
const HALF_NECK = 0.15
/** By how much the front of the neck hangs lower than the back. */
const NECKLINE = 0.1
/** By how much a sleeve falls per length outwards. */
const SLOPE = 0.5
/** Half the depth of the body, away from the seams. */
const DEPTH = 0.15

/**
 * The shirt is centred at the origin and faces +z.
 *
 * @throws BillowError for a wrong value
 */
export function createShirt({ length = 0.7, segments = 16 }: ShirtOptions = {}): MeshArrays {
  checkNumber(WHO, 'length', length, { above: 0, atMost: MAX_LENGTH }, 'm')
  if (!Number.isInteger(segments) || segments < MIN_SEGMENTS || segments > MAX_SEGMENTS) {
    fail(
      WHO,
      `segments must be an integer from ${MIN_SEGMENTS} to ${MAX_SEGMENTS}, got ${show(segments)}`,
    )
  }
  const pattern = createPattern(segments)
  const vertexCount = pattern.points.length / 2
  const positions = new Float32Array(6 * vertexCount)
  const uvs = new Float32Array(4 * vertexCount)
  const halfWidth = HALF_CHEST + SLEEVE
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const x = pattern.points[2 * vertex]!
    const y = pattern.points[2 * vertex + 1]!
    const depth = depthAt(x, y, pattern.halfNeck)
    const drop = SLOPE * Math.max(0, Math.abs(x) - HALF_CHEST)
    for (const panel of [0, 1]) {
      const v = panel * vertexCount + vertex
      const side = panel === 0 ? 1 : -1
      const neckline = panel === 0 ? necklineAt(x, y, pattern.halfNeck) : 0
      positions[3 * v] = length * x
      positions[3 * v + 1] = length * (y - drop - neckline - 0.5)
      positions[3 * v + 2] = length * side * depth
      // Each panel as seen from its own front.
      uvs[2 * v] = (panel + 0.5 + (side * x) / (2 * halfWidth)) / 2
      uvs[2 * v + 1] = y
    }
  }
  const indices = new Uint32Array(2 * pattern.triangles.length)
  indices.set(pattern.triangles)
  for (let t = 0; t < pattern.triangles.length; t += 3) {
    const [a, b, c] = pattern.triangles.slice(t, t + 3)
    indices.set(
      [vertexCount + a!, vertexCount + c!, vertexCount + b!],
      pattern.triangles.length + t,
    )
  }
  return { positions, indices, uvs }
}

interface Pattern {
  /** xy per point, in parts of the length. */
  readonly points: readonly number[]
  readonly triangles: readonly number[]
  /** Where the shoulder seam ends, on a column of the pattern. */
  readonly halfNeck: number
}

/** Quads over the T: columns of the two sleeves and the body, rows below and above the armpits. */
function createPattern(segments: number): Pattern {
  const quad = (2 * HALF_CHEST) / segments
  const sleeveColumns = Math.max(2, Math.round(SLEEVE / quad))
  const lowerRows = Math.max(2, Math.round(ARMPIT / quad))
  // At least two rows, or a sleeve would be sewn to itself.
  const upperRows = Math.max(2, Math.round((1 - ARMPIT) / quad))
  const columns = segments + 2 * sleeveColumns
  const rows = lowerRows + upperRows

  const xAt = (column: number): number => {
    const fromMiddle = column - columns / 2
    const beyond = Math.abs(fromMiddle) - segments / 2
    return beyond > 0
      ? Math.sign(fromMiddle) * (HALF_CHEST + (SLEEVE * beyond) / sleeveColumns)
      : fromMiddle * quad
  }
  const yAt = (row: number): number =>
    row < lowerRows
      ? (ARMPIT * row) / lowerRows
      : ARMPIT + ((1 - ARMPIT) * (row - lowerRows)) / upperRows

  const points: number[] = []
  const triangles: number[] = []
  const vertexAt = new Map<number, number>()
  const vertex = (column: number, row: number): number => {
    const key = row * (columns + 1) + column
    const known = vertexAt.get(key)
    if (known !== undefined) return known
    vertexAt.set(key, vertexAt.size)
    points.push(xAt(column), yAt(row))
    return vertexAt.size - 1
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const inBody = column >= sleeveColumns && column < sleeveColumns + segments
      if (!inBody && row < lowerRows) continue
      const a = vertex(column, row)
      const b = vertex(column + 1, row)
      const c = vertex(column, row + 1)
      const d = vertex(column + 1, row + 1)
      triangles.push(a, b, c, b, d, c)
    }
  }
  const shoulder = Math.round((HALF_CHEST - HALF_NECK) / quad)
  // Written like `xAt`, so that the end of the seam is exactly on its column.
  return { points, triangles, halfNeck: (segments / 2 - shoulder) * quad }
}

/** Half the distance between the panels: none on a seam, then round like a quarter of a tube. */
function depthAt(x: number, y: number, halfNeck: number): number {
  const right = Math.abs(x)
  const seam = Math.min(
    // The side up to the armpit, the underside of the sleeve, the shoulder and top of the sleeve.
    Math.hypot(right - HALF_CHEST, Math.max(0, y - ARMPIT)),
    Math.hypot(Math.max(0, HALF_CHEST - right), y - ARMPIT),
    Math.hypot(Math.max(0, halfNeck - right), y - 1),
  )
  // Rounding must not open a seam.
  return seam < 1e-9 ? 0 : DEPTH * Math.sin((Math.PI / 2) * Math.min(1, seam / DEPTH))
}

/** The front of the neck is cut out in a bow, and the rows below make room for it. */
function necklineAt(x: number, y: number, halfNeck: number): number {
  const across = Math.max(0, 1 - (x / halfNeck) ** 2)
  const below = Math.max(0, (y - ARMPIT) / (1 - ARMPIT))
  return NECKLINE * across * below
}
