/** A material on a mesh, with all that belongs to it: shadows and depth of vertices that move. */
import type { Material, Mesh } from 'three'
import { BillowShaderMaterial } from './BillowShaderMaterial.js'

/**
 * Puts `material` on `mesh`: shadows of displaced surfaces are displaced, rays hit what is seen, and
 * bounds hold all of it.
 *
 * @returns a function that puts back what was there before
 */
export function applyMaterial(mesh: Mesh, material: Material): () => void {
  const before = {
    material: mesh.material,
    customDepthMaterial: mesh.customDepthMaterial,
    customDistanceMaterial: mesh.customDistanceMaterial,
  }
  const depth = material instanceof BillowShaderMaterial ? material.depthMaterial : undefined
  mesh.material = material
  setOrDelete(mesh, 'customDepthMaterial', depth)
  setOrDelete(mesh, 'customDistanceMaterial', depth)
  return () => {
    mesh.material = before.material
    setOrDelete(mesh, 'customDepthMaterial', before.customDepthMaterial)
    setOrDelete(mesh, 'customDistanceMaterial', before.customDistanceMaterial)
  }
}

/** three.js asks whether the property is undefined; its types want it absent. */
function setOrDelete<Key extends 'customDepthMaterial' | 'customDistanceMaterial'>(
  mesh: Mesh,
  key: Key,
  value: Material | undefined,
): void {
  if (value) mesh[key] = value
  else delete mesh[key]
}
