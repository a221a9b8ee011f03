/**
 * Draws one triangle over a whole render target, with a shader that computes instead of painting, and
 * leaves the renderer as it was.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  GLSL3,
  type IUniform,
  Mesh,
  NoBlending,
  RawShaderMaterial,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three'
import { fullScreenVertex } from './stateShader.js'

const CORNERS = [-1, -1, 0, 3, -1, 0, -1, 3, 0]

export class StatePass {
  private readonly geometry = new BufferGeometry()
  private readonly triangle: Mesh<BufferGeometry, RawShaderMaterial>
  private readonly camera = new Camera()

  constructor(fragmentShader: string, uniforms: Record<string, IUniform>) {
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(CORNERS), 3))
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: fullScreenVertex,
      fragmentShader,
      uniforms,
      blending: NoBlending,
      depthTest: false,
      depthWrite: false,
    })
    this.triangle = new Mesh(this.geometry, material)
    this.triangle.frustumCulled = false
  }

  run(renderer: WebGLRenderer, target: WebGLRenderTarget): void {
    const { autoClear, xr } = renderer
    const { enabled } = xr
    const last = renderer.getRenderTarget()
    const face = renderer.getActiveCubeFace()
    const level = renderer.getActiveMipmapLevel()
    renderer.autoClear = false
    xr.enabled = false
    renderer.setRenderTarget(target)
    renderer.render(this.triangle, this.camera)
    renderer.setRenderTarget(last, face, level)
    renderer.autoClear = autoClear
    xr.enabled = enabled
  }

  dispose(): void {
    this.geometry.dispose()
    this.triangle.material.dispose()
  }
}
