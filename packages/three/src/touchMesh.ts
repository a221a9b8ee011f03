/** Where a small sphere, such as a hand, touches a mesh: the nearest place of its triangles. */
import {
  Box3,
  type BufferGeometry,
  type Intersection,
  type Mesh,
  Sphere,
  Triangle,
  Vector3,
} from 'three'

const local = /* @__PURE__ */ new Sphere()
const box = /* @__PURE__ */ new Box3()
const triangle = /* @__PURE__ */ new Triangle()
const corners = /* @__PURE__ */ (() => [triangle.a, triangle.b, triangle.c])()
const place = /* @__PURE__ */ new Vector3()
const normal = /* @__PURE__ */ new Vector3()

/**
 * @param mesh indexed, with a bounding sphere
 * @param sphere in world space
 */
export function touchMesh(mesh: Mesh<BufferGeometry>, sphere: Sphere): Intersection | undefined {
  const { geometry, matrixWorld } = mesh
  const index = geometry.getIndex()!
  const position = geometry.getAttribute('position')
  local.copy(sphere).applyMatrix4(matrixWorld.clone().invert())
  if (!geometry.boundingSphere!.intersectsSphere(local)) return undefined
  let hit: Intersection | undefined
  for (let i = 0; i < index.count; i += 3) {
    for (let n = 0; n < 3; n++) corners[n]!.fromBufferAttribute(position, index.getX(i + n))
    if (!box.setFromPoints(corners).intersectsSphere(local)) continue
    triangle.getNormal(normal)
    for (const corner of corners) corner.applyMatrix4(matrixWorld)
    const distance = triangle.closestPointToPoint(sphere.center, place).distanceTo(sphere.center)
    if (distance > (hit?.distance ?? sphere.radius)) continue
    const [a, b, c] = [0, 1, 2].map((n) => index.getX(i + n)) as [number, number, number]
    const face = { a, b, c, normal: normal.clone(), materialIndex: 0 }
    hit = { distance, point: place.clone(), object: mesh, faceIndex: i / 3, face }
  }
  return hit
}
