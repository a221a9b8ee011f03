/**
 * A mirror that shows the scene around it: a camera in its middle fills a cube map in every update.
 * What is near is where the middle would see it, since a cube map knows directions only.
 *
 * ```ts
 * const reflections = new SceneMirror(mesh, material) // createShaderMaterial('mirror')
 * // in every frame, before the scene is drawn
 * reflections.update(renderer, scene)
 * ```
 */
import { checkNumber } from '@billow/core'
import {
  CubeCamera,
  HalfFloatType,
  LinearMipmapLinearFilter,
  type Mesh,
  type Scene,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three'
import type { BillowShaderMaterial } from './BillowShaderMaterial.js'
import type { Shaders } from './shaders/shaders.js'

export interface SceneMirrorOptions {
  /** Pixels along each of the six sides. Default 256. */
  readonly resolution?: number | undefined
  /** Nearest and farthest that is seen, m. Default 0.05 and 100. */
  readonly near?: number | undefined
  readonly far?: number | undefined
}

export class SceneMirror {
  private readonly target: WebGLCubeRenderTarget
  private readonly camera: CubeCamera

  /** @throws BillowError for a wrong option */
  constructor(
    private readonly mesh: Mesh,
    private readonly material: BillowShaderMaterial<Shaders['mirror']['uniforms']>,
    { resolution = 256, near = 0.05, far = 100 }: SceneMirrorOptions = {},
  ) {
    checkNumber('SceneMirror', 'resolution', resolution, { atLeast: 1, atMost: 4096 })
    checkNumber('SceneMirror', 'near', near, { above: 0 }, 'm')
    checkNumber('SceneMirror', 'far', far, { above: near }, 'm')
    this.target = new WebGLCubeRenderTarget(resolution, {
      type: HalfFloatType,
      generateMipmaps: true,
      minFilter: LinearMipmapLinearFilter,
    })
    this.camera = new CubeCamera(near, far, this.target)
    material.setUniforms({ environment: this.target.texture })
  }

  /** Looks around from the middle of the mesh, which does not see itself. */
  update(renderer: WebGLRenderer, scene: Scene): void {
    const { mesh, camera } = this
    mesh.updateWorldMatrix(true, false)
    if (!mesh.geometry.boundingSphere) mesh.geometry.computeBoundingSphere()
    camera.position.copy(mesh.geometry.boundingSphere!.center).applyMatrix4(mesh.matrixWorld)
    const { visible } = mesh
    mesh.visible = false
    try {
      camera.update(renderer, scene)
    } finally {
      mesh.visible = visible
    }
  }

  /** Gives the material its default surroundings back, and frees the cube map. */
  dispose(): void {
    this.material.setUniforms({ environment: null })
    this.target.dispose()
  }
}
