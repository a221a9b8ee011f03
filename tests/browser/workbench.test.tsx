/**
 * A lesson's tasks on the workbench of the stories, once with the keyboard alone and once with single clicks
 * alone: pin a corner, pull the cloth 20 cm, change the wind, pause, step, reset, save the energies as CSV.
 */
import type { ClothHandle } from '@billow/react'
import type { RootState } from '@react-three/fiber'
import { Vector3 } from 'three'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Workbench, type WorkbenchPointer } from '../../stories/stage/Workbench'
import { atRest, SOON, untilStill } from '../helpers/waiting.js'

/** A whole lesson of presses, each on a page that draws in software, ms. */
const PATIENCE = 180_000

/** Simulated seconds per step. */
const STEP = 1 / 60

/** Particles of 11 × 11; core counts rows from the lower edge of a sheet that hangs. */
const LOWER_LEFT = 0
const LOWER_RIGHT = 10

const saved: Blob[] = []

beforeEach(async () => {
  saved.length = 0
  await commands.preferMotion('no-preference')
  await page.viewport(1200, 800)
  const create = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob && file.type.startsWith('text/csv')) saved.push(file)
    return create(file)
  })
  // The page stays where it is, and no file is written.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(800, 600)
})

async function show(pointer: WorkbenchPointer) {
  let handle: ClothHandle | null = null
  const screen = await render(
    <Workbench
      theme="light"
      pointer={pointer}
      onCloth={(current) => {
        handle = current
      }}
    />,
  )
  await vi.waitFor(() => {
    expect(document.querySelector('[role=application]')).not.toBeNull()
    // It hangs still.
    expect(handle!.simulation.time).toBeGreaterThan(0.5)
    expect(handle!.measure().kinetic).toBeLessThan(1e-5)
  }, SOON)
  const cloth = () => handle!.simulation
  return {
    screen,
    cloth,
    mesh: () => handle!.object,
    at: (particle: number) => new Vector3().fromArray(cloth().positions, 3 * particle),
    meanDepth: () =>
      Array.from(cloth().positions).reduce((sum, z, n) => (n % 3 === 2 ? sum + z : sum), 0) /
      cloth().particleCount,
  }
}

const focused = () => document.activeElement as HTMLElement

const nameOf = (element: Element): string => {
  const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = by.map((id) => document.getElementById(id)?.textContent ?? '')
  return (element.ariaLabel ?? (labels.join(' ') || element.textContent)).trim()
}

/** The slider of the wind along z, in its group of axes. */
const isWindAlongZ = (element: Element): boolean =>
  element.matches('input[type=range]') &&
  nameOf(element) === 'z' &&
  nameOf(element.closest('[role=group]') ?? element).startsWith('Wind')

/** Presses Tab until it has come to what is meant, as somebody would who sees the focus. */
async function tabTo(isMeant: (element: HTMLElement) => boolean): Promise<HTMLElement> {
  for (let n = 0; n < 120; n++) {
    if (focused() !== document.body && isMeant(focused())) return focused()
    await userEvent.tab()
  }
  throw new Error('Tab does not come to it')
}

const tabToButton = (name: string) =>
  tabTo((element) => element.tagName === 'BUTTON' && nameOf(element) === name)

/** Lines of a table in CSV, without what is said before them. */
async function rowsOf(file: Blob): Promise<string[][]> {
  const lines = (await file.text()).split('\r\n').filter((line) => line !== '')
  return lines.filter((line) => !line.startsWith('#')).map((line) => line.split(','))
}

/** What is saved after a reset and three steps: times, and finite energies that add up. */
async function checkCsv(): Promise<void> {
  await vi.waitFor(() => {
    expect(saved.length).toBe(1)
  }, SOON)
  const [header, ...rows] = await rowsOf(saved[0]!)
  expect(header![0]).toBe('time (s)')
  const column = (name: string) => header!.findIndex((title) => title.startsWith(name))
  // At the start, and after one step or more of the three: recorded 20 times a second, with the frames.
  const times = rows.map((row) => Number(row[0]))
  expect(times[0]).toBe(0)
  expect(times.length).toBeGreaterThan(1)
  times.forEach((time, n) => {
    const steps = time / STEP
    expect(steps).toBeCloseTo(Math.round(steps), 6)
    expect(steps).toBeLessThanOrEqual(3 + 1e-6)
    if (n > 0) expect(time).toBeGreaterThan(times[n - 1]!)
  })
  for (const row of rows) {
    const value = (name: string) => Number(row[column(name)])
    expect(Number.isFinite(value('total'))).toBe(true)
    expect(value('kinetic') + value('gravitational') + value('elastic')).toBeCloseTo(
      value('total'),
      9,
    )
  }
}

