/** Plots of what is recorded: lines on a canvas, a cursor by keys, and files, in a real browser. */
import { Cloth, type ClothHandle } from '@billow/react'
import {
  ClothRecording,
  Comparison,
  EnergyPlot,
  Ghost,
  Recorder,
  Recording,
  TimePlot,
} from '@billow/react/instruments'
import { Canvas } from '@react-three/fiber'
import { createRef } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SOON } from '../helpers/waiting.js'

/** A pendulum of 1 J: kinetic sin², gravitational cos² − 1, elastic 0.1 sin² of 2 t, and the sum. */
function swing(seconds: number): Recording {
  const recording = new Recording(
    ['kinetic', 'gravitational', 'elastic', 'total'].map((id) => ({ id, unit: 'J' })),
  )
  recording.describe = () => ({ solver: 'xpbd', seed: 42, gravity: [0, -9.81, 0] })
  for (let n = 0; n <= 30 * seconds; n++) recording.add(n / 30, energies(n / 30))
  return recording
}

function energies(time: number): number[] {
  const kinetic = Math.sin(time) ** 2
  const elastic = 0.1 * Math.sin(2 * time) ** 2
  return [kinetic, 0 - kinetic - elastic, elastic, 0]
}

async function chart(container: Element): Promise<HTMLCanvasElement> {
  await vi.waitFor(() => expect(container.querySelector('.u-over')).not.toBeNull(), SOON)
  return container.querySelector('.uplot canvas')!
}

/** How many pixels are of about this colour. */
function pixelsOf(picture: ImageData, [r, g, b]: readonly number[]): number {
  let count = 0
  for (let i = 0; i < picture.data.length; i += 4) {
    const [x, y, z, alpha] = picture.data.subarray(i, i + 4)
    if (alpha! > 200 && Math.abs(x! - r!) + Math.abs(y! - g!) + Math.abs(z! - b!) < 12) count++
  }
  return count
}

const pixels = (canvas: HTMLCanvasElement) =>
  canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)

/** As the legend has them. */
function colours(container: Element): number[][] {
  return [...container.querySelectorAll('.billow-plot-lines line')].map((line) =>
    getComputedStyle(line).stroke.match(/\d+/g)!.map(Number),
  )
}

