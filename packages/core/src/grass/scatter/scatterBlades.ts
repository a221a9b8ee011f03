/**
 * Makes the blades of a field: as many as density and area ask for, spread over the ground, thinned
 * by a density map and by slope, with height, width, firmness and colour that vary from blade to
 * blade and from tuft to tuft. The same seed gives the same field on every device.
 */
import { fail, show } from '../../params/check.js'
import type { GrassParams } from '../../params/grassParams.js'
import { writeAxes } from '../blade/frame.js'
import type { GrassBlades } from '../GrassBlades.js'
import { boundChunks, sortIntoChunks } from './chunks.js'
import { Draw, draw } from './draws.js'
import { createSpot, type Ground } from './ground.js'
import { findTuft, type Tuft } from './tufts.js'

/** Share of `density` that grows at a place, 0 to 1; with the texture coordinates of the ground. */
export type DensityAt = (x: number, y: number, z: number, u: number, v: number) => number

/** More blades than this would not fit into one texture of every device that has WebGL2, 2048². */
export const MOST_BLADES = 2048 * 2048

/** Most that height and colour of a tuft differ from the mean, with `tufting` 1. */
const TUFT_HEIGHT = 0.3

export type ScatterParams = Pick<
  GrassParams,
  | 'density'
  | 'seed'
  | 'height'
  | 'heightVariation'
  | 'width'
  | 'widthVariation'
  | 'stiffnessVariation'
  | 'tuftSize'
  | 'tufting'
  | 'maxSlope'
>

/**
 * @throws BillowError when there are more blades than `MOST_BLADES`, or the density map gives no share
 */
export function scatterBlades(
  who: string,
  ground: Ground,
  params: ScatterParams,
  densityAt?: DensityAt,
): GrassBlades {
  const candidates = Math.round(ground.area * params.density)
  if (candidates > MOST_BLADES) {
    const most = MOST_BLADES / ground.area
    fail(
      who,
      `density must be at most ${Math.floor(most)} blades/m² on ${show(ground.area)} m², for ${MOST_BLADES} blades in all, got ${show(params.density)}`,
    )
  }
  const { seed, tufting } = params
  const steepest = Math.cos((params.maxSlope * Math.PI) / 180)
  const spot = createSpot()
  const tuft: Tuft = { height: 0, tint: 0, facing: 0 }
  const roots = new Float32Array(3 * candidates)
  const ups = new Float32Array(3 * candidates)
  const angles = new Float64Array(candidates)
  const sizes = new Float32Array(4 * candidates)
  let count = 0
  for (let k = 0; k < candidates; k++) {
    const { root, up } = spot
    const choice = draw(seed, k, Draw.triangle)
    const across = draw(seed, k, Draw.across)
    if (!ground.place(choice, across, draw(seed, k, Draw.along), spot)) continue
    if (up[1]! < steepest) continue
    if (densityAt && !isKept(who, densityAt, spot, draw(seed, k, Draw.keep))) continue
    findTuft(seed, root, params.tuftSize, ground.isPlan, tuft)
    roots.set(root, 3 * count)
    ups.set(up, 3 * count)
    // Alone it faces anywhere, in a tuft the way of the tuft, and in between somewhere around it.
    const own = draw(seed, k, Draw.angle)
    angles[count] = 2 * Math.PI * (tuft.facing + (1 - tufting) * own)
    const height = vary(params.heightVariation, draw(seed, k, Draw.height))
    sizes[4 * count] = params.height * height * (1 + tufting * TUFT_HEIGHT * (2 * tuft.height - 1))
    sizes[4 * count + 1] = params.width * vary(params.widthVariation, draw(seed, k, Draw.width))
    sizes[4 * count + 2] = vary(params.stiffnessVariation, draw(seed, k, Draw.firmness))
    sizes[4 * count + 3] = mix(draw(seed, k, Draw.tint), tuft.tint, 0.5 * tufting)
    count++
  }
  return arrange(roots, ups, angles, sizes, count, ground.area)
}

function isKept(
  who: string,
  densityAt: DensityAt,
  { root, uv }: ReturnType<typeof createSpot>,
  chance: number,
): boolean {
  const share: unknown = densityAt(root[0]!, root[1]!, root[2]!, uv[0]!, uv[1]!)
  if (typeof share !== 'number' || Number.isNaN(share)) {
    fail(who, `densityAt must give a number from 0 to 1, got ${show(share)} at ${show([...root])}`)
  }
  return chance < share
}

/** Evenly from 1 − variation to 1 + variation. */
function vary(variation: number, chance: number): number {
  return 1 + variation * (2 * chance - 1)
}

function mix(a: number, b: number, share: number): number {
  return a + share * (b - a)
}

/** Sorts by chunks. */
function arrange(
  roots: Float32Array,
  ups: Float32Array,
  angles: Float64Array,
  sizes: Float32Array,
  count: number,
  area: number,
): GrassBlades {
  const { order, starts } = sortIntoChunks(roots, count, area)
  const sorted = {
    roots: new Float32Array(3 * count),
    ups: new Float32Array(3 * count),
    axes: new Float32Array(6 * count),
    heights: new Float32Array(count),
    widths: new Float32Array(count),
    firmness: new Float32Array(count),
    tints: new Float32Array(count),
    ranks: new Float32Array(count),
  }
  order.forEach((from, n) => {
    for (let k = 0; k < 3; k++) {
      sorted.roots[3 * n + k] = roots[3 * from + k]!
      sorted.ups[3 * n + k] = ups[3 * from + k]!
    }
    writeAxes(
      [ups[3 * from]!, ups[3 * from + 1]!, ups[3 * from + 2]!],
      angles[from]!,
      sorted.axes,
      6 * n,
    )
    sorted.heights[n] = sizes[4 * from]!
    sorted.widths[n] = sizes[4 * from + 1]!
    sorted.firmness[n] = sizes[4 * from + 2]!
    sorted.tints[n] = sizes[4 * from + 3]!
  })
  for (let c = 0; c + 1 < starts.length; c++) {
    const size = starts[c + 1]! - starts[c]!
    for (let j = 0; j < size; j++) sorted.ranks[starts[c]! + j] = (j + 0.5) / size
  }
  return { count, ...sorted, chunks: boundChunks(starts, sorted.roots, sorted.heights) }
}
