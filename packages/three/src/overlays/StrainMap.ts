/**
 * How far a cloth is stretched, as colours on it in place of its material: the shader `strain`, for as long
 * as this is there. `strainLegend` has the colours for a legend. Call `update()` after that of the mesh.
 */
import type { ClothView } from '@billow/core'
import type { Material } from 'three'
import type { ClothMesh } from '../ClothMesh.js'
import { applyMaterial } from '../materials/applyMaterial.js'
import { BillowShaderMaterial } from '../materials/BillowShaderMaterial.js'
import { ClothStrain } from '../materials/ClothStrain.js'
import { strain } from '../materials/shaders/strain.js'

export class StrainMap {
  private readonly material = new BillowShaderMaterial(strain)
  private readonly strains: ClothStrain
  private undo: () => void

  constructor(private readonly mesh: ClothMesh<ClothView>) {
    this.strains = new ClothStrain(mesh)
    this.undo = applyMaterial(mesh, this.material)
  }

  /**
   * Strains, (length − rest) / rest, that have the first and the last colour.
   * @throws BillowError for what is no number
   */
  setRange(minStrain: number, maxStrain: number): void {
    this.material.setUniforms({ minStrain, maxStrain })
  }

  /** Measures the cloth as it is now. */
  update(): void {
    // Somebody else has put on another one: that is what comes back later.
    if ((this.mesh.material as Material) !== this.material)
      this.undo = applyMaterial(this.mesh, this.material)
    this.strains.update()
  }

  /** Puts back the material that the cloth had. */
  dispose(): void {
    if ((this.mesh.material as Material) === this.material) this.undo()
    this.material.dispose()
  }
}
