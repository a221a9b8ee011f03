/**
 * The meshes within an object as a body that cloth touches: each with its geometry and where it is,
 * whenever it comes, goes, moves or changes.
 *
 * ```ts
 * const statue = new MeshColliderBody({ friction: 0.5 })
 * statue.add(gltf.scene)
 * statue.addTo(clothMesh)
 * ```
 */
import { MeshCollider, type MeshColliderOptions } from '@billow/core'
import type { BufferGeometry, Mesh, Object3D } from 'three'
import { ClothMesh } from '../ClothMesh.js'
import { meshOf } from '../meshOf.js'
import { type BodyPart, ColliderBody } from './ColliderBody.js'

/** What can be said of the meshes: not what they are made of. */
export type MeshBodyOptions = Omit<
  MeshColliderOptions,
  'type' | 'positions' | 'indices' | 'transform'
>

interface MeshPart extends BodyPart {
  readonly geometry: BufferGeometry
  readonly version: number
}

/** Stands for the meshes until there are some, so that a wrong option is found at once. */
const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0]

const meshes: Mesh[] = []

export class MeshColliderBody extends ColliderBody {
  /** @throws BillowError for a wrong option */
  constructor(options: MeshBodyOptions = {}) {
    super(new MeshCollider({ positions: TRIANGLE, ...options }))
    this.name = 'Mesh collider'
  }

  protected override findParts(known: readonly BodyPart[]): readonly BodyPart[] {
    meshes.length = 0
    collect(this, meshes)
    const isSame =
      meshes.length === known.length && meshes.every((mesh, n) => isPartOf(known[n]!, mesh))
    return isSame ? known : meshes.map((mesh) => this.partOf(mesh, known))
  }

  private partOf(mesh: Mesh, known: readonly BodyPart[]): BodyPart {
    const part = known.find((candidate) => isPartOf(candidate, mesh))
    if (part) return part
    const { geometry } = mesh
    const { friction, thickness, enabled, twoSided } = this.shape as MeshCollider
    const { positions, indices } = meshOf(geometry)
    const surface = { friction, thickness, enabled, twoSided }
    const shape = new MeshCollider({ positions, indices, ...surface })
    const made: MeshPart = { object: mesh, shape, geometry, version: versionOf(geometry) }
    return made
  }
}

function isPartOf(part: BodyPart, mesh: Mesh): boolean {
  const { object, geometry, version } = part as Partial<MeshPart>
  return object === mesh && geometry === mesh.geometry && version === versionOf(mesh.geometry)
}

/** Grows whenever somebody says that the geometry is another one. */
function versionOf({ attributes, index }: BufferGeometry): number {
  const { position } = attributes
  const source = position && 'data' in position ? position.data : position
  return (source?.version ?? 0) + (index?.version ?? 0)
}

/** @throws Error for a mesh whose triangles are not where its geometry says */
function collect(object: Object3D, found: Mesh[]): void {
  for (const child of object.children) {
    // Cloth is no body, and a body within this one is another one.
    if (child instanceof ClothMesh || child instanceof ColliderBody) continue
    if (isMesh(child)) {
      const kind = KINDS.find((name) => name in child)
      if (kind) {
        throw new Error(
          `@billow/three: MeshColliderBody: "${child.name}" must be a plain Mesh, got ${kind.slice(2)}; give it colliders of its own`,
        )
      }
      // Empty as long as it loads.
      if ((child.geometry.attributes.position?.count ?? 0) >= 3) found.push(child)
    }
    collect(child, found)
  }
}

const KINDS = ['isSkinnedMesh', 'isInstancedMesh', 'isBatchedMesh']

function isMesh(object: Object3D): object is Mesh {
  return 'isMesh' in object
}
