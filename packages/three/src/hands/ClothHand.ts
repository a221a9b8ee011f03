/**
 * A hand on a cloth that needs no pointer held down: it chooses a particle, takes it, moves it by steps or
 * carries it to a place, pins it and lets it go. Keys, clicks and buttons are ways to tell it so. It
 * carries at a bounded speed, so that nothing is torn off. Knows no DOM.
 */
import type { ClothGrid, ClothView } from '@billow/core'
import { Box3, type Camera, type Intersection, Plane, type Ray, Vector3 } from 'three'
import type { ClothMesh } from '../ClothMesh.js'
import { roundStep } from './roundStep.js'
import { nextParticle, type ScreenDirection, screenPlaces } from './screenSteps.js'

/** A cloth on the page or in a worker. */
export type HandledCloth = ClothView & {
  pin(particle: number, target?: readonly [number, number, number]): void
  unpin(particle: number): void
  isPinned(particle: number): boolean
  isGrabbed(particle: number): boolean
}

/** Directions as the camera sees them; `near` is towards it. */
export type HandDirection = ScreenDirection | 'near' | 'far'

/** Axis of the camera, and along or against it. */
const AXES = {
  right: [0, 1],
  left: [0, -1],
  up: [1, 1],
  down: [1, -1],
  near: [2, 1],
  far: [2, -1],
} as const

/** So many diagonals of the sheet a second is how fast a hand carries. */
const SPEED = 1

const axis = /* @__PURE__ */ new Vector3()
const box = /* @__PURE__ */ new Box3()
const corner = /* @__PURE__ */ new Vector3()
const plane = /* @__PURE__ */ new Plane()

export class ClothHand {
  private chosen: number | undefined
  private isClosed = false
  /** Where the hand is, where it goes, and where it took its particle, in the cloth's own space, m. */
  private readonly hand = new Vector3()
  private readonly goal = new Vector3()
  private readonly start = new Vector3()
  private revision = -1
  private diagonal = 0
  private changes = 0
  private readonly listeners = new Set<() => void>()

  constructor(readonly mesh: ClothMesh<HandledCloth>) {}

  /** The particle that is chosen, held or not. A rebuild of the cloth leaves none. */
  get particle(): number | undefined {
    return this.isCurrent() && this.chosen! < this.mesh.simulation.particleCount
      ? this.chosen
      : undefined
  }

  get isHolding(): boolean {
    const { particle } = this
    return this.isClosed && particle !== undefined && this.mesh.simulation.isGrabbed(particle)
  }

  /** Is the chosen particle pinned? */
  get isPinned(): boolean {
    const { particle } = this
    return particle !== undefined && this.mesh.simulation.isPinned(particle)
  }

  /** Is the hand on its way? */
  get isCarrying(): boolean {
    return this.isHolding && !this.hand.equals(this.goal)
  }

  /**
   * Column and row of the chosen particle, from 0 on, as they are read: from the upper left corner of the
   * sheet. Undefined where it is no grid.
   */
  get cell(): readonly [column: number, row: number] | undefined {
    const { columns, rows, uvs } = this.mesh.simulation.sheet as Partial<ClothGrid>
    const { particle } = this
    if (particle === undefined || columns === undefined || particle >= columns * rows!)
      return undefined
    const row = Math.floor(particle / columns)
    const isFirstOnTop = uvs![1]! > 0.5
    return [particle % columns, isFirstOnTop ? row : rows! - 1 - row]
  }

  /** How far a step moves, m of the scene: 1, 2 or 5 times a power of ten that suits the sheet. */
  get stepLength(): number {
    return roundStep(this.reach() * this.mesh.matrixWorld.getMaxScaleOnAxis())
  }

  /** From where the held particle was taken to where the hand goes, m of the scene; 0 without one. */
  get moved(): number {
    if (!this.isHolding) return 0
    const { mesh } = this
    return mesh
      .localToWorld(axis.copy(this.goal))
      .distanceTo(mesh.localToWorld(corner.copy(this.start)))
  }

  /** Grows with every change, for those who compare. */
  get version(): number {
    return this.changes
  }

  /** Where the chosen particle is drawn, or where the hand that holds it is; world space. */
  placeOf(what: 'particle' | 'hand', target: Vector3): Vector3 | undefined {
    const { particle } = this
    if (particle === undefined) return undefined
    if (what === 'hand' && this.isHolding) return this.mesh.localToWorld(target.copy(this.hand))
    return this.mesh.particlePosition(particle, target)
  }

  /** Another particle; the one in the hand is let go. */
  choose(particle: number | undefined): void {
    if (particle === this.particle) return
    const { revision } = this.mesh.simulation
    if (revision !== this.revision) this.diagonal = 0
    this.open()
    this.chosen = particle
    this.revision = revision
    this.note()
  }

  /** The particle that is nearest to the middle of what is seen of the cloth. */
  chooseMiddle(camera: Camera): void {
    const { mesh } = this
    if (!mesh.geometry.boundingSphere) return
    const view = camera.matrixWorld.clone().invert()
    const middle = mesh.localToWorld(axis.copy(mesh.geometry.boundingSphere.center))
    const { x, y } = middle.applyMatrix4(view)
    let best: number | undefined
    let nearest = Infinity
    for (let p = 0; p < mesh.simulation.particleCount; p++) {
      const place = mesh.particlePosition(p, corner).applyMatrix4(view)
      const distance = Math.hypot(place.x - x, place.y - y)
      if (distance < nearest) [best, nearest] = [p, distance]
    }
    this.choose(best)
  }

