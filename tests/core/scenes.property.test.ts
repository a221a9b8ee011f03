/**
 * Random scenes with every solver: a step never throws, never leaves anything that is not a number, the
 * same scene gives the same bits, wrong calls change nothing, and a reset is as good as new. Where only
 * gravity and wind give energy, the cloth is never faster than they can make it.
 *
 * BILLOW_RUNS sets how many scenes there are (default 100, 2000 for all), BILLOW_FROM the first seed. A
 * failure prints its seed and the smallest scene that fails; BILLOW_FROM and BILLOW_RUNS=50 run it again.
 */
import { BillowError, ClothSimulation } from '@billow/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Action,
  type Mistake,
  optionsOf,
  quietScenes,
  type RandomScene,
  thinned,
  wildScenes,
} from '../helpers/randomScenes.js'

const RUNS = Number(process.env.BILLOW_RUNS ?? 100)
const FROM = Number(process.env.BILLOW_FROM ?? 1)

/** Scenes per seed. */
const CHUNK = 50

const SEEDS = Array.from({ length: Math.ceil(RUNS / CHUNK) }, (_, n) => FROM + n)

/** Springs times passes in one part of a script: a large stiff sheet takes fewer steps. */
const MOST_WORK = 2e6

/** Of the clock, by default. */
const MOST_STEPS_PER_FRAME = 8

type Snapshots = ReturnType<ClothSimulation['snapshot']>[]

function act(cloth: ClothSimulation, what: Action, kept: Snapshots): void {
  const particle = 'place' in what ? Math.floor(what.place * cloth.particleCount) : 0
  switch (what.kind) {
    case 'hold':
      cloth.pin(particle)
      break
    case 'pin':
      cloth.pin(particle, what.target)
      break
    case 'unpin':
      cloth.unpin(particle)
      break
    case 'grab':
      cloth.grab(particle, what.target)
      break
    case 'release':
      cloth.release()
      break
    case 'reset':
      cloth.reset()
      break
    case 'snapshot':
      kept[0] = cloth.snapshot()
      break
    case 'restore':
      if (kept[0]) cloth.restore(kept[0])
      break
    case 'change':
      cloth.setParams(thinned(what.to, cloth.params))
      break
    case 'rebuild':
      cloth.rebuild(thinned(what.to, cloth.params))
      break
    case 'collide':
      cloth.setColliders(what.colliders)
      break
    case 'teleport':
      cloth.teleport(what)
      break
    case 'frame':
      if (workOf(cloth) * MOST_STEPS_PER_FRAME < MOST_WORK) cloth.advance(what.seconds)
      break
    case 'mistake':
      refuses(cloth, what.mistake)
  }
}

function refuses(cloth: ClothSimulation, mistake: Mistake): void {
  const before = cloth.hash()
  const params = cloth.params
  const calls: Record<Mistake, () => unknown> = {
    'time step of 5 s': () => {
      cloth.setParams({ timeStep: 5 })
    },
    'rebuild key': () => {
      cloth.setParams({ seed: cloth.params.seed + 1 } as never)
    },
    particle: () => {
      cloth.pin(cloth.particleCount)
    },
    target: () => {
      cloth.grab(0, [0, NaN, 0])
    },
    parameter: () => {
      cloth.setParams({ damping: 1, density: 0 })
    },
    frame: () => cloth.advance(NaN),
    snapshot: () => {
      cloth.restore({ ...cloth.snapshot(), time: NaN })
    },
  }
  expect(calls[mistake], mistake).toThrow(BillowError)
  expect(cloth.hash(), mistake).toBe(before)
  expect(cloth.params, mistake).toEqual(params)
}

/** Springs times passes of one step. */
function workOf({ sheet, params }: ClothSimulation): number {
  const passes = params.solver === 'pbd' ? params.iterations + 1 : 2
  return (sheet.springs.count + 10) * passes * params.substeps
}

function checkNumbers(cloth: ClothSimulation): void {
  const measured = cloth.measure()
  expect(cloth.positions.every(Number.isFinite), 'positions are numbers').toBe(true)
  const { infeasible = {}, ...numbers } = measured
  for (const value of [...Object.values(numbers), ...Object.values(infeasible)].flat()) {
    if (typeof value === 'number' && !Number.isFinite(value))
      expect.fail(`not finite: ${JSON.stringify(measured)}`)
  }
}

/** Plays a scene, looks at every step, and returns the fingerprints. */
function play(scene: RandomScene, onStep: (cloth: ClothSimulation) => void): string[] {
  const { pins, script } = scene
  const cloth = new ClothSimulation(optionsOf(scene))
  for (const pin of pins) cloth.pin(Math.floor(pin * cloth.particleCount))
  const kept: Snapshots = []
  const hashes: string[] = []
  const drawn = new Float32Array(cloth.positions.length)
  for (const { steps, action } of script) {
    const most = Math.max(1, Math.floor(MOST_WORK / workOf(cloth)))
    for (let n = 0; n < Math.min(steps, most); n++) {
      cloth.step()
      onStep(cloth)
    }
    cloth.writePositions(drawn)
    expect(drawn.every(Number.isFinite), 'drawn positions are numbers').toBe(true)
    hashes.push(cloth.hash())
    act(cloth, action, kept)
  }
  return hashes
}

