/**
 * Canvases that are not as usual: a root that knows no element of three.js, one that is hidden and shown, and
 * one whose graphics card goes away and comes back.
 */
import {
  Cloth,
  type ClothHandle,
  GrassField,
  type GrassHandle,
  Pin,
  Simulation,
  SphereCollider,
  Wind,
} from '@billow/react'
import { Ruler } from '@billow/react/overlays'
import { Canvas, createRoot, type RootState } from '@react-three/fiber'
import { Activity, createRef, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { contextEvent } from '../helpers/webgl.js'
import { SOON } from '../helpers/waiting.js'

const SHEET = { segments: [6, 6], substeps: 4, pins: 'top' } as const

const later = (handle: ClothHandle | GrassHandle, seconds: number) => {
  const end = handle.simulation.time + seconds
  return vi.waitFor(() => {
    expect(handle.simulation.time).toBeGreaterThan(end)
  }, SOON)
}

/** Points of the picture that are not background. */
function drawn({ gl }: RootState): number {
  const context = gl.getContext()
  const [width, height] = [context.drawingBufferWidth, context.drawingBufferHeight]
  const pixels = new Uint8Array(4 * width * height)
  context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, pixels)
  let count = 0
  for (let n = 3; n < pixels.length; n += 4) if (pixels[n]! > 0) count++
  return count
}

test('createRoot without extend: components bring all that they need', async () => {
  const ref = createRef<ClothHandle>()
  const root = createRoot(document.createElement('canvas'))
  await root.configure({ size: { width: 64, height: 48, top: 0, left: 0 } })
  root.render(
    <Simulation>
      <Wind velocity={[1, 0, 0]} arrow />
      <Cloth {...SHEET} ref={ref}>
        <Pin particle={24} position={[0, 0, 0.1]} />
      </Cloth>
      <SphereCollider radius={0.2} position={[0, -1, 0]} debug />
      <GrassField size={[1, 1]} density={20} />
      <Ruler from={[0, 0, 0]} to={[1, 0, 0]} />
    </Simulation>,
  )
  await vi.waitFor(() => {
    expect(ref.current).toBeTruthy()
  }, SOON)
  await later(ref.current!, 0.05)
  root.unmount()
})

test('a hidden <Activity> keeps the state of a cloth, which goes on from there', async () => {
  const ref = createRef<ClothHandle>()
  const stage = (mode: 'hidden' | 'visible'): ReactNode => (
    <div style={{ width: 80, height: 60 }}>
      <Canvas>
        <Activity mode={mode}>
          <Cloth {...SHEET} ref={ref} />
        </Activity>
      </Canvas>
    </div>
  )
  const { rerender, unmount } = await render(stage('visible'))
  await vi.waitFor(() => {
    expect(ref.current).toBeTruthy()
  }, SOON)
  await later(ref.current!, 0.1)
  const { simulation } = ref.current!
  await rerender(stage('hidden'))
  await vi.waitFor(() => {
    expect(ref.current).toBeNull()
  }, SOON)
  const { time } = simulation
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(simulation.time).toBe(time)
  await rerender(stage('visible'))
  await vi.waitFor(() => {
    expect(ref.current).toBeTruthy()
  }, SOON)
  expect(ref.current!.simulation).toBe(simulation)
  await later(ref.current!, 0.1)
  // A rest of 0.3 s is no burst of steps.
  expect(Number.isFinite(simulation.measure().kinetic)).toBe(true)
  await unmount()
})

test.each(['cpu', 'gpu'] as const)(
  'a context that is lost and restored: cloth and grass (%s) are drawn again, as they were',
  async (backend) => {
    const [cloth, grass] = [createRef<ClothHandle>(), createRef<GrassHandle>()]
    let state: RootState | undefined
    const { unmount } = await render(
      <div style={{ width: 160, height: 120 }}>
        <Canvas
          camera={{ position: [0, 0, 2.5] }}
          gl={{ preserveDrawingBuffer: true }}
          onCreated={(created) => {
            state = created
          }}
        >
          <ambientLight intensity={2} />
          <Cloth {...SHEET} ref={cloth} />
          <GrassField
            size={[2, 1]}
            density={60}
            wind={[2, 0, 1]}
            position={[0, -1, 0]}
            backend={backend}
            ref={grass}
          />
        </Canvas>
      </div>,
    )
    await vi.waitFor(() => {
      expect(state && cloth.current && grass.current).toBeTruthy()
    }, SOON)
    await later(grass.current!, 0.2)
    const before = drawn(state!)
    expect(before).toBeGreaterThan(500)
    const lean = grass.current!.measure().meanLean
    const { time } = cloth.current!.simulation
    const lose = state!.gl.getContext().getExtension('WEBGL_lose_context')!
    await contextEvent(state!.gl, 'webglcontextlost', () => {
      lose.loseContext()
    })
    await contextEvent(state!.gl, 'webglcontextrestored', () => {
      lose.restoreContext()
    })
    await later(grass.current!, 0.1)
    await vi.waitFor(() => {
      expect(drawn(state!)).toBeGreaterThan(0.6 * before)
    }, SOON)
    expect(cloth.current!.simulation.time).toBeGreaterThanOrEqual(time)
    const after = grass.current!.measure().meanLean
    expect(Number.isFinite(after)).toBe(true)
    expect(after).toBeGreaterThan(0.2 * lean)
    await unmount()
  },
)
