/** Drawing for somebody in a headset: where the head is, and what both eyes have. */
import { type PerspectiveCamera, Vector2, type WebGLRenderer } from 'three'

const pixels = /* @__PURE__ */ new Vector2()

/** Is a scene drawn for two eyes? What one of them does not see, the other one may. */
export function isInHeadset(renderer: WebGLRenderer): boolean {
  return renderer.xr.isPresenting
}

/**
 * Moves the camera of a scene to where the head is in this frame: three.js does so when it draws, too late for
 * those who choose before what is drawn.
 */
export function followHead(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
  if (isInHeadset(renderer) && renderer.xr.cameraAutoUpdate) renderer.xr.updateCamera(camera)
}

/** Pixels from the lower to the upper edge of what is drawn; in a headset, of what one eye sees. */
export function pixelsHigh(renderer: WebGLRenderer): number {
  const [eye] = isInHeadset(renderer) ? renderer.xr.getCamera().cameras : []
  return eye?.viewport?.w ?? renderer.getDrawingBufferSize(pixels).y
}
