/** Names for the particles of a sheet that people want to pin. */
import type { ClothSheet } from '../mesh/ClothSheet.js'
import type { ClothGrid } from '../mesh/grid.js'
import { checkPoint, fail, show } from '../params/check.js'
import { checkTarget, isPoint, type PinOffset, type PinTarget } from './pinTargets.js'

const EDGES = ['top', 'bottom', 'left', 'right'] as const
const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const

export type PinName = (typeof EDGES)[number] | (typeof CORNERS)[number] | 'corners'

/**
 * A particle index, a `[column, row]`, a corner or edge by name, or a function that picks particles by
 * their place at rest (m). Meshes have neither columns nor corners. The top of a vertical sheet is
 * its highest row, that of a horizontal one its row of smallest z, which lies on top as seen from
 * its front.
 */
export type PinPlace =
  | number
  | readonly [column: number, row: number]
  | PinName
  | ((x: number, y: number, z: number, particle: number) => boolean)

/** Particles that are moved to a target, or follow it. */
export interface TargetedPin {
  readonly particle: PinPlace
  readonly target: PinTarget
  /**
   * Where on the target, in its own axes (m). Default: one particle goes to the target itself, more
   * of them keep the places that they have on it (`'keep'`).
   */
  readonly offset?: PinOffset | undefined
}

export type Pin = PinPlace | TargetedPin

/** A pin that has found its particle. */
export interface ResolvedPin {
  readonly particle: number
  readonly target?: PinTarget
  readonly offset?: PinOffset
}

/** What pins are resolved on: a grid by its sides, or particles by their places. */
export type PinGround =
  | Pick<ClothGrid, 'columns' | 'rows'>
  | Pick<ClothSheet, 'particleCount' | 'restPositions' | 'reserve'>

export const pinNames: readonly PinName[] = [...EDGES, ...CORNERS, 'corners']

/**
 * The particles that pins name, each once, in order of mention.
 *
 * @throws BillowError for an unknown name, a place outside the grid, or a wrong target
 */
export function resolvePins(
  who: string,
  pins: readonly Pin[] | PinName,
  ground: PinGround,
  orientation: 'vertical' | 'horizontal',
): ResolvedPin[] {
  const list: unknown = typeof pins === 'string' ? [pins] : pins
  if (!Array.isArray(list)) fail(who, `pins must be an array of pins or a name, got ${show(pins)}`)
  const found = new Map<number, ResolvedPin>()
  const entries = list as Pin[]
  entries.forEach((pin, n) => {
    const name = `pins[${n}]`
    if (!isTargeted(pin)) {
      for (const particle of resolvePlace(who, name, pin, ground, orientation))
        if (!found.has(particle)) found.set(particle, { particle })
      return
    }
    const particles = resolvePlace(who, `${name}.particle`, pin.particle, ground, orientation)
    const target = checkTarget(who, `${name}.target`, pin.target)
    if (isPoint(target)) checkPoint(who, `${name}.target`, target)
    const offset = pin.offset ?? (particles.length > 1 ? 'keep' : [0, 0, 0])
    if (offset !== 'keep') checkPoint(who, `${name}.offset`, offset)
    for (const particle of particles) found.set(particle, { particle, target, offset })
  })
  return [...found.values()]
}

function isTargeted(pin: Pin): pin is TargetedPin {
  return typeof pin === 'object' && pin !== null && 'particle' in pin
}

function resolvePlace(
  who: string,
  name: string,
  pin: PinPlace,
  ground: PinGround,
  orientation: 'vertical' | 'horizontal',
): number[] {
  if (typeof pin === 'function') return pick(pin, ground)
  return 'columns' in ground
    ? resolvePin(who, name, pin, ground, orientation)
    : [checkIndex(who, name, pin, ground.particleCount - (ground.reserve ?? 0))]
}

/** Particles that a function picks. */
function pick(
  choose: Extract<PinPlace, (...args: never[]) => boolean>,
  ground: PinGround,
): number[] {
  if (!('restPositions' in ground)) return []
  const { restPositions, particleCount, reserve = 0 } = ground
  return Array.from({ length: particleCount - reserve }, (_, particle) => particle).filter(
    (particle) =>
      choose(
        restPositions[3 * particle]!,
        restPositions[3 * particle + 1]!,
        restPositions[3 * particle + 2]!,
        particle,
      ),
  )
}

function checkIndex(who: string, name: string, pin: unknown, count: number): number {
  if (!Number.isInteger(pin) || (pin as number) < 0 || (pin as number) >= count) {
    fail(
      who,
      `${name} must be a particle index below ${count} or a function on a mesh, got ${show(pin)}`,
    )
  }
  return pin as number
}

function resolvePin(
  who: string,
  name: string,
  pin: Exclude<PinPlace, (...args: never[]) => boolean>,
  { columns, rows }: Pick<ClothGrid, 'columns' | 'rows'>,
  orientation: 'vertical' | 'horizontal',
): number[] {
  const [top, bottom] = orientation === 'vertical' ? [rows - 1, 0] : [0, rows - 1]
  const right = columns - 1
  const at = (column: number, row: number): number => row * columns + column
  const row = (j: number): number[] => Array.from({ length: columns }, (_, i) => at(i, j))
  const column = (i: number): number[] => Array.from({ length: rows }, (_, j) => at(i, j))
  switch (pin) {
    case 'top':
      return row(top)
    case 'bottom':
      return row(bottom)
    case 'left':
      return column(0)
    case 'right':
      return column(right)
    case 'top-left':
      return [at(0, top)]
    case 'top-right':
      return [at(right, top)]
    case 'bottom-left':
      return [at(0, bottom)]
    case 'bottom-right':
      return [at(right, bottom)]
    case 'corners':
      return [at(0, top), at(right, top), at(0, bottom), at(right, bottom)]
  }
  if (typeof pin === 'number' && Number.isInteger(pin) && pin >= 0 && pin < columns * rows)
    return [pin]
  if (Array.isArray(pin) && pin.length === 2) {
    const [i, j] = pin as [unknown, unknown]
    if (Number.isInteger(i) && Number.isInteger(j)) {
      const inside =
        (i as number) >= 0 && (i as number) < columns && (j as number) >= 0 && (j as number) < rows
      if (inside) return [at(i as number, j as number)]
    }
  }
  return fail(
    who,
    `${name} must be a particle index below ${columns * rows}, a [column, row] inside the ${columns} × ${rows} grid, ` +
      `or one of ${pinNames.join(', ')}; got ${show(pin)}`,
  )
}
