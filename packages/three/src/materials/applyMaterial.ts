/** A material on a mesh, with all that belongs to it: shadows, depth, rays and bounds. */
import type { InstancedMesh, Material, Mesh } from 'three'
import { BillowShaderMaterial } from './BillowShaderMaterial.js'
import { displaceMesh } from './displacedMesh.js'

/**
 * Puts `material` on `mesh`. Where it moves vertices, shadows are those of what is seen, rays hit what
 * is seen, and bounds are as large. Of instanced meshes nothing is culled then, and rays hit what is
 * not displaced.
 *
 * @returns a function that puts back what was there before; the last material put on is to be taken
 *   off first
 */
export function applyMaterial(mesh: Mesh, material: Material): () => void {
  const { material: ofMesh, customDepthMaterial, customDistanceMaterial, frustumCulled } = mesh
  mesh.material = material
  const undo = isOurs(material) ? displace(mesh, material) : undefined
  if (!undo) setDepth(mesh, undefined, undefined)
  return () => {
    mesh.material = ofMesh
    mesh.frustumCulled = frustumCulled
    setDepth(mesh, customDepthMaterial, customDistanceMaterial)
    undo?.()
  }
}

function displace(mesh: Mesh, material: BillowShaderMaterial): (() => void) | undefined {
  const { depthMaterial, descriptor } = material
  if (!depthMaterial || !descriptor.displacement) return undefined
  setDepth(mesh, depthMaterial, depthMaterial)
  if ((mesh as InstancedMesh).isInstancedMesh) {
    mesh.frustumCulled = false
    return () => {}
  }
  return displaceMesh(mesh, descriptor.displacement, material.uniforms)
}

function isOurs(material: Material): material is BillowShaderMaterial {
  return material instanceof BillowShaderMaterial
}

/** three.js asks whether the properties are undefined; its types want them absent. */
function setDepth(mesh: Mesh, depth: Material | undefined, distance: Material | undefined): void {
  if (depth) mesh.customDepthMaterial = depth
  else delete mesh.customDepthMaterial
  if (distance) mesh.customDistanceMaterial = distance
  else delete mesh.customDistanceMaterial
}
