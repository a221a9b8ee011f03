/**
 * How far a cloth is stretched at each vertex, for the shader `strain`: the largest (length − rest) /
 * rest of the structural and shear springs that meet there.
 *
 * ```ts
 * const strain = new ClothStrain(mesh)
 * applyMaterial(mesh, createShaderMaterial('strain'))
 *
 * // in every frame, after mesh.update()
 * strain.update()
 * ```
 */
import { type ClothView, SpringFamily } from '@billow/core'
import { BufferAttribute, type BufferGeometry, DynamicDrawUsage, type Mesh } from 'three'

/** What `ClothMesh` is, wherever its cloth is simulated. */
export interface StrainedMesh extends Mesh<BufferGeometry> {
  readonly simulation: ClothView
}

export class ClothStrain {
  private particles = new Float32Array(0)

  constructor(private readonly mesh: StrainedMesh) {
    this.update()
  }

  /** Renews the attribute `strain` of the mesh. Allocates nothing, but for another geometry. */
  update(): void {
    const attribute = this.attribute()
    const { particleOfVertex } = this.mesh.simulation.sheet
    this.measure()
    const strains = attribute.array
    if (particleOfVertex) {
      for (let v = 0; v < strains.length; v++) strains[v] = this.particles[particleOfVertex[v]!]!
    } else strains.set(this.particles)
    attribute.needsUpdate = true
  }

  private attribute(): BufferAttribute {
    const { geometry, simulation } = this.mesh
    const { particleCount } = simulation.sheet
    if (this.particles.length !== particleCount) this.particles = new Float32Array(particleCount)
    if (geometry.hasAttribute('strain')) return geometry.getAttribute('strain') as BufferAttribute
    const { count } = geometry.getAttribute('position')
    const attribute = new BufferAttribute(new Float32Array(count), 1).setUsage(DynamicDrawUsage)
    geometry.setAttribute('strain', attribute)
    return attribute
  }

  private measure(): void {
    const { positions, sheet } = this.mesh.simulation
    const { count, ends, families, restLengths } = sheet.springs
    const strains = this.particles.fill(-1)
    for (let s = 0; s < count; s++) {
      if (families[s] === SpringFamily.bend) continue
      const a = ends[2 * s]!
      const b = ends[2 * s + 1]!
      const x = positions[3 * b]! - positions[3 * a]!
      const y = positions[3 * b + 1]! - positions[3 * a + 1]!
      const z = positions[3 * b + 2]! - positions[3 * a + 2]!
      const strain = Math.sqrt(x * x + y * y + z * z) / restLengths[s]! - 1
      if (strain > strains[a]!) strains[a] = strain
      if (strain > strains[b]!) strains[b] = strain
    }
  }
}
