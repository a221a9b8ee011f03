/**
 * A body that cloth touches, as an object of the scene: it collides where it is, under whatever parents
 * it has, however these are scaled, turned and moved.
 *
 * ```ts
 * const ball = new ColliderBody(new SphereCollider({ center: [0, 0, 0], radius: 0.3, friction: 0.4 }))
 * hand.add(ball)
 * ball.addTo(clothMesh)
 * // in every frame, when everything is where it will be drawn, and before the cloth advances
 * ball.update()
 * ```
 */
import type { Collider, ColliderContact } from '@billow/core'
import { Group, Matrix4, type Object3D, Vector3 } from 'three'
import { ColliderLines } from './ColliderLines.js'

/** A cloth or a field of grass that takes colliders in, on the page or in a worker. */
export interface CollidingSimulation {
  /** Simulated seconds since the start. */
  readonly time: number
  addCollider(collider: Collider): Collider
  removeCollider(collider: Collider): void
  /** What the cloth did to a collider over its last step, in its own space; a worker cannot say at once. */
  contactOf?(collider: Collider): ColliderContact
}

/** What a body does to cloths, taken together. */
export interface BodyContact {
  /** Particles that touch it. */
  count: number
  /** Force of the cloth on the body, in the world's axes, N. */
  readonly force: Vector3
}

/** One collider of a body: an object's place, and what collides there. */
export interface BodyPart {
  readonly object: Object3D
  /** In the object's own space. Never given to a cloth itself, since each has a space of its own. */
  readonly shape: Collider
}

/** A part of the body in the space of one cloth. */
interface Copy {
  readonly collider: Collider
  /** Where it was last, in the cloth's space. */
  readonly matrix: Matrix4
  /** Was it somewhere, so that it has moved since? */
  isPlaced: boolean
}

/** What shows such a simulation, in whose space its colliders are. */
export type CollidingObject = Object3D & { readonly simulation: CollidingSimulation }

type Mesh = CollidingObject

/** Changes of a matrix below this, m, are rounding: taken as motion they would keep cloth awake. */
const ROUNDING = 1e-10

const inverse = /* @__PURE__ */ new Matrix4()
const place = /* @__PURE__ */ new Matrix4()
const pull = /* @__PURE__ */ new Vector3()

export class ColliderBody extends Group {
  private readonly copies = new Map<Mesh, Map<BodyPart, Copy>>()
  private parts: readonly BodyPart[]
  private lines: Map<BodyPart, ColliderLines> | undefined

  /** @param shape what collides, in the body's own space; `set` changes it */
  constructor(readonly shape: Collider) {
    super()
    this.name = 'Collider'
    this.parts = [{ object: this, shape }]
  }

  /** Changes the shape, `friction`, `thickness` or `enabled`. Nothing changes when a value is wrong. */
  set(changes: Parameters<Collider['set']>[0]): void {
    this.shape.set(changes as object)
    for (const { shape } of this.parts) if (shape !== this.shape) shape.set(changes as object)
    for (const copies of this.copies.values())
      for (const { collider } of copies.values()) collider.set(changes as object)
    for (const [{ shape }, lines] of this.lines ?? []) lines.show(shape)
  }

  /** Lets a cloth touch the body. */
  addTo(cloth: Mesh): void {
    if (this.copies.has(cloth)) return
    this.copies.set(cloth, new Map())
    this.place()
  }

  removeFrom(cloth: Mesh): void {
    for (const { collider } of this.copies.get(cloth)?.values() ?? [])
      cloth.simulation.removeCollider(collider)
    this.copies.delete(cloth)
  }

  /**
   * Reads where the body is now, relative to each cloth. It has moved there since the last time, and
   * takes along what rubs against it.
   */
  update(): void {
    this.read(true)
  }

  /** Reads where the body is now: it was put there, and has not moved. */
  place(): void {
    this.read(false)
  }

