// @vitest-environment happy-dom
/** `<Simulation>`: one clock and one weather for several cloths, and its place within a frame. */
import { ClothSimulation, triangleCollision } from '@billow/core'
import { Cloth, type ClothHandle, type ClothProps, Simulation } from '@billow/react'
import { useFrame } from '@react-three/fiber'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, type ReactNode, type RefObject, StrictMode } from 'react'
import { type Group, Vector3 } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { frames } from '../helpers/frames.js'

const small = { segments: [4, 4], substeps: 2 } as const

const refs = () => [createRef<ClothHandle>(), createRef<ClothHandle>()] as const
const stepsOf = (handle: RefObject<ClothHandle | null>) => handle.current!.measure().steps

describe('clock', () => {
  it('advances all cloths by the same time, each times its own scale', async () => {
    const [first, second] = refs()
    const renderer = await TestRenderer.create(
      <Simulation timeScale={0.5}>
        <Cloth {...small} ref={first} />
        <group>
          <Cloth {...small} timeScale={0.5} ref={second} />
        </group>
      </Simulation>,
    )
    await frames(renderer, 40)
    expect([stepsOf(first), stepsOf(second)]).toEqual([20, 10])
  })

  it('stops all of them, or one alone', async () => {
    const [first, second] = refs()
    const scene = (paused: boolean) => (
      <Simulation paused={paused}>
        <Cloth {...small} ref={first} />
        <Cloth {...small} paused ref={second} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(true))
    await frames(renderer, 10)
    expect([stepsOf(first), stepsOf(second)]).toEqual([0, 0])
    await renderer.update(scene(false))
    await frames(renderer, 10)
    expect([stepsOf(first), stepsOf(second)]).toEqual([10, 0])
  })

  it('draws what was stepped in the same frame, and what was stepped by hand while paused', async () => {
    const [first] = refs()
    const scene = (paused: boolean) => (
      <Simulation paused={paused}>
        <Cloth {...small} interpolate={false} ref={first} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(false))
    const drawn = () => [...first.current!.object.geometry.getAttribute('position').array]
    await frames(renderer, 3)
    expect(drawn()).toEqual([...first.current!.simulation.positions])
    await renderer.update(scene(true))
    first.current!.step()
    await frames(renderer, 1)
    expect(stepsOf(first)).toBe(4)
    expect(drawn()).toEqual([...first.current!.simulation.positions])
  })

  it('works under StrictMode, and lets go of a cloth that is unmounted', async () => {
    const [first, second] = refs()
    const scene = (both: boolean) => (
      <StrictMode>
        <Simulation>
          <Cloth {...small} ref={first} />
          {both ? <Cloth {...small} ref={second} /> : null}
        </Simulation>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(scene(true))
    await frames(renderer, 5)
    const { simulation } = second.current!
    await renderer.update(scene(false))
    await frames(renderer, 5)
    expect(stepsOf(first)).toBe(10)
    expect(simulation.measure().steps).toBe(5)
  })

  it('names a wrong time scale', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(TestRenderer.create(<Simulation timeScale={-1} />)).rejects.toThrow(
      '@billow/core: Simulation: timeScale must be a finite number >= 0, got -1',
    )
    quiet.mockRestore()
  })
})

describe('what cloths share', () => {
  it('wind and gravity are those of the simulation where a cloth has none of its own', async () => {
    const [first, second] = refs()
    const scene = (wind: readonly [number, number, number]) => (
      <Simulation wind={wind} gravity={[0, -1, 0]}>
        <Cloth {...small} ref={first} wind={undefined} />
        <Cloth {...small} ref={second} wind={[0, 0, 5]} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene([1, 0, 0]))
    expect(first.current!.simulation.params).toMatchObject({ wind: [1, 0, 0], gravity: [0, -1, 0] })
    expect(second.current!.simulation.params).toMatchObject({ wind: [0, 0, 5] })
    const { simulation } = first.current!
    await frames(renderer, 2)
    await renderer.update(scene([2, 0, 0]))
    expect(first.current!.simulation).toBe(simulation)
    expect(simulation.time).toBeGreaterThan(0)
    expect(simulation.params.wind).toEqual([2, 0, 0])
  })

  it('inline arrays that say the same change nothing', async () => {
    const [first] = refs()
    const scene = () => (
      <Simulation wind={[1, 0, 0]}>
        <Cloth {...small} ref={first} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene())
    const set = vi.spyOn(first.current!.simulation, 'setParams')
    await renderer.update(scene())
    expect(set).not.toHaveBeenCalled()
  })

  it('a cloth outside keeps its own', async () => {
    const [first] = refs()
    await TestRenderer.create(<Cloth {...small} ref={first} />)
    const { wind, gravity } = new ClothSimulation().params
    expect(first.current!.simulation.params).toMatchObject({ wind, gravity })
  })

  it('names a wrong wind', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(TestRenderer.create(<Simulation wind={[NaN, 0, 0]} />)).rejects.toThrow(
      '@billow/core: Simulation: wind must be 3 finite numbers (m/s), got [NaN, 0, 0]',
    )
    quiet.mockRestore()
  })
})

