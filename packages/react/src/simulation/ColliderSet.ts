/** Bodies and the cloths that touch them: each of the ones with each of the others. */
import type { CollidingObject } from '@billow/three'
import type { Body, ColliderHost } from './SimulationContext.js'

type Mesh = CollidingObject

export class ColliderSet implements ColliderHost {
  private readonly bodies = new Set<Body>()
  private readonly meshes = new Set<Mesh>()
  /** Of all cloths together, when the bodies were read last, s. */
  private time = 0

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
   * @param isRunning false while time stands still: bodies then are put elsewhere, and have not moved.
   * A step by hand is time, too.
   */
  update(isRunning: boolean): void {
    let time = 0
    for (const { simulation } of this.meshes) time += simulation.time
    const hasMoved = isRunning || time !== this.time
    this.time = time
    for (const body of this.bodies) {
      if (hasMoved) body.update()
      else body.place()
    }
  }
}
