/**
 * Random numbers by name instead of by turn: blade k always gets the same ones, however many blades
 * there are, so that a denser field is the old one with more blades in it.
 */
import { hashInteger } from '../../math/random.js'

/** The golden ratio in 32 bits, as in `createRandom`. */
const WEYL = 0x9e3779b9

/** What a random number of a blade is for. */
export const Draw = {
  triangle: 0,
  across: 1,
  along: 2,
  keep: 3,
  angle: 4,
  height: 5,
  width: 6,
  firmness: 7,
  tint: 8,
} as const

export type Draw = (typeof Draw)[keyof typeof Draw]

/** A number in [0, 1). */
export function draw(seed: number, blade: number, what: Draw): number {
  const mixed = hashInteger(Math.imul(seed | 0, WEYL) ^ hashInteger(16 * blade + what))
  return mixed / 0x100000000
}

/** A number in [0, 1) for a cell of a grid. */
export function drawOfCell(seed: number, x: number, y: number, z: number, what: number): number {
  const cell = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)
  return hashInteger(hashInteger(cell) ^ Math.imul((seed + 1) | 0, WEYL) ^ what) / 0x100000000
}
