/** A field of grass by keys and by several fingers in a real browser: focus, voice, blades that give way. */
import { GrassField, type GrassFieldProps, type GrassHandle } from '@billow/react'
import { Vector3 } from 'three'
import { expect, test, vi } from 'vitest'
import { commands, userEvent } from 'vitest/browser'
import { says, showHandsPage } from '../helpers/handsPage.js'
import { SOON } from '../helpers/waiting.js'

/** In still air, so that nothing else bends blades, and lower than a foot, so that it bends all of them. */
const calm: GrassFieldProps = {
  ...{ size: [2, 2], density: 100, height: 0.15, heightVariation: 0 },
  ...{ wind: [0, 0, 0], backend: 'cpu' },
}

/** Of what presses blades down, m. */
const RADIUS = 0.2

async function show(props: GrassFieldProps) {
  const page = await showHandsPage<GrassHandle>(
    (ref) => <GrassField {...calm} trampleRadius={RADIUS} {...props} ref={ref} />,
    { camera: { position: [0, 2.5, 2.5], fov: 45 } },
  )
  const { simulation } = page.handle()
  await vi.waitFor(() => {
    expect(simulation.isResting).toBe(true)
  }, SOON)
  const upright = simulation.state.tips.slice()
  /** How far tips are from where they were before anybody came, of the blades for which that is asked; m. */
  const moved = (isMeant: (x: number, z: number) => boolean) => {
    const { roots, count } = simulation.blades
    const ways: number[] = []
    for (let n = 0; n < count; n++) {
      if (!isMeant(roots[3 * n]!, roots[3 * n + 2]!)) continue
      const { tips } = simulation.state
      const [x, y, z] = [0, 1, 2].map((i) => tips[3 * n + i]! - upright[3 * n + i]!)
      ways.push(Math.hypot(x!, y!, z!))
    }
    expect(ways.length).toBeGreaterThan(0)
    return ways
  }
  return {
    ...page,
    /** Bends every blade right under a place, and none that a foot there cannot reach. */
    untilPressed: (places: readonly (readonly [number, number])[]) =>
      vi.waitFor(() => {
        const near = (x: number, z: number) => places.map(([a, b]) => Math.hypot(x - a, z - b))
        for (const [n] of places.entries())
          expect(Math.min(...moved((x, z) => near(x, z)[n]! < 0.5 * RADIUS))).toBeGreaterThan(0.03)
        const away = moved((x, z) => near(x, z).every((way) => way > 2 * RADIUS))
        expect(Math.max(...away)).toBeLessThan(0.03)
      }, SOON),
  }
}

test('Tab to the field, Enter puts a foot down, arrows move it and the blades that lie, Escape lifts, Tab leaves', async () => {
  const { handle, spot, untilPressed, unmount } = await show({ interactive: { label: 'Meadow' } })
  expect(spot().ariaLabel).toBe('Meadow')
  await userEvent.click(document.querySelector('button')!)
  await userEvent.tab()
  expect(document.activeElement).toBe(spot())
  // What the camera looks at.
  await says(spot(), 'Foot lifted at 0 m, 0 m')
  expect(handle().measure().touched).toBe(0)
  await userEvent.keyboard('{Enter}')
  await says(spot(), 'Foot at 0 m, 0 m')
  await untilPressed([[0, 0]])
  // The diagonal is somewhat less than 2.83 m: a fiftieth of it, rounded down to 1, 2 or 5, is 5 cm.
  await userEvent.keyboard('{ArrowRight>10/}{ArrowUp>4/}')
  await says(spot(), 'Foot at 0.5 m, -0.2 m')
  await untilPressed([[0.5, -0.2]])
  await userEvent.keyboard('{Shift>}{ArrowLeft>2/}{ArrowDown>4/}{/Shift}')
  // 2 and 4 steps of 5 mm.
  await says(spot(), 'Foot at 0.49 m, -0.18 m')
  expect(window.scrollY).toBe(0)

  await userEvent.keyboard('{Escape}')
  await says(spot(), 'Foot lifted at 0.49 m, -0.18 m')
  await vi.waitFor(() => {
    expect(handle().measure().touched).toBe(0)
  }, SOON)
  expect(document.activeElement).toBe(spot())
  await userEvent.tab()
  expect(document.activeElement!.textContent).toBe('After')
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(spot())
  await userEvent.keyboard(' {Escape}{Escape}')
  expect(document.activeElement).toBe(document.body)
  await unmount()
})

test('a foot does not leave the field, speaks German, and is gone with it', async () => {
  const {
    handle,
    spot,
    show: setVisible,
    unmount,
  } = await show({
    interactive: { pointer: 'none', lang: 'de' },
  })
  expect(spot().ariaLabel).toBe('Gras')
  spot().focus()
  await says(spot(), 'Fuß gehoben bei 0 m, 0 m')
  await userEvent.keyboard('{Enter}{ArrowRight>40/}')
  const { simulation } = handle()
  const { roots } = simulation.blades
  const rim = Math.max(...roots.filter((_, i) => i % 3 === 0))
  const x = (Math.round(100 * rim) / 100).toLocaleString('de')
  await says(spot(), `Fuß bei ${x} m, 0 m`)
  const others = simulation.colliders.length
  expect(others).toBe(1)
  setVisible(false)
  await vi.waitFor(() => {
    expect(document.querySelector('[role=application]')).toBeNull()
  }, SOON)
  expect(simulation.colliders).toHaveLength(0)
  await unmount()
})

test('two fingers press two places; lifting one leaves the other, and controls rest until both are lifted', async () => {
  const { handle, state, untilPressed, unmount } = await show({ trample: 'press' })
  const { camera, gl, get } = state()
  const controls = () => get().controls as unknown as { enabled: boolean }
  const onPage = (id: number, x: number, z: number) => {
    const place = handle()
      .object.localToWorld(new Vector3(x, 0, z))
      .project(camera)
    const { left, top, width, height } = gl.domElement.getBoundingClientRect()
    return {
      id,
      x: left + ((place.x + 1) / 2) * width,
      y: top + ((1 - place.y) / 2) * height,
    }
  }
  const before = camera.position.clone()
  expect(controls().enabled).toBe(true)
  const pointers: number[] = []
  gl.domElement.addEventListener('pointerdown', ({ pointerId }) => pointers.push(pointerId))
  const left = onPage(0, -0.5, 0)
  await commands.fingers([left])
  await untilPressed([[-0.5, 0]])
  await commands.fingers([left, onPage(1, 0.5, 0)])
  await untilPressed([
    [-0.5, 0],
    [0.5, 0],
  ])
  expect(controls().enabled).toBe(false)
  // The second moves, the first stays.
  await commands.fingers([left, onPage(1, 0.5, 0.4)])
  await untilPressed([
    [-0.5, 0],
    [0.5, 0.4],
  ])
  // Fingers that are emulated can be lifted only all at once, so that the page is told of the first one.
  const pointerId = pointers[0]!
  const up = { pointerId, pointerType: 'touch', bubbles: true, clientX: left.x, clientY: left.y }
  gl.domElement.dispatchEvent(new PointerEvent('pointerup', up))
  await untilPressed([[0.5, 0.4]])
  expect(controls().enabled).toBe(false)
  await commands.fingers([])
  await vi.waitFor(() => {
    expect(controls().enabled).toBe(true)
    expect(handle().measure().touched).toBe(0)
  }, SOON)
  expect(camera.position.distanceTo(before)).toBeLessThan(1e-6)
  await unmount()
})
