/**
 * A hand on a cloth: takes the particle that a pointer hit and keeps it under the pointer, in the
 * plane through the particle that faces the camera, or with a hand that is tracked in space. Knows no DOM, so that React events, plain
 * pointer events and tests can drive it.
 */
import type { ClothView } from '@billow/core'
import { type Camera, type Intersection, Plane, type Ray, Vector3 } from 'three'
import type { ClothMesh } from './ClothMesh.js'

const point = /* @__PURE__ */ new Vector3()
const direction = /* @__PURE__ */ new Vector3()

export class ClothDragger {
  private readonly plane = new Plane()
  /** From where the hand took hold to the particle, world space, m. */
  private readonly grip = new Vector3()
  private held: number | undefined
  private revision = 0

  constructor(readonly mesh: ClothMesh<ClothView>) {}

  /** The particle in the hand. A rebuild of the cloth empties it. */
  get particle(): number | undefined {
    return this.revision === this.mesh.simulation.revision ? this.held : undefined
  }

  /**
   * Takes hold where a ray hit the mesh.
   * @returns whether there was something to hold
   */
  start(hit: Pick<Intersection, 'face' | 'point'>, camera: Camera): boolean {
    this.end()
    const particle = this.mesh.particleAt(hit)
    if (particle === undefined) return false
    this.held = particle
    this.revision = this.mesh.simulation.revision
    this.mesh.particlePosition(particle, point)
    this.grip.subVectors(point, hit.point)
    this.plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(direction), point)
    this.pull()
    return true
  }

  /** The pointer has moved to this ray (world space). */
  move(ray: Ray): void {
    // A ray beside the plane hits nothing; the particle then stays where it was.
    if (this.particle !== undefined && ray.intersectPlane(this.plane, point)) this.pull()
  }

  /**
   * The hand itself has moved, as that of somebody in a headset, who can also pull towards themselves.
   * @param place where it is now that took hold at the hit of `start`; world space
   */
  carry(place: Vector3): void {
    if (this.particle === undefined) return
    point.addVectors(place, this.grip)
    this.pull()
  }

  /** Opens the hand. Safe to call at any time. */
  end(): void {
    if (this.particle !== undefined) this.mesh.simulation.release(this.particle)
    this.held = undefined
  }

  private pull(): void {
    const { x, y, z } = this.mesh.worldToLocal(point)
    this.mesh.simulation.grab(this.held!, [x, y, z])
  }
}
