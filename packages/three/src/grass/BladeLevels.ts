/**
 * The meshes that draw a field, one per level of detail, near to far. A blade of a level bends, as it
 * comes to the end of it, into the shape that the next level gives it, so that none of it is seen
 * when its piece of ground changes over.
 */
import type { GrassBlades } from '@billow/core'
import {
  type Group,
  InstancedBufferAttribute,
  type InstancedBufferGeometry,
  type Material,
  Mesh,
} from 'three'
import { type BladeShape, createBladeGeometry } from './bladeGeometry.js'
import type { ChunkDraws } from './ChunkPicker.js'
import { boundsOf } from './grassBounds.js'
import {
  createGrassDepthMaterial,
  createGrassMaterial,
  type GrassUniforms,
  type LevelUniforms,
} from './grassMaterial.js'
import { letPointersThrough } from '../touch.js'

/** Segments per level; each has the rows of the next, and one between any two of them. */
const SEGMENTS = [8, 4, 2] as const

/** How far away each level ends, in mean heights of a blade. */
const LEVEL_ENDS = [25, 70, Infinity] as const

/** Blades bend over from this share of the distance on at which their level ends. */
const MORPH_FROM = 0.6

/** Thin blades have their outline again from so far away on, in mean heights, whatever the detail. */
const OUTLINE_FROM = 15

function meanHeightOf({ heights, count }: GrassBlades): number {
  return count > 0 ? heights.reduce((all, height) => all + height, 0) / count : 1
}

/** @returns distance at which each level ends, m */
export function levelEndsOf(blades: GrassBlades, detail: number): number[] {
  const meanHeight = meanHeightOf(blades)
  return LEVEL_ENDS.map((end) => end * detail * meanHeight)
}

export class BladeLevels {
  readonly meshes: readonly Mesh<InstancedBufferGeometry, Material>[]

  constructor(
    private readonly group: Group,
    blades: GrassBlades,
    ends: readonly number[],
    uniforms: GrassUniforms,
    shape: BladeShape,
  ) {
    const { box, sphere } = boundsOf(blades)
    const meanHeight = meanHeightOf(blades)
    this.meshes = SEGMENTS.map((segments, n) => {
      const geometry = createBladeGeometry(segments, shape)
      const numbers = new Uint32Array(Math.max(blades.count, 1))
      geometry.setAttribute('blade', new InstancedBufferAttribute(numbers, 1))
      geometry.instanceCount = 0
      // Where blades can be, not where the strip is that they are bent from.
      geometry.boundingBox = box
      geometry.boundingSphere = sphere
      const end = ends[n]!
      const level: LevelUniforms = {
        levelNumber: { value: n },
        rows: { value: segments },
        // Without an end there is nothing to bend into.
        levelEnd: { value: Number.isFinite(end) ? end : 0 },
        outlineFrom: { value: OUTLINE_FROM * meanHeight },
        morphFrom: { value: MORPH_FROM * (Number.isFinite(end) ? end : 0) },
      }
      const mesh = new Mesh(geometry, createGrassMaterial({ ...uniforms, ...level }, shape))
      mesh.customDepthMaterial = createGrassDepthMaterial({ ...uniforms, ...level }, shape)
      mesh.name = `Grass level ${n}`
      // A million blades are nothing to look for a pointer in: the ground is.
      letPointersThrough(mesh)
      group.add(mesh)
      return mesh
    })
  }

  /** Blades that are drawn, in all levels. */
  get count(): number {
    return this.meshes.reduce((sum, { geometry }) => sum + geometry.instanceCount, 0)
  }

  /** Takes over which blades each level draws. */
  take(draws: ChunkDraws): void {
    this.meshes.forEach(({ geometry }, n) => {
      const attribute = geometry.getAttribute('blade') as InstancedBufferAttribute
      const { indices, count } = draws[n]!
      ;(attribute.array as Uint32Array).set(indices.subarray(0, count))
      attribute.clearUpdateRanges()
      attribute.addUpdateRange(0, count)
      attribute.needsUpdate = count > 0
      geometry.instanceCount = count
    })
  }

  setShadows(cast: boolean, receive: boolean): void {
    for (const mesh of this.meshes) {
      mesh.castShadow = cast
      mesh.receiveShadow = receive
    }
  }

  dispose(): void {
    for (const mesh of this.meshes) {
      mesh.geometry.dispose()
      mesh.material.dispose()
      mesh.customDepthMaterial?.dispose()
      this.group.remove(mesh)
    }
  }
}
