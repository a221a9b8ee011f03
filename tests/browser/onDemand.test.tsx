/**
 * Canvases that draw on demand: what has come to rest asks for no frames, so nothing is computed or
 * drawn, and any change wakes it. Frames are counted as react-three-fiber runs them.
 */
import {
  Cloth,
  type ClothHandle,
  type ClothProps,
  type ClothWorkerHandle,
  GrassField,
  type GrassFieldProps,
  type GrassHandle,
  Simulation,
  SphereCollider,
} from '@billow/react'
import { Canvas, type RootState, useFrame } from '@react-three/fiber'
import { createRef, type ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { LULL, SOON, untilStill } from '../helpers/waiting.js'

const FIELD = { size: [1, 1], density: 60, turbulence: 0, timeScale: 3 } as const

const SHEET = { segments: [4, 4], pins: 'top', damping: 5, timeScale: 3 } as const

interface Shown {
  readonly frames: () => number
  /** Returns once no frames are drawn any more, and none are asked for. */
  readonly untilStill: () => Promise<void>
  readonly change: (children: ReactNode) => Promise<void>
  readonly unmount: () => void | Promise<void>
}

async function show(children: ReactNode): Promise<Shown> {
  let frames = 0
  let state: RootState | undefined
  const Count = (): null => {
    useFrame((current) => {
      state = current
      frames++
    })
    return null
  }
  const canvas = (content: ReactNode): ReactNode => (
    <div style={{ width: 120, height: 90 }}>
      <Canvas frameloop="demand">
        <Count />
        {content}
      </Canvas>
    </div>
  )
  const { rerender, unmount } = await render(canvas(children))
  return {
    frames: () => frames,
    async untilStill() {
      await vi.waitFor(() => {
        expect(state).toBeDefined()
      }, SOON)
      await untilStill(() => (state!.internal.frames > 0 ? undefined : frames))
    },
    change: (content) => rerender(canvas(content)),
    unmount,
  }
}

function lull(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LULL))
}

/** Frames run, until whatever was changed has come to rest again. */
async function expectWoken(shown: Shown, change: () => unknown): Promise<void> {
  const before = shown.frames()
  await change()
  await vi.waitFor(() => {
    expect(shown.frames()).toBeGreaterThan(before + 10)
  }, SOON)
  await shown.untilStill()
}

describe('<GrassField> (G50)', () => {
  test.each<[string, GrassFieldProps]>([
    ['no wind', { backend: 'cpu' }],
    ['a wind that stays', { wind: [2, 0, 1], backend: 'cpu' }],
    ['a wind that stays, on the graphics card', { wind: [2, 0, 1], backend: 'gpu' }],
  ])('comes to rest in %s, and wakes for what changes', async (_, props) => {
    const ref = createRef<GrassHandle>()
    const field = (changed: GrassFieldProps = {}, height = 5): ReactNode => (
      <GrassField {...FIELD} {...props} {...changed} ref={ref}>
        <SphereCollider radius={0.3} position={[0, height, 0]} />
      </GrassField>
    )
    const shown = await show(field())
    await shown.untilStill()
    const { simulation } = ref.current!
    expect(simulation.isResting).toBe(true)
    const lean = ref.current!.measure().meanLean
    expect(lean).toBeGreaterThan(0)
    const { time } = simulation
    await lull()
    expect(simulation.time).toBe(time)

    await expectWoken(shown, () => shown.change(field({ wind: [-4, 0, 0] })))
    expect(Math.abs(ref.current!.measure().meanLean - lean)).toBeGreaterThan(0.01)
    await shown.change(field({ wind: [-4, 0, 0] }, 0.2))
    await vi.waitFor(() => {
      expect(ref.current!.measure().touched).toBeGreaterThan(0)
    }, SOON)
    await expectWoken(shown, () => shown.change(field({ wind: [-4, 0, 0] }, 5)))
    expect(ref.current!.measure().pressed).toBe(0)
    await expectWoken(shown, () => ref.current!.reset())
    await shown.unmount()
  })

  test('goes on in a wind that does not stay', async () => {
    const ref = createRef<GrassHandle>()
    const shown = await show(<GrassField {...FIELD} wind={[2, 0, 0]} gusts={0.5} ref={ref} />)
    await vi.waitFor(() => {
      expect(ref.current!.simulation.time).toBeGreaterThan(3)
    }, SOON)
    const before = shown.frames()
    await lull()
    expect(shown.frames()).toBeGreaterThan(before)
    await shown.unmount()
  })

  test('time has stood when it wakes: the first frame is a step at most, however long the rest was', async () => {
    const ref = createRef<GrassHandle>()
    const times: number[] = []
    const Watch = (): null => {
      useFrame(() => {
        times.push(ref.current!.simulation.time)
      }, -1)
      return null
    }
    const field = (wind: number): ReactNode => (
      <>
        <GrassField {...FIELD} timeScale={1} wind={[wind, 0, 0]} ref={ref} />
        <Watch />
      </>
    )
    const shown = await show(field(0))
    await shown.untilStill()
    times.length = 0
    await shown.change(field(3))
    await vi.waitFor(() => {
      expect(times.length).toBeGreaterThan(1)
    }, SOON)
    // Read before the first and before the second frame.
    expect(times[1]! - times[0]!).toBeLessThan(2.01 / 60)
    await shown.unmount()
  })

  test('in a <Simulation>, with another that is paused', async () => {
    const content = (wind: number): ReactNode => (
      <Simulation wind={[wind, 0, 0]}>
        <GrassField {...FIELD} />
        <GrassField {...FIELD} gusts={1} paused />
      </Simulation>
    )
    const shown = await show(content(0))
    await shown.untilStill()
    await expectWoken(shown, () => shown.change(content(3)))
    await shown.unmount()
  })
})

