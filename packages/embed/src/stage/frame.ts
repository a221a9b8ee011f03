/** Where the camera stands so that a box fills the picture, whatever its shape. */
import { type Box3, MathUtils, type PerspectiveCamera, Vector3 } from 'three'

/** Air around the box, as a share of the distance. */
const MARGIN = 1.12

/**
 * @param azimuth degrees to the right of the box, seen from its front (+z)
 * @param elevation degrees above it
 */
export function frameBox(
  camera: PerspectiveCamera,
  box: Box3,
  { azimuth, elevation }: { readonly azimuth: number; readonly elevation: number },
): void {
  const theta = MathUtils.degToRad(azimuth)
  const phi = MathUtils.degToRad(elevation)
  const back = new Vector3(
    Math.sin(theta) * Math.cos(phi),
    Math.sin(phi),
    Math.cos(theta) * Math.cos(phi),
  )
  const right = new Vector3(Math.cos(theta), 0, -Math.sin(theta))
  const up = new Vector3().crossVectors(back, right)
  const tanV = Math.tan(MathUtils.degToRad(camera.fov) / 2)
  const tanH = tanV * camera.aspect

  const center = box.getCenter(new Vector3())
  let distance = 0
  for (let corner = 0; corner < 8; corner++) {
    const offset = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).sub(center)
    const reach = Math.max(Math.abs(offset.dot(right)) / tanH, Math.abs(offset.dot(up)) / tanV)
    distance = Math.max(distance, reach * MARGIN + offset.dot(back))
  }
  camera.position.copy(center).addScaledVector(back, distance)
  camera.near = distance / 100
  camera.far = distance * 20
  camera.lookAt(center)
  camera.updateProjectionMatrix()
}
