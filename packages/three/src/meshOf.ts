/**
 * A geometry of three.js as the mesh that a cloth is made of:
 * `new ClothSimulation({ mesh: meshOf(geometry), pins: [...] })`. The geometry is only read.
 */
import type { MeshOptions } from '@billow/core'
import type { BufferGeometry } from 'three'

/** @throws Error when the geometry has no positions */
export function meshOf(geometry: BufferGeometry): MeshOptions {
  const { position, uv } = geometry.attributes
  if (!position) {
    throw new Error('@billow/three: meshOf: the geometry must have a position attribute, got none')
  }
  const index = geometry.getIndex()
  const mesh: { -readonly [Key in keyof MeshOptions]: MeshOptions[Key] } = {
    positions: Float32Array.from({ length: 3 * position.count }, (_, i) =>
      position.getComponent(Math.floor(i / 3), i % 3),
    ),
  }
  if (index) mesh.indices = Uint32Array.from({ length: index.count }, (_, i) => index.getX(i))
  if (uv)
    mesh.uvs = Float32Array.from({ length: 2 * uv.count }, (_, i) =>
      uv.getComponent(Math.floor(i / 2), i % 2),
    )
  return mesh
}
