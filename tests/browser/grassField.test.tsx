/** `<GrassField backend>` in a real browser: where its blades are moved, through all changes of props. */
import { BillowError } from '@billow/core'
import { GrassField, type GrassFieldProps, type GrassHandle } from '@billow/react'
import { Canvas, type GLProps } from '@react-three/fiber'
import { Component, createRef, type ReactNode, StrictMode } from 'react'
import { WebGLRenderer } from 'three'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { errorsOf } from '../helpers/webgl.js'
import { SOON } from '../helpers/waiting.js'

const PROPS = { size: [2, 2], density: 60, wind: [3, 0, 0] } as const

test('moves blades on the graphics card under StrictMode, through changes of density, shape and backend', async () => {
  const ref = createRef<GrassHandle>()
  let renderer: WebGLRenderer | undefined
  const stage = (props: GrassFieldProps) => (
    <StrictMode>
      <div style={{ width: 200, height: 150 }}>
        <Canvas onCreated={({ gl }) => (renderer = gl)}>
          <GrassField {...PROPS} {...props} ref={ref} />
        </Canvas>
      </div>
    </StrictMode>
  )
  const screen = await render(stage({ backend: 'gpu' }))
  const untilRunning = async (kind: 'cpu' | 'gpu', blades: number) => {
    const now = ref.current?.simulation.time ?? 0
    await vi.waitFor(() => {
      const { object, simulation } = ref.current!
      expect(simulation.bladeCount).toBe(blades)
      expect(object.backendInUse.kind).toBe(kind)
      expect(simulation.movedBy !== undefined).toBe(kind === 'gpu')
      expect(simulation.time).toBeGreaterThan(now)
    }, SOON)
    expect(ref.current!.measure().meanLean).toBeGreaterThan(0)
  }
  await untilRunning('gpu', 240)
  await screen.rerender(stage({ backend: 'gpu', density: 150 }))
  await untilRunning('gpu', 600)
  const { time } = ref.current!.simulation
  await screen.rerender(stage({ backend: 'gpu', density: 150, shape: 'quad' }))
  await untilRunning('gpu', 600)
  expect(ref.current!.simulation.time).toBeGreaterThan(time)
  await screen.rerender(stage({ backend: 'auto', density: 150 }))
  await untilRunning('cpu', 600)
  expect(errorsOf(renderer!)).toEqual([])
  const { simulation } = ref.current!
  await screen.unmount()
  expect(simulation.movedBy).toBeUndefined()
})

class Boundary extends Component<{ children: ReactNode; caught: (error: unknown) => void }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.caught(error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}

test('gpu on a device that draws to no float textures is an error that a boundary catches', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // Errors that a boundary catches are told to the window all the same.
  const told = (event: ErrorEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('error', told, { capture: true })
  const caught = vi.fn()
  const poor: GLProps = (given) => {
    const renderer = new WebGLRenderer(given)
    const has = renderer.extensions.has.bind(renderer.extensions)
    renderer.extensions.has = (name) => !name.startsWith('EXT_color_buffer') && has(name)
    return renderer
  }
  const screen = await render(
    <Canvas gl={poor}>
      <Boundary caught={caught}>
        <GrassField {...PROPS} backend="gpu" />
      </Boundary>
    </Canvas>,
  )
  await vi.waitFor(() => {
    expect(caught).toHaveBeenCalled()
  }, SOON)
  const [error] = caught.mock.calls[0]! as [Error]
  expect(error).toBeInstanceOf(BillowError)
  expect(error.message).toMatch(/GrassField: backend "gpu" is impossible here: .*float/)
  await screen.unmount()
  window.removeEventListener('error', told, { capture: true })
  errors.mockRestore()
})
