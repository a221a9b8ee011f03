/**
 * Canvases whose `frameloop` is switched while a cloth and a field run, and canvases that the application
 * advances itself: everything goes on from where it is, by no more time than has passed.
 */
import {
  Cloth,
  type ClothHandle,
  GrassField,
  type GrassHandle,
  Simulation,
  type SimulationHandle,
  useAfterStep,
} from '@billow/react'
import { Canvas, type RootState, useFrame } from '@react-three/fiber'
import { createRef, type ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SOON } from '../helpers/waiting.js'

const STEP = 1 / 60
const MOST_STEPS = 3

const SHEET = { segments: [5, 5], substeps: 2, pins: 'top', wind: [1, 0, 2], gusts: 0.3 } as const
const FIELD = { size: [1, 1], density: 30, wind: [1, 0, 2], gusts: 0.3, backend: 'cpu' } as const

type Frameloop = 'always' | 'demand' | 'never'

/** A frame: when it began, what react-three-fiber says has passed, and how many steps the clock took. */
interface Frame {
  readonly at: number
  readonly delta: number
  steps: number
}

async function show(frameloop: Frameloop) {
  const [simulation, cloth, grass, lone] = [
    createRef<SimulationHandle>(),
    createRef<ClothHandle>(),
    createRef<GrassHandle>(),
    createRef<ClothHandle>(),
  ]
  const frames: Frame[] = []
  let state: RootState | undefined
  const Watch = (): null => {
    useFrame((_, delta) => {
      frames.push({ at: performance.now() / 1000, delta, steps: 0 })
    }, -1)
    useAfterStep(() => {
      frames.at(-1).steps++
    })
    return null
  }
  const page = (loop: Frameloop): ReactNode => (
    <div style={{ width: 80, height: 60 }}>
      <Canvas
        frameloop={loop}
        onCreated={(created) => {
          state = created
        }}
      >
        <Simulation ref={simulation} maxSubSteps={MOST_STEPS}>
          <Cloth {...SHEET} ref={cloth} />
          <GrassField {...FIELD} ref={grass} />
          <Watch />
        </Simulation>
        <Cloth {...SHEET} ref={lone} />
      </Canvas>
    </div>
  )
  const { rerender, unmount } = await render(page(frameloop))
  await vi.waitFor(() => {
    expect(state && cloth.current && lone.current && grass.current).toBeTruthy()
  }, SOON)
  const get = () => state!.get()
  return {
    frames,
    advance: (seconds: number) => {
      get().advance(seconds)
    },
    time: () => simulation.current!.time,
    loneTime: () => lone.current!.simulation.time,
    hash: () => `${cloth.current!.hash()} ${grass.current!.hash()}`,
    simulations: () => [cloth, grass, lone].map((ref) => ref.current!.simulation),
    /** Returns once the canvas has it. */
    async switch(loop: Frameloop) {
      await rerender(page(loop))
      await vi.waitFor(() => {
        expect(get().frameloop).toBe(loop)
      }, SOON)
    },
    unmount,
  }
}

type Shown = Awaited<ReturnType<typeof show>>

const moreFrames = (shown: Shown, count: number) => {
  const goal = shown.frames.length + count
  return vi.waitFor(() => {
    expect(shown.frames.length).toBeGreaterThanOrEqual(goal)
  }, SOON)
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 400))

describe('frameloop switched at run time', () => {
  test.each<readonly [from: Frameloop, to: Frameloop, back: Frameloop]>([
    ['always', 'demand', 'always'],
    ['demand', 'never', 'always'],
    ['always', 'never', 'demand'],
  ])('%s, %s, %s: the same simulations go on, without a jump', async (from, to, back) => {
    const shown = await show(from)
    await moreFrames(shown, 10)
    const simulations = shown.simulations()
    for (const loop of [to, back]) {
      // What a frame counts begins with the one before.
      let since = shown.frames.at(-1).at
      const [before, loneBefore] = [shown.time(), shown.loneTime()]
      const first = shown.frames.length
      await shown.switch(loop)
      if (loop === 'never') {
        // The switch draws nothing by itself, however long nobody advances.
        const [frames, hash] = [shown.frames.length, shown.hash()]
        await rest()
        since = performance.now() / 1000
        expect(shown.frames.length).toBe(frames)
        expect(shown.hash()).toBe(hash)
        // By the clock of the page, which began long ago.
        for (let n = 0; n < 6; n++) shown.advance(100 + performance.now() / 1000)
      } else await moreFrames(shown, 10)
      expect(shown.simulations()).toEqual(simulations)
      const frames = shown.frames.slice(first)
      expect(Math.max(...frames.map(({ steps }) => steps))).toBeLessThanOrEqual(MOST_STEPS)
      // What waited for the next step, one frame after a rest, and one for when frames say that they begin.
      const passed = performance.now() / 1000 - since + 3 * STEP
      expect(shown.time() - before).toBeLessThanOrEqual(passed)
      expect(shown.loneTime() - loneBefore).toBeLessThanOrEqual(passed)
      if (loop !== 'never') expect(shown.time()).toBeGreaterThan(before)
    }
    await shown.unmount()
  })

  test('never: the first time that is advanced to is where counting begins, and no frame of that length', async () => {
    const shown = await show('never')
    const start = 1e5
    shown.advance(start)
    expect(Math.round(shown.time() / STEP)).toBeLessThanOrEqual(1)
    expect(Math.round(shown.loneTime() / STEP)).toBeLessThanOrEqual(1)
    const before = [shown.time(), shown.loneTime()]
    for (let n = 1; n <= 10; n++) shown.advance(start + n * STEP)
    // All of it counts from then on.
    expect(Math.round((shown.time() - before[0]!) / STEP)).toBe(10)
    expect(Math.round((shown.loneTime() - before[1]!) / STEP)).toBe(10)
    await shown.unmount()
  })
})

test('never, advanced to the times of a canvas that draws always, has its bits', async () => {
  const always = await show('always')
  await moreFrames(always, 40)
  await always.switch('never')
  const frames = always.frames.slice()
  const hash = always.hash()
  const steps = Math.round(always.time() / STEP)
  expect(steps).toBeGreaterThan(10)
  await always.unmount()

  const never = await show('never')
  let time = 0
  never.advance(time)
  for (const { delta } of frames) never.advance((time += delta))
  expect(never.frames.slice(1).map((frame) => frame.steps)).toEqual(
    frames.map((frame) => frame.steps),
  )
  expect(Math.round(never.time() / STEP)).toBe(steps)
  expect(never.hash()).toBe(hash)
  await never.unmount()
})
