/** What `ShaderStage` is for `WebGLRenderer`, for `WebGPURenderer` on one of its two backends. */
import { type Camera, FloatType, NearestFilter, type Object3D } from 'three'
import { RenderTarget, WebGPURenderer } from 'three/webgpu'
import type { Picture, Rgb } from './shaderStage.js'

export class WebGpuStage {
  private readonly renderer: WebGPURenderer
  private readonly target: RenderTarget

  constructor(
    readonly size: number,
    readonly backend: 'WebGPU' | 'WebGL2',
  ) {
    this.renderer = new WebGPURenderer({ antialias: false, forceWebGL: backend === 'WebGL2' })
    this.renderer.setSize(size, size, false)
    this.target = new RenderTarget(size, size, {
      type: FloatType,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    })
  }

  /** @returns which backend three.js came to use */
  async start(): Promise<string> {
    await this.renderer.init()
    return 'isWebGPUBackend' in this.renderer.backend ? 'WebGPU' : 'WebGL2'
  }

  async draw(scene: Object3D, camera: Camera): Promise<Picture> {
    const { renderer, target, size, backend } = this
    renderer.setRenderTarget(target)
    renderer.render(scene, camera)
    const read = await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size)
    renderer.setRenderTarget(null)
    // WebGPU pads rows to 256 bytes and has the first one above, WebGL the first one below.
    const row = backend === 'WebGPU' ? (256 * Math.ceil((16 * size) / 256)) / 4 : 4 * size
    const data = new Float32Array(4 * size * size)
    for (let y = 0; y < size; y++) {
      const from = row * (backend === 'WebGPU' ? size - 1 - y : y)
      data.set((read as Float32Array).subarray(from, from + 4 * size), 4 * size * y)
    }
    return {
      size,
      data,
      at: (x, y) => [...data.subarray(4 * (y * size + x), 4 * (y * size + x) + 3)] as Rgb,
      alphaAt: (x, y) => data[4 * (y * size + x) + 3]!,
    }
  }

  free(): void {
    this.target.dispose()
    void this.renderer.dispose()
  }
}