test('with the keyboard alone', { timeout: PATIENCE }, async () => {
  const { screen, cloth, at, meanDepth } = await show('drag')
  const isCloth = (element: HTMLElement) => element.role === 'application'

  // Pin a corner.
  await tabTo(isCloth)
  await userEvent.keyboard('{Home}{PageDown}p')
  expect(cloth().isPinned(LOWER_LEFT)).toBe(true)
  expect(cloth().isPinned(LOWER_RIGHT)).toBe(false)

  // Pull the cloth 20 cm: steps of 2 cm.
  await userEvent.keyboard('{End}')
  const before = at(LOWER_RIGHT)
  await userEvent.keyboard('{Enter}{ArrowUp>10/}')
  expect(cloth().isGrabbed(LOWER_RIGHT)).toBe(true)
  await vi.waitFor(() => {
    expect(at(LOWER_RIGHT).sub(before).length()).toBeCloseTo(0.2, 2)
    expect(at(LOWER_RIGHT).y - before.y).toBeCloseTo(0.2, 2)
  }, SOON)

  // Change the wind: it blows the curtain away from the camera.
  const depth = meanDepth()
  const wind = await tabTo(isWindAlongZ)
  await userEvent.keyboard('{Home}')
  await vi.waitFor(() => {
    expect(cloth().params.wind[2]).toBe(Number((wind as HTMLInputElement).min))
    expect(cloth().params.wind[2]).toBeLessThan(0)
    expect(meanDepth()).toBeLessThan(depth - 0.02)
  }, SOON)

  // Pause.
  await tabToButton('Pause')
  await userEvent.keyboard('{Enter}')
  expect(nameOf(focused())).toBe('Play')
  const time = await untilStill(() => cloth().time)

  // Step.
  await tabToButton('Step')
  await userEvent.keyboard('{Enter}')
  expect(cloth().time).toBeCloseTo(time + STEP, 9)

  // Reset: as it was at the start, and let go.
  await tabToButton('Reset')
  await userEvent.keyboard(' ')
  expect(cloth().time).toBe(0)
  expect([...cloth().positions]).toEqual([...Float32Array.from(cloth().sheet.restPositions)])
  expect(cloth().isPinned(LOWER_LEFT)).toBe(false)
  expect(cloth().isGrabbed(LOWER_RIGHT)).toBe(false)

  // Save three steps as CSV.
  await tabToButton('Step')
  await userEvent.keyboard('{Enter}{Enter}{Enter}')
  expect(cloth().time).toBeCloseTo(3 * STEP, 9)
  await tabToButton('Save CSV')
  await userEvent.keyboard('{Enter}')
  await checkCsv()
  await screen.unmount()
})

test('with single clicks alone', { timeout: PATIENCE }, async () => {
  const { screen, cloth, at, mesh, meanDepth } = await show('click')
  const canvas = document.querySelector('canvas')!
  const button = (name: string) => screen.getByRole('button', { name, exact: true })

  /** Where a place is on the page; react-three-fiber notes on an object which canvas it is in. */
  const { camera } = (
    mesh() as unknown as { __r3f: { root: { getState: () => RootState } } }
  ).__r3f.root.getState()
  const onPage = (place: Vector3, [dx, dy] = [0, 0]) => {
    const { x, y } = place.clone().project(camera)
    const box = canvas.getBoundingClientRect()
    return {
      x: box.left + ((x + 1) / 2) * box.width + dx,
      y: box.top + ((1 - y) / 2) * box.height + dy,
    }
  }
  const click = (spot: { x: number; y: number }) =>
    commands.mouse([{ action: 'move', ...spot }, { action: 'down' }, { action: 'up' }])
  const place = (particle: number) => mesh().particlePosition(particle, new Vector3())

  // Pin a corner: a click takes it, a button pins it.
  await click(onPage(place(LOWER_LEFT), [4, -4]))
  await vi.waitFor(() => {
    expect(cloth().isGrabbed(LOWER_LEFT)).toBe(true)
  }, SOON)
  await button('Pin').click()
  expect(cloth().isPinned(LOWER_LEFT)).toBe(true)
  expect(cloth().isGrabbed(LOWER_LEFT)).toBe(false)

  // Pull the cloth 20 cm: a click takes the other corner, the next one says where it goes: to the particle
  // two rows above it.
  await click(onPage(place(LOWER_RIGHT), [-4, -4]))
  await vi.waitFor(() => {
    expect(cloth().isGrabbed(LOWER_RIGHT)).toBe(true)
  }, SOON)
  const before = at(LOWER_RIGHT)
  const target = place(LOWER_RIGHT + 2 * 11)
  await click(onPage(target, [-4, 0]))
  await vi.waitFor(() => {
    // Two cells of 10 cm, which hang stretched or slack by up to 5 %.
    expect(Math.abs(at(LOWER_RIGHT).distanceTo(before) - 0.2)).toBeLessThan(0.01)
  }, SOON)
  const [, carried] = await atRest(
    () => at(LOWER_RIGHT).toArray(),
    () => cloth().time,
  )
  // By buttons, too: 2 presses of 2 cm.
  for (let n = 0; n < 2; n++) await button('Down').click()
  await vi.waitFor(() => {
    expect(at(LOWER_RIGHT).y - carried!).toBeCloseTo(-0.04, 2)
  }, SOON)

  // Change the wind: a click on the left end of the slider.
  const depth = meanDepth()
  const wind = [...document.querySelectorAll('input')].find(isWindAlongZ)!
  wind.scrollIntoView({ block: 'center' })
  const { height } = wind.getBoundingClientRect()
  await userEvent.click(wind, { position: { x: 8, y: height / 2 } })
  await vi.waitFor(() => {
    expect(cloth().params.wind[2]).toBeLessThan(0)
    expect(meanDepth()).toBeLessThan(depth - 0.02)
  }, SOON)

  await button('Pause').click()
  await expect.element(button('Play')).toBeVisible()
  const time = await untilStill(() => cloth().time)
  await button('Step').click()
  expect(cloth().time).toBeCloseTo(time + STEP, 9)
  await button('Reset').click()
  expect(cloth().time).toBe(0)
  expect([...cloth().positions]).toEqual([...Float32Array.from(cloth().sheet.restPositions)])
  expect(cloth().isPinned(LOWER_LEFT)).toBe(false)
  for (let n = 0; n < 3; n++) await button('Step').click()
  await button('Save CSV').click()
  await checkCsv()
  await screen.unmount()
})
