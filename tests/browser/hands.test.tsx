/** A cloth by keys and by clicks in a real browser: focus, marks, voice, effects on the simulation. */
import { Cloth, type ClothHandle, type ClothProps } from '@billow/react'
import { Canvas } from '@react-three/fiber'
import { type ReactNode, useState } from 'react'
import { type Camera, Vector3 } from 'three'
import { expect, test, vi } from 'vitest'
import { commands, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type HandsPage, says, showHandsPage } from '../helpers/handsPage.js'
import { atRest, SOON, untilStill } from '../helpers/waiting.js'

/** 5 × 5 particles on 1 m², which weigh nothing and lie in the air as they are put. */
const floating: ClothProps = { segments: [4, 4], gravity: [0, 0, 0], airDensity: 0, damping: 2 }

interface Around {
  readonly frameloop: 'always' | 'demand'
  readonly around: (cloth: ReactNode) => ReactNode
}

const show = (
  props: ClothProps = {},
  { frameloop = 'always', around = (cloth) => cloth }: Partial<Around> = {},
): Promise<HandsPage<ClothHandle>> =>
  showHandsPage<ClothHandle>(
    (ref) => around(<Cloth {...floating} {...props} ref={ref} />),
    { frameloop, camera: { position: [0, 0, 2.5], fov: 35 } },
    props.interactive !== false,
  )

/** Where a particle is, m. */
function at(handle: ClothHandle, particle: number): [number, number, number] {
  return [...handle.simulation.positions.slice(3 * particle, 3 * particle + 3)] as never
}

function onPage(handle: ClothHandle, particle: number, camera: Camera, canvas: HTMLElement) {
  const { x, y } = handle.object.particlePosition(particle, new Vector3()).project(camera)
  const box = canvas.getBoundingClientRect()
  return {
    x: box.left + ((x + 1) / 2) * box.width,
    y: box.top + ((1 - y) / 2) * box.height,
  }
}

/** The grabbed particles of a cloth. */
const held = ({ simulation }: ClothHandle) =>
  Array.from({ length: simulation.particleCount }, (_, n) => n).filter((n) =>
    simulation.isGrabbed(n),
  )

/** Largest difference of where a hand is and where what it holds has come to, m. */
const NEAR = 2

test('Tab to the cloth, arrows choose, Enter takes, arrows carry 20 cm, Escape lets go, Tab leaves', async () => {
  const { handle, spot, unmount } = await show()
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(document.querySelector('button')!)
  await userEvent.tab()
  expect(document.activeElement).toBe(spot())
  await vi.waitFor(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(spot())
    expect([outlineStyle, outlineWidth]).toEqual(['solid', '3px'])
  }, SOON)
  // Numbers of rows and columns are those of people, from 1 on.
  await says(spot(), 'Point row 3, column 3')
  await userEvent.keyboard('{ArrowRight}{ArrowUp}')
  await says(spot(), 'Point row 2, column 4')
  // Core counts rows from the lower edge of a sheet that hangs.
  const particle = 3 * 5 + 3
  expect(held(handle())).toEqual([])

  const before = at(handle(), particle)
  await userEvent.keyboard('{Enter}')
  expect(held(handle())).toEqual([particle])
  // The sheet's diagonal is √2 m: a fiftieth of it, rounded down to 1, 2 or 5, is 2 cm.
  await userEvent.keyboard('{ArrowRight>10/}')
  await says(spot(), 'Point row 2, column 4, held, moved 20 cm')
  await vi.waitFor(() => {
    const [x, y, z] = at(handle(), particle)
    expect(x - before[0]).toBeCloseTo(0.2, NEAR)
    expect(y - before[1]).toBeCloseTo(0, NEAR)
    expect(z - before[2]).toBeCloseTo(0, NEAR)
  }, SOON)

  await userEvent.keyboard('{Escape}')
  expect(held(handle())).toEqual([])
  expect(document.activeElement).toBe(spot())
  await userEvent.tab()
  expect(document.activeElement!.textContent).toBe('After')
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(spot())
  await userEvent.tab({ shift: true })
  expect(document.activeElement!.textContent).toBe('Before')
  await unmount()
})

test('Page Up and Page Down move away and nearer, Shift a tenth of a step, Space lets go', async () => {
  const { handle, spot, unmount } = await show()
  spot().focus()
  const particle = 12
  const before = at(handle(), particle)
  await userEvent.keyboard(' ')
  expect(held(handle())).toEqual([particle])
  await userEvent.keyboard('{PageDown>5/}{Shift>}{PageUp>5/}{/Shift}')
  // 5 steps of 2 cm to the viewer, 5 of 2 mm back.
  await vi.waitFor(() => {
    expect(at(handle(), particle)[2] - before[2]).toBeCloseTo(0.09, NEAR)
  }, SOON)
  await says(spot(), 'Point row 3, column 3, held, moved 9 cm')
  await userEvent.keyboard('{Alt>}{ArrowUp>2/}{/Alt}')
  await says(spot(), 'Point row 3, column 3, held, moved 5 cm')
  await userEvent.keyboard(' ')
  expect(held(handle())).toEqual([])
  await unmount()
})