describe('order within a frame', () => {
  /** A pole that a frame callback moves, and a cloth that hangs on it, mounted in either order. */
  function Pole({ pole }: { pole: RefObject<Group | null> }) {
    useFrame(() => {
      pole.current!.position.x += 0.01
    })
    return <group ref={pole} />
  }

  const alone = (props: ClothProps & { ref: RefObject<ClothHandle | null> }) => <Cloth {...props} />
  const inSimulation = (props: ClothProps & { ref: RefObject<ClothHandle | null> }) => (
    <Simulation>
      <Cloth {...props} />
    </Simulation>
  )

  it.each([
    ['a cloth alone', alone],
    ['a cloth in a simulation', inSimulation],
  ])('%s is where the pole is drawn, and no frame behind', async (_, cloth) => {
    const [pole, handle] = [createRef<Group>(), createRef<ClothHandle>()]
    const pins = [{ particle: 'top-left', target: pole }] as const
    const sheet: ReactNode = cloth({ ...small, pins, interpolate: false, ref: handle })
    const renderer = await TestRenderer.create(
      <>
        {sheet}
        <Pole pole={pole} />
      </>,
    )
    await frames(renderer, 100)
    const drawn = handle.current!.object.particlePosition(20, new Vector3())
    expect(drawn.x).toBeCloseTo(1, 6)
    expect(drawn.distanceTo(pole.current!.position)).toBeLessThan(1e-6)
  })

  it('neither draws nor keeps react-three-fiber from drawing', async () => {
    function Probe({ report }: { report: (priority: number) => void }) {
      useFrame(({ internal }) => {
        report(internal.priority)
      })
      return null
    }
    const seen: number[] = []
    const report = (priority: number) => void seen.push(priority)
    const renderer = await TestRenderer.create(
      <>
        <Cloth {...small} />
        <Cloth {...small} updatePriority={2} />
        <Simulation />
        <Probe report={report} />
      </>,
    )
    await frames(renderer, 1)
    await renderer.update(<Probe report={report} />)
    await frames(renderer, 1)
    expect(seen).toEqual([0, 0])
  })
})

describe('clothCollision', () => {
  const flat = {
    ...small,
    segments: [8, 8],
    orientation: 'horizontal',
    thickness: 0.06,
    airDensity: 0,
  } as const
  /** A held sheet, and one that falls on it. */
  const below = { ...flat, pins: [() => true], origin: [-0.5, 0, -0.5] } as const
  const above = { ...flat, origin: [-0.45, 0.2, -0.45] } as const
  const lowest = ({ current }: RefObject<ClothHandle | null>) =>
    Math.min(...[...current!.simulation.positions].filter((_, i) => i % 3 === 1))

  it.each([
    [false, -0.5, -0.1],
    [true, 0, 0.13],
    ['triangles', 0, 0.13],
  ] as const)(
    '%j: a sheet that falls on another one is from %d to %d m high',
    async (how, low, high) => {
      const [first, second] = refs()
      const renderer = await TestRenderer.create(
        <StrictMode>
          <Simulation clothCollision={how} triangleCollision={triangleCollision}>
            <Cloth {...below} ref={first} />
            <Cloth {...above} ref={second} />
          </Simulation>
        </StrictMode>,
      )
      await frames(renderer, 20)
      expect([stepsOf(first), stepsOf(second)]).toEqual([20, 20])
      expect(lowest(second)).toBeGreaterThan(low)
      expect(lowest(second)).toBeLessThan(high)
    },
  )

  it('is switched on and off, takes cloths in and lets them go while it runs', async () => {
    const [first, second] = refs()
    const scene = (isOn: boolean, both: boolean) => (
      <Simulation clothCollision={isOn}>
        <Cloth {...below} ref={first} />
        {both ? <Cloth {...above} ref={second} /> : null}
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(true, false))
    await frames(renderer, 5)
    await renderer.update(scene(true, true))
    await frames(renderer, 30)
    expect([stepsOf(first), stepsOf(second)]).toEqual([35, 30])
    expect(lowest(second)).toBeGreaterThan(0)
    expect(second.current!.simulation.group).toBe(first.current!.simulation.group)
    await renderer.update(scene(false, true))
    expect(first.current!.simulation.group).toBe(undefined)
    await frames(renderer, 20)
    expect(lowest(second)).toBeLessThan(-0.1)
    const { simulation } = second.current!
    await renderer.update(scene(true, false))
    await frames(renderer, 5)
    expect(simulation.measure().steps).toBe(50)
    expect(stepsOf(first)).toBe(60)
  })

  it('one that is paused stands still, and a step by hand is one of all', async () => {
    const [first, second] = refs()
    const scene = (paused: boolean, all: boolean) => (
      <Simulation clothCollision paused={all}>
        <Cloth {...below} ref={first} />
        <Cloth {...above} paused={paused} ref={second} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(true, false))
    await frames(renderer, 5)
    expect([stepsOf(first), stepsOf(second)]).toEqual([5, 0])
    await renderer.update(scene(true, true))
    second.current!.step()
    await frames(renderer, 5)
    expect([stepsOf(first), stepsOf(second)]).toEqual([6, 1])
  })

  it.each<[string, ReactNode, string]>([
    [
      'mass-spring',
      <Cloth key="a" {...small} solver="mass-spring" />,
      'must have solver "xpbd" or "pbd"',
    ],
    [
      'a clock of its own',
      <Cloth key="a" {...small} timeScale={0.5} />,
      'the timeScale of each must be 1',
    ],
    [
      'another place',
      <Cloth key="a" {...small} position-x={1} />,
      'must be at the same place in the scene',
    ],
  ])('names %s', async (_, cloth, message) => {
    const create = TestRenderer.create(
      <Simulation clothCollision>
        <Cloth {...small} />
        {cloth}
      </Simulation>,
    )
    await expect(create).rejects.toThrow(message)
  })
})
