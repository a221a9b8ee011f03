/**
 * Grass grows in tufts: the ground is divided by the Voronoi cells of scattered centres (Worley
 * 1996), and blades of a cell share height, colour and the way they face.
 */
import { drawOfCell } from './draws.js'

/** What the blades of a tuft have in common; each 0 to 1. */
export interface Tuft {
  height: number
  tint: number
  facing: number
}

/** Kinds of random numbers of a cell: three for the centre, three for the tuft. */
const CENTRE = 1
const SHARED = 4

/**
 * The tuft that a place belongs to.
 *
 * @param size of a tuft, m
 * @param isPlan looks at x and z only
 */
export function findTuft(
  seed: number,
  [x, y, z]: Float64Array,
  size: number,
  isPlan: boolean,
  tuft: Tuft,
): void {
  const px = x! / size
  const py = isPlan ? 0 : y! / size
  const pz = z! / size
  const cx = Math.floor(px)
  const cy = Math.floor(py)
  const cz = Math.floor(pz)
  const layers = isPlan ? 0 : 1
  let nearest = Infinity
  for (let iy = cy - layers; iy <= cy + layers; iy++) {
    for (let iz = cz - 1; iz <= cz + 1; iz++) {
      for (let ix = cx - 1; ix <= cx + 1; ix++) {
        const dx = ix + drawOfCell(seed, ix, iy, iz, CENTRE) - px
        const dy = isPlan ? 0 : iy + drawOfCell(seed, ix, iy, iz, CENTRE + 1) - py
        const dz = iz + drawOfCell(seed, ix, iy, iz, CENTRE + 2) - pz
        const distance = dx * dx + dy * dy + dz * dz
        if (distance >= nearest) continue
        nearest = distance
        tuft.height = drawOfCell(seed, ix, iy, iz, SHARED)
        tuft.tint = drawOfCell(seed, ix, iy, iz, SHARED + 1)
        tuft.facing = drawOfCell(seed, ix, iy, iz, SHARED + 2)
      }
    }
  }
}
