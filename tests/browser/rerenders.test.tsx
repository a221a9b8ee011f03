/**
 * What React renders while a simulation runs, which is nothing, and while somebody moves a slider: the panel
 * and the component that reads its values, and nothing around.
 */
import { Cloth, type ClothHandle } from '@billow/react'
import { ControlPanel, useClothPanel, usePanelValues } from '@billow/react/controls'
import { useClothControls } from '@billow/react/leva'
import { Canvas } from '@react-three/fiber'
import { LevaPanel, useCreateStore } from 'leva'
import { createRef, Profiler, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SOON } from '../helpers/waiting.js'

const SHEET = { segments: [4, 4], substeps: 2, pins: 'top' } as const

/** Commits of what is within, by name. */
function counter() {
  const counts: Record<string, number> = {}
  const Counted = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
    <Profiler
      id={name}
      onRender={() => {
        counts[name] = (counts[name] ?? 0) + 1
      }}
    >
      {children}
    </Profiler>
  )
  return { Counted, now: () => ({ ...counts }) }
}

type Counted = ReturnType<typeof counter>['Counted']

/** The cloth that reads the values, and one beside it. */
function Scene({ counted: Counted, children }: { counted: Counted; children: ReactNode }) {
  return (
    <div style={{ width: 120, height: 90 }}>
      <Canvas>
        <Counted name="reader">{children}</Counted>
        <Counted name="beside">
          <Cloth {...SHEET} ref={other} />
        </Counted>
      </Canvas>
    </div>
  )
}

const [ref, other] = [createRef<ClothHandle>(), createRef<ClothHandle>()]

const later = (handle: ClothHandle, seconds: number) => {
  const end = handle.simulation.time + seconds
  return vi.waitFor(() => {
    expect(handle.simulation.time).toBeGreaterThan(end)
  }, SOON)
}

/** The page has come to rest: nothing is rendered any more. */
async function settled(now: () => Record<string, number>): Promise<Record<string, number>> {
  await vi.waitFor(() => {
    expect(ref.current && other.current).toBeTruthy()
  }, SOON)
  let before = now()
  await vi.waitFor(async () => {
    before = now()
    await later(ref.current!, 0.3)
    expect(now()).toEqual(before)
  }, SOON)
  return before
}

/** Takes a slider with the mouse in its middle, and draws it a quarter of its length to the right. */
async function drag(slider: Element): Promise<void> {
  slider.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = slider.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  await commands.mouse([
    { action: 'move', x, y },
    { action: 'down' },
    { action: 'move', x: x + width / 4, y },
    { action: 'up' },
  ])
}

/** leva draws a number's slider beside its field, and names it nowhere. */
function levaSlider(label: string): Element {
  const named = [...document.querySelectorAll('label')].find(
    ({ htmlFor, textContent }) => htmlFor.endsWith(label) || textContent === label,
  )!
  const field = document.getElementById(named.htmlFor)!
  let row = field.parentElement!
  while (row.childElementCount < 2) row = row.parentElement!
  return row.firstElementChild!
}

test('leva: 3 s of simulation render nothing; its slider renders the one who reads it, and none beside', async () => {
  const { Counted, now } = counter()
  function Controlled({ store }: { store: ReturnType<typeof useCreateStore> }) {
    const values = useClothControls({ store, keys: ['damping'] })
    return <Cloth {...SHEET} {...values} ref={ref} />
  }
  function App() {
    const own = useCreateStore()
    return (
      <Counted name="app">
        <Scene counted={Counted}>
          <Controlled store={own} />
        </Scene>
        <Counted name="panel">
          <LevaPanel store={own} fill />
        </Counted>
      </Counted>
    )
  }
  const { unmount } = await render(<App />)
  const before = await settled(now)
  await later(ref.current!, 3)
  expect(now()).toEqual(before)

  const { damping } = ref.current!.simulation.params
  await drag(levaSlider('damping'))
  await vi.waitFor(() => {
    expect(ref.current!.simulation.params.damping).not.toBe(damping)
  }, SOON)
  const after = now()
  expect(after['panel']).toBeGreaterThan(before['panel']!)
  expect(after['reader']).toBeGreaterThan(before['reader']!)
  expect(after['beside']).toBe(before['beside'])
  await unmount()
})

test('<ControlPanel>: 3 s of simulation render nothing; its slider renders panel and reader, and none beside', async () => {
  const { Counted, now } = counter()
  function Controlled({ panel }: { panel: ReturnType<typeof useClothPanel<'damping'>> }) {
    return <Cloth {...SHEET} {...usePanelValues(panel)} ref={ref} />
  }
  let renders = 0
  function App() {
    renders++
    const panel = useClothPanel({ keys: ['damping'] })
    return (
      <>
        <Scene counted={Counted}>
          <Controlled panel={panel} />
        </Scene>
        <Counted name="panel">
          <ControlPanel panel={panel} />
        </Counted>
      </>
    )
  }
  const { unmount } = await render(<App />)
  const before = await settled(now)
  const rendered = renders
  await later(ref.current!, 3)
  expect(now()).toEqual(before)

  const { damping } = ref.current!.simulation.params
  await drag(page.getByRole('slider').first().element())
  await vi.waitFor(() => {
    expect(ref.current!.simulation.params.damping).not.toBe(damping)
  }, SOON)
  const after = now()
  expect(after['panel']).toBeGreaterThan(before['panel']!)
  expect(after['reader']).toBeGreaterThan(before['reader']!)
  expect(after['beside']).toBe(before['beside'])
  expect(renders).toBe(rendered)
  await unmount()
})
