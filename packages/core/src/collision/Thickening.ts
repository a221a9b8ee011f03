/**
 * How layers that lie in each other come to be as thick as they are to be: where self-collision is
 * switched on in a cloth that has collapsed, thickness is raised, or cloths are put into each other.
 * Pushed apart all at once, they would wind up the constraints that hold them together, and these
 * throw them about.
 *
 * So each particle starts as thick as there is room for it and grows from there: nothing overlaps, and
 * there is nothing to be pushed apart. It waits where it is pressed, and gives way where its springs
 * get strained: cloth that is entangled stays thin there, at rest. Where a guard keeps faces apart, these
 * take room and are pressed, as particles are. The pace is the same for the whole sheet. It rises slowly,
 * and falls as soon as anything moves: how fast a pile rises depends on how many layers it has. What is
 * thin goes no faster than recovery, unless the rest of the cloth does.
 */
import { SpringFamily } from '../mesh/grid.js'
import type { ParticleArray } from '../cloth/ClothState.js'
import type { NearParts } from './Layers.js'
import type { NearPairs, NearSheet } from './NearPairs.js'
import { type Particles, RECOVERY_SPEED } from './PairContacts.js'
import { FIRST_PACE } from './Thicknesses.js'

/** Pairs that are farther apart than this part of what is kept have room: contacts give so much. */
const ROOM = 0.95

/** Nearer than this part of what is kept two are pressed, and wait. */
const PRESSED = 0.95

/**
 * Strain of a particle's springs from which on it gets thinner: above what crumpled cloth has at rest, and
 * half of what the strain limit leaves. Or so much more than any had before.
 */
const MOST_STRAIN = 0.05
const MORE_STRAIN = 0.03

/** m/s at which it gets thinner at most. */
const SHRINKING = 0.03

/** Least and largest pace, of one layer, and the speed above which it falls, m/s. */
const LEAST_PACE = 0.0005
const LARGEST_PACE = 0.075
const CALM = 0.1

/** How fast pace rises and falls, as shares of it, 1/s: from the first to the largest in 0.6 s. */
const RISE = 6
const FALL = -18

/**
 * Share of the speed of recovery that particles move with at most, against their mean: colliders add to it.
 * In cloth that moves anyway, so many times what they move with in the mean.
 */
const SLOW = 0.65
const MEAN_WAYS = 2.5

/**
 * Strain and largest pace where faces are kept apart, too: what these hold from all sides cannot give way, and
 * what strains it would drive it about. And damping of what is thin then, 1/s.
 */
const FACES_STRAIN = 0.03
const FACES_PACE = 0.03
const FACES_DAMPING = 5

/**
 * Places behind x, y and z of the mean way, for squares of ways against it: their mean, that of particles
 * which are as thick as they are to be, the longest of those which are not, and of all.
 */
const MEAN = 3
const WHOLE = 4
const THIN = 5
const ANY = 6

/** What is known of the length of a step and its substeps, s. */
interface Timing {
  readonly step: number
  readonly dt: number
}

export class Thickening {
  /** Is any particle thinner than it is to be? */
  isUnderWay = false
  private faces: NearParts | undefined
  private timing: Timing = { step: 1, dt: 1 }
  /** Largest strain of the springs of each particle, either way. */
  private readonly strains: Float64Array
  private readonly isPressed: Uint8Array
  /** What `measureWays` finds, m and m². */
  private readonly ways = new Float64Array(7)

  constructor(
    private readonly sheets: readonly NearSheet[],
    private readonly particles: Particles,
    private readonly near: NearPairs,
  ) {
    const { length } = particles.inverseMasses
    this.strains = new Float64Array(length)
    this.isPressed = new Uint8Array(length)
  }

  /** Is there anything to do in the step that begins? If so, `beginStep` needs positions. */
  isNeeded(): boolean {
    this.isUnderWay = false
    let isNeeded = false
    for (let s = 0; s < this.sheets.length; s++) {
      const { thicknesses, thickness } = this.sheets[s]!
      if (!thicknesses) continue
      if (thicknesses.own !== undefined) this.isUnderWay = true
      if (thicknesses.known !== thickness) isNeeded = true
    }
    return isNeeded || this.isUnderWay
  }

