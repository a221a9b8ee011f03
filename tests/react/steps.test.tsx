// @vitest-environment happy-dom
/** One clock for a simulation, whose steps components can take part in, bit by bit at any frame rate. */
import {
  Cloth,
  type ClothHandle,
  GrassField,
  Simulation,
  type SimulationHandle,
  type SimulationProps,
  useAfterStep,
  useBeforeStep,
  useSimulation,
} from '@billow/react'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, type RefObject, StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { frames } from '../helpers/frames.js'

const small = { segments: [4, 4], substeps: 2, pins: 'top' } as const

const stepsOf = (handle: RefObject<ClothHandle | null>) => handle.current!.measure().steps

function Listener({ log, name }: { log: string[]; name: string }) {
  useBeforeStep(({ time, timeStep }) => {
    log.push(`${name} before ${(60 * time).toFixed(0)} ${(60 * timeStep).toFixed(2)}`)
  })
  useAfterStep(({ time }) => {
    log.push(`${name} after ${(60 * time).toFixed(0)}`)
  })
  return null
}

describe('callbacks of steps', () => {
  it('come once per fixed step, not per frame, around the step of all', async () => {
    const log: string[] = []
    const [first, second] = [createRef<ClothHandle>(), createRef<ClothHandle>()]
    const seen: string[] = []
    function Steps() {
      useBeforeStep(() => seen.push(`${stepsOf(first)} ${stepsOf(second)}`))
      useAfterStep(() => seen.push(`${stepsOf(first)} ${stepsOf(second)}`))
      return null
    }
    const renderer = await TestRenderer.create(
      <Simulation>
        <Cloth {...small} ref={first} />
        <Cloth {...small} ref={second} />
        <Listener log={log} name="s" />
        <Steps />
      </Simulation>,
    )
    await frames(renderer, 1, 1 / 30)
    expect(log).toEqual(['s before 0 1.00', 's after 1', 's before 1 1.00', 's after 2'])
    expect(seen).toEqual(['0 0', '1 1', '1 1', '2 2'])
    await frames(renderer, 1, 1 / 240)
    expect(log).toHaveLength(4)
  })

  it('of a cloth that is alone are those of its own clock; a step by hand is one, too', async () => {
    const log: string[] = []
    const handle = createRef<ClothHandle>()
    const scene = (paused: boolean) => (
      <Cloth {...small} timeStep={1 / 120} timeScale={0.5} paused={paused} ref={handle}>
        <Listener log={log} name="c" />
      </Cloth>
    )
    const renderer = await TestRenderer.create(scene(false))
    await frames(renderer, 2)
    expect(stepsOf(handle)).toBe(2)
    expect(log.filter((line) => line.includes('before'))).toEqual([
      'c before 0 0.50',
      'c before 1 0.50',
    ])
    await renderer.update(scene(true))
    await frames(renderer, 2)
    handle.current!.step()
    expect(stepsOf(handle)).toBe(3)
    expect(log).toHaveLength(6)
    handle.current!.reset()
    await renderer.update(scene(false))
    await frames(renderer, 1)
    expect(log.at(-2)).toBe('c before 0 0.50')
  })

  it('work in a field of grass, too', async () => {
    const log: string[] = []
    const renderer = await TestRenderer.create(
      <GrassField size={[1, 1]} density={4} backend="cpu">
        <Listener log={log} name="g" />
      </GrassField>,
    )
    await frames(renderer, 3)
    expect(log.filter((line) => line.includes('after'))).toHaveLength(3)
  })

  it('end with the component, come once under StrictMode, and are those of the last render', async () => {
    const calls: string[] = []
    function Told({ word }: { word: string }) {
      useBeforeStep(() => calls.push(word))
      return null
    }
    const scene = (word?: string) => (
      <StrictMode>
        <Simulation>{word ? <Told word={word} /> : null}</Simulation>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(scene())
    await renderer.update(scene('one'))
    await frames(renderer, 2)
    await renderer.update(scene('two'))
    await frames(renderer, 1)
    await renderer.update(scene())
    await frames(renderer, 3)
    expect(calls).toEqual(['one', 'one', 'two'])
  })

  it('render nothing anew', async () => {
    const render = vi.fn()
    function Counted() {
      render()
      useAfterStep(() => undefined)
      useSimulation()
      return null
    }
    const renderer = await TestRenderer.create(
      <Simulation>
        <Cloth {...small} />
        <Counted />
      </Simulation>,
    )
    const before = render.mock.calls.length
    await frames(renderer, 20)
    expect(render.mock.calls.length).toBe(before)
  })

  it.each([
    ['useBeforeStep', useBeforeStep],
    ['useAfterStep', useAfterStep],
  ])('%s outside says where it belongs', async (name, use) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    function Outside() {
      use(() => undefined)
      return null
    }
    await expect(TestRenderer.create(<Outside />)).rejects.toThrow(
      `@billow/react: ${name} must be used in a component within a <Simulation>, <Cloth> or <GrassField>`,
    )
    quiet.mockRestore()
  })
})

