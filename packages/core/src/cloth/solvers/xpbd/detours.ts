/**
 * Ways between two clusters where the straight one leaves the cloth, as at an inner corner or a hole:
 * through one of three particles between both, the one that is least out of the way and those at either
 * side. The ways from these are found by a wave over the triangles of the piece.
 */
import { createMarchingMesh, type MarchingMesh, measureGeodesics } from '../../../mesh/geodesics.js'

export class Detours {
  /** Number of each particle in the piece. */
  private readonly numbers = new Map<number, number>()
  private readonly fields: readonly Float64Array[]

  /**
   * @param piece particles of both clusters and of those between
   * @param gates some of them
   */
  constructor(whole: MarchingMesh, piece: Iterable<number>, gates: readonly number[]) {
    const { numbers } = this
    for (const p of piece) numbers.set(p, numbers.size)
    const positions = new Float64Array(3 * numbers.size)
    const triangles: number[] = []
    for (const [p, number] of numbers) {
      for (let k = 0; k < 3; k++) positions[3 * number + k] = whole.positions[3 * p + k]!
      for (let i = whole.incidentStarts[p]!; i < whole.incidentStarts[p + 1]!; i++) {
        const t = 3 * whole.incident[i]!
        const [a, b, c] = [0, 1, 2].map((k) => numbers.get(whole.triangles[t + k]!))
        // Of the three that list a triangle, the first takes it.
        if (a === number && b !== undefined && c !== undefined) triangles.push(a, b, c)
      }
    }
    const mesh = createMarchingMesh(positions, triangles)
    this.fields = gates.map((gate) => measureGeodesics(mesh, [numbers.get(gate)!]).distances)
  }

  /** m; infinite where none leads through the piece. */
  between(a: number, b: number): number {
    const [m, n] = [this.numbers.get(a)!, this.numbers.get(b)!]
    let shortest = Infinity
    for (const distances of this.fields)
      shortest = Math.min(shortest, distances[m]! + distances[n]!)
    return shortest
  }
}
