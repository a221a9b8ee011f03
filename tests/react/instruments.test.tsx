// @vitest-environment happy-dom
/** Recording a cloth in step with simulated time, beside rendering. */
import { ClothSimulation, PinForces, WindWork } from '@billow/core'
import { Cloth, type ClothHandle, Simulation } from '@billow/react'
import {
  ClothRecording,
  type Quantity,
  Recorder,
  Recording,
  toCsv,
  useMeasurements,
  useReading,
} from '@billow/react/instruments'
import * as TestRenderer from '@react-three/test-renderer'
import { act, createRef, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, vi } from 'vitest'
import { figuresOf, textsFor } from '../../packages/react/src/instruments/texts/texts.js'
import { frames } from '../helpers/frames.js'

const small = { segments: [4, 4], substeps: 2, pins: 'top', sleep: false } as const

const HEIGHT: readonly Quantity[] = [{ id: 'height', unit: 'm' }]

describe('Recording', () => {
  it('samples at its rate of simulated time', () => {
    const recording = new Recording(HEIGHT, { rate: 20 })
    for (let step = 0; step <= 60; step++)
      if (recording.isDue(step / 60)) recording.add(step / 60, [step])
    expect([...recording.valuesOf('height')]).toEqual(Array.from({ length: 21 }, (_, n) => 3 * n))
  })

  it('a rate that is no part of that of steps is kept in the mean', () => {
    const recording = new Recording(HEIGHT, { rate: 25 })
    for (let step = 0; step <= 600; step++)
      if (recording.isDue(step / 60)) recording.add(step / 60, [step])
    expect(recording.length).toBe(251)
  })

  it('keeps the whole run in bounded memory: every second sample goes when it is full', () => {
    const recording = new Recording(HEIGHT, { rate: 10, capacity: 16 })
    const most: number[] = []
    for (let n = 0; n < 1000; n++) {
      if (recording.isDue(n / 10)) recording.add(n / 10, [n])
      most.push(recording.length)
    }
    expect(Math.max(...most)).toBe(16)
    const times = [...recording.times]
    expect(times[0]).toBe(0)
    expect(times.length).toBeGreaterThan(7)
    // The least 0.1 s · 2ⁿ of which 16 reach over 99.9 s.
    expect(recording.interval).toBeCloseTo(6.4, 9)
    expect(times.at(-1)).toBeGreaterThan(99.9 - recording.interval)
    for (const [n, time] of times.entries()) {
      expect(recording.valuesOf('height')[n]).toBeCloseTo(10 * time, 9)
      if (n > 0) expect(time - times[n - 1]!).toBeCloseTo(recording.interval, 9)
    }
  })

  it('time that goes back takes back what was later', () => {
    const recording = new Recording(HEIGHT, { rate: 10 })
    for (let n = 0; n < 10; n++) recording.add(n / 10, [n])
    expect(recording.isDue(0.45)).toBe(true)
    recording.add(0.45, [-1])
    expect([...recording.valuesOf('height')]).toEqual([0, 1, 2, 3, 4, -1])
    recording.add(0, [7])
    expect([...recording.valuesOf('height')]).toEqual([7])
  })

  it('a run that is kept stays as it is', () => {
    const recording = new Recording(HEIGHT)
    recording.add(0, [1])
    const kept = recording.keep()
    recording.clear()
    recording.add(0, [2])
    expect([...kept.valuesOf('height')]).toEqual([1])
    expect(kept.length).toBe(1)
  })

  it('refuses wrong settings before anything is made', () => {
    expect(() => new Recording(HEIGHT, { rate: 0 })).toThrow(
      'Recording: rate must be a finite number > 0 (Hz), got 0',
    )
    expect(() => new Recording([...HEIGHT, ...HEIGHT])).toThrow('different ids, got "height" twice')
    expect(() => new Recording(HEIGHT).valuesOf('width')).toThrow(
      'quantity must be one of height, got "width"',
    )
  })
})

describe('CSV', () => {
  it('says what it is of, has units in its header, and reads back bit by bit', () => {
    const recording = new Recording([...HEIGHT, { id: 'a, "b"', unit: '' }])
    recording.describe = () => ({ seed: 3, solver: 'xpbd', gravity: [0, -9.81, 0] })
    const values = [Math.PI, 1e-7, -2.5e21, NaN]
    values.forEach((value, n) => recording.add(n / 3, [value, n]))
    const lines = toCsv(recording, 'A run,\nof two lines').split('\r\n')
    expect(lines.slice(0, 5)).toEqual([
      '# A run, of two lines',
      '# seed: 3',
      '# solver: xpbd',
      '# gravity: [0,-9.81,0]',
      'time (s),height (m),"a, ""b"""',
    ])
    expect(lines.at(-1)).toBe('')
    const rows = lines
      .slice(5, -1)
      .map((line) => line.split(',').map((cell) => Number(cell || NaN)))
    expect(rows).toEqual(values.map((value, n) => [n / 3, value, n]))
  })
})

