/**
 * The clock: frames of any length become whole steps of fixed length, so that a second is a second
 * at any frame rate, bit by bit, and a long frame is dropped rather than caught up.
 */
import { BillowError, ClothSimulation, FixedStepper } from '@billow/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'

const STEP = 1 / 60

describe('one frame', () => {
  it.each([
    ['0 s', 0, 0],
    ['a clock set back', -1, 0],
    ['−Infinity', -Infinity, 0],
    ['half a step', STEP / 2, 0],
    ['one step', STEP, 1],
    ['1/30 s', 1 / 30, 2],
    ['0.1 s', 0.1, 6],
    ['5 s: 8 steps at most', 5, 8],
    ['Infinity', Infinity, 8],
  ])('%s', (_, seconds, steps) => {
    expect(new FixedStepper().advance(seconds, STEP)).toBe(steps)
  })

  it.each([NaN, '1', null, undefined, {}])('%s throws and changes nothing', (seconds) => {
    const stepper = new FixedStepper()
    stepper.advance(0.01, STEP)
    expect(() => stepper.advance(seconds as number, STEP)).toThrow(BillowError)
    expect(stepper.pending).toBe(0.01)
  })

  it('says what it got', () => {
    expect(() => new FixedStepper().advance(NaN, STEP)).toThrow(
      '@billow/core: FixedStepper: frameSeconds must be a number of seconds, got NaN',
    )
  })
})

describe('after a frame of 5 s (F9, F11)', () => {
  it('the next frames are normal: nothing is caught up', () => {
    const stepper = new FixedStepper()
    expect(stepper.advance(5, STEP)).toBe(8)
    expect(stepper.pending).toBeLessThan(STEP)
    for (let n = 0; n < 10; n++) expect(stepper.advance(STEP, STEP)).toBe(1)
  })

  it('a machine too slow for its frames runs in slow motion, at 8 steps a frame', () => {
    const stepper = new FixedStepper()
    for (let n = 0; n < 20; n++) expect(stepper.advance(0.2, STEP)).toBe(8)
    expect(stepper.advance(STEP, STEP)).toBe(1)
  })
})

describe('limits of the clock', () => {
  it('maxSteps and maxFrameSeconds are taken over', () => {
    expect(new FixedStepper({ maxSteps: 3 }).advance(0.2, STEP)).toBe(3)
    expect(new FixedStepper({ maxFrameSeconds: 0.05 }).advance(0.2, STEP)).toBe(3)
  })

  it.each([
    { maxSteps: 0 },
    { maxSteps: NaN },
    { maxFrameSeconds: 0 },
    { maxFrameSeconds: -1 },
    { maxFrameSeconds: Infinity },
  ])('%o throws', (options) => {
    expect(() => new FixedStepper(options)).toThrow(BillowError)
    expect(() => new ClothSimulation({ clock: options })).toThrow(BillowError)
  })
})

describe('interpolation', () => {
  it('alpha is from 0 to 1 for any frames (fast-check)', () => {
    const seconds = fc.oneof(
      fc.double({ noNaN: true }),
      fc.double({ min: 0, max: 0.1, noNaN: true }),
    )
    fc.assert(
      fc.property(
        fc.array(seconds),
        fc.constantFrom(1 / 240, 1 / 90, STEP, 0.3),
        (frames, step) => {
          const stepper = new FixedStepper()
          for (const frame of frames) {
            const steps = stepper.advance(frame, step)
            expect(steps).toBeGreaterThanOrEqual(0)
            expect(steps).toBeLessThanOrEqual(8)
            const alpha = stepper.alpha(step)
            expect(alpha >= 0 && alpha <= 1).toBe(true)
          }
        },
      ),
    )
  })

  it('grows with the time that waits: 0.25 after a quarter of a step', () => {
    const stepper = new FixedStepper()
    stepper.advance(1.25 * STEP, STEP)
    expect(stepper.alpha(STEP)).toBeCloseTo(0.25, 9)
    stepper.reset()
    expect(stepper.alpha(STEP)).toBe(0)
  })

  it('drawn positions are a quarter of the way from the last step but one to the last', () => {
    const cloth = createCloth()
    for (let n = 0; n < 20; n++) cloth.step()
    cloth.advance(1.25 * STEP)
    const drawn = new Float32Array(cloth.positions.length)
    cloth.writePositions(drawn)
    const { positions, previousPositions } = cloth
    let farthest = 0
    for (let i = 0; i < drawn.length; i++) {
      const before = previousPositions[i]!
      const now = positions[i]!
      farthest = Math.max(farthest, Math.abs(now - before))
      expect(drawn[i]).toBeGreaterThanOrEqual(Math.fround(Math.min(before, now)))
      expect(drawn[i]).toBeLessThanOrEqual(Math.fround(Math.max(before, now)))
      expect(drawn[i]).toBeCloseTo(before + 0.25 * (now - before), 6)
    }
    expect(farthest).toBeGreaterThan(1e-3)
    cloth.writePositions(drawn, false)
    expect([...drawn]).toEqual([...Float32Array.from(positions)])
  })
})

