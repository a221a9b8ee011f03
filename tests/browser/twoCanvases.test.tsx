/**
 * Two canvases on one page: hands, keys, clocks and ends of one are no matter of the other, what both wear
 * stays, and a cloth that React takes from one to the other is made anew there.
 */
import { Cloth, type ClothHandle, Simulation } from '@billow/react'
import { ShaderMaterialPicker } from '@billow/react/shaders'
import { Canvas, type RootState } from '@react-three/fiber'
import { createRef, type ReactNode, type RefObject, StrictMode } from 'react'
import { DataTexture, MeshStandardMaterial, Vector3 } from 'three'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commands, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SOON, untilStill } from '../helpers/waiting.js'

/** 5 × 5 particles that weigh nothing and lie in the air as they are put. */
const FLOATING = { segments: [4, 4], gravity: [0, 0, 0], airDensity: 0, damping: 2 } as const

const SIDES = ['left', 'right'] as const

type Side = (typeof SIDES)[number]

interface Shown {
  readonly paused?: Side
  /** Canvases that are there. */
  readonly sides?: readonly Side[]
  readonly content?: (side: Side) => ReactNode
}

const complaints: unknown[] = []

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...said) => complaints.push(said))
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})

async function show(start: Shown = {}) {
  const refs = { left: createRef<ClothHandle>(), right: createRef<ClothHandle>() }
  const states: Partial<Record<Side, RootState>> = {}
  const cloth = (side: Side): ReactNode => (
    <Cloth {...FLOATING} interactive={{ label: side }} ref={refs[side]} />
  )
  const page = ({ paused, sides = SIDES, content = cloth }: Shown): ReactNode => (
    <StrictMode>
      <div style={{ display: 'flex' }}>
        {sides.map((side) => (
          <div key={side} style={{ width: 200, height: 200 }}>
            <Canvas
              camera={{ position: [0, 0, 2.5], fov: 35 }}
              onCreated={(state) => {
                states[side] = state
              }}
            >
              <ambientLight intensity={2} />
              <Simulation paused={paused === side}>{content(side)}</Simulation>
            </Canvas>
          </div>
        ))}
      </div>
    </StrictMode>
  )
  const { rerender, unmount } = await render(page(start))
  await vi.waitFor(() => {
    for (const side of start.sides ?? SIDES) expect(states[side]).toBeTruthy()
  }, SOON)
  return {
    refs,
    handle: (side: Side) => refs[side].current!,
    state: (side: Side) => states[side]!.get(),
    change: (next: Shown) => rerender(page(next)),
    unmount,
  }
}

const there = (...refs: RefObject<ClothHandle | null>[]) =>
  vi.waitFor(() => {
    for (const ref of refs) expect(ref.current).toBeTruthy()
  }, SOON)

const spot = (side: Side) =>
  document.querySelector<HTMLElement>(`[role=application][aria-label=${side}]`)!

const goesOn = ({ simulation }: ClothHandle, seconds = 0.1) => {
  const end = simulation.time + seconds
  return vi.waitFor(() => {
    expect(simulation.time).toBeGreaterThan(end)
  }, SOON)
}

const held = ({ simulation }: ClothHandle) =>
  Array.from({ length: simulation.particleCount }, (_, n) => n).filter((n) =>
    simulation.isGrabbed(n),
  )

/** How far particles are from where they started, m, at most. */
function moved({ simulation }: ClothHandle): number {
  const { positions, sheet } = simulation
  return Math.max(...positions.map((x, n) => Math.abs(x - sheet.restPositions[n]!)))
}

test('dragging, keys and a pause on one leave the other as it is', async () => {
  const { refs, handle, state, change, unmount } = await show()
  await there(refs.left, refs.right)
  await vi.waitFor(() => {
    expect(spot('left') && spot('right')).toBeTruthy()
  }, SOON)

  const { camera, gl } = state('left')
  const box = gl.domElement.getBoundingClientRect()
  const { x, y } = handle('left').object.particlePosition(12, new Vector3()).project(camera)
  const [px, py] = [box.left + ((x + 1) / 2) * box.width, box.top + ((1 - y) / 2) * box.height]
  // Over to the other canvas, and let go there.
  await commands.mouse([
    { action: 'move', x: px, y: py },
    { action: 'down' },
    { action: 'move', x: px + 60, y: py },
    { action: 'move', x: px + 180, y: py },
  ])
  await vi.waitFor(() => {
    expect(held(handle('left'))).toEqual([12])
    expect(moved(handle('left'))).toBeGreaterThan(0.1)
  }, SOON)
  expect(held(handle('right'))).toEqual([])
  await commands.mouse([{ action: 'up' }])
  await vi.waitFor(() => {
    expect(held(handle('left'))).toEqual([])
  }, SOON)
  expect(moved(handle('right'))).toBeLessThan(1e-6)

  spot('right').focus()
  await userEvent.keyboard('{Enter}{ArrowUp>3/}')
  await vi.waitFor(() => {
    expect(held(handle('right'))).toEqual([12])
    expect(moved(handle('right'))).toBeGreaterThan(0.04)
  }, SOON)
  expect(held(handle('left'))).toEqual([])
  await userEvent.keyboard('{Escape}')

  await change({ paused: 'left' })
  const time = await untilStill(() => handle('left').simulation.time)
  await goesOn(handle('right'))
  expect(handle('left').simulation.time).toBe(time)
  await change({ paused: 'right' })
  await goesOn(handle('left'))
  await unmount()
})

