/**
 * A field of grass in textures, from which the vertex shader fetches the blade that it draws: what
 * never changes in one, three texels a blade, and tips and guides in another, one texel a blade. So
 * a blade may be drawn, or not, by its number alone.
 */
import type { GrassSimulation } from '@billow/core'
import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three'

/** Texels per row of the texture of tips; 2048 is the least that every device with WebGL2 has. */
export const TIPS_PER_ROW = 2048

/** Blades per row of the other: three texels each. */
export const BLADES_PER_ROW = 682

/** Steps of rank that are packed with the tint: rank · 1024 before the point, tint behind it. */
const RANK_STEPS = 1024

/** A tint of 1 would be the next rank. */
const LARGEST_TINT = 0.999

export class BladeTextures {
  readonly blades: DataTexture
  readonly tips: DataTexture
  private readonly tipTexels: Float32Array<ArrayBuffer>

  constructor(private readonly simulation: GrassSimulation) {
    const { count } = simulation.blades
    const bladeTexels = new Float32Array(4 * 3 * BLADES_PER_ROW * rowsOf(count, BLADES_PER_ROW))
    this.tipTexels = new Float32Array(4 * TIPS_PER_ROW * rowsOf(count, TIPS_PER_ROW))
    this.writeBlades(bladeTexels)
    this.blades = createTexture(bladeTexels, 3 * BLADES_PER_ROW)
    this.tips = createTexture(this.tipTexels, TIPS_PER_ROW)
    this.update(false)
  }

  /** Takes over how the blades stand. */
  update(interpolate: boolean): void {
    const { state, previousTips, alpha, bladeCount } = this.simulation
    const { tips, guides } = state
    const { tipTexels } = this
    const share = interpolate ? alpha : 1
    for (let n = 0, i = 0, t = 0; n < bladeCount; n++, i += 3, t += 4) {
      const x = previousTips[i]!
      const y = previousTips[i + 1]!
      const z = previousTips[i + 2]!
      tipTexels[t] = x + share * (tips[i]! - x)
      tipTexels[t + 1] = y + share * (tips[i + 1]! - y)
      tipTexels[t + 2] = z + share * (tips[i + 2]! - z)
      tipTexels[t + 3] = guides[n]!
    }
    this.tips.needsUpdate = true
  }

  dispose(): void {
    this.blades.dispose()
    this.tips.dispose()
  }

  private writeBlades(out: Float32Array): void {
    const { count, roots, ups, axes, heights, widths, tints, ranks } = this.simulation.blades
    for (let n = 0; n < count; n++) {
      const t = 12 * n
      const mixed = Math.floor(RANK_STEPS * ranks[n]!) + LARGEST_TINT * tints[n]!
      out.set(roots.subarray(3 * n, 3 * n + 3), t)
      out[t + 3] = mixed
      out.set(ups.subarray(3 * n, 3 * n + 3), t + 4)
      out[t + 7] = heights[n]!
      out.set(axes.subarray(6 * n, 6 * n + 3), t + 8)
      out[t + 11] = widths[n]!
    }
  }
}

/** No field is too small for a texture. */
function rowsOf(count: number, perRow: number): number {
  return Math.max(Math.ceil(count / perRow), 1)
}

function createTexture(texels: Float32Array<ArrayBuffer>, width: number): DataTexture {
  const texture = new DataTexture(texels, width, texels.length / 4 / width, RGBAFormat, FloatType)
  texture.minFilter = NearestFilter
  texture.magFilter = NearestFilter
  texture.needsUpdate = true
  return texture
}
