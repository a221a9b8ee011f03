/** Bodies and the cloths that touch them: each of the ones with each of the others. */
import type { ClothMesh } from '@billow/three'
import type { AnyCloth } from '../cloth/useClothSimulation.js'
import type { Body, ColliderHost } from './SimulationContext.js'

type Mesh = ClothMesh<AnyCloth>

export class ColliderSet implements ColliderHost {
  private readonly bodies = new Set<Body>()
  private readonly meshes = new Set<Mesh>()

  addBody(body: Body): () => void {
    // Taken in first: what is wrong with it throws here, and then it is in no list.
    for (const mesh of this.meshes) body.addTo(mesh)
    this.bodies.add(body)
    return () => {
      this.bodies.delete(body)
      for (const mesh of this.meshes) body.removeFrom(mesh)
    }
  }

  addCloth(mesh: Mesh): () => void {
    for (const body of this.bodies) body.addTo(mesh)
    this.meshes.add(mesh)
    return () => {
      this.meshes.delete(mesh)
      for (const body of this.bodies) body.removeFrom(mesh)
    }
  }

  /**
   * Brings colliders to where the bodies are.
   * @param moved false while time stands still: bodies then are elsewhere without having moved
   */
  update(moved: boolean): void {
    for (const body of this.bodies) {
      if (moved) body.update()
      else body.place()
    }
  }
}
