/**
 * For which camera blades are left out: hands its place, its rules and, for occlusion culling, the
 * depth of the scene to the shaders of a field.
 */
import type { GrassParams, GrassSimulation } from '@billow/core'
import {
  type Matrix4,
  type PerspectiveCamera,
  type Scene,
  Vector2,
  type WebGLRenderer,
} from 'three'
import { BOUNDLESS } from './cullingShader.js'
import type { GrassPaint } from './grassLook.js'
import { grassPaints } from './grassLook.js'
import type { GrassUniforms } from './grassMaterial.js'
import type { HeadsetView } from './headset.js'
import { depthReader, ReasonMap } from './ReasonMap.js'
import { SceneDepth } from './SceneDepth.js'

const pixels = /* @__PURE__ */ new Vector2()

export class CullingView {
  private depth: SceneDepth | undefined
  private reasons: ReasonMap | undefined

  constructor(
    private readonly simulation: GrassSimulation,
    private readonly uniforms: GrassUniforms,
  ) {}

  /** How many blades are left out for which reason, while they are painted by it. */
  get counts(): ReasonMap['counts'] | undefined {
    return this.reasons?.counts
  }

  /** Leaves out nothing. */
  clear(): void {
    const { uniforms } = this
    uniforms.farthest.value = 0
    uniforms.edgeOn.value = 2
    uniforms.frustumTolerance.value = BOUNDLESS
    uniforms.pixelsPerMetre.value = 0
    uniforms.depthSize.value.set(0, 0)
    uniforms.paint.value = 0
  }

  /**
   * @param field from its coordinates to the world; `uniforms.eye` is there already
   * @param isDrawing is it the camera that draws, whose pixels count?
   * @param headset that is drawn for
   */
  update(
    camera: PerspectiveCamera,
    field: Matrix4,
    isDrawing: boolean,
    paint: GrassPaint,
    renderer: WebGLRenderer | undefined,
    scene: Scene | undefined,
    headset: HeadsetView | undefined,
  ): void {
    const { uniforms, simulation } = this
    const { params } = simulation
    uniforms.farthest.value = params.distanceCulling ? params.maxDistance : 0
    uniforms.distanceLevels.value = params.distanceLevels
    uniforms.edgeOn.value = params.orientationCulling ? params.orientationThreshold : 2
    // What is not in the picture of one eye may be in that of the other.
    uniforms.frustumTolerance.value =
      params.frustumCulling && !headset ? params.frustumTolerance : BOUNDLESS
    uniforms.fieldToClip.value
      .copy(camera.matrixWorld)
      .invert()
      .premultiply(camera.projectionMatrix)
      .multiply(field)
    uniforms.pixelsPerMetre.value =
      renderer && isDrawing
        ? 0.5 *
          (headset?.pixelsHigh ?? renderer.getDrawingBufferSize(pixels).y) *
          camera.projectionMatrix.elements[5]
        : 0
    // And what hides a blade from between the eyes may not hide it from one of them.
    const hasDepth = this.look(camera, params, headset ? undefined : renderer, scene)
    uniforms.paint.value = grassPaints.indexOf(paint)
    if (paint !== 'reason') return
    this.reasons ??= new ReasonMap(simulation)
    const depthAt =
      hasDepth && renderer ? depthReader(this.depth!.read(renderer), camera) : undefined
    this.reasons.update(camera, field, uniforms.eye.value, params, depthAt)
    uniforms.reasonMap.value = this.reasons.texture
  }

  dispose(): void {
    this.depth?.dispose()
    this.reasons?.dispose()
  }

  /** Depth of the scene, where it is asked for and can be had. */
  private look(
    camera: PerspectiveCamera,
    params: GrassParams,
    renderer: WebGLRenderer | undefined,
    scene: Scene | undefined,
  ): boolean {
    const { uniforms } = this
    const canHave =
      params.occlusionCulling &&
      (camera as { isPerspectiveCamera?: boolean }).isPerspectiveCamera === true &&
      renderer !== undefined &&
      scene !== undefined &&
      !renderer.capabilities.reversedDepthBuffer
    if (!canHave) {
      uniforms.depthSize.value.set(0, 0)
      return false
    }
    this.depth ??= new SceneDepth()
    this.depth.update(renderer, scene, camera)
    this.depth.writeSize(uniforms.depthSize.value)
    uniforms.sceneDepth.value = this.depth.texture
    uniforms.clipRange.value.set(camera.near, camera.far)
    return true
  }
}
