/**
 * A foot on a field of grass that needs no pointer: it is moved over the ground by steps, put down, where
 * it presses blades down, and lifted. It follows the ground by the blades that grow there, and does not
 * leave the field. Keys are a way to tell it so. Knows no DOM.
 */
import { Box3, type Camera, Ray, Vector3 } from 'three'
import type { GrassMesh } from '../grass/GrassMesh.js'
import { GrassTrampler } from '../grass/GrassTrampler.js'
import { roundStep } from './roundStep.js'
import type { ScreenDirection } from './screenSteps.js'

/** Number by which its trampler knows the foot, as it would a pointer. */
const FOOT = 0

/** A camera's side that is nearer to upright than this, squared sine, does not tell right from left. */
const LEAST_SIDE = 1e-4

const normal = /* @__PURE__ */ new Vector3()
const right = /* @__PURE__ */ new Vector3()
const ahead = /* @__PURE__ */ new Vector3()
const root = /* @__PURE__ */ new Vector3()
const ray = /* @__PURE__ */ new Ray()

export class GrassFoot {
  private readonly trampler: GrassTrampler
  /** Where it is on the ground, in the space of the field, m. */
  private readonly ground = new Vector3()
  /** The blade whose root is next to it; −1 before it has a place. */
  private blade = -1
  private revision = -1
  /** Around all roots, and around all blades. */
  private readonly field = new Box3()
  private readonly around = new Box3()
  private readonly listeners = new Set<() => void>()

  /**
   * @param radius of what presses blades down, m of the field
   * @throws BillowError for a wrong radius
   */
  constructor(
    readonly mesh: GrassMesh,
    radius?: number,
  ) {
    this.trampler = new GrassTrampler(mesh, radius)
  }

  /** Does it press blades down? */
  get isDown(): boolean {
    return this.trampler.count > 0
  }

  /** Has it been given a place? */
  get isPlaced(): boolean {
    return this.blade >= 0
  }

  /** Where it is on the ground, in the space of the field, m. */
  get position(): readonly [x: number, y: number, z: number] {
    return this.ground.toArray()
  }

  /** Around the field, in its own space. */
  get bounds(): Box3 {
    this.look()
    return this.around
  }

  /** How far a step moves, m of the scene: 1, 2 or 5 times a power of ten that suits the field. */
  get stepLength(): number {
    this.look()
    const diagonal = this.field.getSize(root).length() || 1
    return roundStep(diagonal * this.mesh.matrixWorld.getMaxScaleOnAxis())
  }

  /** Where it is, world space. */
  placeOf(target: Vector3): Vector3 | undefined {
    return this.isPlaced ? this.mesh.localToWorld(target.copy(this.ground)) : undefined
  }

  /** Goes to what the camera looks at, or to the middle of the field where that is no grass. */
  goToMiddle(camera: Camera): void {
    const { mesh } = this
    this.look()
    camera.updateWorldMatrix(true, false)
    // Through the middle of the picture, for cameras of either kind.
    ray.origin.set(0, 0, -1).unproject(camera)
    ray.direction.set(0, 0, 0.5).unproject(camera).sub(ray.origin).normalize()
    const hit = mesh.groundAt(ray)
    this.step(hit ? hit.point : this.field.getCenter(ahead))
  }

  /**
   * A step over the ground, in a direction as the camera sees it; up is away from it.
   * @param length m of the scene
   */
  move(direction: ScreenDirection, camera: Camera, length = this.stepLength): void {
    if (!this.isPlaced) {
      this.goToMiddle(camera)
      return
    }
    const { mesh } = this
    camera.updateWorldMatrix(true, false)
    mesh.updateWorldMatrix(true, false)
    this.look()
    const { matrixWorld } = mesh
    normal.fromArray(mesh.simulation.blades.ups, 3 * this.blade).transformDirection(matrixWorld)
    right.setFromMatrixColumn(camera.matrixWorld, 0).projectOnPlane(normal)
    // A camera that lies on its side: right is where it looks, turned.
    if (right.lengthSq() < LEAST_SIDE)
      right.setFromMatrixColumn(camera.matrixWorld, 2).negate().cross(normal)
    right.normalize()
    ahead.crossVectors(normal, right)
    const way = direction === 'left' || direction === 'right' ? right : ahead
    const sign = direction === 'left' || direction === 'down' ? -1 : 1
    const place = mesh.localToWorld(root.copy(this.ground)).addScaledVector(way, sign * length)
    this.step(mesh.worldToLocal(place))
  }

  /** @returns whether there is ground to put it on */
  put(): boolean {
    if (!this.isPlaced) return false
    this.press()
    this.note()
    return true
  }

  /** Safe to call at any time. */
  lift(): void {
    if (!this.isDown) return
    this.trampler.end()
    this.note()
  }

  /** Puts it down, or lifts it. */
  toggle(): void {
    if (this.isDown) this.lift()
    else this.put()
  }

  /** @returns ends it */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** To the ground at a place in the space of the field, or to the rim that is next to it. */
  private step(place: Vector3): void {
    const { roots, ups, count } = this.mesh.simulation.blades
    const { ground } = this
    if (count === 0) return
    this.field.clampPoint(place, ground)
    let nearest = Infinity
    for (let n = 0; n < count; n++) {
      const away = root.fromArray(roots, 3 * n).distanceToSquared(ground)
      if (away < nearest) [this.blade, nearest] = [n, away]
    }
    // Level through the root, as rays have it.
    normal.fromArray(ups, 3 * this.blade)
    const height = ground.dot(normal) - root.fromArray(roots, 3 * this.blade).dot(normal)
    ground.addScaledVector(normal, -height)
    if (this.isDown) this.press()
    this.note()
  }

  private press(): void {
    const { mesh } = this
    mesh.updateWorldMatrix(true, false)
    this.trampler.press(FOOT, mesh.localToWorld(root.copy(this.ground)), this.blade)
  }

  /** Measures the field, which may have grown anew. */
  private look(): void {
    const { blades, revision } = this.mesh.simulation
    if (revision === this.revision) return
    this.revision = revision
    this.blade = Math.min(this.blade, blades.count - 1)
    this.field.setFromArray(blades.roots)
    if (this.field.isEmpty()) this.field.set(new Vector3(), new Vector3())
    const tallest = blades.heights.reduce((most, height) => Math.max(most, height), 0)
    this.around.copy(this.field).expandByScalar(tallest)
  }

  private note(): void {
    for (const listener of [...this.listeners]) listener()
  }
}