  /** What the cloths on this page do to the body, over their last step. */
  contact(target: BodyContact = { count: 0, force: new Vector3() }): BodyContact {
    target.count = 0
    target.force.set(0, 0, 0)
    for (const [{ simulation, matrixWorld }, copies] of this.copies) {
      for (const { collider } of copies.values()) {
        const contact = simulation.contactOf?.(collider)
        if (!contact) continue
        target.count += contact.count
        pull.fromArray(contact.force)
        const newtons = pull.length()
        // Turned alone: scale is no part of a force.
        target.force.addScaledVector(pull.transformDirection(matrixWorld), newtons)
      }
    }
    return target
  }

  /** Shows what collides as lines. */
  get debug(): boolean {
    return this.lines !== undefined
  }

  set debug(shown: boolean) {
    if (shown === this.debug) return
    if (shown) this.lines = new Map()
    else this.removeLines()
    this.drawLines()
  }

  /** Takes the body out of all cloths, and frees what it made. */
  override dispose(): void {
    super.dispose()
    for (const cloth of [...this.copies.keys()]) this.removeFrom(cloth)
    this.removeLines()
  }

  /** What collides now; the same array as long as that does not change. */
  protected findParts(known: readonly BodyPart[]): readonly BodyPart[] {
    return known
  }

  private read(hasMoved: boolean): void {
    const parts = this.findParts(this.parts)
    const isNew = parts !== this.parts
    this.parts = parts
    if (isNew) this.drawLines()
    for (const { object } of parts) object.updateWorldMatrix(true, false)
    for (const [cloth, copies] of this.copies) {
      if (isNew || copies.size !== parts.length) takeOver(cloth, copies, parts)
      cloth.updateWorldMatrix(true, false)
      inverse.copy(cloth.matrixWorld).invert()
      for (const [part, copy] of copies) {
        place.multiplyMatrices(inverse, part.object.matrixWorld)
        clean(place.elements)
        put(copy, place, part.shape.enabled, hasMoved)
      }
    }
  }

  private drawLines(): void {
    const { lines, parts } = this
    if (!lines) return
    for (const [part, line] of lines) {
      if (parts.includes(part)) continue
      line.dispose()
      lines.delete(part)
    }
    for (const part of parts) {
      if (lines.has(part)) continue
      const line = new ColliderLines(part.shape)
      part.object.add(line)
      lines.set(part, line)
    }
  }

  private removeLines(): void {
    for (const line of this.lines?.values() ?? []) line.dispose()
    this.lines = undefined
  }
}

/** Gives a cloth what has come, and takes from it what has gone. */
function takeOver(
  { simulation }: Mesh,
  copies: Map<BodyPart, Copy>,
  parts: readonly BodyPart[],
): void {
  for (const [part, { collider }] of copies) {
    if (parts.includes(part)) continue
    simulation.removeCollider(collider)
    copies.delete(part)
  }
  for (const part of parts) {
    if (copies.has(part)) continue
    const { shape } = part
    // Fields of a collider have the names of its options.
    const Kind = shape.constructor as new (options: Collider) => Collider
    const collider = simulation.addCollider(new Kind(shape))
    copies.set(part, { collider, matrix: new Matrix4(), isPlaced: false })
  }
}

/** What is scaled to nothing, or hidden in such a parent, is not there. */
function put(copy: Copy, matrix: Matrix4, enabled: boolean, hasMoved: boolean): void {
  const { collider } = copy
  const isThere = enabled && matrix.determinant() !== 0
  if (collider.enabled !== isThere) collider.set({ enabled: isThere })
  if (!isThere) {
    copy.isPlaced = false
    return
  }
  if (copy.isPlaced && !isOther(copy.matrix, matrix)) return
  copy.matrix.copy(matrix)
  if (copy.isPlaced && hasMoved) collider.setTransform(matrix.elements)
  else collider.place(matrix.elements)
  copy.isPlaced = true
}

/** Its last row is 0 0 0 1 up to rounding, and exactly that for whoever looks closely. */
function clean(elements: number[]): void {
  elements[3] = elements[7] = elements[11] = 0
  elements[15] = 1
}

function isOther({ elements: before }: Matrix4, { elements: now }: Matrix4): boolean {
  for (let n = 0; n < 16; n++) {
    // Written so that what is no number is other, and is refused by the collider.
    if (!(Math.abs(now[n]! - before[n]!) <= ROUNDING)) return true
  }
  return false
}
