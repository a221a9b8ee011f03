/**
 * Which cloths of a group may come to touch each other in a step, by boxes around them: those of their
 * particles, widened by two thicknesses and by the longest way of the last step.
 */
import type { ClothRun } from './ClothRun.js'

/** Low and high x, y, z. */
const SIDES = 6

/** Thicknesses that boxes are widened by: cloth that lies on cloth is within one, up to rounding. */
const THICKNESSES = 2

export class ClothOverlaps {
  private readonly boxes = new WeakMap<ClothRun, Float64Array>()

  /** Takes over where a cloth is, before its step begins. */
  note(run: ClothRun): void {
    let box = this.boxes.get(run)
    if (!box) this.boxes.set(run, (box = new Float64Array(SIDES)))
    const { state, previous } = run.parts
    const { positions } = state
    box.fill(Infinity, 0, 3).fill(-Infinity, 3)
    let way = 0
    for (let i = 0; i < positions.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const x = positions[i + k]!
        way = Math.max(way, Math.abs(x - previous[i + k]!))
        if (x < box[k]!) box[k] = x
        if (x > box[3 + k]!) box[3 + k] = x
      }
    }
    const margin = way + THICKNESSES * run.params.thickness
    for (let k = 0; k < 3; k++) {
      box[k]! -= margin
      box[3 + k]! += margin
    }
  }

  overlap(one: ClothRun, other: ClothRun): boolean {
    const a = this.boxes.get(one)
    const b = this.boxes.get(other)
    if (!a || !b) return false
    for (let k = 0; k < 3; k++) if (a[k]! > b[3 + k]! || b[k]! > a[3 + k]!) return false
    return true
  }
}