describe('<Cloth>', () => {
  const cloth = (props: ClothProps, height = 5): ReactNode => (
    <Cloth {...SHEET} {...props}>
      <SphereCollider radius={0.2} position={[0.2, height, 0]} />
    </Cloth>
  )

  test('sleeps, and wakes for what changes', async () => {
    const ref = createRef<ClothHandle>()
    const shown = await show(cloth({ ref }))
    await shown.untilStill()
    expect(ref.current!.simulation.sleeping).toBe(true)
    await expectWoken(shown, () => shown.change(cloth({ ref, gravity: [0, -3, 0] })))
    await expectWoken(shown, () => shown.change(cloth({ ref, gravity: [0, -3, 0] }, -0.3)))
    await expectWoken(shown, () => {
      ref.current!.grab(24, [0.6, -0.4, 0.3])
    })
    await expectWoken(shown, () => {
      ref.current!.release()
    })
    await shown.unmount()
  })

  test('sleeps in a worker, which says so when it does, and when it wakes', async () => {
    const ref = createRef<ClothWorkerHandle>()
    const sheet = (props: object = {}, height = 5): ReactNode => (
      <Cloth {...SHEET} {...props} worker ref={ref}>
        <SphereCollider radius={0.2} position={[0.2, height, 0]} />
      </Cloth>
    )
    const shown = await show(sheet())
    await vi.waitFor(() => {
      expect(ref.current?.simulation.sleeping).toBe(true)
    }, SOON)
    await shown.untilStill()
    await expectWoken(shown, () => shown.change(sheet({}, -0.3)))
    await expectWoken(shown, () => {
      ref.current!.grab(24, [0.6, -0.4, 0.3])
    })
    expect(ref.current!.simulation.sleeping).toBe(true)
    await shown.unmount()
  })

  test('sleeps beside another that it may touch', async () => {
    const content = (gravity: number): ReactNode => (
      <Simulation clothCollision gravity={[0, gravity, 0]} timeScale={3}>
        {[0, 0.05].map((z) => (
          <Cloth key={z} {...SHEET} timeScale={1} origin={[0, 0, z]} />
        ))}
      </Simulation>
    )
    const shown = await show(content(-9.81))
    await shown.untilStill()
    await expectWoken(shown, () => shown.change(content(-3)))
    await shown.unmount()
  })
})
