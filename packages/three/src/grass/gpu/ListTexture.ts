/** A list of any length for a shader: a texture of one row, two texels an entry, which grows by doubling. */
import { DataTexture, FloatType, type IUniform, NearestFilter, RGBAFormat } from 'three'

const SHORTEST = 8

export class ListTexture {
  readonly uniform: IUniform<DataTexture>
  private texels = new Float32Array(0)

  constructor() {
    this.uniform = { value: this.create(SHORTEST) }
  }

  /** @returns where the first `length` entries are to be written, 8 numbers each */
  resize(length: number): Float32Array {
    let capacity = this.texels.length / 8
    if (length > capacity) {
      while (capacity < length) capacity *= 2
      this.dispose()
      this.uniform.value = this.create(capacity)
    }
    this.uniform.value.needsUpdate = true
    return this.texels
  }

  dispose(): void {
    this.uniform.value.dispose()
  }

  private create(capacity: number): DataTexture {
    const texels = new Float32Array(8 * capacity)
    this.texels = texels
    const texture = new DataTexture(texels, 2 * capacity, 1, RGBAFormat, FloatType)
    texture.minFilter = NearestFilter
    texture.magFilter = NearestFilter
    texture.needsUpdate = true
    return texture
  }
}
