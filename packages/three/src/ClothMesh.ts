/**
 * A cloth simulation as a three.js mesh. Call `update()` once per frame after `simulation.advance`:
 * it writes interpolated positions, smooth normals and bounds. The mesh moves nothing itself.
 *
 * ```ts
 * const mesh = new ClothMesh(new ClothSimulation({ pins: ['top-left', 'top-right'] }))
 * scene.add(mesh)
 * renderer.setAnimationLoop(() => {
 *   mesh.simulation.advance(clock.getDelta())
 *   mesh.update()
 *   renderer.render(scene, camera)
 * })
 * ```
 */
import { ClothDrawing, type ClothSimulation, type ClothView } from '@billow/core'
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  type Intersection,
  type Material,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from 'three'
import { makeTouchable } from './touch.js'

export interface ClothMeshOptions {
  /** Stays the caller's: it is not disposed with the mesh. Default: a double-sided standard material. */
  readonly material?: Material | undefined
  /** Draw between the last two steps, as far as the clock is. Default true. */
  readonly interpolate?: boolean | undefined
}

const corner = /* @__PURE__ */ new Vector3()

/** @typeParam Source where the cloth is simulated: on the page, or in a worker */
export class ClothMesh<Source extends ClothView = ClothSimulation> extends Mesh<
  BufferGeometry,
  Material | Material[]
> {
  readonly simulation: Source
  /** Draw between the last two steps, as far as the clock is. */
  interpolate: boolean

  private readonly ownMaterial: Material | undefined
  private drawing!: ClothDrawing
  private revision = -1
  private topologyRevision = -1

  constructor(simulation: Source, { material, interpolate = true }: ClothMeshOptions = {}) {
    const ownMaterial = material ? undefined : createDefaultMaterial()
    super(new BufferGeometry(), material ?? ownMaterial)
    this.simulation = simulation
    this.interpolate = interpolate
    this.ownMaterial = ownMaterial
    this.name = 'Cloth'
    makeTouchable(this)
    this.update()
  }

  /** Takes over the state of the simulation for drawing and picking. */
  update(): void {
    if (this.revision !== this.simulation.revision) this.buildGeometry()
    if (this.topologyRevision !== this.simulation.topologyRevision) this.takeOverTopology()
    const { geometry, drawing } = this
    drawing.update(this.simulation, this.interpolate)
    geometry.getAttribute('position').needsUpdate = true
    geometry.getAttribute('normal').needsUpdate = true

    // Stale bounds cull and mispick a cloth that has moved (three.js issues 8715, 29349).
    const { min, max, center, radius } = drawing.bounds
    geometry.boundingBox!.min.set(...min)
    geometry.boundingBox!.max.set(...max)
    geometry.boundingSphere!.center.set(...center)
    geometry.boundingSphere!.radius = radius
  }

  /** The particle nearest to where a ray hit this mesh: a corner of the triangle that was hit. */
  particleAt({ face, point }: Pick<Intersection, 'face' | 'point'>): number | undefined {
    if (!face) return undefined
    const { particleOfVertex } = this.simulation.sheet
    const corners = [face.a, face.b, face.c].map((vertex) => particleOfVertex?.[vertex] ?? vertex)
    const distances = corners.map((particle) =>
      this.particlePosition(particle, corner).distanceToSquared(point),
    )
    return corners[distances.indexOf(Math.min(...distances))]
  }

  /** Where particles are drawn, xyz each, m, in the mesh's own space; another array after a rebuild. */
  get particles(): Float32Array {
    return this.drawing.particles
  }

  /** Where a particle is drawn, in world space. */
  particlePosition(particle: number, target: Vector3): Vector3 {
    return this.localToWorld(target.fromArray(this.drawing.particles, 3 * particle))
  }

  /** Frees what the mesh made: its geometry, and its material where none was given. */
  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.ownMaterial?.dispose()
  }

  private buildGeometry(): void {
    const { sheet, revision } = this.simulation
    const drawing = new ClothDrawing(sheet)
    const vertexCount = drawing.positions.length / 3
    const geometry = new BufferGeometry()
    const position = new BufferAttribute(drawing.positions, 3)
    const normal = new BufferAttribute(drawing.normals, 3)
    position.setUsage(DynamicDrawUsage)
    normal.setUsage(DynamicDrawUsage)
    geometry.setAttribute('position', position)
    geometry.setAttribute('normal', normal)
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(2 * vertexCount), 2))
    const Indices = vertexCount > 0xffff ? Uint32Array : Uint16Array
    geometry.setIndex(new BufferAttribute(new Indices(sheet.vertexTriangles.length), 1))
    geometry.computeBoundingBox()
    geometry.computeBoundingSphere()
    this.geometry.dispose()
    this.geometry = geometry
    this.drawing = drawing
    this.revision = revision
    this.topologyRevision = -1
  }

  /**
   * Triangles and textures as they are now. A tear changes numbers within buffers that have room for
   * all vertices from the start, so nothing is made anew on the graphics card.
   */
  private takeOverTopology(): void {
    const { sheet, topologyRevision } = this.simulation
    const uv = this.geometry.getAttribute('uv') as BufferAttribute
    const index = this.geometry.getIndex()!
    this.drawing.topologyChanged()
    uv.copyArray(sheet.uvs)
    index.copyArray(sheet.vertexTriangles)
    uv.needsUpdate = true
    index.needsUpdate = true
    this.topologyRevision = topologyRevision
  }
}

/** Plain woven cotton in an even light. */
function createDefaultMaterial(): Material {
  return new MeshStandardMaterial({ color: 0xc8553d, roughness: 0.85, side: DoubleSide })
}
