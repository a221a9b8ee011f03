/**
 * A ruler in the scene: a line between two places with a tick at every division, and the distance between
 * them in the world as a label. Places may be objects, which it follows; call `update()` in every frame.
 */
import { checkNumber } from '@billow/core'
import { type ColorRepresentation, Vector3 } from 'three'
import { Strokes } from '../grass/Strokes.js'
import { type MarkedPoint, pointOf } from './markedPoint.js'
import { TextLabel } from './TextLabel.js'

/** Most ticks. */
const CAPACITY = 201

/** Widths and lengths in parts of the ruler. */
const WIDTH = 0.008
const TICK = 0.04

const from = /* @__PURE__ */ new Vector3()
const to = /* @__PURE__ */ new Vector3()
const along = /* @__PURE__ */ new Vector3()
const across = /* @__PURE__ */ new Vector3()
const start = /* @__PURE__ */ new Vector3()
const end = /* @__PURE__ */ new Vector3()

export class Ruler extends Strokes {
  from: MarkedPoint = [0, 0, 0]
  to: MarkedPoint = [1, 0, 0]
  /** Distance of ticks, m in the world; 0 for none but at the ends. */
  division = 0.1
  color: ColorRepresentation = 0xf0c808
  /** Decimals of the label. */
  digits = 3
  private readonly label = new TextLabel()
  private measured = 0

  constructor() {
    super(CAPACITY)
    this.name = 'Ruler'
    this.add(this.label)
  }

  /** Distance between both places in the world, as of the last update, m. */
  get length(): number {
    return this.measured
  }

  /** What the label says. */
  get text(): string {
    return this.label.text
  }

  /** @throws BillowError for a place that is none, or a division that is no number */
  update(): void {
    checkNumber('Ruler', 'division', this.division, { atLeast: 0 }, 'm')
    this.updateWorldMatrix(true, false)
    pointOf('Ruler', 'from', this.from, this, from)
    pointOf('Ruler', 'to', this.to, this, to)
    start.copy(from).applyMatrix4(this.matrixWorld)
    end.copy(to).applyMatrix4(this.matrixWorld)
    this.measured = start.distanceTo(end)
    this.begin()
    const length = from.distanceTo(to)
    this.line(from, to, WIDTH * length, this.color)
    along.subVectors(to, from)
    // Ticks stand across, upright where that can be.
    across.set(0, 1, 0).addScaledVector(along, -along.y / Math.max(along.lengthSq(), 1e-30))
    if (across.lengthSq() < 0.01) across.set(1, 0, 0)
    across.setLength(TICK * length)
    this.tick(0)
    if (this.division > 0 && this.measured / this.division < CAPACITY - 2)
      for (let at = this.division; at < this.measured * 0.9999; at += this.division)
        this.tick(at / this.measured)
    this.tick(1)
    this.label.text = `${this.measured.toFixed(this.digits)} m`
    this.label.position.lerpVectors(from, to, 0.5).addScaledVector(across, 1.6)
  }

  override dispose(): void {
    super.dispose()
    this.label.dispose()
  }

  private tick(share: number): void {
    const isEnd = share === 0 || share === 1
    start.lerpVectors(from, to, share)
    end.copy(start)
    start.addScaledVector(across, isEnd ? -0.7 : -0.35)
    end.addScaledVector(across, isEnd ? 0.7 : 0.35)
    this.line(start, end, WIDTH * from.distanceTo(to), this.color)
  }
}
