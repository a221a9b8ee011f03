/**
 * Triangles of a sheet by the batches of particles that their corners are in: bounds of these batches
 * are known, and where a body is far from them, so are all triangles of the group.
 */
import { BATCH } from '../Probe.js'

export interface FaceGroup {
  /** First particles of the batches that corners are in, ascending. */
  readonly batches: readonly number[]
  /** Three particles per triangle. */
  readonly triangles: Uint32Array
}

export function groupFaces(triangles: Uint32Array): FaceGroup[] {
  const groups = new Map<string, { batches: number[]; corners: number[] }>()
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
    const firsts = new Set(corners.map((corner) => corner - (corner % BATCH)))
    const batches = [...firsts].sort((a, b) => a - b)
    const key = batches.join()
    const group = groups.get(key) ?? { batches, corners: [] }
    groups.set(key, group)
    group.corners.push(...corners)
  }
  return Array.from(groups.values(), ({ batches, corners }) => ({
    batches,
    triangles: Uint32Array.from(corners),
  }))
}