  /**
   * A step begins, and positions are up to date.
   *
   * @param faces what else is kept apart, beside particles
   */
  beginStep(timing: Timing, faces?: NearParts): void {
    this.timing = timing
    this.faces = faces
    const { sheets, near, particles } = this
    let isNew = false
    for (const { thicknesses, thickness } of sheets) {
      if (!thicknesses) continue
      if (thicknesses.known === 0 && thickness > 0) isNew = true
      else thicknesses.follow(thickness)
    }
    if (isNew) this.lookForRoom()
    else {
      near.update(particles.positions)
      this.grow()
    }
    this.isUnderWay = false
    for (const { thicknesses, thickness } of sheets) {
      if (!thicknesses) continue
      thicknesses.known = thickness
      if (thicknesses.own) this.isUnderWay = true
    }
    near.measureAgain()
  }

  /** All particles of sheets that have become thicker get as thick as others leave room for. */
  private lookForRoom(): void {
    const { sheets, near, particles } = this
    const { positions } = particles
    for (const { thicknesses, thickness, sheet } of sheets) {
      if (!thicknesses) continue
      if (thicknesses.known === 0) thicknesses.pace = FIRST_PACE
      thicknesses.own ??= new Float64Array(sheet.particleCount).fill(thickness)
    }
    near.forget()
    near.update(positions)
    for (let n = 0; n < near.count; n++) {
      const distance = between(positions, near.first[n]!, near.second[n]!)
      if (distance >= ROOM * near.wholeDistance(n)) continue
      const one = near.first[n]! / 3
      const other = near.second[n]! / 3
      if (!this.isNew(one) && !this.isNew(other)) continue
      const share = distance / (this.sheetOf(one).thickness + this.sheetOf(other).thickness)
      this.leaveRoom(one, share)
      this.leaveRoom(other, share)
    }
    this.leaveRoomForFaces()
    sheets.forEach(({ thicknesses, thickness }, s) => {
      if (!thicknesses?.own) return
      if (thicknesses.own.every((own) => own >= thickness)) thicknesses.own = undefined
      else if (thicknesses.known === 0) thicknesses.strain = MORE_STRAIN + this.largestStrain(s)
    })
  }

  private largestStrain(s: number): number {
    const { near, strains, sheets } = this
    this.measureStrains(s)
    const start = near.starts[s]!
    const own = strains.subarray(start, start + sheets[s]!.sheet.particleCount)
    return own.reduce((most, strain) => Math.max(most, strain), 0)
  }

  private leaveRoomForFaces(): void {
    const { faces } = this
    if (!faces) return
    for (let n = 0; n < faces.count; n++) {
      const share = faces.gapOf(n) / faces.wholeDistance(n)
      if (share >= ROOM) continue
      // The first and the last are of the two that are apart.
      if (!this.isNew(faces.particle(n, 0) / 3) && !this.isNew(faces.particle(n, 3) / 3)) continue
      for (let c = 0; c < 4; c++) this.leaveRoom(faces.particle(n, c) / 3, share)
    }
  }

  /** Has room to be looked for anew for a particle? */
  private isNew(p: number): boolean {
    return this.sheetOf(p).thicknesses?.known === 0
  }

  private sheetOf(p: number): NearSheet {
    return this.sheets[this.near.sheetOf[p]!]!
  }

  /** A particle gets a share of its thickness. */
  private leaveRoom(p: number, share: number): void {
    const { thicknesses, thickness } = this.sheetOf(p)
    const own = thicknesses?.own
    const at = this.placeOf(p)
    if (own) own[at] = Math.min(own[at]!, share * thickness)
  }

