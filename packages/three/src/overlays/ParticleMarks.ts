/**
 * The particles of a cloth: free ones as balls, pinned ones as larger cubes, so that shape tells them apart,
 * too. A child of the `ClothMesh`; call `update()` after that of the mesh.
 */
import { checkNumber, type ClothView } from '@billow/core'
import {
  BoxGeometry,
  type BufferGeometry,
  type ColorRepresentation,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  MeshBasicMaterial,
} from 'three'
import type { ClothMesh } from '../ClothMesh.js'
import { letPointersThrough } from '../touch.js'

export const particleColors = { free: 0x56b4e9, pinned: 0xd55e00 } as const

/** Of a ball, in parts of the smaller side of a cell. */
const RADIUS = 0.12

/** Sides of a cube in diameters of a ball. */
const CUBE = 1.7

/** What a cloth on the page and one in a worker know. */
type Pinnable = ClothView & { isPinned?(particle: number): boolean }

export class ParticleMarks extends Group {
  private free: InstancedMesh | undefined
  private pinned: InstancedMesh | undefined
  private readonly materials = {
    free: new MeshBasicMaterial({ color: particleColors.free }),
    pinned: new MeshBasicMaterial({ color: particleColors.pinned }),
  }
  private capacity = -1

  /**
   * @param radius of a ball, m. Default: as the sheet's cells are large
   * @throws BillowError for a wrong radius
   */
  constructor(
    private readonly mesh: ClothMesh<ClothView>,
    private readonly radius?: number,
  ) {
    if (radius !== undefined) checkNumber('ParticleMarks', 'radius', radius, { above: 0 }, 'm')
    super()
    this.name = 'Particles'
    this.update()
  }

  setColor(kind: keyof typeof particleColors, color: ColorRepresentation): void {
    this.materials[kind].color.set(color)
  }

  /** Draws them where the mesh draws the cloth. Allocates nothing but for more particles. */
  update(): void {
    const { particles } = this.mesh
    const simulation = this.mesh.simulation as Pinnable
    if (this.capacity !== simulation.sheet.particleCount) this.make()
    const radius = this.radius ?? RADIUS * Math.min(...simulation.sheet.cell)
    const free = this.free!
    const pinned = this.pinned!
    free.count = 0
    pinned.count = 0
    for (let p = 0; p < simulation.particleCount; p++) {
      const isPinned = simulation.isPinned?.(p) === true
      const part = isPinned ? pinned : free
      const { array } = part.instanceMatrix
      const i = 16 * part.count++
      const size = isPinned ? 2 * CUBE * radius : radius
      array.fill(0, i, i + 16)
      array[i] = size
      array[i + 5] = size
      array[i + 10] = size
      array[i + 12] = particles[3 * p]!
      array[i + 13] = particles[3 * p + 1]!
      array[i + 14] = particles[3 * p + 2]!
      array[i + 15] = 1
    }
    free.instanceMatrix.needsUpdate = true
    pinned.instanceMatrix.needsUpdate = true
  }

  override dispose(): void {
    super.dispose()
    this.drop()
    this.materials.free.dispose()
    this.materials.pinned.dispose()
  }

  private make(): void {
    this.drop()
    this.capacity = this.mesh.simulation.sheet.particleCount
    this.free = this.part(new IcosahedronGeometry(1, 1), this.materials.free)
    this.pinned = this.part(new BoxGeometry(1, 1, 1), this.materials.pinned)
  }

  private part(geometry: BufferGeometry, material: MeshBasicMaterial): InstancedMesh {
    const part = new InstancedMesh(geometry, material, this.capacity)
    part.frustumCulled = false
    letPointersThrough(part)
    this.add(part)
    return part
  }

  private drop(): void {
    for (const part of [this.free, this.pinned]) {
      part?.removeFromParent()
      part?.geometry.dispose()
      part?.dispose()
    }
  }
}