describe('10 s at 30, 60 and 144 frames a second', () => {
  /** A cloth whose wind is set anew before every step, beside one that lies on a moving ball. */
  async function run(rate: number, lone: boolean): Promise<string> {
    const handle = createRef<ClothHandle>()
    function Gusts() {
      useBeforeStep(({ time }) => {
        handle.current!.setParams({ wind: [3 * Math.sin(2 * time), 0, 1] })
      })
      return null
    }
    const cloth = (
      <Cloth {...small} ref={handle}>
        {lone ? <Gusts /> : null}
      </Cloth>
    )
    const renderer = await TestRenderer.create(
      lone ? (
        cloth
      ) : (
        <Simulation>
          {cloth}
          <Gusts />
        </Simulation>
      ),
    )
    await frames(renderer, 10 * rate, 1 / rate)
    expect(stepsOf(handle)).toBe(600)
    return handle.current!.hash()
  }

  it.each([true, false])('give bit-equal states; alone: %s', async (lone) => {
    const hashes = [await run(30, lone), await run(60, lone), await run(144, lone)]
    expect(new Set(hashes).size).toBe(1)
  })
})

describe('what a simulation sets', () => {
  const refs = () => [createRef<ClothHandle>(), createRef<SimulationHandle>()] as const

  it('timeStep is that of its clock and of cloths without their own, also when it changes', async () => {
    const [cloth, simulation] = refs()
    const own = createRef<ClothHandle>()
    const scene = (timeStep?: number) => (
      <Simulation timeStep={timeStep} ref={simulation}>
        <Cloth {...small} ref={cloth} />
        <Cloth {...small} timeStep={1 / 30} ref={own} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(1 / 120))
    await frames(renderer, 4)
    expect([stepsOf(cloth), stepsOf(own)]).toEqual([8, 2])
    expect(simulation.current!.time).toBeCloseTo(4 / 60, 12)
    const { simulation: before } = cloth.current!
    await renderer.update(scene(1 / 240))
    await frames(renderer, 1)
    expect(cloth.current!.simulation).toBe(before)
    expect(stepsOf(cloth)).toBe(12)
    await renderer.update(scene())
    await frames(renderer, 1)
    expect(stepsOf(cloth)).toBe(13)
  })

  it('maxSubSteps bounds the steps of a frame, and the rest is dropped', async () => {
    const [cloth, simulation] = refs()
    const scene = (maxSubSteps?: number) => (
      <Simulation maxSubSteps={maxSubSteps} ref={simulation}>
        <Cloth {...small} ref={cloth} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(3))
    await frames(renderer, 1, 0.2)
    expect(stepsOf(cloth)).toBe(3)
    await frames(renderer, 1)
    expect(stepsOf(cloth)).toBe(4)
    await renderer.update(scene())
    // 0.2 s are 12 steps; a clock takes 8 of them.
    await frames(renderer, 1, 0.2)
    expect(stepsOf(cloth)).toBe(12)
  })

  it('interpolate is that of cloths without their own', async () => {
    const [cloth] = refs()
    const own = createRef<ClothHandle>()
    const scene = (interpolate: boolean) => (
      <Simulation interpolate={interpolate}>
        <Cloth {...small} ref={cloth} />
        <Cloth {...small} interpolate ref={own} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(false))
    expect([cloth.current!.object.interpolate, own.current!.object.interpolate]).toEqual([
      false,
      true,
    ])
    await renderer.update(scene(true))
    expect(cloth.current!.object.interpolate).toBe(true)
  })

  it('seed makes cloths anew that have none of their own', async () => {
    const [cloth] = refs()
    const scene = (seed: number) => (
      <Simulation seed={seed}>
        <Cloth {...small} jitter={0.01} ref={cloth} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(1))
    const first = cloth.current!.hash()
    await renderer.update(scene(2))
    expect(cloth.current!.hash()).not.toBe(first)
    await renderer.update(scene(1))
    expect(cloth.current!.hash()).toBe(first)
  })

  it('turbulence and gusts are shared as wind is', async () => {
    const [cloth] = refs()
    const air = { turbulence: 0.5, turbulenceScale: 3, gusts: 0.2, gustPeriod: 2 }
    await TestRenderer.create(
      <Simulation wind={[1, 0, 0]} {...air}>
        <Cloth {...small} ref={cloth} />
      </Simulation>,
    )
    expect(cloth.current!.simulation.params).toMatchObject({ wind: [1, 0, 0], ...air })
  })

  it.each<[SimulationProps, string]>([
    [{ timeStep: 0 }, 'timeStep must be a finite number > 0 and <= 1 (s), got 0'],
    [{ maxSubSteps: 0 }, 'maxSubSteps must be a finite number >= 1, got 0'],
    [{ seed: -1 }, 'seed must be an integer from 0 to 4294967295, got -1'],
    [{ turbulence: NaN }, 'turbulence must be a finite number >= 0, got NaN'],
  ])('names a wrong value: %j', async (props, message) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(TestRenderer.create(<Simulation {...props} />)).rejects.toThrow(message)
    quiet.mockRestore()
  })
})