  private grow(): void {
    const { sheets, strains, isPressed, near, timing, faces } = this
    this.findPressed()
    for (let s = 0; s < sheets.length; s++) {
      const { thicknesses, thickness } = sheets[s]!
      const own = thicknesses?.own
      if (!thicknesses || !own) continue
      const start = near.starts[s]!
      this.setPace(s)
      this.measureStrains(s)
      const most = faces ? FACES_STRAIN : Math.max(MOST_STRAIN, thicknesses.strain)
      const growth = thicknesses.pace * timing.step
      const shrinkage = SHRINKING * timing.step
      let thin = 0
      for (let p = 0; p < own.length; p++) {
        const ease = Math.max(-1, Math.min(1, 2 - (2 * strains[start + p]!) / most))
        if (own[p]! >= thickness && (ease >= 0 || !faces)) {
          own[p] = thickness
          continue
        }
        thin++
        if (ease < 0) own[p] = Math.max(0, own[p]! + ease * shrinkage)
        else if (isPressed[start + p] === 0) own[p] = Math.min(thickness, own[p]! + ease * growth)
      }
      if (thin === 0) thicknesses.own = undefined
    }
  }

  private findPressed(): void {
    const { near, isPressed, particles } = this
    const { positions } = particles
    const { first, second, kept, count } = near
    isPressed.fill(0)
    for (let n = 0; n < count; n++) {
      const a = first[n]!
      const b = second[n]!
      const x = positions[a]! - positions[b]!
      const y = positions[a + 1]! - positions[b + 1]!
      const z = positions[a + 2]! - positions[b + 2]!
      const distance = PRESSED * kept[n]!
      if (!(x * x + y * y + z * z < distance * distance)) continue
      isPressed[a / 3] = 1
      isPressed[b / 3] = 1
    }
    this.findPressedFaces()
  }

  private findPressedFaces(): void {
    const { faces, isPressed } = this
    if (!faces) return
    for (let n = 0; n < faces.count; n++) {
      let room = 1
      for (let c = 0; c < 4; c++) room = Math.min(room, this.shareAt(faces.particle(n, c) / 3))
      if (faces.gapOf(n) >= PRESSED * room * faces.wholeDistance(n)) continue
      for (let c = 0; c < 4; c++) isPressed[faces.particle(n, c) / 3] = 1
    }
  }

  /** How much of its thickness a particle has. */
  private shareAt(p: number): number {
    const { thicknesses, thickness } = this.sheetOf(p)
    return thicknesses?.shareOf(this.placeOf(p), thickness) ?? 1
  }

  /** Of a particle in its sheet. */
  private placeOf(p: number): number {
    return p - this.near.starts[this.near.sheetOf[p]!]!
  }

  /** Of structural springs: shear and bend are what crumples cloth. */
  private measureStrains(s: number): void {
    const { strains, near, particles, sheets } = this
    const { positions } = particles
    const start = near.starts[s]!
    const { springs, particleCount } = sheets[s]!.sheet
    const { count, ends, families, restLengths } = springs
    strains.fill(0, start, start + particleCount)
    for (let e = 0; e < count; e++) {
      if (families[e] !== SpringFamily.structural) continue
      const p = start + ends[2 * e]!
      const q = start + ends[2 * e + 1]!
      const x = positions[3 * p]! - positions[3 * q]!
      const y = positions[3 * p + 1]! - positions[3 * q + 1]!
      const z = positions[3 * p + 2]! - positions[3 * q + 2]!
      const strain = Math.abs(Math.sqrt(x * x + y * y + z * z) / restLengths[e]! - 1)
      if (strain > strains[p]!) strains[p] = strain
      if (strain > strains[q]!) strains[q] = strain
    }
  }

  /** Thickness grows faster from step to step, as long as what is thin is calm, or moves as the rest does. */
  private setPace(s: number): void {
    const { ways, timing } = this
    const { thicknesses } = this.sheets[s]!
    this.measureWays(s)
    const usual = MEAN_WAYS ** 2 * ways[WHOLE]!
    const isCalm = ways[THIN]! < Math.max((CALM * timing.dt) ** 2, usual)
    const pace = thicknesses!.pace * (1 + (isCalm ? RISE : FALL) * timing.step)
    thicknesses!.pace = Math.min(this.faces ? FACES_PACE : LARGEST_PACE, Math.max(LEAST_PACE, pace))
  }