/** As good as new: a reset with the parameters of the start has the bits of a cloth just made. */
function checkReset(scene: RandomScene): void {
  const { pins, script } = scene
  const options = optionsOf(scene)
  const cloth = new ClothSimulation(options)
  const start = cloth.hash()
  const live = cloth.params
  for (const pin of pins) cloth.pin(Math.floor(pin * cloth.particleCount))
  for (const { action } of script) {
    if (action.kind === 'rebuild') return
    cloth.step()
    act(cloth, action, [])
  }
  cloth.setParams(live)
  cloth.setColliders(options.colliders ?? [])
  cloth.reset()
  const fresh = new ClothSimulation(options)
  expect(cloth.hash()).toBe(start)
  cloth.step()
  fresh.step()
  expect(cloth.hash()).toBe(fresh.hash())
}

/**
 * How fast the cloth can be, as the root of the mean square of its particles by mass, m/s. Gravity adds g
 * per second at most, since springs give back no more than they took. The air has a cloth in it that
 * moves relative to it no faster than before, but one that bounces off its pins meets it anew.
 */
class SpeedBudget {
  private fallen = 0
  private air = 0
  private time = 0

  add({ params, time }: ClothSimulation): void {
    const { gravity, wind, gusts, turbulence, timeStep } = params
    // A frame may take several steps.
    const seconds = time < this.time ? timeStep : Math.max(timeStep, time - this.time)
    this.time = time
    this.fallen += Math.hypot(...gravity) * seconds
    // Turbulence is six deviations in each direction at most.
    const shares = 1 + gusts + 6 * Math.sqrt(3) * turbulence
    this.air = Math.max(this.air, shares * Math.hypot(...wind))
  }

  get limit(): number {
    return this.fallen + BOUNCES * this.air
  }
}

/** A cloth that bounced off its pins comes against the wind at its speed once more. */
const BOUNCES = 2

/** Roundings of up to a hundred substeps of a step add up at random. */
const ROUNDINGS = 10

/** √(2 K / M), m/s. */
function speedOf(cloth: ClothSimulation): number {
  return Math.sqrt((2 * cloth.measure().kinetic) / (cloth.params.density * cloth.sheet.area))
}

/**
 * A substep that goes farther than a constraint is long may be projected to its other side. The nearest
 * place that fits is no farther from where the particles went than where they came from, which fits too:
 * so they move twice as far at most.
 */
function allowed({ params, sheet }: ClothSimulation, limit: number): number {
  const way = (limit * params.timeStep) / params.substeps
  let shortest = Infinity
  for (const length of sheet.springs.restLengths) shortest = Math.min(shortest, length)
  return params.solver === 'mass-spring' || way < shortest
    ? limit * (1 + DOUBLE_ROUNDING)
    : 2 * limit
}

/** Sums of a few hundred terms that are each right to 2⁻⁵³. */
const DOUBLE_ROUNDING = 1e-12

/** Velocity that the rounding of a single-precision position makes in a substep, m/s. */
function roundingOf({ positions, params }: ClothSimulation): number {
  let farthest = 1
  for (const x of positions) farthest = Math.max(farthest, Math.abs(x))
  const digits = params.solver === 'xpbd' ? 2 ** -24 : 2 ** -53
  return (digits * farthest * params.substeps) / params.timeStep
}

const parameters = (seed: number): fc.Parameters<[RandomScene]> => ({ numRuns: CHUNK, seed })

const TIMEOUT = 600_000

describe.each(SEEDS)('50 random scenes, seed %i', (seed) => {
  it('finite, no error, the same bits twice', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(wildScenes, (scene) => {
        expect(play(scene, checkNumbers)).toEqual(play(scene, () => undefined))
      }),
      parameters(seed),
    )
  })

  it('a reset is as good as new', { timeout: TIMEOUT }, () => {
    fc.assert(fc.property(wildScenes, checkReset), parameters(seed))
  })

  it('never faster than gravity and wind can make it', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(quietScenes, (scene) => {
        const budget = new SpeedBudget()
        let rounding = 0
        play(scene, (cloth) => {
          checkNumbers(cloth)
          budget.add(cloth)
          rounding = Math.max(rounding, roundingOf(cloth))
          const explosive = cloth.validate().some(({ code }) => code === 'stiffness-unstable')
          if (explosive) return
          const limit = allowed(cloth, budget.limit) + ROUNDINGS * rounding
          expect(speedOf(cloth), `${limit} m/s is the limit`).toBeLessThanOrEqual(limit)
        })
      }),
      parameters(seed),
    )
  })
})
