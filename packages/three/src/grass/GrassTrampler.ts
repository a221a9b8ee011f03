/**
 * Feet on a field: balls that press its blades down where pointers are, one per pointer. Knows no DOM,
 * so that React events, plain pointer events and tests can drive it.
 */
import { checkNumber, SphereCollider } from '@billow/core'
import { Vector3 } from 'three'
import type { GrassMesh } from './GrassMesh.js'

/** How far the middle of a ball is above the ground, in parts of its radius: blades below lie flat. */
const ABOVE = 0.3

const centre = /* @__PURE__ */ new Vector3()
const up = /* @__PURE__ */ new Vector3()

export class GrassTrampler {
  private readonly feet = new Map<number, SphereCollider>()

  /**
   * @param radius of what presses blades down, m of the field
   * @throws BillowError for a wrong radius
   */
  constructor(
    readonly mesh: GrassMesh,
    readonly radius = 0.25,
  ) {
    checkNumber('GrassTrampler', 'radius', radius, { above: 0 }, 'm')
  }

  /** Pointers that press the field down now. */
  get count(): number {
    return this.feet.size
  }

  /**
   * Presses the field down at a place, or goes on there.
   *
   * @param pointer number by which it is lifted again
   * @param place on the ground, in world space
   * @param blade that grows there, as a hit has it
   */
  press(pointer: number, place: Vector3, blade: number): void {
    const { mesh, radius, feet } = this
    const { simulation } = mesh
    mesh.updateWorldMatrix(true, false)
    mesh.worldToLocal(centre.copy(place))
    up.fromArray(simulation.blades.ups, 3 * blade)
    const center = centre.addScaledVector(up, ABOVE * radius).toArray()
    const foot = feet.get(pointer)
    if (foot) foot.set({ center })
    else feet.set(pointer, simulation.addCollider(new SphereCollider({ center, radius })))
  }

  lift(pointer: number): void {
    const foot = this.feet.get(pointer)
    if (foot) this.mesh.simulation.removeCollider(foot)
    this.feet.delete(pointer)
  }

  /** Lifts all. Safe to call at any time. */
  end(): void {
    for (const pointer of [...this.feet.keys()]) this.lift(pointer)
  }
}
