/**
 * `usePlayback`, `<PlaybackBar>` and `<PlayButton>` in a real browser: who prefers less motion gets a
 * scene that stands still until they start it, and the buttons do what they say.
 */
import { Cloth, type ClothHandle, Simulation } from '@billow/react'
import { PlaybackBar, type PlaybackOptions, PlayButton, usePlayback } from '@billow/react/controls'
import { Canvas } from '@react-three/fiber'
import { createRef, type RefObject, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commands, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SOON, untilStill } from '../helpers/waiting.js'

const STEP = 1 / 60

beforeEach(() => commands.preferMotion('no-preference'))
afterEach(() => commands.preferMotion('no-preference'))

function Lesson({
  cloth,
  lang = 'en',
  ...options
}: PlaybackOptions & { cloth: RefObject<ClothHandle | null>; lang?: string }) {
  const playback = usePlayback(options)
  return (
    <StrictMode>
      <div style={{ width: 200, height: 200, position: 'relative' }}>
        <Canvas frameloop="demand">
          <Simulation {...playback.props}>
            <Cloth segments={[4, 4]} ref={cloth} pins={['top-left']} />
          </Simulation>
        </Canvas>
        <PlayButton playback={playback} lang={lang} texts={{ play: 'Start' }} />
      </div>
      <PlaybackBar playback={playback} lang={lang} />
      <output>{playback.timeScale}</output>
    </StrictMode>
  )
}

async function show(options: PlaybackOptions & { lang?: string } = {}) {
  const cloth = createRef<ClothHandle>()
  const screen = await render(<Lesson {...options} cloth={cloth} />)
  await vi.waitFor(() => {
    expect(cloth.current).toBeTruthy()
  }, SOON)
  return {
    screen,
    time: () => cloth.current!.simulation.time,
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
  }
}

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 400))

test('runs by itself; pause stops it, a step is one step, reset is the start, play goes on', async () => {
  const { time, button, screen } = await show()
  await vi.waitFor(() => {
    expect(time()).toBeGreaterThan(0.1)
  }, SOON)
  expect(button('Start').query()).toBeNull()
  await button('Pause').click()
  await expect.element(button('Play')).toBeVisible()
  const paused = await untilStill(time)
  await button('Step').click()
  expect(time()).toBeCloseTo(paused + STEP, 9)
  await button('Reset').click()
  expect(time()).toBe(0)
  await button('Play').click()
  await vi.waitFor(() => {
    expect(time()).toBeGreaterThan(0.1)
  }, SOON)
  await screen.unmount()
})

test('a step pauses what runs', async () => {
  const { time, button, screen } = await show()
  await vi.waitFor(() => {
    expect(time()).toBeGreaterThan(0)
  }, SOON)
  await button('Step').click()
  await expect.element(button('Play')).toBeVisible()
  await untilStill(time)
  await screen.unmount()
})

test('less motion: stands still with a large button, which starts it and goes away', async () => {
  await commands.preferMotion('reduce')
  const { time, button, screen } = await show()
  await aWhile()
  expect(time()).toBe(0)
  const start = button('Start')
  await expect.element(start).toBeVisible()
  const { width, height } = start.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  await start.click()
  await vi.waitFor(() => {
    expect(time()).toBeGreaterThan(0.1)
  }, SOON)
  expect(button('Start').query()).toBeNull()
  await screen.unmount()
})

test('a preference that changes later stops what nobody has started by hand, and only that', async () => {
  const { time, button, screen } = await show()
  await vi.waitFor(() => {
    expect(time()).toBeGreaterThan(0)
  }, SOON)
  await commands.preferMotion('reduce')
  await expect.element(button('Start')).toBeVisible()
  await button('Start').click()
  await commands.preferMotion('no-preference')
  await commands.preferMotion('reduce')
  await expect.element(button('Pause')).toBeVisible()
  await screen.unmount()
})

test('autoplay={false} waits, too; slow motion runs at a quarter, and back', async () => {
  const { time, button, screen } = await show({ autoplay: false, lang: 'de-CH' })
  await aWhile()
  expect(time()).toBe(0)
  const slow = button('Zeitlupe')
  await slow.click()
  await expect.element(slow).toHaveAttribute('aria-pressed', 'true')
  const speed = screen.getByRole('status')
  await expect.element(speed).toHaveTextContent('0.25')
  await button('Start').click()
  await vi.waitFor(() => {
    expect(time()).toBeGreaterThan(0)
  }, SOON)
  await slow.click()
  await expect.element(slow).toHaveAttribute('aria-pressed', 'false')
  await expect.element(speed).toHaveTextContent('1')
  await screen.unmount()
})

test('keyboard: every button is a tab stop, in the order in which they are read', async () => {
  const { button, screen } = await show({ autoplay: false })
  const seen: string[] = []
  for (let n = 0; n < 12; n++) {
    await userEvent.tab()
    const name = document.activeElement?.closest('.billow-controls, .billow-play')
    if (name) seen.push(document.activeElement!.textContent)
  }
  expect(seen.slice(0, 5)).toEqual(['Start', 'Play', 'Step', 'Reset', 'Slow motion'])
  const target = button('Play').element()
  ;(target as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Pause')).toBeVisible()
  expect(document.activeElement).toBe(target)
  await screen.unmount()
})

test('a server renders a scene that stands still', () => {
  function Bar() {
    const playback = usePlayback()
    return <PlaybackBar playback={playback} lang="en" styled={false} />
  }
  expect(renderToString(<Bar />)).toContain('Play</button>')
})

test('wrong numbers are refused', () => {
  function Bar({ slow }: { slow: number }) {
    return <PlaybackBar playback={usePlayback()} slow={slow} />
  }
  expect(() => renderToString(<Bar slow={0} />)).toThrow(
    'PlaybackBar: slow must be a finite number > 0 and <= 1, got 0',
  )
  function Wrong() {
    usePlayback({ timeScale: Number.NaN })
    return null
  }
  expect(() => renderToString(<Wrong />)).toThrow('usePlayback: timeScale must be')
})
