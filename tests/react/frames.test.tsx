// @vitest-environment happy-dom
/**
 * Frames of any length, and canvases of every `frameloop`: states are the same bits, a hidden tab jumps
 * nowhere, and React renders nothing while a simulation runs.
 */
import {
  Cloth,
  type ClothHandle,
  GrassField,
  type GrassHandle,
  Simulation,
  type SimulationHandle,
} from '@billow/react'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const SHEET = { segments: [5, 5], pins: 'top', wind: [1, 0, 2], gusts: 0.3 } as const
const FIELD = { size: [1, 1], density: 30, wind: [1, 0, 2], gusts: 0.3, backend: 'cpu' } as const

// Frames are those of the tests alone.
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function scene(frameloop: 'always' | 'demand' = 'always') {
  const [cloth, grass, simulation] = [
    createRef<ClothHandle>(),
    createRef<GrassHandle>(),
    createRef<SimulationHandle>(),
  ]
  let renders = 0
  const count = (): void => {
    renders++
  }
  const content = (
    <Profiler id="all" onRender={count}>
      <Simulation ref={simulation}>
        <Cloth {...SHEET} ref={cloth} />
        <GrassField {...FIELD} ref={grass} />
      </Simulation>
    </Profiler>
  )
  return {
    start: () => TestRenderer.create(content, { frameloop }),
    steps: () => Math.round(cloth.current!.simulation.time * 60),
    time: () => simulation.current!.time,
    hash: () => `${cloth.current!.hash()} ${grass.current!.hash()}`,
    positions: () => Float64Array.from(cloth.current!.simulation.positions),
    renders: () => renders,
  }
}

/** Frame times with a mean of 1/60 s, from 1 to 40 ms, that add up to whole steps. */
function irregular(steps: number): number[] {
  const frames: number[] = []
  let sum = 0
  for (let n = 0; sum < steps / 60 - 0.05; n++) {
    const seconds = 0.001 + 0.039 * ((n * 0.6180339887) % 1)
    frames.push(seconds)
    sum += seconds
  }
  // Half a step more than the last one: no rounding decides how many there are.
  return [...frames, steps / 60 + 0.5 / 60 - sum]
}

describe('10 s', () => {
  const regular = (rate: number): number[] => Array.from({ length: 10 * rate }, () => 1 / rate)

  it('give bit-equal states of cloth and grass at 30, 60, 144 Hz and in irregular frames, always and on demand', async () => {
    const states = new Set<string>()
    for (const [frames, frameloop] of [
      [regular(30), 'always'],
      [regular(60), 'always'],
      [regular(144), 'always'],
      [irregular(600), 'always'],
      [irregular(600), 'demand'],
    ] as const) {
      const shown = scene(frameloop)
      const renderer = await shown.start()
      for (const seconds of frames) await renderer.advanceFrames(1, seconds)
      expect(shown.steps()).toBe(600)
      states.add(shown.hash())
      await renderer.unmount()
    }
    expect(states.size).toBe(1)
  })

  it('of a running simulation render nothing in React', async () => {
    const shown = scene()
    const renderer = await shown.start()
    const before = shown.renders()
    expect(before).toBeGreaterThan(0)
    await renderer.advanceFrames(600, 1 / 60)
    expect(shown.steps()).toBe(600)
    expect(shown.renders()).toBe(before)
  })
})

describe('half an hour in a hidden tab', () => {
  it('is one frame of at most 8 steps, and what it cut off is never caught up', async () => {
    const [shown, watched] = [scene(), scene()]
    const renderer = await shown.start()
    const other = await watched.start()
    await renderer.advanceFrames(60, 1 / 60)
    await other.advanceFrames(60, 1 / 60)
    await renderer.advanceFrames(1, 1800)
    expect(shown.steps()).toBe(68)
    expect(shown.time()).toBeCloseTo(68 / 60, 9)
    await renderer.advanceFrames(1, 1 / 60)
    expect(shown.steps()).toBe(69)
    // It has moved as far as 9 steps go, and no further.
    await other.advanceFrames(9, 1 / 60)
    expect(shown.positions()).toEqual(watched.positions())
    expect(shown.hash()).toBe(watched.hash())
  })

  it('frames of no time and back in time are no steps', async () => {
    const shown = scene()
    const renderer = await shown.start()
    await renderer.advanceFrames(30, 1 / 60)
    const before = shown.hash()
    for (const seconds of [0, -1, -1800, 0]) await renderer.advanceFrames(1, seconds)
    expect(shown.steps()).toBe(30)
    expect(shown.hash()).toBe(before)
    await renderer.advanceFrames(1, 1 / 60)
    expect(shown.steps()).toBe(31)
  })
})
