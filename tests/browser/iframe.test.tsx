/**
 * A canvas in an iframe that the page around renders into: pointers are held past the frame's edge, keys and
 * focus are those of the frame's own document, and all of that where the frame is scaled, too.
 */
import { Cloth, type ClothHandle, type ClothWorkerHandle } from '@billow/react'
import { OrbitControls } from '@react-three/drei/core/OrbitControls.js'
import { Canvas, type RootState } from '@react-three/fiber'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Vector3 } from 'three'
import { expect, test, vi } from 'vitest'
import { commands, userEvent } from 'vitest/browser'
import { atRest, SOON } from '../helpers/waiting.js'

/** 5 × 5 particles that weigh nothing and lie in the air as they are put. */
const FLOATING = { segments: [4, 4], gravity: [0, 0, 0], airDensity: 0, damping: 2 } as const

type Handle = ClothHandle | ClothWorkerHandle

/** @param scale of the frame, by CSS */
async function show(scale: number, cloth: (ref: (handle: Handle | null) => void) => ReactNode) {
  const frame = document.createElement('iframe')
  Object.assign(frame.style, {
    ...{ position: 'absolute', left: '120px', top: '60px', width: '300px', height: '300px' },
    ...{ border: '0', transform: `scale(${scale})`, transformOrigin: '0 0' },
  })
  frame.srcdoc = '<!doctype html><body style="margin:0"><div id="root"></div></body>'
  const loaded = new Promise((resolve) => {
    frame.addEventListener('load', resolve)
  })
  document.body.append(frame)
  await loaded
  const page = frame.contentDocument!
  let handle: Handle | null = null
  let state: RootState | undefined
  const root = createRoot(page.getElementById('root')!)
  root.render(
    <StrictMode>
      <div style={{ width: 300, height: 300 }}>
        <Canvas
          camera={{ position: [0, 0, 2.5], fov: 35 }}
          onCreated={(created) => {
            state = created
          }}
        >
          <ambientLight intensity={2} />
          {cloth((current) => {
            handle = current
          })}
          <OrbitControls makeDefault />
        </Canvas>
      </div>
    </StrictMode>,
  )
  const spot = () => page.querySelector<HTMLElement>('[role=application]')!
  await vi.waitFor(() => {
    expect(handle && state?.get().controls).toBeTruthy()
    expect(spot()).toBeTruthy()
  }, SOON)
  return {
    page,
    handle: () => handle!,
    spot,
    controlsOn: () => (state!.get().controls as unknown as { enabled: boolean }).enabled,
    /** Where a particle is seen in the page around, CSS pixels. */
    onPage: (particle: number) => {
      const { gl, camera } = state!.get()
      const { x, y } = handle!.object.particlePosition(particle, new Vector3()).project(camera)
      const canvas = gl.domElement.getBoundingClientRect()
      const around = frame.getBoundingClientRect()
      return {
        x: around.left + scale * (canvas.left + ((x + 1) / 2) * canvas.width),
        y: around.top + scale * (canvas.top + ((1 - y) / 2) * canvas.height),
      }
    },
    end: () => {
      root.unmount()
      frame.remove()
    },
  }
}

const held = ({ simulation }: Handle) =>
  Array.from({ length: simulation.particleCount }, (_, n) => n).filter((n) =>
    simulation.isGrabbed(n),
  )

type Shown = Awaited<ReturnType<typeof show>>

/** Drags the middle out of the frame, to the left of it, and lets go there. */
async function dragOut({ onPage, handle, controlsOn }: Shown): Promise<void> {
  const { x, y } = onPage(12)
  await commands.mouse([
    { action: 'move', x, y },
    { action: 'down' },
    { action: 'move', x: x - 30, y },
  ])
  await vi.waitFor(() => {
    expect(held(handle())).toEqual([12])
    expect(controlsOn()).toBe(false)
    expect(Math.abs(onPage(12).x - (x - 30))).toBeLessThan(4)
  }, SOON)
  await commands.mouse([{ action: 'move', x: 40, y }])
  await vi.waitFor(() => {
    expect(Math.abs(onPage(12).x - 40)).toBeLessThan(6)
  }, SOON)
  expect(held(handle())).toEqual([12])
  await commands.mouse([{ action: 'up' }])
  await vi.waitFor(() => {
    expect(held(handle())).toEqual([])
    expect(controlsOn()).toBe(true)
  }, SOON)
}

/** Takes a particle by keys and carries it 6 cm to the right, as its own document has it. */
async function carryByKeys({ page, spot, handle }: Shown): Promise<void> {
  expect(spot().ownerDocument).toBe(page)
  spot().focus()
  expect(page.activeElement).toBe(spot())
  await vi.waitFor(() => {
    const { outlineStyle, outlineWidth } =
      spot().ownerDocument.defaultView!.getComputedStyle(spot())
    expect([outlineStyle, outlineWidth]).toEqual(['solid', '3px'])
  }, SOON)
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await vi.waitFor(() => {
    expect(held(handle())).toHaveLength(1)
  }, SOON)
  const particle = held(handle())[0]!
  // What was taken on the drift that the drag before has left is where the hand took it some frames later.
  const place = () =>
    atRest(
      () => handle().object.particlePosition(particle, new Vector3()).toArray(),
      () => handle().simulation.time,
    )
  const [from] = await place()
  await userEvent.keyboard('{ArrowRight>3/}')
  const [to] = await place()
  expect(to! - from!).toBeCloseTo(0.06, 3)
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => {
    expect(held(handle())).toEqual([])
  }, SOON)
  expect(page.activeElement).toBe(spot())
}

test.each([1, 0.6])('scaled by %d: pointers and keys', async (scale) => {
  const shown = await show(scale, (ref) => <Cloth {...FLOATING} ref={ref} />)
  await dragOut(shown)
  await carryByKeys(shown)
  shown.end()
  await vi.waitFor(() => {
    expect(document.querySelector('iframe[srcdoc]')).toBeNull()
  }, SOON)
})

test('what the frame takes away, it lets go: a frame that goes in mid-drag, a pointer that is lost', async () => {
  const shown = await show(1, (ref) => <Cloth {...FLOATING} ref={ref} />)
  const { simulation } = shown.handle()
  const { x, y } = shown.onPage(12)
  await commands.mouse([
    { action: 'move', x, y },
    { action: 'down' },
    { action: 'move', x: x + 20, y },
  ])
  await vi.waitFor(() => {
    expect(simulation.isGrabbed(12)).toBe(true)
  }, SOON)
  const canvas = shown.page.querySelector('canvas')!
  const holder = [canvas, ...shown.page.querySelectorAll('div')].find((element) =>
    element.hasPointerCapture(1),
  )!
  holder.releasePointerCapture(1)
  // Browsers tell of it with the next event of the pointer.
  await commands.mouse([{ action: 'move', x: x + 22, y }])
  await vi.waitFor(() => {
    expect(simulation.isGrabbed(12)).toBe(false)
    expect(shown.controlsOn()).toBe(true)
  }, SOON)
  await commands.mouse([{ action: 'up' }, { action: 'move', x, y }, { action: 'down' }])
  shown.end()
  await vi.waitFor(() => {
    expect(held({ simulation } as Handle)).toEqual([])
  }, SOON)
  await commands.mouse([{ action: 'up' }])
})

test('with a worker: pointers and keys', async () => {
  const shown = await show(1, (ref) => <Cloth {...FLOATING} worker ref={ref} />)
  await dragOut(shown)
  await carryByKeys(shown)
  shown.end()
})
