/**
 * A protractor in the scene: the angle at one place between the directions to two others, in the world, as an
 * arc with a label. Places may be objects, which it follows; call `update()` in every frame.
 */
import { type ColorRepresentation, MathUtils, Vector3 } from 'three'
import { Strokes } from '../grass/Strokes.js'
import { type MarkedPoint, pointOf } from './markedPoint.js'
import { TextLabel } from './TextLabel.js'

/** Pieces of the arc. */
const PIECES = 48

/** Widths in parts of the arms, and the radius of the arc in parts of the shorter one. */
const WIDTH = 0.012
const RADIUS = 0.6

const at = /* @__PURE__ */ new Vector3()
const from = /* @__PURE__ */ new Vector3()
const to = /* @__PURE__ */ new Vector3()
const one = /* @__PURE__ */ new Vector3()
const other = /* @__PURE__ */ new Vector3()
const before = /* @__PURE__ */ new Vector3()
const after = /* @__PURE__ */ new Vector3()
const side = /* @__PURE__ */ new Vector3()

export class Protractor extends Strokes {
  at: MarkedPoint = [0, 0, 0]
  from: MarkedPoint = [1, 0, 0]
  to: MarkedPoint = [0, 1, 0]
  color: ColorRepresentation = 0xf0c808
  /** Decimals of the label. */
  digits = 1
  private readonly label = new TextLabel()
  private measured = 0

  constructor() {
    super(PIECES + 2)
    this.name = 'Protractor'
    this.add(this.label)
  }

  /** Angle in the world as of the last update, degrees, 0 to 180; 0 where a direction has no length. */
  get angle(): number {
    return this.measured
  }

  /** What the label says. */
  get text(): string {
    return this.label.text
  }

  /** @throws BillowError for a place that is none */
  update(): void {
    this.updateWorldMatrix(true, false)
    pointOf('Protractor', 'at', this.at, this, at)
    pointOf('Protractor', 'from', this.from, this, from)
    pointOf('Protractor', 'to', this.to, this, to)
    before.copy(at).applyMatrix4(this.matrixWorld)
    one.copy(from).applyMatrix4(this.matrixWorld).sub(before)
    other.copy(to).applyMatrix4(this.matrixWorld).sub(before)
    const isAngle = one.lengthSq() > 0 && other.lengthSq() > 0
    this.measured = isAngle ? MathUtils.radToDeg(one.angleTo(other)) : 0
    this.begin()
    one.subVectors(from, at)
    other.subVectors(to, at)
    const shorter = Math.min(one.length(), other.length())
    const width = WIDTH * shorter
    this.line(at, from, width, this.color)
    this.line(at, to, width, this.color)
    this.label.text = `${this.measured.toFixed(this.digits)}°`
    if (!isAngle) return
    one.normalize()
    other.normalize()
    const turn = one.angleTo(other)
    const sine = Math.sin(turn)
    for (let n = 0; n <= PIECES; n++) {
      this.onArc(n / PIECES, turn, sine, after)
        .multiplyScalar(RADIUS * shorter)
        .add(at)
      if (n > 0) this.line(before, after, width, this.color)
      before.copy(after)
    }
    this.onArc(0.5, turn, sine, after)
    this.label.position.copy(at).addScaledVector(after, RADIUS * shorter * 1.25)
  }

  override dispose(): void {
    super.dispose()
    this.label.dispose()
  }

  /** From one direction to the other (slerp, Shoemake 1985); opposite ones go by the way of the first axis. */
  private onArc(share: number, turn: number, sine: number, target: Vector3): Vector3 {
    if (sine > 1e-6)
      return target
        .copy(one)
        .multiplyScalar(Math.sin((1 - share) * turn) / sine)
        .addScaledVector(other, Math.sin(share * turn) / sine)
    target.copy(one)
    if (turn < 1) return target
    side.set(Math.abs(one.y) < 0.9 ? 0 : 1, Math.abs(one.y) < 0.9 ? 1 : 0, 0)
    side.addScaledVector(one, -one.dot(side)).normalize()
    const angle = share * Math.PI
    return target.multiplyScalar(Math.cos(angle)).addScaledVector(side, Math.sin(angle))
  }
}