test('no key that means something here scrolls the page, held or not, and keys elsewhere change nothing', async () => {
  const { handle, spot, unmount } = await show()
  spot().focus()
  const pressed: KeyboardEvent[] = []
  const note = (event: KeyboardEvent) => pressed.push(event)
  window.addEventListener('keydown', note, { capture: true })
  const keys = '{ArrowDown>8/}{ArrowUp}{ArrowLeft}{ArrowRight}{PageDown}{PageUp}{End}{Home}'
  await userEvent.keyboard(`${keys} ${keys}`)
  window.removeEventListener('keydown', note, { capture: true })
  expect(pressed.filter((event) => !event.defaultPrevented).map(({ key }) => key)).toEqual([])
  expect(pressed).toHaveLength(2 * 15 + 1)
  expect(held(handle())).toHaveLength(1)
  await userEvent.keyboard('{Escape}{Escape}')
  expect(document.activeElement).toBe(document.body)
  const { simulation } = handle()
  const { holdOrder } = simulation.snapshot()
  ;[...document.querySelectorAll('button')].at(-1).focus({ preventScroll: true })
  await userEvent.keyboard('p{ArrowLeft}{Escape}')
  expect(held(handle())).toEqual([])
  expect(simulation.snapshot().holdOrder).toEqual(holdOrder)
  await unmount()
})

test('P pins where the hand is and unpins, and says so in German', async () => {
  const { handle, spot, unmount } = await show({
    interactive: { lang: 'de', label: 'Vorhang' },
    gravity: [0, -9.81, 0],
  })
  expect(spot().ariaLabel).toBe('Vorhang')
  expect(spot().ariaRoleDescription).toBe('Tuch')
  spot().focus()
  await userEvent.keyboard('{Home}{PageUp}')
  await says(spot(), 'Punkt Reihe 1, Spalte 1')
  await userEvent.keyboard('p')
  const corner = 4 * 5
  expect(handle().simulation.isPinned(corner)).toBe(true)
  await says(spot(), 'Punkt Reihe 1, Spalte 1, festgesteckt')
  await userEvent.keyboard('p')
  expect(handle().simulation.isPinned(corner)).toBe(false)
  await userEvent.keyboard('{Enter}')
  await says(spot(), 'Punkt Reihe 1, Spalte 1, festgehalten')
  const [x] = at(handle(), corner)
  await userEvent.keyboard('{ArrowLeft>5/}p')
  expect(held(handle())).toEqual([])
  await vi.waitFor(() => {
    expect(at(handle(), corner)[0] - x).toBeCloseTo(-0.1, NEAR)
  }, SOON)
  await unmount()
})

test('under a scaled and turned parent arrows go where they point on the screen', async () => {
  const { handle, spot, unmount } = await show(
    {},
    {
      around: (cloth) => (
        <group scale={0.5} rotation-z={Math.PI / 2}>
          {cloth}
        </group>
      ),
    },
  )
  spot().focus()
  const place = () => handle().object.particlePosition(12, new Vector3())
  const before = place()
  await userEvent.keyboard('{Enter}{ArrowUp>10/}')
  // Half as large: steps of 1 cm.
  await vi.waitFor(() => {
    const way = place().sub(before)
    expect(way.y).toBeCloseTo(0.1, NEAR)
    expect(way.x).toBeCloseTo(0, NEAR)
  }, SOON)
  await userEvent.keyboard('{Enter}{ArrowRight}')
  await says(spot(), 'Point row 4, column 3')
  await unmount()
})

test('drawing on demand: keys ask for frames until the hand has arrived; a reset opens it', async () => {
  const { handle, spot, state, unmount } = await show({ paused: true }, { frameloop: 'demand' })
  spot().focus()
  await userEvent.keyboard('{Enter}{ArrowRight>5/}')
  await says(spot(), 'Point row 3, column 3, held, moved 10 cm')
  for (let n = 0; n < 30; n++) handle().step()
  expect(at(handle(), 12)[0]).toBeCloseTo(0.1, NEAR)
  await untilStill(() => state().gl.info.render.frame)
  handle().reset()
  await says(spot(), 'Point row 3, column 3')
  expect(held(handle())).toEqual([])
  await unmount()
})

