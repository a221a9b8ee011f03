/**
 * Chains, strings and pendulums made of the narrowest grid there is: two equal chains side by side, which
 * move alike, so that the constraints across stay at rest. Both are looked at in every test.
 */
import { type ClothOptions, ClothSimulation } from '@billow/core'
import { type Vector, positionOf, setMotion } from './states.js'
import { setXpbdMotion } from './xpbdMotion.js'

/** No air, no losses, no limit, no tethers: structural springs or constraints and gravity alone. */
export const BARE = {
  damping: 0,
  airDensity: 0,
  limitStrain: false,
  tethers: false,
  shear: false,
  bend: false,
} as const satisfies ClothOptions

export interface Chain {
  readonly links: number
  /** Rest length of a link, m. */
  readonly link: number
  /** Of each particle, kg. */
  readonly mass: number
  /**
   * How far the two chains lie apart, m; `link` by default. While a sweep is under way they are not
   * level, and the constraints across pull: the less, the longer they are.
   */
  readonly apart?: number
}

/** Density that gives each of the 2 (links + 1) particles its mass, kg/m². */
function densityOf({ links, link, mass, apart = link }: Chain): number {
  return (2 * (links + 1) * mass) / (apart * links * link)
}

/** Hangs along −y from two pins; bead n of chain c is particle 2 n + c, the pins are n = links. */
export function createHangingChain(chain: Chain, options: ClothOptions): ClothSimulation {
  const { links, link, apart = link } = chain
  return new ClothSimulation({
    ...BARE,
    size: [apart, links * link],
    segments: [1, links],
    origin: [0, -links * link, 0],
    density: densityOf(chain),
    pins: 'top',
    ...options,
  })
}

/** Lies along x from the origin, held at both ends; bead n of chain c is particle c (links + 1) + n. */
export function createString(chain: Chain, options: ClothOptions): ClothSimulation {
  const { links, link, apart = link } = chain
  return new ClothSimulation({
    ...BARE,
    size: [links * link, apart],
    segments: [links, 1],
    origin: [0, 0, 0],
    density: densityOf(chain),
    pins: ['left', 'right'],
    gravity: [0, 0, 0],
    ...options,
  })
}

/** Moves particles to new places (m) at rest, whatever the solver. */
export function place(
  cloth: ClothSimulation,
  at: (particle: number, place: Vector) => Vector,
): void {
  if (cloth.params.solver === 'xpbd') {
    setXpbdMotion(cloth, (particle, position) => ({ position: at(particle, position) }))
    return
  }
  const held = new Set<number>()
  setMotion(cloth, (particle) => {
    const before = positionOf(cloth, particle)
    const after = at(particle, before)
    if (cloth.isPinned(particle)) held.add(particle)
    return { displacement: [0, 1, 2].map((k) => after[k]! - before[k]!) as unknown as Vector }
  })
  for (const particle of held) cloth.pin(particle, positionOf(cloth, particle))
}

export interface Cycle {
  /** Time between two upward passages of 0, s. */
  readonly period: number
  /** Mean of the swings to either side. */
  readonly amplitude: number
}

/**
 * The cycles of an oscillation.
 *
 * @param read the oscillating quantity, after each step
 */
export function cyclesOf(cloth: ClothSimulation, count: number, read: () => number): Cycle[] {
  const cycles: Cycle[] = []
  const most = 1e5
  let start = -1
  let [low, high] = [0, 0]
  let before = read()
  for (let n = 0; cycles.length < count; n++) {
    if (n === most) throw new Error(`no ${count} oscillations in ${most} steps`)
    cloth.step()
    const now = read()
    low = Math.min(low, now)
    high = Math.max(high, now)
    if (before < 0 && now >= 0) {
      const passage = (n + before / (before - now)) * cloth.timeStep
      if (start >= 0) cycles.push({ period: passage - start, amplitude: (high - low) / 2 })
      start = passage
      low = high = 0
    }
    before = now
  }
  return cycles
}

/** Mean period of some cycles, s. */
export function periodOf(cloth: ClothSimulation, count: number, read: () => number): number {
  return cyclesOf(cloth, count, read).reduce((sum, { period }) => sum + period, 0) / count
}

/** Share of a shape in the displacements of the beads of one chain: Σ s z / Σ s². */
export function shareOf(shape: readonly number[], displacements: readonly number[]): number {
  const products = shape.reduce((sum, s, n) => sum + s * displacements[n]!, 0)
  return products / shape.reduce((sum, s) => sum + s * s, 0)
}
