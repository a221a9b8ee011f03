/**
 * A geometry of three.js as the mesh that a cloth is made of:
 * `new ClothSimulation({ mesh: meshOf(geometry), pins: [...] })`. The geometry is only read.
 */
import type { MeshOptions } from '@billow/core'
import type { BufferGeometry } from 'three'

/**
 * Seams are closed: where a shape of three.js comes round, its last vertices are at its first ones but for
 * rounding, which is this part of its size at most.
 */
const ROUNDING = 1e-6

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
  mesh.weldDistance = ROUNDING * sizeOf(mesh.positions)
  if (index) mesh.indices = Uint32Array.from({ length: index.count }, (_, i) => index.getX(i))
  if (uv)
    mesh.uvs = Float32Array.from({ length: 2 * uv.count }, (_, i) =>
      uv.getComponent(Math.floor(i / 2), i % 2),
    )
  return mesh
}

/** Largest extent, in the unit of the positions; 0 where they are no numbers, which the cloth refuses. */
function sizeOf(positions: ArrayLike<number>): number {
  let size = 0
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]!)
      high = Math.max(high, positions[i]!)
    }
    if (high - low > size) size = high - low
  }
  return Number.isFinite(size) ? size : 0
}
