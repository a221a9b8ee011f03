/**
 * Where the eyes of somebody in a headset are in this frame. three.js moves the camera of the scene there only when
 * it draws, too late for those who choose before what is drawn, and in newer releases it has the view of the left
 * eye.
 */
import {
  type Camera,
  Matrix4,
  PerspectiveCamera,
  Vector3,
  type WebGLRenderer,
  type WebXRCamera,
} from 'three'

/** What is drawn next, for both eyes. */
export interface HeadsetView {
  /** Between the eyes; it looks as the first of them. */
  readonly head: PerspectiveCamera
  readonly eyes: readonly PerspectiveCamera[]
  /** From the lower to the upper edge of what an eye sees. */
  readonly pixelsHigh: number
}

const eyePlace = /* @__PURE__ */ new Vector3()
const middle = /* @__PURE__ */ new Vector3()
const SCENE = /* @__PURE__ */ new Matrix4()

export class Headset {
  private readonly eyes: PerspectiveCamera[] = []
  private readonly head = new PerspectiveCamera()

  /**
   * @param camera of the scene, which the headset takes along
   * @returns nothing while the renderer draws for a page
   */
  view(renderer: WebGLRenderer | undefined, camera: Camera): HeadsetView | undefined {
    const xr = renderer?.xr as Partial<WebGLRenderer['xr']> | undefined
    if (!xr?.isPresenting || !xr.enabled) return undefined
    const cameras: readonly WebXRCamera[] = xr.getCamera!().cameras
    if (cameras.length === 0) return undefined
    camera.parent?.updateWorldMatrix(true, false)
    const room = camera.parent?.matrixWorld ?? SCENE
    this.eyes.length = cameras.length
    middle.set(0, 0, 0)
    cameras.forEach((eye, n) => {
      const copy = (this.eyes[n] ??= new PerspectiveCamera())
      put(copy, eye, room)
      middle.addScaledVector(eyePlace.setFromMatrixPosition(copy.matrix), 1 / cameras.length)
    })
    put(this.head, cameras[0]!, room)
    this.head.matrix.setPosition(middle)
    this.head.updateMatrixWorld(true)
    const { eyes, head } = this
    return { head, eyes, pixelsHigh: cameras[0]!.viewport.w }
  }
}

/** @param room that the place of an eye is told in, in the world */
function put(copy: PerspectiveCamera, eye: PerspectiveCamera, room: Matrix4): void {
  copy.matrixAutoUpdate = false
  copy.matrix.multiplyMatrices(room, eye.matrix)
  copy.updateMatrixWorld(true)
  copy.projectionMatrix.copy(eye.projectionMatrix)
  copy.coordinateSystem = eye.coordinateSystem
  ;[copy.near, copy.far] = [eye.near, eye.far]
}