describe('useSimulation', () => {
  it('gives the same object in every render: steps and resets all, tells the time', async () => {
    const handles = new Set<SimulationHandle>()
    const ref = createRef<SimulationHandle>()
    const [first, second] = [createRef<ClothHandle>(), createRef<ClothHandle>()]
    const log: string[] = []
    function Inside() {
      handles.add(useSimulation())
      return null
    }
    const scene = (paused: boolean) => (
      <Simulation paused={paused} ref={ref}>
        <Cloth {...small} ref={first} />
        <Cloth {...small} timeScale={0.5} ref={second} />
        <Inside />
        <Listener log={log} name="s" />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(true))
    await renderer.update(scene(true))
    expect([...handles]).toEqual([ref.current])
    ref.current!.step()
    ref.current!.step()
    expect([stepsOf(first), stepsOf(second)]).toEqual([2, 2])
    expect(log).toHaveLength(4)
    expect(ref.current!.time).toBeCloseTo(2 / 60, 12)
    expect(ref.current!.simulations).toEqual([
      first.current!.simulation,
      second.current!.simulation,
    ])
    ref.current!.reset()
    expect([stepsOf(first), stepsOf(second), ref.current!.time]).toEqual([0, 0, 0])
    await frames(renderer, 3)
    expect(stepsOf(first)).toBe(0)
  })

  it('steps cloths that touch each other once', async () => {
    const ref = createRef<SimulationHandle>()
    const [first, second] = [createRef<ClothHandle>(), createRef<ClothHandle>()]
    const renderer = await TestRenderer.create(
      <Simulation clothCollision ref={ref}>
        <Cloth {...small} ref={first} />
        <Cloth {...small} origin={[0, 0, 1]} ref={second} />
      </Simulation>,
    )
    ref.current!.step()
    expect([stepsOf(first), stepsOf(second)]).toEqual([1, 1])
    await frames(renderer, 1, 1 / 30)
    expect([stepsOf(first), stepsOf(second)]).toEqual([3, 3])
  })

  it('outside says where it belongs', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    function Outside() {
      useSimulation()
      return null
    }
    await expect(TestRenderer.create(<Outside />)).rejects.toThrow(
      '@billow/react: useSimulation must be used in a component within a <Simulation>',
    )
    quiet.mockRestore()
  })
})