/** Of WCAG 2.2. */
function luminance(color: readonly number[]): number {
  const [r, g, b] = color.map((channel) => {
    const c = channel / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const LIGHT = { ink: 'rgb(31, 35, 40)', papers: ['rgb(255, 255, 255)', 'rgb(233, 230, 224)'] }
const DARK = { ink: 'rgb(242, 240, 236)', papers: ['rgb(22, 25, 30)', 'rgb(38, 43, 51)'] }

const rgb = (color: string) => color.match(/\d+/g)!.map(Number)

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('EnergyPlot on a %s page', (_, { ink, papers }) => {
  const page = (recording: Recording) => (
    <div style={{ color: ink, background: papers[0], width: 500 }}>
      <EnergyPlot recording={recording} />
    </div>
  )

  test('draws every line in its colour, as a contrast of 3 to 1 and different dashes', async () => {
    const { container } = await render(page(swing(10)))
    const canvas = await chart(container)
    await vi.waitFor(() => {
      const picture = pixels(canvas)
      const found = colours(container)
      expect(found).toHaveLength(4)
      // The sum has the colour of the text.
      expect(found[3]).toEqual(rgb(ink))
      for (const color of found) {
        for (const paper of papers) expect(contrast(color, rgb(paper))).toBeGreaterThan(3)
        expect(pixelsOf(picture, color)).toBeGreaterThan(100)
      }
      const dashes = [...container.querySelectorAll('.billow-plot-lines line')].map((line) =>
        ['stroke-dasharray', 'stroke-width'].map((name) => line.getAttribute(name)).join(' / '),
      )
      expect(new Set(dashes).size).toBe(4)
    }, SOON)
  })

  test('a line that is switched off is gone from the chart, and says so', async () => {
    const { container, getByRole } = await render(page(swing(10)))
    await chart(container)
    const button = getByRole('button', { name: /^Kinetic/ })
    await userEvent.click(button)
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    await vi.waitFor(() => {
      const now = container.querySelector<HTMLCanvasElement>('.uplot canvas')!
      expect(pixelsOf(pixels(now), colours(container)[1]!)).toBeGreaterThan(100)
      expect(pixelsOf(pixels(now), colours(container)[0]!)).toBe(0)
    }, SOON)
  })
})

test('shows what is recorded while it is recorded, but not while it is held', async () => {
  const recording = swing(2)
  const { container, getByRole } = await render(<EnergyPlot recording={recording} />)
  await chart(container)
  const time = () => container.querySelector('[data-part="time"]')!.textContent
  expect(time()).toBe('2\u00a0s')
  recording.add(2.5, energies(2.5))
  await vi.waitFor(() => expect(time()).toBe('2.5\u00a0s'), SOON)
  await userEvent.click(getByRole('button', { name: 'Hold' }))
  recording.add(3, energies(3))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(time()).toBe('2.5\u00a0s')
  await userEvent.click(getByRole('button', { name: 'Hold' }))
  await vi.waitFor(() => expect(time()).toBe('3\u00a0s'), SOON)
})

test('by keyboard: Tab to the chart, arrows along the samples, Escape back to the newest', async () => {
  const { container, getByRole } = await render(<EnergyPlot recording={swing(2)} />)
  await chart(container)
  const reader = getByRole('slider', { name: 'Energy: values over time' })
  for (let n = 0; n < 4; n++) await userEvent.keyboard('{Tab}')
  await expect.element(reader).toHaveFocus()
  await expect.element(reader).toHaveAttribute('aria-valuemax', '2')
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}')
  // sin² 0.1 = 0.00997, 0.1 sin² 0.2 = 0.00395
  await expect
    .element(reader)
    .toHaveAttribute(
      'aria-valuetext',
      '0.1\u00a0s: Kinetic 0.00997\u00a0J, Gravitational -0.0139\u00a0J, Elastic 0.00395\u00a0J, Total 0\u00a0J',
    )
  await expect.element(reader).toHaveAttribute('aria-valuenow', '0.1')
  const cursor = container.querySelector('.u-cursor-x')!
  expect(cursor.classList.contains('u-off')).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expect.element(reader).toHaveAttribute('aria-valuenow', '2')
  expect(cursor.classList.contains('u-off')).toBe(true)
})

test('keys read on from a pointer that rests on the chart, also while more is recorded', async () => {
  const recording = swing(2)
  const { container, getByRole } = await render(
    <div style={{ width: 600 }}>
      <EnergyPlot recording={recording} />
    </div>,
  )
  await chart(container)
  const reader = getByRole('slider', { name: 'Energy: values over time' })
  const over = container.querySelector('.u-over')!
  const cursor = container.querySelector('.u-cursor-x')!
  const time = () => container.querySelector('[data-part="time"]')!.textContent
  await userEvent.hover(over, { position: { x: over.clientWidth / 3, y: 20 } })
  await userEvent.hover(over, { position: { x: over.clientWidth / 2, y: 20 } })
  await vi.waitFor(() => expect(Math.abs(Number.parseFloat(time()) - 1)).toBeLessThan(0.05), SOON)
  ;(reader.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(reader).toHaveAttribute('aria-valuenow', '0.1')
  expect(time()).toBe('0.1\u00a0s')
  const before = cursor.getBoundingClientRect().left
  // Drawn anew, with the pointer and the reader where they were: 0.1 s is further to the left now.
  for (let n = 61; n <= 120; n++) recording.add(n / 30, energies(n / 30))
  await vi.waitFor(() => expect(cursor.getBoundingClientRect().left).toBeLessThan(before - 5), SOON)
  expect(time()).toBe('0.1\u00a0s')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(reader).toHaveAttribute('aria-valuenow', '0.0666667')
  // The pointer that moves comes first again, until it goes.
  await userEvent.hover(over, { position: { x: over.clientWidth / 2 + 3, y: 20 } })
  await vi.waitFor(() => expect(Math.abs(Number.parseFloat(time()) - 2)).toBeLessThan(0.1), SOON)
  await userEvent.unhover(over)
  await vi.waitFor(() => expect(time()).toBe('0.067\u00a0s'), SOON)
  expect(cursor.classList.contains('u-off')).toBe(false)
})

test('the pointer shows the values of the sample under it', async () => {
  const { container } = await render(
    <div style={{ width: 600 }}>
      <EnergyPlot recording={swing(2)} />
    </div>,
  )
  await chart(container)
  const over = container.querySelector('.u-over')!
  // A pointer that rests where it was is not taken for one that points.
  await userEvent.hover(over, { position: { x: over.clientWidth / 3, y: 20 } })
  await userEvent.hover(over, { position: { x: over.clientWidth / 2, y: 20 } })
  await vi.waitFor(() => {
    const time = Number.parseFloat(container.querySelector('[data-part="time"]')!.textContent)
    expect(Math.abs(time - 1)).toBeLessThan(0.05)
    const kinetic = container.querySelector('[data-part="value kinetic"]')!.textContent
    expect(Number.parseFloat(kinetic)).toBeCloseTo(Math.sin(time) ** 2, 2)
  }, SOON)
})

test('German: decimal commas on the page, points in the file', async () => {
  const saved: { name: string; file: Blob }[] = []
  const { container, getByRole } = await render(
    <EnergyPlot
      recording={swing(2.5)}
      lang="de"
      onSave={(file, name) => {
        saved.push({ file, name })
      }}
    />,
  )
  await chart(container)
  expect(container.querySelector('[data-part="time"]')!.textContent).toBe('2,5\u00a0s')
  expect(container.querySelector('[data-part="summary"]')!.textContent).toContain(
    'Kinetisch: zuletzt 0,358',
  )
  await userEvent.click(getByRole('button', { name: 'CSV speichern' }))
  expect(saved[0]!.name).toBe('energie.csv')
  const lines = (await saved[0]!.file.text()).trim().split('\r\n')
  expect(lines).toContain('# seed: 42')
  const rows = lines.filter((line) => !line.startsWith('#'))
  expect(rows[0]).toBe('time (s),kinetic (J),gravitational (J),elastic (J),total (J)')
  const values = rows.slice(1).map((row) => row.split(',').map(Number))
  expect(values).toEqual(Array.from({ length: 76 }, (_, n) => [n / 30, ...energies(n / 30)]))
})

test('saves a picture as PNG with the lines in it', async () => {
  const saved: { name: string; file: Blob }[] = []
  const { container, getByRole } = await render(
    <div style={{ background: 'rgb(250, 250, 250)', color: 'rgb(20, 20, 20)' }}>
      <EnergyPlot
        recording={swing(4)}
        fileName="swing"
        onSave={(file, name) => {
          saved.push({ file, name })
        }}
      />
    </div>,
  )
  await chart(container)
  await userEvent.click(getByRole('button', { name: 'Save PNG' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1), SOON)
  const { name, file } = saved[0]!
  expect(name).toBe('swing.png')
  const head = [...new Uint8Array(await file.slice(0, 8).arrayBuffer())]
  expect(head).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: picture.width, height: picture.height })
  canvas.getContext('2d')!.drawImage(picture, 0, 0)
  const drawn = pixels(canvas)
  for (const color of colours(container)) expect(pixelsOf(drawn, color)).toBeGreaterThan(100)
  expect([...drawn.data.subarray(0, 4)]).toEqual([250, 250, 250, 255])
})

test('is as wide as there is room for it', async () => {
  const plot = (width: number) => (
    <div style={{ width }}>
      <TimePlot recording={swing(1)} title="Swing" height={120} />
    </div>
  )
  const { container, rerender } = await render(plot(600))
  const canvas = await chart(container)
  expect(canvas.getBoundingClientRect().width).toBe(600)
  await rerender(plot(320))
  await vi.waitFor(() => {
    const now = container.querySelector('.uplot canvas')!.getBoundingClientRect()
    expect([now.width, now.height]).toEqual([320, 120])
  }, SOON)
})

test('an earlier run is in fine dashes of the same colour, and has figures of its own', async () => {
  const recording = swing(2)
  const earlier = swing(4).keep()
  const { container, getByRole } = await render(
    <EnergyPlot recording={recording} earlier={earlier} />,
  )
  await chart(container)
  const found = colours(container)
  expect(found).toHaveLength(8)
  expect(found.slice(4)).toEqual(found.slice(0, 4))
  await expect.element(getByRole('button', { name: /^Kinetic \(earlier\)/ })).toBeVisible()
  // At 2 s, where the new run is: sin² 2.
  for (const key of ['kinetic', 'earlier kinetic'])
    expect(container.querySelector(`[data-part="value ${key}"]`)!.textContent).toBe('0.827\u00a0J')
})

test('the ghost of an earlier run is drawn over the scene, also on a canvas that draws on demand', async () => {
  const handle = createRef<ClothHandle>()
  const recording = new ClothRecording()
  const comparison = new Comparison(recording)
  const scene = (paused: boolean, wind: number) => (
    <div style={{ width: 200, height: 200 }}>
      <Canvas
        frameloop="demand"
        gl={{ preserveDrawingBuffer: true }}
        flat
        camera={{ position: [0, 0, 2] }}
      >
        <ambientLight intensity={Math.PI} />
        <Cloth
          ref={handle}
          segments={[6, 6]}
          pins="top"
          size={[0.8, 0.8]}
          wind={[0, 0, wind]}
          turbulence={0}
          paused={paused}
        >
          <meshBasicMaterial color="#ff0000" side={2} />
          <Recorder recording={recording} />
          <Ghost comparison={comparison} color="#00ff00" opacity={1} />
        </Cloth>
      </Canvas>
    </div>
  )
  const { container, rerender } = await render(scene(false, 20))
  await vi.waitFor(() => expect(recording.lastTime).toBeGreaterThan(0.8), SOON)
  comparison.repeat()
  await rerender(scene(false, 0))
  // Until there is a frame, what is recorded is still the first run.
  await vi.waitFor(() => expect(handle.current!.simulation.time).toBeGreaterThan(0.5), SOON)
  await rerender(scene(true, 0))
  await vi.waitFor(() => {
    const copy = document.createElement('canvas')
    const drawn = container.querySelector('canvas')!
    Object.assign(copy, { width: drawn.width, height: drawn.height })
    copy.getContext('2d')!.drawImage(drawn, 0, 0)
    const { data } = pixels(copy)
    let [green, red] = [0, 0]
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 1]! > 100 && data[i]! < 80) green++
      if (data[i]! > 100 && data[i + 1]! < 80) red++
    }
    // The cloth hangs, its ghost is blown up towards the camera.
    expect(green).toBeGreaterThan(200)
    expect(red).toBeGreaterThan(200)
  }, SOON)
})

test('leaves nothing behind: no style sheet, no listener of the recording', async () => {
  const before = document.adoptedStyleSheets.length
  const recording = swing(1)
  let listeners = 0
  const subscribe = recording.subscribe.bind(recording)
  recording.subscribe = (listener) => {
    const end = subscribe(listener)
    listeners++
    return () => {
      listeners--
      end()
    }
  }
  const { container, unmount } = await render(<EnergyPlot recording={recording} />)
  await chart(container)
  expect(document.adoptedStyleSheets).toHaveLength(before + 1)
  expect(listeners).toBe(1)
  await unmount()
  expect(document.adoptedStyleSheets).toHaveLength(before)
  expect(listeners).toBe(0)
})
