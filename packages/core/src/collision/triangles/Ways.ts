/**
 * The ways that particles may go in a substep, as boxes of displacements: of each particle and of each
 * patch. Most go the way they have, with a little room. Those in pairs that may touch are pushed, and may be cut
 * short: they have more room, and none of their way is in their box, too. All are held in there, so
 * whatever the guard does, two things do not come nearer to each other than their boxes say.
 */
import type { ParticleArray } from '../../cloth/ClothState.js'
import type { Faces } from './Faces.js'

/** Room that all have, in parts of the distance of neighbouring particles. */
const ROOM = 0.02

/** Room of what may touch, in parts of how far that moves against each other; and the most, likewise. */
const SHARE = 0.5
const MOST_ROOM = 1

export class Ways {
  /** Least and greatest displacement of each coordinate, m. */
  readonly lows: Float64Array
  readonly highs: Float64Array
  /** Most room that any particle may have, m. */
  most = 0
  /** Patches whose boxes `renew` has changed are marked by 1. */
  readonly changed: Uint8Array
  /** Room of each particle, and those that have got more of it since `renew`. */
  private readonly rooms: Float64Array
  private readonly touched: Uint8Array
  private readonly slow: Uint8Array
  private isTouched = false
  /** Displacements of patches: x, y, z of the least, then of the greatest. */
  private readonly patches: Float64Array
  /** What patches have moved from one substep to the next, m. */
  private readonly steps: Float64Array
  /** Positions at the start of the substep before, m. */
  private readonly places: Float64Array
  private readonly bounds = new Float64Array(6)
  private readonly room: number

  constructor(
    private readonly faces: Faces,
    private readonly spacing: number,
  ) {
    const { length } = faces.rest
    const { patchCount } = faces.tree
    this.room = ROOM * spacing
    this.lows = new Float64Array(length)
    this.highs = new Float64Array(length)
    this.places = new Float64Array(length)
    this.rooms = new Float64Array(length / 3)
    this.slow = new Uint8Array(length / 3)
    this.touched = new Uint8Array(length / 3)
    this.patches = new Float64Array(6 * patchCount)
    this.steps = new Float64Array(6 * patchCount)
    this.changed = new Uint8Array(patchCount)
  }

  /** Begins at positions, m. */
  start(positions: ParticleArray): void {
    this.places.set(positions)
  }

  /** Takes over the ways of a substep, from where particles were to where they are, m. */
  measure(from: ParticleArray, to: ParticleArray): void {
    const { lows, highs, bounds, places, room, rooms, slow } = this
    bounds.fill(Infinity, 0, 3).fill(-Infinity, 3)
    for (let i = 0; i < lows.length; i += 3) {
      let isSlow = true
      for (let k = 0; k < 3; k++) {
        const way = to[i + k]! - from[i + k]!
        lows[i + k] = way - room
        highs[i + k] = way + room
        if (!(way > -room && way < room)) isSlow = false
        if (way < bounds[k]!) bounds[k] = way
        if (way > bounds[3 + k]!) bounds[3 + k] = way
      }
      rooms[i / 3] = isSlow ? room : 0
      slow[i / 3] = isSlow ? 1 : 0
      // Nothing changes for them if they may touch.
      if (isSlow) this.loosen(i / 3, room, from, to)
    }
    let most = 0
    for (let k = 0; k < 3; k++) most = Math.max(most, bounds[3 + k]! - bounds[k]!)
    this.most = Math.max(room, Math.min(SHARE * most, MOST_ROOM * this.spacing))
    this.isTouched = false
    const { patchCount } = this.faces.tree
    for (let patch = 0; patch < patchCount; patch++) {
      this.measurePatch(patch, from)
      this.measureStep(patch, from)
    }
    for (let i = 0; i < places.length; i++) places[i] = from[i]!
  }

  /**
   * A particle may be pushed and cut short, see `renew`.
   *
   * @param i offset of its coordinates
   * @param way how far it moves against what it may touch, m
   */
  touch(i: number, way: number): void {
    const { rooms, room, most } = this
    const needed = Math.min(SHARE * way, most)
    if (rooms[i / 3]! > 0 && needed <= rooms[i / 3]!) return
    // All of it or half of it, so that there are few rounds.
    rooms[i / 3] = needed <= room ? room : needed <= most / 2 ? most / 2 : most
    this.touched[i / 3] = 1
    this.isTouched = true
  }

  /** Has a particle all the room that there is, or all that such slow ones need against each other? */
  isLoose(i: number): boolean {
    return this.rooms[i / 3]! >= this.most || this.slow[i / 3] === 1
  }