test('an unmount of one, in mid-drag too, leaves the other running, with its tab stop', async () => {
  const { refs, handle, change, unmount } = await show()
  await there(refs.left, refs.right)
  await vi.waitFor(() => {
    expect(spot('left') && spot('right')).toBeTruthy()
  }, SOON)
  spot('left').focus()
  await userEvent.keyboard('{Enter}')
  expect(held(handle('left'))).toHaveLength(1)
  const { simulation } = handle('left')
  await change({ sides: ['right'] })
  await vi.waitFor(() => {
    expect(spot('left')).toBeNull()
  }, SOON)
  expect(held({ simulation } as ClothHandle)).toEqual([])
  await goesOn(handle('right'))
  spot('right').focus()
  await userEvent.keyboard('{Enter}')
  expect(held(handle('right'))).toHaveLength(1)
  await unmount()
  expect(document.querySelector('[role=application]')).toBeNull()
})

test('a texture and a material that both wear outlive either of them', async () => {
  const map = new DataTexture(new Uint8Array([200, 30, 30, 255]), 1, 1)
  map.needsUpdate = true
  const material = new MeshStandardMaterial({ map })
  const ends: string[] = []
  map.addEventListener('dispose', () => ends.push('texture'))
  material.addEventListener('dispose', () => ends.push('material'))
  const content = (side: Side): ReactNode => (
    <>
      <Cloth {...FLOATING} material={material} ref={refs[side]} />
      <Cloth {...FLOATING}>
        <meshStandardMaterial map={map} />
      </Cloth>
      <Cloth {...FLOATING}>
        <ShaderMaterialPicker value="texture" uniforms={{ map }} />
      </Cloth>
    </>
  )
  const refs = { left: createRef<ClothHandle>(), right: createRef<ClothHandle>() }
  const { state, change, unmount } = await show({ content })
  await there(refs.left, refs.right)
  await goesOn(refs.right.current!)
  const drawn = () => state('right').gl.info.render.triangles
  await vi.waitFor(() => {
    expect(drawn()).toBeGreaterThan(0)
  }, SOON)
  const before = drawn()
  await change({ content, sides: ['right'] })
  await goesOn(refs.right.current!)
  expect(ends).toEqual([])
  expect(drawn()).toBe(before)
  expect(refs.right.current!.object.material).toBe(material)
  await unmount()
  expect(ends).toEqual([])
})

test('a cloth that moves from one canvas to the other, its key kept, is there once and runs', async () => {
  const content = (home: Side) => (side: Side) => (side === home ? cloth(side) : null)
  // Refs of their own: React tells a root that something is gone after another one that it is there.
  const refs = { left: createRef<ClothHandle>(), right: createRef<ClothHandle>() }
  const cloth = (side: Side): ReactNode => (
    <Cloth key="cloth" {...FLOATING} interactive={{ label: side }} ref={refs[side]} />
  )
  const { change, state, unmount } = await show({ content: content('left') })
  await there(refs.left)
  for (const home of ['right', 'left', 'right'] as const) {
    const other = home === 'left' ? 'right' : 'left'
    const { simulation } = refs[other].current!
    await change({ content: content(home) })
    await vi.waitFor(() => {
      expect(refs[home].current).toBeTruthy()
      expect(refs[other].current).toBeNull()
      expect(spot(home)).toBeTruthy()
    }, SOON)
    const { time } = simulation
    await goesOn(refs[home].current!)
    expect(simulation.time).toBe(time)
    expect(document.querySelectorAll('[role=application]')).toHaveLength(1)
    expect(state(home).scene.getObjectsByProperty('name', 'Cloth')).toHaveLength(1)
    expect(state(other).scene.getObjectsByProperty('name', 'Cloth')).toHaveLength(0)
  }
  await unmount()
})
