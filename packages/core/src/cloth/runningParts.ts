/**
 * Everything that a cloth consists of while it runs, made of parameters and settings: its state, the
 * solver that moves it, what holds it, its tears and its rest. `rebuild` replaces all of it at once.
 */
import type { Collider } from '../collision/colliders/Collider.js'
import type { ClothParams } from '../params/clothParams.js'
import { checkTriangleCode, type ClothOptions, createSheet } from './ClothOptions.js'
import { createState } from './ClothState.js'
import { Easing } from './Easing.js'
import { Holds } from './Holds.js'
import { type ResolvedPin, resolvePins } from './pins.js'
import type { ClothParts } from './snapshot.js'
import { Sleep } from './Sleep.js'
import { createTearing, paramsWhileTearing, type Tearing } from './Tearing.js'
import type { ClothSolver } from './solvers/ClothSolver.js'
import { MassSpringSolver } from './solvers/MassSpringSolver.js'
import { PbdSolver } from './solvers/PbdSolver.js'
import { XpbdSolver } from './solvers/xpbd/XpbdSolver.js'
import { checkThickness } from './thickness.js'

const SOLVERS = { xpbd: XpbdSolver, 'mass-spring': MassSpringSolver, pbd: PbdSolver } as const

export interface RunningParts extends Omit<ClothParts, 'clock' | 'params' | 'progress'> {
  readonly solver: ClothSolver
  readonly tearing: Tearing | undefined
  /** Pins to start with. */
  readonly pins: readonly ResolvedPin[]
}

/**
 * @param colliders stays shared: what is added to the list later is touched too
 * @throws BillowError for a wrong setting
 */
export function createParts(
  who: string,
  values: ClothParams,
  options: ClothOptions,
  colliders: readonly Collider[],
): RunningParts {
  checkTriangleCode(who, values, options)
  const intact = createSheet(who, values, options)
  checkThickness(who, values, options.mesh && intact)
  const pins = resolvePins(who, options.pins ?? [], intact, values.orientation)
  // What belongs to no triangle has no mass for a force to act on.
  intact.areas.forEach((area, particle) => {
    if (area === 0) pins.push({ particle })
  })

  const tearing = values.tear ? createTearing(who, intact, values, options.strengthAt) : undefined
  const sheet = tearing?.sheet ?? intact
  const state =
    values.solver === 'xpbd'
      ? createState(sheet, 'float32', 'float64')
      : createState(sheet, options.precision ?? 'float64')
  const params = paramsWhileTearing(values)
  const { triangleCollision, triangleContact } = options
  const solver = new SOLVERS[values.solver](
    state,
    colliders,
    params,
    triangleCollision,
    triangleContact,
  )
  const { windSources = [] } = options
  solver.setWindSources(windSources)
  const holds = new Holds(who, state, solver.softHands)
  holds.setPins(pins, 0)
  const previous = state.positions.slice()
  tearing?.attach({ state, previous, holds, solver })
  const sleep = new Sleep(state, colliders, holds)
  sleep.isBlownAt = windSources.length > 0
  const easing = new Easing(state, solver, params)
  return { state, previous, solver, holds, sleep, easing, tearing, pins }
}
