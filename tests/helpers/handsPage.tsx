/**
 * A page with something that hands take hold of, between two buttons and above much to scroll to: what its tab
 * stop is, what it says, and how to take it away again.
 */
import { OrbitControls } from '@react-three/drei/core/OrbitControls.js'
import { Canvas, type CanvasProps, type RootState } from '@react-three/fiber'
import { type ReactNode, StrictMode, useState } from 'react'
import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SOON } from './waiting.js'

export interface HandsPage<Handle> {
  readonly handle: () => Handle
  readonly state: () => RootState
  /** The tab stop beside the canvas. */
  readonly spot: () => HTMLElement
  /** Whether it is in the scene. */
  readonly show: (visible: boolean) => void
  readonly unmount: () => void | Promise<void>
}

/**
 * @param content with the ref that it gives its handle to
 * @param hasSpot whether to wait for its tab stop
 */
export async function showHandsPage<Handle>(
  content: (ref: (handle: Handle | null) => void) => ReactNode,
  canvas: Pick<CanvasProps, 'camera' | 'frameloop'>,
  hasSpot = true,
): Promise<HandsPage<Handle>> {
  let handle: Handle | null = null
  let state: RootState | undefined
  let setVisible: (visible: boolean) => void = () => undefined
  function App() {
    const [visible, set] = useState(true)
    setVisible = set
    return (
      <div>
        <button type="button">Before</button>
        <div style={{ width: 400, height: 400 }}>
          <Canvas
            {...canvas}
            onCreated={(created) => {
              state = created
            }}
          >
            <ambientLight intensity={2} />
            {visible
              ? content((current) => {
                  handle = current
                })
              : null}
            <OrbitControls makeDefault />
          </Canvas>
        </div>
        <button type="button">After</button>
        <div style={{ height: 3000 }} />
      </div>
    )
  }
  const { unmount, container } = await render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  const spot = () => container.querySelector<HTMLElement>('[role=application]')!
  await vi.waitFor(() => {
    expect(handle && state?.get().controls).toBeTruthy()
    expect(!hasSpot || spot()).toBeTruthy()
  }, SOON)
  return {
    handle: () => handle!,
    state: () => state!,
    spot,
    show: (visible) => {
      setVisible(visible)
    },
    unmount,
  }
}

const voice = (spot: HTMLElement): string =>
  spot.parentElement!.querySelector('[aria-live=polite]')!.textContent

/** Waits until it is said, politely. */
export const says = (spot: HTMLElement, text: string): Promise<void> =>
  vi.waitFor(() => {
    expect(voice(spot)).toBe(text)
  }, SOON)