describe('Recorder', () => {
  it('records a cloth at 30 Hz from before its first step on, the same at any frame rate', async () => {
    const runs = []
    for (const rate of [30, 60, 144]) {
      const recording = new ClothRecording()
      const renderer = await TestRenderer.create(
        <Cloth {...small}>
          <Recorder recording={recording} />
        </Cloth>,
      )
      await frames(renderer, rate, 1 / rate)
      runs.push(recording)
      await renderer.unmount()
    }
    for (const recording of runs) {
      expect(recording.times[0]).toBe(0)
      expect(recording.length).toBeGreaterThanOrEqual(30)
      for (let n = 0; n < 30; n++) {
        expect(recording.times[n]).toBeCloseTo(n / 30, 9)
        for (const { id } of recording.quantities)
          expect(recording.valuesOf(id)[n]).toBe(runs[0]!.valuesOf(id)[n])
      }
    }
  })

  it('has what measure() says, and the sum of energies', async () => {
    const recording = new ClothRecording({ rate: 60 })
    const handle = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(
      <Cloth {...small} solver="mass-spring" ref={handle}>
        <Recorder recording={recording} />
      </Cloth>,
    )
    await frames(renderer, 20)
    const measured = handle.current!.measure()
    const { time, kinetic, gravitational, elastic, total } = recording.latest!
    expect({ time, kinetic, gravitational, elastic }).toEqual({
      time: measured.time,
      kinetic: measured.kinetic,
      gravitational: measured.gravitational,
      elastic: measured.elastic,
    })
    expect(elastic).toBeGreaterThan(0)
    expect(total).toBe(kinetic! + gravitational! + elastic!)
    expect(recording.conditions).toMatchObject({ solver: 'mass-spring', substeps: 2 })
  })

  it('renders nothing anew while it records; one more figure renders itself alone', async () => {
    const renders = { parent: 0, recorder: 0, figure: 0 }
    const recording = new ClothRecording({ rate: 60 })
    function Parent({ children }: { children: React.ReactNode }) {
      renders.parent++
      return children
    }
    function Quiet() {
      renders.recorder++
      return <Recorder recording={recording} />
    }
    function Figure() {
      renders.figure++
      useReading(recording, { rate: 1000 })
      return null
    }
    const renderer = await TestRenderer.create(
      <Parent>
        <Cloth {...small}>
          <Quiet />
          <Figure />
        </Cloth>
      </Parent>,
    )
    const { parent, recorder, figure } = renders
    for (let n = 0; n < 60; n++) {
      await frames(renderer, 1)
      await act(() => new Promise((resolve) => setTimeout(resolve, 2)))
    }
    expect(recording.length).toBe(61)
    expect(renders.parent).toBe(parent)
    expect(renders.recorder).toBe(recorder)
    expect(renders.figure).toBeGreaterThan(figure)
  })

  it('works in StrictMode, and leaves no listener behind', async () => {
    const recording = new ClothRecording()
    const handle = createRef<ClothHandle>()
    const scene = (isRecorded: boolean) => (
      <StrictMode>
        <Simulation>
          <Cloth {...small} ref={handle}>
            {isRecorded ? <Recorder recording={recording} /> : null}
          </Cloth>
        </Simulation>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(scene(true))
    await frames(renderer, 30)
    const { length } = recording
    expect(length).toBe(16)
    await renderer.update(scene(false))
    await frames(renderer, 30)
    expect(recording.length).toBe(length)
    // What it was made with is known to the end.
    expect(recording.conditions).toMatchObject({ substeps: 2 })
  })

  it('begins anew with a reset, also while the clock stands', async () => {
    const recording = new ClothRecording()
    const handle = createRef<ClothHandle>()
    const scene = (paused: boolean) => (
      <Cloth {...small} paused={paused} ref={handle}>
        <Recorder recording={recording} />
      </Cloth>
    )
    const renderer = await TestRenderer.create(scene(false))
    await frames(renderer, 30)
    await renderer.update(scene(true))
    handle.current!.reset()
    await frames(renderer, 1)
    expect([...recording.times]).toEqual([0])
    // A step by hand, too.
    handle.current!.step()
    handle.current!.step()
    await frames(renderer, 1)
    expect(recording.times[1]).toBeCloseTo(1 / 30, 9)
  })

  it('goes on from a snapshot', async () => {
    const recording = new ClothRecording()
    const handle = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(
      <Cloth {...small} ref={handle}>
        <Recorder recording={recording} />
      </Cloth>,
    )
    await frames(renderer, 30)
    const snapshot = handle.current!.snapshot()
    await frames(renderer, 30)
    const before = [...recording.valuesOf('kinetic')]
    handle.current!.restore(snapshot)
    await frames(renderer, 1)
    expect(recording.lastTime).toBeLessThan(0.6)
    await frames(renderer, 29)
    // Bit by bit the same run.
    expect([...recording.valuesOf('kinetic')].slice(0, 30)).toEqual(before.slice(0, 30))
  })

  it('reads what an application wants to know', async () => {
    const lowest = {
      id: 'lowest',
      unit: 'm',
      read: ({ positions }: { positions: ArrayLike<number> }) =>
        Math.min(...Array.from(positions).filter((_, n) => n % 3 === 1)),
    }
    const recording = new ClothRecording({ also: [lowest] })
    const renderer = await TestRenderer.create(
      <Cloth {...small} origin={[0, 2, 0]}>
        <Recorder recording={recording} />
      </Cloth>,
    )
    await frames(renderer, 2)
    // The origin is the lower left corner.
    expect(recording.valuesOf('lowest')[0]).toBe(2)
  })

  it('outside of a cloth says what is missing', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(
      TestRenderer.create(<Recorder recording={new ClothRecording()} />),
    ).rejects.toThrow('@billow/react: Recorder must be inside a <Cloth>, or be given its handle')
    quiet.mockRestore()
  })
})

