/**
 * A triangle mesh as plain arrays, the way every renderer and file format has it, and the check of
 * arrays that come from outside. Everything wrong is refused before anything is built.
 */
import { checkNumber, fail, show } from '../params/check.js'

/** The name under which errors about meshes speak. */
export const MESH_SHEET = 'MeshSheet'

/** A mesh as the functions of this room make it: what a renderer takes as it is. */
export interface MeshArrays {
  /** xyz per vertex, m. */
  readonly positions: Float32Array
  /** Three vertices per triangle, counter-clockwise seen from the front. */
  readonly indices: Uint32Array
  /** uv per vertex. */
  readonly uvs: Float32Array
}

/** A mesh as it comes from outside. */
export interface MeshOptions {
  /** xyz per vertex, m, each from −10⁶ to 10⁶. */
  readonly positions: ArrayLike<number>
  /** Three vertices per triangle. Default: vertices 0 1 2, 3 4 5 and so on. */
  readonly indices?: ArrayLike<number> | undefined
  /** uv per vertex. Default: zeros. */
  readonly uvs?: ArrayLike<number> | undefined
  /** Vertices up to this distance from each other move as one, m. Default 0: the same position. */
  readonly weldDistance?: number | undefined
}

/** The same, checked and copied. */
export interface CheckedMesh {
  readonly positions: Float64Array
  readonly indices: Uint32Array
  readonly uvs: Float32Array
  readonly weldDistance: number
}

const OPTION_KEYS: readonly (keyof MeshOptions)[] = ['positions', 'indices', 'uvs', 'weldDistance']

/**
 * Largest coordinate, m, the same as in scene files. Far beyond what single precision draws well,
 * and far below where squares and cubes of it overflow.
 */
export const LARGEST_COORDINATE = 1_000_000

/** @throws BillowError for the first wrong value */
export function checkMesh(options: MeshOptions): CheckedMesh {
  const given: unknown = options
  if (typeof given !== 'object' || given === null) {
    fail(MESH_SHEET, `expected { positions, indices, uvs, weldDistance }, got ${show(given)}`)
  }
  for (const key of Object.keys(given)) {
    if (!OPTION_KEYS.includes(key as keyof MeshOptions)) {
      fail(MESH_SHEET, `unknown option ${show(key)}; the options are ${OPTION_KEYS.join(', ')}`)
    }
  }
  const positions = checkPositions(options.positions)
  const vertexCount = positions.length / 3
  const { indices, uvs, weldDistance = 0 } = options
  return {
    positions,
    indices: indices === undefined ? everyVertex(vertexCount) : checkIndices(indices, vertexCount),
    uvs: uvs === undefined ? new Float32Array(2 * vertexCount) : checkUvs(uvs, vertexCount),
    weldDistance: checkNumber(MESH_SHEET, 'weldDistance', weldDistance, { atLeast: 0 }, 'm'),
  }
}

function checkPositions(given: unknown): Float64Array {
  const positions = checkArray('positions', 'x, y, z per vertex', given)
  if (positions.length === 0) {
    fail(MESH_SHEET, 'positions must hold at least one triangle, got none')
  }
  if (positions.length % 3 !== 0) {
    fail(MESH_SHEET, `positions must have 3 numbers per vertex, got ${positions.length} numbers`)
  }
  return new Float64Array(
    checkEach(
      'positions',
      positions,
      (value) => Number.isFinite(value) && Math.abs(value as number) <= LARGEST_COORDINATE,
      `a finite number from -${LARGEST_COORDINATE} to ${LARGEST_COORDINATE} (m)`,
      'correct or remove this vertex',
    ),
  )
}

function checkIndices(given: unknown, vertexCount: number): Uint32Array {
  const indices = checkArray('indices', 'three vertices per triangle', given)
  if (indices.length === 0) {
    fail(
      MESH_SHEET,
      'indices must hold at least one triangle, got none; leave indices out when every three vertices are a triangle',
    )
  }
  if (indices.length % 3 !== 0) {
    fail(MESH_SHEET, `indices must have 3 numbers per triangle, got ${indices.length} numbers`)
  }
  return new Uint32Array(
    checkEach(
      'indices',
      indices,
      (value) =>
        Number.isInteger(value) && (value as number) >= 0 && (value as number) < vertexCount,
      `an integer from 0 to ${vertexCount - 1}`,
      `positions has ${vertexCount} vertices`,
    ),
  )
}

function checkUvs(given: unknown, vertexCount: number): Float32Array {
  const uvs = checkArray('uvs', 'u, v per vertex', given)
  if (uvs.length !== 2 * vertexCount) {
    fail(
      MESH_SHEET,
      `uvs must have 2 numbers per vertex, ${2 * vertexCount} in all, got ${uvs.length}; leave uvs out when there is no texture`,
    )
  }
  return new Float32Array(
    checkEach(
      'uvs',
      uvs,
      // The largest numbers of double precision are infinite in single precision.
      (value) => typeof value === 'number' && Number.isFinite(Math.fround(value)),
      'a finite number in single precision',
      'correct it, or leave uvs out when there is no texture',
    ),
  )
}

/** Without indices every three vertices are a triangle. */
function everyVertex(vertexCount: number): Uint32Array {
  if (vertexCount % 3 !== 0) {
    fail(
      MESH_SHEET,
      `positions without indices must have 3 vertices per triangle, got ${vertexCount} vertices; give indices, or all three vertices of each triangle`,
    )
  }
  const indices = new Uint32Array(vertexCount)
  for (let vertex = 0; vertex < vertexCount; vertex++) indices[vertex] = vertex
  return indices
}

function checkArray(name: string, content: string, given: unknown): ArrayLike<unknown> {
  const isArray =
    Array.isArray(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView))
  if (!isArray) {
    fail(MESH_SHEET, `${name} must be an array or a typed array (${content}), got ${show(given)}`)
  }
  return given as unknown as ArrayLike<unknown>
}

/** The numbers, once each of them passes. An index loop, since `every` passes over holes. */
function checkEach(
  name: string,
  values: ArrayLike<unknown>,
  passes: (value: unknown) => boolean,
  expected: string,
  advice: string,
): ArrayLike<number> {
  for (let i = 0; i < values.length; i++) {
    if (!passes(values[i])) {
      fail(MESH_SHEET, `${name}[${i}] must be ${expected}, got ${show(values[i])}; ${advice}`)
    }
  }
  return values as ArrayLike<number>
}