  /** The particle after this one by number, or before it; round at the ends. */
  chooseNext(places: 1 | -1 = 1): void {
    const { particleCount } = this.mesh.simulation
    const from = this.particle ?? (places === 1 ? -1 : 0)
    this.choose((from + places + particleCount) % particleCount)
  }

  /**
   * The next particle in a direction of the screen.
   * @param isFar as far as there are any
   */
  chooseTowards(direction: ScreenDirection, camera: Camera, isFar = false): void {
    const { mesh } = this
    const { sheet, particleCount } = mesh.simulation
    if (this.particle === undefined) {
      this.chooseMiddle(camera)
      if (!isFar) return
    }
    mesh.updateWorldMatrix(true, false)
    const places = screenPlaces(camera, (p, target) => mesh.particlePosition(p, target))
    let next = this.particle!
    for (let n = 0; n < (isFar ? particleCount : 1); n++) {
      const before = next
      next = nextParticle(sheet, particleCount, before, direction, places)
      if (next === before) break
    }
    this.choose(next)
  }

  /** @returns whether there was something to take */
  grab(): boolean {
    const { particle, mesh } = this
    if (particle === undefined) return false
    if (this.isHolding) return true
    this.isClosed = true
    this.hand.fromArray(mesh.particles, 3 * particle)
    this.goal.copy(this.hand)
    this.start.copy(this.hand)
    this.pull()
    this.note()
    return true
  }

  /** Opens the hand. Safe to call at any time. */
  release(): void {
    if (!this.isClosed) return
    this.open()
    this.note()
  }

  /** Takes the chosen particle, or lets it go. */
  toggle(): void {
    if (this.isHolding) this.release()
    else this.grab()
  }

  /** Pins the chosen particle where it is, or where the hand that holds it goes; or unpins it. */
  togglePin(): void {
    const { particle } = this
    if (particle === undefined) return
    const { simulation } = this.mesh
    if (this.isPinned) simulation.unpin(particle)
    else if (this.isHolding) {
      const target = this.goal.toArray()
      this.open()
      simulation.pin(particle, target)
    } else simulation.pin(particle)
    this.note()
  }

  /**
   * Moves what is held a step on.
   * @param length m of the scene
   */
  move(direction: HandDirection, camera: Camera, length = this.stepLength): void {
    if (!this.isHolding) return
    const [column, sign] = AXES[direction]
    camera.updateWorldMatrix(true, false)
    axis.setFromMatrixColumn(camera.matrixWorld, column).normalize()
    const { mesh } = this
    mesh.updateWorldMatrix(true, false)
    mesh.localToWorld(this.goal).addScaledVector(axis, sign * length)
    mesh.worldToLocal(this.goal)
    this.note()
  }

  /** Carries what is held to a place in world space. */
  carry(place: Vector3): void {
    if (!this.isHolding) return
    this.mesh.updateWorldMatrix(true, false)
    this.mesh.worldToLocal(this.goal.copy(place))
    this.note()
  }

  /**
   * A click on the cloth: takes the particle that was hit; carries the one in the hand there; on the one in
   * the hand itself, lets it go.
   *
   * @param isSame was the one in the hand meant, though a click is not that exact?
   */
  clickOn(hit: Pick<Intersection, 'face' | 'point'>, isSame = false): void {
    const particle = this.mesh.particleAt(hit)
    if (particle === undefined) return
    if (!this.isHolding) {
      this.choose(particle)
      this.grab()
    } else if (isSame || particle === this.particle) this.release()
    else this.carry(this.mesh.particlePosition(particle, corner))
  }

  /** A click beside the cloth: carries what is held there, in the plane that faces the camera. */
  clickBeside(ray: Ray, camera: Camera): void {
    if (!this.isHolding) return
    const place = this.placeOf('hand', corner)!
    plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(axis), place)
    if (ray.intersectPlane(plane, corner)) this.carry(corner)
  }

  /**
   * Moves the hand on. To be called once per frame.
   * @param seconds since the last call
   * @returns whether it is on its way
   */
  update(seconds: number): boolean {
    // A reset of the cloth, or somebody else, has opened it.
    if (this.isClosed && !this.isHolding) {
      this.isClosed = false
      this.note()
    }
    if (!this.isCarrying) return false
    const way = axis.subVectors(this.goal, this.hand)
    const reach = SPEED * this.reach() * seconds
    if (way.length() <= reach) this.hand.copy(this.goal)
    else this.hand.addScaledVector(way.normalize(), reach)
    this.pull()
    if (!this.isCarrying) this.note()
    return true
  }

  /** @returns ends it */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  private open(): void {
    if (this.isHolding) this.mesh.simulation.release(this.chosen)
    this.isClosed = false
  }

  private isCurrent(): boolean {
    return this.chosen !== undefined && this.revision === this.mesh.simulation.revision
  }

  private pull(): void {
    this.mesh.simulation.grab(this.particle!, this.hand.toArray())
  }

  private note(): void {
    this.changes++
    for (const listener of [...this.listeners]) listener()
  }

  /** Diagonal of the sheet at rest, m. */
  private reach(): number {
    const { sheet } = this.mesh.simulation
    if (this.diagonal === 0) {
      box.setFromArray(sheet.restPositions)
      this.diagonal = box.getSize(corner).length() || 1
    }
    return this.diagonal
  }
}