  /**
   * In each substep, once constraints and contacts have acted: shortens the longest ways of sheets in
   * which there is something thin.
   */
  limitWays(): void {
    for (let s = 0; s < this.sheets.length; s++)
      if (this.sheets[s]!.thicknesses?.own) this.limitWaysOf(s)
  }

  /**
   * In each substep, once faces have acted, too: what is thin is also damped against its sheet. Held on its sides from
   * all sides, it would be driven about by constraints that pull against that.
   */
  calm(): void {
    const { sheets, near, particles, ways, timing } = this
    const { positions, lastPositions, recoveries, inverseMasses } = particles
    const less = -Math.min(1, FACES_DAMPING * timing.dt)
    this.limitWays()
    for (let s = 0; s < sheets.length; s++) {
      const { thicknesses, thickness } = sheets[s]!
      const own = thicknesses?.own
      if (!own) continue
      this.measureWays(s)
      const start = near.starts[s]!
      for (let p = 0; p < own.length; p++) {
        if (own[p]! >= thickness || inverseMasses[start + p] === 0) continue
        const i = 3 * (start + p)
        for (let k = 0; k < 3; k++)
          positions[i + k]! +=
            less * (positions[i + k]! - lastPositions[i + k]! - recoveries[i + k]! - ways[k]!)
      }
    }
  }

  private limitWaysOf(s: number): void {
    const { sheets, near, particles, ways, timing } = this
    const { positions, lastPositions, inverseMasses } = particles
    this.measureWays(s)
    const most = Math.max(MEAN_WAYS ** 2 * ways[MEAN]!, (SLOW * RECOVERY_SPEED * timing.dt) ** 2)
    if (ways[ANY]! <= most) return
    const start = near.starts[s]!
    const end = start + sheets[s]!.sheet.particleCount
    for (let p = start, i = 3 * start; p < end; p++, i += 3) {
      if (inverseMasses[p] === 0) continue
      const x = positions[i]! - lastPositions[i]! - ways[0]!
      const y = positions[i + 1]! - lastPositions[i + 1]! - ways[1]!
      const z = positions[i + 2]! - lastPositions[i + 2]! - ways[2]!
      const squared = x * x + y * y + z * z
      if (squared <= most) continue
      const less = Math.sqrt(most / squared) - 1
      positions[i]! += less * x
      positions[i + 1]! += less * y
      positions[i + 2]! += less * z
    }
  }

  /** Mean way of a sheet's particles, and squares of ways against it: in the mean, and the longest ones. */
  private measureWays(s: number): void {
    const { sheets, near, particles, ways } = this
    const { positions, lastPositions } = particles
    const { thicknesses, thickness } = sheets[s]!
    const own = thicknesses!.own!
    const start = 3 * near.starts[s]!
    let whole = 0
    ways.fill(0)
    for (let p = 0, i = start; p < own.length; p++, i += 3)
      for (let k = 0; k < 3; k++)
        ways[k]! += (positions[i + k]! - lastPositions[i + k]!) / own.length
    for (let p = 0, i = start; p < own.length; p++, i += 3) {
      const x = positions[i]! - lastPositions[i]! - ways[0]!
      const y = positions[i + 1]! - lastPositions[i + 1]! - ways[1]!
      const z = positions[i + 2]! - lastPositions[i + 2]! - ways[2]!
      const squared = x * x + y * y + z * z
      ways[MEAN]! += squared / own.length
      if (squared > ways[ANY]!) ways[ANY] = squared
      if (own[p]! >= thickness) {
        ways[WHOLE]! += squared
        whole++
      } else if (squared > ways[THIN]!) ways[THIN] = squared
    }
    if (whole > 0) ways[WHOLE]! /= whole
  }
}

function between(positions: ParticleArray, a: number, b: number): number {
  const x = positions[a]! - positions[b]!
  const y = positions[a + 1]! - positions[b + 1]!
  const z = positions[a + 2]! - positions[b + 2]!
  return Math.sqrt(x * x + y * y + z * z)
}
