/**
 * A field of grass in textures, from which the vertex shader fetches the blade that it draws: what
 * never changes in one, three texels a blade, and tips and guides in another, one texel a blade. So
 * a blade may be drawn, or not, by its number alone. Where a graphics card moves the blades, the
 * shader reads its state instead, and there is no texture of tips.
 */
import type { GrassSimulation } from '@billow/core'
import {
  DataTexture,
  FloatType,
  type IUniform,
  NearestFilter,
  RGBAFormat,
  type Texture,
} from 'three'
import type { GpuBackend } from './gpu/GpuBackend.js'

/** Texels per row of the texture of tips; 2048 is the least that every device with WebGL2 has. */
export const TIPS_PER_ROW = 2048

/** Blades per row of the other: three texels each. */
export const BLADES_PER_ROW = 682

/** Steps of rank that are packed with the tint: rank · 1024 before the point, tint behind it. */
const RANK_STEPS = 1024

/** A tint of 1 would be the next rank. */
const LARGEST_TINT = 0.999

/** What tips are in, for the shader. */
export const TipKind = {
  /** Tip and guide, m. */
  metres: 0,
  /** Tips in parts of the height, now and one step ago; guides follow as in either model. */
  stableState: 1,
  paperState: 2,
} as const

export class BladeTextures {
  readonly blades: DataTexture
  /** Where the shader finds tips. */
  readonly tipUniforms: {
    readonly tipMap: IUniform<Texture | null>
    readonly tipMapBefore: IUniform<Texture | null>
    readonly tipShare: IUniform<number>
    readonly tipKind: IUniform<number>
  } = {
    tipMap: { value: null },
    tipMapBefore: { value: null },
    tipShare: { value: 1 },
    tipKind: { value: TipKind.metres },
  }
  private tips: DataTexture | undefined
  private tipTexels = new Float32Array(0)

  constructor(private readonly simulation: GrassSimulation) {
    const { count } = simulation.blades
    const bladeTexels = new Float32Array(4 * 3 * BLADES_PER_ROW * rowsOf(count, BLADES_PER_ROW))
    this.writeBlades(bladeTexels)
    this.blades = createTexture(bladeTexels, 3 * BLADES_PER_ROW)
  }

  /**
   * Takes over how the blades stand.
   *
   * @param gpu that moves them on the graphics card that draws them
   */
  update(interpolate: boolean, gpu?: GpuBackend): void {
    const { simulation, tipUniforms } = this
    if (!gpu) {
      this.updateTips(interpolate)
      return
    }
    tipUniforms.tipMap.value = gpu.state
    tipUniforms.tipMapBefore.value = gpu.previous
    tipUniforms.tipShare.value = interpolate ? simulation.alpha : 1
    tipUniforms.tipKind.value =
      simulation.params.model === 'stable' ? TipKind.stableState : TipKind.paperState
    this.freeTips()
  }

  private updateTips(interpolate: boolean): void {
    const { state, previousTips, alpha, bladeCount } = this.simulation
    const { tips, guides } = state
    const texture = (this.tips ??= this.createTips(bladeCount))
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
    texture.needsUpdate = true
    this.tipUniforms.tipMap.value = texture
    this.tipUniforms.tipMapBefore.value = texture
    this.tipUniforms.tipKind.value = TipKind.metres
  }

  dispose(): void {
    this.blades.dispose()
    this.freeTips()
  }

  private createTips(count: number): DataTexture {
    this.tipTexels = new Float32Array(4 * TIPS_PER_ROW * rowsOf(count, TIPS_PER_ROW))
    return createTexture(this.tipTexels, TIPS_PER_ROW)
  }

  private freeTips(): void {
    this.tips?.dispose()
    this.tips = undefined
    this.tipTexels = new Float32Array(0)
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
export function rowsOf(count: number, perRow: number): number {
  return Math.max(Math.ceil(count / perRow), 1)
}

function createTexture(texels: Float32Array<ArrayBuffer>, width: number): DataTexture {
  const texture = new DataTexture(texels, width, texels.length / 4 / width, RGBAFormat, FloatType)
  texture.minFilter = NearestFilter
  texture.magFilter = NearestFilter
  texture.needsUpdate = true
  return texture
}
