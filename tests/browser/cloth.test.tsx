/** `<Cloth>` in a real browser: pixels, memory, pointer, drawing on demand. */
import { Cloth, type ClothHandle, type ClothProps } from '@billow/react'
import { OrbitControls } from '@react-three/drei/core/OrbitControls.js'
import { Canvas, type RootState } from '@react-three/fiber'
import { StrictMode, useState } from 'react'
import { type Camera, Vector3 } from 'three'
import { expect, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SOON, untilStill } from '../helpers/waiting.js'

const sheet: ClothProps = {
  segments: [12, 12],
  substeps: 4,
  iterations: 4,
  pins: ['top-left', 'top-right'],
}

interface Shown {
  readonly handle: () => ClothHandle
  readonly state: () => RootState
  readonly show: (visible: boolean) => void
  readonly unmount: () => void | Promise<void>
}

async function show(
  props: ClothProps = {},
  frameloop: 'always' | 'demand' = 'always',
): Promise<Shown> {
  let handle: ClothHandle | null = null
  let state: RootState | undefined
  let setVisible: (visible: boolean) => void = () => undefined
  function App() {
    const [visible, set] = useState(true)
    setVisible = set
    return (
      <div style={{ width: 400, height: 400 }}>
        <Canvas
          frameloop={frameloop}
          camera={{ position: [0, 0, 2.5], fov: 35 }}
          gl={{ preserveDrawingBuffer: true }}
          onCreated={(created) => {
            state = created
          }}
        >
          <ambientLight intensity={2} />
          {visible ? (
            <Cloth
              {...sheet}
              {...props}
              ref={(current) => {
                handle = current
              }}
            />
          ) : null}
          <OrbitControls makeDefault />
        </Canvas>
      </div>
    )
  }
  const { unmount } = await render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  await vi.waitFor(() => {
    expect(handle && state).toBeTruthy()
  }, SOON)
  return {
    handle: () => handle!,
    state: () => state!,
    show: (visible) => {
      setVisible(visible)
    },
    unmount,
  }
}

const waitForTime = (handle: () => ClothHandle, seconds: number) =>
  vi.waitFor(() => {
    expect(handle().simulation.time).toBeGreaterThan(seconds)
  }, SOON)

test('draws the cloth in its colour, more of it than of anything else in the middle', async () => {
  const { handle, state, unmount } = await show()
  await waitForTime(handle, 0.1)
  const gl = state().gl.getContext()
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight]
  const pixels = new Uint8Array(4 * width * height)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  let red = 0
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i]! > pixels[i + 2]! + 40) red++
  // A sheet of 1 m² seen from 2.5 m at 35° covers 40 % of the picture while it hangs flat.
  expect(red / (width * height)).toBeGreaterThan(0.2)
  await unmount()
})

test('20 mounts under StrictMode leave no geometry, texture or program behind', async () => {
  const { handle, state, show: setVisible, unmount } = await show()
  await waitForTime(handle, 0.02)
  const { info } = state().gl
  setVisible(false)
  await vi.waitFor(() => {
    expect(info.memory.geometries).toBe(0)
  }, SOON)
  // The renderer keeps one lookup texture of its own once a standard material was drawn.
  const settled = { ...info.memory }
  expect(settled).toMatchObject({ geometries: 0, textures: 1 })
  const programs = info.programs!.length
  for (let n = 0; n < 20; n++) {
    setVisible(true)
    await vi.waitFor(() => {
      expect(info.memory.geometries).toBe(1)
    }, SOON)
    setVisible(false)
    await vi.waitFor(() => {
      expect(info.memory).toMatchObject(settled)
    }, SOON)
  }
  expect(info.programs!.length).toBe(programs)
  await unmount()
})

/** Where a particle is in the page, CSS pixels. */
function onPage(
  handle: ClothHandle,
  particle: number,
  camera: Camera,
  canvas: HTMLCanvasElement,
): [number, number] {
  const { x, y } = handle.object.particlePosition(particle, new Vector3()).project(camera)
  const box = canvas.getBoundingClientRect()
  return [box.left + ((x + 1) / 2) * box.width, box.top + ((1 - y) / 2) * box.height]
}

test('dragging keeps the particle under the pointer, rests the camera controls, and lets go', async () => {
  const { handle, state, unmount } = await show({ pins: ['top'], gravity: [0, -3, 0] })
  await waitForTime(handle, 0.1)
  const { camera, gl } = state()
  const controlsOn = () => (state().get().controls as unknown as { enabled: boolean }).enabled
  const canvas = gl.domElement
  const before = camera.position.toArray()
  const [x, y] = onPage(handle(), 58, camera, canvas)
  await commands.mouse([
    { action: 'move', x, y },
    { action: 'down' },
    { action: 'move', x: x + 40, y: y - 30 },
  ])
  const simulation = handle().simulation
  const held = Array.from({ length: simulation.particleCount }, (_, particle) => particle).filter(
    (particle) => {
      const [px, py] = onPage(handle(), particle, camera, canvas)
      return Math.hypot(px - x, py - y) < 80
    },
  )
  await vi.waitFor(() => {
    const distances = held.map((particle) => {
      const [px, py] = onPage(handle(), particle, camera, canvas)
      return Math.hypot(px - (x + 40), py - (y - 30))
    })
    expect(Math.min(...distances)).toBeLessThan(1.5)
  }, SOON)
  expect(controlsOn()).toBe(false)
  expect(camera.position.toArray()).toEqual(before)
  await commands.mouse([{ action: 'up' }])
  await vi.waitFor(() => {
    expect(controlsOn()).toBe(true)
  }, SOON)
  const atRelease = simulation.time
  await waitForTime(handle, atRelease + 0.3)
  const [px, py] = onPage(handle(), 58, camera, canvas)
  expect(Math.hypot(px - (x + 40), py - (y - 30))).toBeGreaterThan(5)
  await unmount()
})

test('an unmount in mid-drag gives the camera controls back', async () => {
  const { handle, state, show: setVisible, unmount } = await show({ pins: ['top'] })
  await waitForTime(handle, 0.05)
  const { camera, gl } = state()
  const controlsOn = () => (state().get().controls as unknown as { enabled: boolean }).enabled
  const [x, y] = onPage(handle(), 58, camera, gl.domElement)
  await commands.mouse([
    { action: 'move', x, y },
    { action: 'down' },
    { action: 'move', x: x + 10, y },
  ])
  await vi.waitFor(() => {
    expect(controlsOn()).toBe(false)
  }, SOON)
  setVisible(false)
  await vi.waitFor(() => {
    expect(controlsOn()).toBe(true)
  }, SOON)
  await commands.mouse([{ action: 'up' }])
  await unmount()
})

test('frameloop="demand": runs while it moves, draws nothing while paused, and draws a step by hand', async () => {
  const running = await show({}, 'demand')
  await waitForTime(running.handle, 0.2)
  await running.unmount()

  const { handle, state, unmount } = await show({ paused: true }, 'demand')
  const { info } = state().gl
  const frame = await untilStill(() => info.render.frame)
  expect(handle().simulation.time).toBe(0)
  handle().step()
  await vi.waitFor(() => {
    expect(info.render.frame).toBeGreaterThan(frame)
  }, SOON)
  await unmount()
})
