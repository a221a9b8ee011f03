/**
 * Long range attachments (Kim, Chentanez, Müller 2012): every particle is tied to up to four pins by
 * tethers as long as the way to them over the sheet at rest. They do nothing while the cloth is
 * slack, and keep it from stretching under its weight at once, where constraints from particle to
 * particle would need one iteration per row.
 */
import { createMarchingMesh, type MarchingMesh, measureGeodesics } from '../../../mesh/geodesics.js'
import type { ClothGrid } from '../../../mesh/grid.js'

/** Tethers per particle at most, to pins of different groups (Kim et al., section 3). */
export const MAX_TETHERS = 4

/** With more groups of pins than this, a particle is tied to the nearest pin only. */
const MAX_GROUPS = 16

export interface Tether {
  readonly particle: number
  readonly anchor: number
  /** Way over the sheet at rest, m. */
  readonly length: number
}

export class TetherFinder {
  private readonly mesh: MarchingMesh

  constructor(
    private readonly sheet: Pick<ClothGrid, 'restPositions' | 'triangles' | 'particleCount'>,
  ) {
    this.mesh = createMarchingMesh(sheet.restPositions, sheet.triangles)
  }

  /**
   * The tethers for a set of pins, in rounds: no particle occurs twice in a round.
   */
  find(pins: readonly number[]): Tether[][] {
    const groups = this.groupPins(pins)
    const sources = groups.length > MAX_GROUPS ? [pins] : groups
    const fields = sources.map((group) => measureGeodesics(this.mesh, group))
    const pinned = new Set(pins)
    const rounds: Tether[][] = Array.from(
      { length: Math.min(MAX_TETHERS, fields.length) },
      () => [],
    )
    for (let particle = 0; particle < this.sheet.particleCount; particle++) {
      if (pinned.has(particle)) continue
      fields
        .map(({ distances, sources: nearest }) => ({
          particle,
          anchor: nearest[particle]!,
          length: distances[particle]!,
        }))
        .filter(({ length }) => Number.isFinite(length))
        .sort((a, b) => a.length - b.length)
        .slice(0, rounds.length)
        .forEach((tether, round) => rounds[round]!.push(tether))
    }
    return rounds
  }

  /** Pins that hang together along edges of the mesh: one group is one place to hang from. */
  private groupPins(pins: readonly number[]): number[][] {
    const { triangles, incidentStarts, incident } = this.mesh
    const open = new Set(pins)
    const groups: number[][] = []
    for (const pin of pins) {
      if (!open.delete(pin)) continue
      const group = [pin]
      // The list grows while it is walked through.
      for (const member of group) {
        for (let n = incidentStarts[member]!; n < incidentStarts[member + 1]!; n++) {
          const t = 3 * incident[n]!
          for (let corner = 0; corner < 3; corner++) {
            const neighbour = triangles[t + corner]!
            if (open.delete(neighbour)) group.push(neighbour)
          }
        }
      }
      groups.push(group)
    }
    return groups
  }
}
