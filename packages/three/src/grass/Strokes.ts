/**
 * Lines, arrows and dots of any thickness and colour in one mesh, drawn anew in every frame: what
 * teaching views are made of. Lines of WebGL are one pixel wide, which nobody sees.
 */
import {
  type BufferGeometry,
  Color,
  type ColorRepresentation,
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three'
import { letPointersThrough } from '../touch.js'

const matrix = /* @__PURE__ */ new Matrix4()
const turn = /* @__PURE__ */ new Quaternion()
const size = /* @__PURE__ */ new Vector3()
const along = /* @__PURE__ */ new Vector3()
const middle = /* @__PURE__ */ new Vector3()
const neck = /* @__PURE__ */ new Vector3()
const tint = /* @__PURE__ */ new Color()

/** The axis of cylinders and cones. */
const AXIS = /* @__PURE__ */ new Vector3(0, 1, 0)

/** Heads of arrows, in widths of their shaft, and at most so much of the whole. */
const HEAD_LENGTH = 5
const HEAD_WIDTH = 3
const MOST_HEAD = 0.5

export class Strokes extends Group {
  private readonly shafts: InstancedMesh
  private readonly heads: InstancedMesh
  private readonly dots: InstancedMesh
  private readonly material: MeshBasicMaterial

  /** @param capacity most lines, arrows and dots each; what is more is left out */
  constructor(private readonly capacity: number) {
    super()
    // In front of everything, and of a colour that no light changes: it is a diagram.
    this.material = new MeshBasicMaterial({ depthTest: false, transparent: true, fog: false })
    this.shafts = this.createPart(new CylinderGeometry(1, 1, 1, 8, 1, true))
    this.heads = this.createPart(new ConeGeometry(1, 1, 12))
    this.dots = this.createPart(new SphereGeometry(1, 14, 10))
  }

  /** Begins a new drawing. */
  begin(): void {
    for (const part of [this.shafts, this.heads, this.dots]) part.count = 0
  }

  /** @param width m */
  line(from: Vector3, to: Vector3, width: number, color: ColorRepresentation): void {
    along.subVectors(to, from)
    const length = along.length()
    if (!(length > 0)) return
    turn.setFromUnitVectors(AXIS, along.divideScalar(length))
    middle.addVectors(from, to).multiplyScalar(0.5)
    this.put(this.shafts, size.set(width / 2, length, width / 2), color)
  }

  arrow(from: Vector3, to: Vector3, width: number, color: ColorRepresentation): void {
    const length = from.distanceTo(to)
    if (!(length > 0)) return
    const head = Math.min(HEAD_LENGTH * width, MOST_HEAD * length)
    neck.lerpVectors(to, from, head / length)
    this.line(from, neck, width, color)
    turn.setFromUnitVectors(AXIS, along.subVectors(to, from).normalize())
    middle.addVectors(neck, to).multiplyScalar(0.5)
    const broad = (HEAD_WIDTH * head) / HEAD_LENGTH / 2
    this.put(this.heads, size.set(broad, head, broad), color)
  }

  dot(at: Vector3, diameter: number, color: ColorRepresentation): void {
    turn.identity()
    middle.copy(at)
    this.put(this.dots, size.setScalar(diameter / 2), color)
  }

  override dispose(): void {
    super.dispose()
    for (const part of [this.shafts, this.heads, this.dots]) {
      part.geometry.dispose()
      part.dispose()
    }
    this.material.dispose()
  }

  private createPart(geometry: BufferGeometry): InstancedMesh {
    const part = new InstancedMesh(geometry, this.material, this.capacity)
    part.count = 0
    // It is wherever it is drawn next.
    part.frustumCulled = false
    letPointersThrough(part)
    part.renderOrder = 10
    this.add(part)
    return part
  }

  private put(part: InstancedMesh, scale: Vector3, color: ColorRepresentation): void {
    if (part.count >= this.capacity) return
    part.setMatrixAt(part.count, matrix.compose(middle, turn, scale))
    part.setColorAt(part.count, tint.set(color))
    part.count++
    part.instanceMatrix.needsUpdate = true
    part.instanceColor!.needsUpdate = true
  }
}
