/** Finds the place of a cloth that a small sphere touches, such as a hand: the nearest one of its triangles. */
import { type BufferGeometry, type Intersection, Sphere, Triangle, Vector3 } from 'three'
import type { Mesh } from 'three'

const bounds = /* @__PURE__ */ new Sphere()
const corner = /* @__PURE__ */ new Vector3()
const triangle = /* @__PURE__ */ new Triangle()
const place = /* @__PURE__ */ new Vector3()

export class ClothTouch {
  /** Where vertices are in world space, xyz each, m. */
  private vertices = new Float32Array(0)

  constructor(private readonly mesh: Mesh<BufferGeometry>) {}

  /**
   * @param sphere in world space
   * @returns the place that is nearest to its centre, if one is within it
   */
  find(sphere: Sphere): Intersection | undefined {
    const { mesh } = this
    const { geometry, matrixWorld } = mesh
    if (!geometry.boundingSphere) return undefined
    if (!bounds.copy(geometry.boundingSphere).applyMatrix4(matrixWorld).intersectsSphere(sphere))
      return undefined
    this.placeVertices()
    const { vertices } = this
    const { center } = sphere
    const index = geometry.getIndex()!.array
    let nearest = sphere.radius
    let found: number | undefined
    const point = new Vector3()
    for (let i = 0; i < index.length; i += 3) {
      if (!this.isWithin(center, nearest, index[i]!, index[i + 1]!, index[i + 2]!)) continue
      triangle.a.fromArray(vertices, 3 * index[i]!)
      triangle.b.fromArray(vertices, 3 * index[i + 1]!)
      triangle.c.fromArray(vertices, 3 * index[i + 2]!)
      const distance = triangle.closestPointToPoint(center, place).distanceTo(center)
      if (distance > nearest) continue
      nearest = distance
      found = i
      point.copy(place)
    }
    if (found === undefined) return undefined
    const [a, b, c] = [index[found]!, index[found + 1]!, index[found + 2]!]
    const position = geometry.getAttribute('position').array
    triangle.a.fromArray(position, 3 * a)
    triangle.b.fromArray(position, 3 * b)
    triangle.c.fromArray(position, 3 * c)
    const normal = triangle.getNormal(new Vector3())
    return {
      distance: nearest,
      point,
      object: mesh,
      faceIndex: found / 3,
      face: { a, b, c, normal, materialIndex: 0 },
    }
  }

  private placeVertices(): void {
    const { geometry, matrixWorld } = this.mesh
    const position = geometry.getAttribute('position').array
    if (this.vertices.length !== position.length) this.vertices = new Float32Array(position.length)
    for (let i = 0; i < position.length; i += 3)
      corner.fromArray(position, i).applyMatrix4(matrixWorld).toArray(this.vertices, i)
  }

  /** Does a triangle's box come so near? */
  private isWithin({ x, y, z }: Vector3, reach: number, a: number, b: number, c: number): boolean {
    return (
      this.spans(3 * a, 3 * b, 3 * c, x, reach) &&
      this.spans(3 * a + 1, 3 * b + 1, 3 * c + 1, y, reach) &&
      this.spans(3 * a + 2, 3 * b + 2, 3 * c + 2, z, reach)
    )
  }

  private spans(i: number, j: number, k: number, at: number, reach: number): boolean {
    const { vertices } = this
    const [p, q, r] = [vertices[i]! - at, vertices[j]! - at, vertices[k]! - at]
    return !(p > reach && q > reach && r > reach) && !(p < -reach && q < -reach && r < -reach)
  }
}