  /** Boxes of what was touched get larger. Returns whether there was any. */
  renew(from: ParticleArray, to: ParticleArray): boolean {
    if (!this.isTouched) return false
    const { touched, changed, rooms } = this
    const { points, pointStarts, patchCount } = this.faces.tree
    for (let p = 0; p < touched.length; p++) {
      if (touched[p] === 1) this.loosen(p, rooms[p]!, from, to)
    }
    for (let patch = 0; patch < patchCount; patch++) {
      changed[patch] = 0
      for (let n = pointStarts[patch]!; n < pointStarts[patch + 1]!; n++)
        if (touched[points[n]! / 3] === 1) changed[patch] = 1
      if (changed[patch] === 1) this.measurePatch(patch, from)
    }
    touched.fill(0)
    this.isTouched = false
    return true
  }

  /** Gives a particle room around all of its way. */
  private loosen(p: number, room: number, from: ParticleArray, to: ParticleArray): void {
    const { lows, highs } = this
    for (let i = 3 * p; i < 3 * p + 3; i++) {
      const way = to[i]! - from[i]!
      lows[i] = (way < 0 ? way : 0) - room
      highs[i] = (way > 0 ? way : 0) + room
    }
  }

  private measurePatch(patch: number, from: ParticleArray): void {
    const { lows, highs, patches } = this
    const { boxes, points, pointStarts } = this.faces.tree
    const end = pointStarts[patch + 1]!
    for (let k = 0; k < 3; k++) {
      let boxLow = Infinity
      let boxHigh = -Infinity
      let wayLow = Infinity
      let wayHigh = -Infinity
      for (let n = pointStarts[patch]!; n < end; n++) {
        const i = points[n]! + k
        const at = from[i]!
        const low = lows[i]!
        const high = highs[i]!
        if (low < wayLow) wayLow = low
        if (high > wayHigh) wayHigh = high
        // All of the way counts, from its start on.
        const least = low < 0 ? at + low : at
        const greatest = high > 0 ? at + high : at
        if (least < boxLow) boxLow = least
        if (greatest > boxHigh) boxHigh = greatest
      }
      const at = 6 * patch + k
      boxes[at] = boxLow
      boxes[at + 3] = boxHigh
      patches[at] = wayLow
      patches[at + 3] = wayHigh
    }
  }

  private measureStep(patch: number, from: ParticleArray): void {
    const { places, steps } = this
    const { points, pointStarts } = this.faces.tree
    const end = pointStarts[patch + 1]!
    for (let k = 0; k < 3; k++) {
      let low = Infinity
      let high = -Infinity
      for (let n = pointStarts[patch]!; n < end; n++) {
        const i = points[n]! + k
        const step = from[i]! - places[i]!
        if (step < low) low = step
        if (step > high) high = step
      }
      steps[6 * patch + k] = low
      steps[6 * patch + 3 + k] = high
    }
  }

  /** How much nearer any two points of two patches may come in this substep, m. */
  wayBetween(one: number, other: number): number {
    return between(this.patches, 6 * one, 6 * other)
  }

  /** How much nearer any two may have come in the substep before, m. */
  stepBetween(one: number, other: number): number {
    return between(this.steps, 6 * one, 6 * other)
  }

  /** Are the boxes of all ways of two patches farther from each other than a distance, m? */
  areApart(one: number, other: number, distance: number): boolean {
    const { boxes } = this.faces.tree
    const a = 6 * one
    const b = 6 * other
    for (let k = 0; k < 3; k++) {
      if (boxes[a + k]! - boxes[b + 3 + k]! > distance) return true
      if (boxes[b + k]! - boxes[a + 3 + k]! > distance) return true
    }
    return false
  }

  /** Puts what has gone out of its box back in. */
  hold(from: ParticleArray, to: ParticleArray, inverseMasses: Float64Array): void {
    const { lows, highs } = this
    for (let i = 0; i < lows.length; i++) {
      const way = to[i]! - from[i]!
      if (way >= lows[i]! && way <= highs[i]!) continue
      if (inverseMasses[(i / 3) | 0] === 0) continue
      to[i] = from[i]! + (way < lows[i]! ? lows[i]! : highs[i]!)
    }
  }
}

/** Longest difference of two displacements in two boxes. */
function between(boxes: ParticleArray, one: number, other: number): number {
  let squared = 0
  for (let k = 0; k < 3; k++) {
    const up = boxes[one + 3 + k]! - boxes[other + k]!
    const down = boxes[other + 3 + k]! - boxes[one + k]!
    const most = up > down ? up : down
    squared += most * most
  }
  return Math.sqrt(squared)
}