describe('useMeasurements with the handle of a cloth', () => {
  it('measures from another tree of components', async () => {
    const handle = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(<Cloth {...small} ref={handle} />)
    let found: ClothRecording | undefined
    let renders = 0
    function Outside({ cloth }: { cloth: ClothHandle | null }) {
      found = useMeasurements({ cloth, rate: 60 })
      renders++
      return null
    }
    const root = createRoot(document.createElement('div'))
    act(() => {
      root.render(<Outside cloth={null} />)
    })
    act(() => {
      root.render(<Outside cloth={handle.current} />)
    })
    const before = renders
    await frames(renderer, 30)
    expect(found!.length).toBe(31)
    expect(renders).toBe(before)
    act(() => {
      root.unmount()
    })
    await frames(renderer, 5)
    expect(found!.length).toBe(31)
  })
})

describe('forces over time', () => {
  it('are what core measures: the work of the wind, and the pull of pins', async () => {
    const options = { ...small, wind: [0, 0, 4], turbulence: 0 } as const
    const recording = new ClothRecording({ rate: 60, windWork: true, tensionAt: [20, 0] })
    const renderer = await TestRenderer.create(
      <Cloth {...options}>
        <Recorder recording={recording} />
      </Cloth>,
    )
    await frames(renderer, 20)
    const cloth = new ClothSimulation(options)
    const work = new WindWork(cloth)
    const pins = new PinForces(cloth)
    for (let n = 0; n < 20; n++) cloth.step()
    expect(recording.lastTime).toBeCloseTo(20 / 60, 9)
    expect(work.joules).toBeGreaterThan(0)
    expect(recording.latest!['windWork']).toBe(work.joules)
    expect(cloth.isPinned(20)).toBe(true)
    expect(recording.latest!['tension 20']).toBe(Math.hypot(...pins.read(20)))
    // Not pinned: there is none.
    expect(recording.latest!['tension 0']).toBeNaN()
  })

  it('work of the wind goes on from where the cloth is taken back to', async () => {
    const recording = new ClothRecording({ rate: 60, windWork: true })
    const handle = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(
      <Cloth {...small} wind={[0, 0, 4]} ref={handle}>
        <Recorder recording={recording} />
      </Cloth>,
    )
    await frames(renderer, 20)
    const snapshot = handle.current!.snapshot()
    await frames(renderer, 20)
    const before = [...recording.valuesOf('windWork')]
    handle.current!.restore(snapshot)
    await frames(renderer, 20)
    const after = [...recording.valuesOf('windWork')]
    expect(after).toHaveLength(before.length)
    for (const [n, value] of after.entries()) expect(value).toBeCloseTo(before[n]!, 12)
  })
})

it('figures: three digits, in powers of ten where zeros would fill the line, as the language writes them', () => {
  const [english, german] = [figuresOf(textsFor('en')), figuresOf(textsFor('de'))]
  expect(english(3.7249e-12, 'J')).toBe('3.72E-12\u00a0J')
  expect(german(-1.8512e-4, 'J')).toBe('-1,85E-4\u00a0J')
  expect([english(0, 'J'), english(0.00395), german(1234.5)]).toEqual([
    '0\u00a0J',
    '0.00395',
    '1.230',
  ])
  expect(english(NaN, 'J')).toBe('–')
})
