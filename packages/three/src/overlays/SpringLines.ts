/**
 * The springs of a cloth as lines: structural ones drawn through, shear dashed, bend dotted, each in a
 * colour that red-green blindness leaves apart (Okabe and Ito 2008, "Color universal design"). A child of the
 * `ClothMesh`, in whose space it draws; call `update()` after that of the mesh.
 */
import { type ClothView, SpringFamily } from '@billow/core'
import {
  type ColorRepresentation,
  Group,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
} from 'three'
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import type { ClothMesh } from '../ClothMesh.js'
import { letPointersThrough } from '../touch.js'

export const springNames = ['structural', 'shear', 'bend'] as const
export type SpringName = (typeof springNames)[number]

export const springColors: Readonly<Record<SpringName, number>> = {
  structural: 0x0072b2,
  shear: 0xe69f00,
  bend: 0xcc79a7,
}

/** Dashes and gaps in parts of a cell of the sheet; none for what is drawn through. */
const DASHES: Readonly<Record<SpringName, readonly [number, number] | undefined>> = {
  structural: undefined,
  shear: [0.2, 0.12],
  bend: [0.06, 0.1],
}

/** In front of the sheet that they lie in, and each family in front of the one before. */
const OFFSET = -4

/** One family. */
class Family extends LineSegments2 {
  private springs: Uint32Array = new Uint32Array(0)
  private ends: InstancedInterleavedBuffer | undefined

  constructor(name: SpringName) {
    const dash = DASHES[name]
    const layer = springNames.indexOf(name)
    const offset = OFFSET * (layer + 1)
    const material = new LineMaterial({
      color: springColors[name],
      linewidth: 2,
      dashed: dash !== undefined,
      polygonOffset: true,
      polygonOffsetFactor: offset,
      polygonOffsetUnits: offset,
    })
    super(new LineSegmentsGeometry(), material)
    this.name = name
    this.renderOrder = layer
    // It is wherever it is drawn next.
    this.frustumCulled = false
    letPointersThrough(this)
  }

  /** Takes over which springs there are. */
  take({ sheet }: ClothView): void {
    const name = this.name as SpringName
    const { count, ends, families, restLengths } = sheet.springs
    const family = SpringFamily[name]
    let n = 0
    for (let s = 0; s < count; s++) if (families[s] === family) n++
    this.springs = new Uint32Array(2 * n)
    const distances = new Float32Array(2 * n)
    for (let s = 0, i = 0; s < count; s++) {
      if (families[s] !== family) continue
      this.springs[i] = ends[2 * s]!
      this.springs[i + 1] = ends[2 * s + 1]!
      // Dashes are those of the spring at rest, and stretch with it.
      distances[i + 1] = restLengths[s]!
      i += 2
    }
    this.geometry.dispose()
    this.geometry = new LineSegmentsGeometry()
    this.geometry.setPositions(new Float32Array(6 * n))
    this.ends = (this.geometry.getAttribute('instanceStart') as InterleavedBufferAttribute)
      .data as InstancedInterleavedBuffer
    const along = new InstancedInterleavedBuffer(distances, 2, 1)
    this.geometry.setAttribute('instanceDistanceStart', new InterleavedBufferAttribute(along, 1, 0))
    this.geometry.setAttribute('instanceDistanceEnd', new InterleavedBufferAttribute(along, 1, 1))
    const [across, down] = sheet.cell
    const cell = Math.min(across, down)
    const [dash, gap] = DASHES[name] ?? [1, 0]
    Object.assign(this.material, { dashSize: dash * cell, gapSize: gap * cell })
  }

  /** @param particles where they are drawn, xyz each, m */
  place(particles: ArrayLike<number>): void {
    const { springs, ends } = this
    if (!ends) return
    const { array } = ends
    for (let end = 0, i = 0; end < springs.length; end++, i += 3) {
      const at = 3 * springs[end]!
      array[i] = particles[at]!
      array[i + 1] = particles[at + 1]!
      array[i + 2] = particles[at + 2]!
    }
    ends.needsUpdate = true
  }
}

export class SpringLines extends Group {
  private readonly families: readonly Family[]
  private revision = -1
  private topologyRevision = -1

  constructor(private readonly mesh: ClothMesh<ClothView>) {
    super()
    this.name = 'Springs'
    this.families = springNames.map((name) => new Family(name))
    this.add(...this.families)
    this.update()
  }

  /** Are springs of a family shown? */
  show(name: SpringName, isShown: boolean): void {
    this.family(name).visible = isShown
  }

  setColor(name: SpringName, color: ColorRepresentation): void {
    this.family(name).material.color.set(color)
  }

  /** @param pixels of the page */
  setWidth(pixels: number): void {
    for (const { material } of this.families) material.linewidth = pixels
  }

  /** Draws the springs where the mesh draws the cloth. Allocates nothing but for other springs. */
  update(): void {
    const { simulation } = this.mesh
    const isOther =
      this.revision !== simulation.revision || this.topologyRevision !== simulation.topologyRevision
    for (const family of this.families) {
      if (isOther) family.take(simulation)
      if (family.visible) family.place(this.mesh.particles)
    }
    this.revision = simulation.revision
    this.topologyRevision = simulation.topologyRevision
  }

  override dispose(): void {
    super.dispose()
    for (const { geometry, material } of this.families) {
      geometry.dispose()
      material.dispose()
    }
  }

  private family(name: SpringName): Family {
    return this.families[springNames.indexOf(name)]!
  }
}