/** Something in which every step counts: gusts, a moving start, self-collision. */
function createCloth(): ClothSimulation {
  return new ClothSimulation({
    segments: [6, 6],
    pins: ['top-left', 'top-right'],
    wind: [2, 0, 3],
    iterations: 2,
    selfCollision: true,
  })
}

describe.each([1, 10])(
  '%i s of frames give bit-equal states and as many steps (V13, F7, F8)',
  (seconds) => {
    /** Hash and steps after frames that add up to `seconds`. */
    function run(frames: Iterable<number>): { hash: string; steps: number } {
      const cloth = createCloth()
      let steps = 0
      for (const frame of frames) steps += cloth.advance(frame)
      expect(cloth.measure().steps).toBe(steps)
      return { hash: cloth.hash(), steps }
    }

    const constant = (hertz: number): number[] =>
      Array.from({ length: seconds * hertz }, () => 1 / hertz)

    function random(seed: number): number[] {
      const next = createRandom(seed)
      const frames: number[] = []
      let left = seconds
      while (left > 0.05) {
        frames.push(0.001 + 0.04 * next())
        left -= frames.at(-1)
      }
      return [...frames, left]
    }

    const expected = run(constant(60))

    it('60 Hz: 60 steps a second', () => {
      expect(expected.steps).toBe(60 * seconds)
    })

    it.each([30, 75, 90, 120, 144, 165, 240, 360])('%i Hz', (hertz) => {
      expect(run(constant(hertz))).toEqual(expected)
    })

    it.each([11, 12, 13, 14, 15])('random frames of 1 to 41 ms, seed %i (F13)', (seed) => {
      expect(run(random(seed))).toEqual(expected)
    })
  },
)

describe('a clock outside', () => {
  /** A cloth that a ball is pushed through, by its own clock and by another one. */
  const make = () =>
    new ClothSimulation({
      segments: [6, 6],
      pins: 'top',
      colliders: [{ type: 'sphere', center: [0, 0, 0.4], radius: 0.2 }],
    })

  it('whose steps say how many are left gives the same as advance, bit by bit', () => {
    const [own, other] = [make(), make()]
    const clock = new FixedStepper()
    const frames = [1 / 30, 1 / 144, 0.05, 1 / 60, 0.11]
    frames.forEach((seconds, n) => {
      for (const cloth of [own, other])
        cloth.colliders[0]!.set({ center: [0, 0, 0.4 - 0.1 * n] } as never)
      own.advance(seconds)
      const steps = clock.advance(seconds, other.timeStep)
      for (let left = steps; left > 0; left--) other.step(left)
      other.pending = clock.pending
      expect(other.hash()).toBe(own.hash())
      expect(other.alpha).toBe(own.alpha)
    })
    // Where a frame has several steps, the ball's way is spread over them.
    const hasty = make()
    hasty.colliders[0]!.set({ center: [0, 0, 0.4] } as never)
    frames.forEach((seconds, n) => {
      hasty.colliders[0]!.set({ center: [0, 0, 0.4 - 0.1 * n] } as never)
      for (let left = new FixedStepper().advance(seconds, 1 / 60); left > 0; left--) hasty.step()
    })
    expect(hasty.hash()).not.toBe(own.hash())
  })

  it.each([0, 1.5, NaN, '2'])('stepsLeft %s throws, and nothing has moved', (stepsLeft) => {
    const cloth = make()
    const before = cloth.hash()
    expect(() => {
      cloth.step(stepsLeft as number)
    }).toThrow('stepsLeft must be an integer >= 1, got')
    expect(cloth.hash()).toBe(before)
  })

  it('pending must be a number', () => {
    const cloth = make()
    expect(() => {
      cloth.pending = NaN
    }).toThrow('pending must be a finite number, got NaN')
    expect(cloth.pending).toBe(0)
  })
})
