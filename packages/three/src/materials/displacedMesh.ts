/**
 * What the processor has to know of a mesh that its material displaces: rays hit what is seen, and the
 * bounds hold all of it, so that nothing is culled that the graphics card would draw.
 */
import { Mesh, Sphere } from 'three'
import type { Displacement, Uniforms } from './ShaderDescriptor.js'

const OVERRIDDEN = ['raycast', 'getVertexPosition', 'boundingSphere'] as const

const sphere = /* @__PURE__ */ new Sphere()

/**
 * @param uniforms of the material, read whenever they are needed
 * @returns a function that puts back what the mesh had
 */
export function displaceMesh(
  mesh: Mesh,
  displacement: Displacement,
  uniforms: Uniforms,
): () => void {
  const before = OVERRIDDEN.map((key) => Object.getOwnPropertyDescriptor(mesh, key))
  const reach = (): number => displacement.reach?.(uniforms) ?? 0

  const raycast = mesh.raycast.bind(mesh)
  mesh.raycast = (raycaster, intersects) => {
    withGrownBounds(mesh, reach(), () => raycast(raycaster, intersects))
  }
  if (displacement.heightAt) {
    const heightAt = displacement.heightAt.bind(displacement)
    mesh.getVertexPosition = (index, target) => {
      const { uv, normal } = mesh.geometry.attributes
      // Of Mesh itself: what was on this mesh may be an earlier displacement.
      Mesh.prototype.getVertexPosition.call(mesh, index, target)
      if (!uv || !normal) return target
      const height = heightAt(uniforms, uv.getX(index), uv.getY(index))
      const [x, y, z] = [normal.getX(index), normal.getY(index), normal.getZ(index)]
      const share = height / Math.max(Math.hypot(x, y, z), 1e-12)
      target.x += x * share
      target.y += y * share
      target.z += z * share
      return target
    }
  }
  // three.js takes the sphere of the object, where it has one, before that of its geometry.
  Object.defineProperty(mesh, 'boundingSphere', {
    configurable: true,
    enumerable: false,
    get(): Sphere {
      if (!mesh.geometry.boundingSphere) mesh.geometry.computeBoundingSphere()
      sphere.copy(mesh.geometry.boundingSphere!)
      sphere.radius += reach()
      return sphere
    },
  })
  return () => {
    for (const [n, key] of OVERRIDDEN.entries()) {
      if (before[n]) Object.defineProperty(mesh, key, before[n])
      else delete (mesh as Partial<Record<typeof key, unknown>>)[key]
    }
  }
}

/** The geometry's bounds are not the mesh's alone: they are grown for as long as `act` takes. */
function withGrownBounds(mesh: Mesh, by: number, act: () => void): void {
  const { geometry } = mesh
  if (!geometry.boundingSphere) geometry.computeBoundingSphere()
  const { boundingSphere, boundingBox } = geometry
  const grown = boundingSphere!.clone()
  grown.radius += by
  geometry.boundingSphere = grown
  if (boundingBox) geometry.boundingBox = boundingBox.clone().expandByScalar(by)
  try {
    act()
  } finally {
    geometry.boundingSphere = boundingSphere
    geometry.boundingBox = boundingBox
  }
}