test('an unmount in mid-grab leaves nothing in the page; interactive={false} puts nothing there', async () => {
  const { handle, spot, show: setVisible, unmount } = await show()
  const { simulation } = handle()
  spot().focus()
  await userEvent.keyboard('{Enter}')
  expect(simulation.isGrabbed(12)).toBe(true)
  setVisible(false)
  await vi.waitFor(() => {
    expect(document.querySelector('[role=application]')).toBeNull()
  }, SOON)
  expect(simulation.isGrabbed(12)).toBe(false)
  expect(document.querySelector('[aria-live]')).toBeNull()
  await unmount()

  const off = await show({ interactive: false })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(document.querySelector('[role=application]')).toBeNull()
  await off.unmount()
})

test('several cloths are tab stops in the order of the scene, also those that come later', async () => {
  let setMiddle: (visible: boolean) => void = () => undefined
  function Trio() {
    const [middle, set] = useState(false)
    setMiddle = set
    return (
      <Canvas>
        <Cloth {...floating} interactive={{ label: 'First' }} />
        {middle ? <Cloth {...floating} interactive={{ label: 'Second' }} /> : null}
        <Cloth {...floating} interactive={{ label: 'Third' }} />
      </Canvas>
    )
  }
  const { unmount } = await render(<Trio />)
  const stops = () =>
    [...document.querySelectorAll('[role=application]')].map((spot) => spot.ariaLabel)
  await vi.waitFor(() => {
    expect(stops()).toEqual(['First', 'Third'])
  }, SOON)
  setMiddle(true)
  await vi.waitFor(() => {
    expect(stops()).toEqual(['First', 'Second', 'Third'])
  }, SOON)
  await unmount()
})

test('a cloth made of a mesh: arrows go to neighbours, and every rim is reached', async () => {
  const { handle, spot, unmount } = await show({
    mesh: {
      // A hexagon around one point.
      positions: [
        [0, 0, 0],
        ...Array.from({ length: 6 }, (_, n) => [
          0.4 * Math.cos((n * Math.PI) / 3),
          0.4 * Math.sin((n * Math.PI) / 3),
          0,
        ]),
      ].flat(),
      indices: Array.from({ length: 6 }, (_, n) => [0, 1 + n, 1 + ((n + 1) % 6)]).flat(),
    },
  })
  expect(handle().simulation.particleCount).toBe(7)
  spot().focus()
  await says(spot(), 'Point 1 of 7')
  await userEvent.keyboard('{ArrowRight}')
  await says(spot(), 'Point 2 of 7')
  await userEvent.keyboard('{ArrowLeft}')
  await says(spot(), 'Point 1 of 7')
  await userEvent.keyboard('{ArrowLeft}')
  await says(spot(), 'Point 5 of 7')
  await userEvent.keyboard('{Enter}{ArrowLeft>10/}')
  await vi.waitFor(() => {
    expect(at(handle(), 4)[0]).toBeLessThan(-0.5)
  }, SOON)
  await unmount()
})

test('clicks: one takes a particle, the next carries it, one on it lets it go; dragging turns the view', async () => {
  const { handle, state, unmount } = await show({ interactive: 'click' })
  const { camera, gl } = state()
  const canvas = gl.domElement
  const click = (x: number, y: number) =>
    commands.mouse([{ action: 'move', x, y }, { action: 'down' }, { action: 'up' }])
  const from = onPage(handle(), 6, camera, canvas)
  await click(from.x, from.y)
  await vi.waitFor(() => {
    expect(held(handle())).toEqual([6])
  }, SOON)
  // Beside the cloth.
  const box = canvas.getBoundingClientRect()
  const [x, y] = [box.left + 30, box.top + 40]
  await click(x, y)
  await vi.waitFor(() => {
    const there = onPage(handle(), 6, camera, canvas)
    expect(Math.hypot(there.x - x, there.y - y)).toBeLessThan(4)
  }, SOON)
  // Onto another particle.
  const other = onPage(handle(), 18, camera, canvas)
  await click(other.x, other.y)
  await vi.waitFor(() => {
    const there = onPage(handle(), 6, camera, canvas)
    expect(Math.hypot(there.x - other.x, there.y - other.y)).toBeLessThan(25)
  }, SOON)
  await atRest(
    () => at(handle(), 6),
    () => handle().simulation.time,
  )
  const now = onPage(handle(), 6, camera, canvas)
  await click(now.x + 6, now.y)
  await vi.waitFor(() => {
    expect(held(handle())).toEqual([])
  }, SOON)
  const turned = camera.position.clone()
  await commands.mouse([
    { action: 'move', x: now.x, y: now.y },
    { action: 'down' },
    { action: 'move', x: now.x + 60, y: now.y },
    { action: 'up' },
  ])
  expect(held(handle())).toEqual([])
  expect(camera.position.distanceTo(turned)).toBeGreaterThan(0.05)
  await unmount()
})
