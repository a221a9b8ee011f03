/** `<Cloth worker>` in a real browser: it moves, follows its props, ends its worker, and does without. */
import { ClothSimulation } from '@billow/core'
import { ClothWorker } from '@billow/core/worker'
import { Cloth, type ClothWorkerHandle, type ClothWorkerProps } from '@billow/react'
import { Canvas } from '@react-three/fiber'
import { StrictMode } from 'react'
import { Object3D, Vector3 } from 'three'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SOON } from '../helpers/waiting.js'

const sheet = {
  segments: [8, 8],
  substeps: 4,
  pins: ['top-left', 'top-right'],
} as const satisfies Omit<ClothWorkerProps, 'ref' | 'worker'>

/** Workers that were started, and how many of them were ended. */
function countWorkers() {
  const RealWorker = Worker
  const count = { started: 0, ended: 0 }
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args)
        // Vite's own client may start workers too.
        count.started++
      }
      override terminate() {
        count.ended++
        super.terminate()
      }
    },
  )
  return count
}

async function show(props: Partial<ClothWorkerProps> = {}) {
  let handle: ClothWorkerHandle | null = null
  const page = (changes: Partial<ClothWorkerProps>) => (
    <StrictMode>
      <div style={{ width: 200, height: 200 }}>
        <Canvas>
          <Cloth
            {...sheet}
            {...changes}
            worker
            ref={(current) => {
              handle = current
            }}
          />
        </Canvas>
      </div>
    </StrictMode>
  )
  const { unmount, rerender } = await render(page(props))
  await vi.waitFor(() => {
    expect(handle).toBeTruthy()
  }, SOON)
  return {
    handle: () => handle!,
    change: (changes: Partial<ClothWorkerProps>) => rerender(page({ ...props, ...changes })),
    unmount,
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('steps in a worker, draws what it did, and ends it with the component', async () => {
  const workers = countWorkers()
  const { handle, unmount } = await show({ wind: [0, 0, 8] })
  expect(handle().simulation).toBeInstanceOf(ClothWorker)
  await vi.waitFor(() => {
    expect(handle().simulation.time).toBeGreaterThan(0.1)
    const drawn = handle().object.geometry.getAttribute('position').array
    // The wind blows towards +z, and the sheet hung at z = 0.
    expect(Math.max(...drawn.filter((_, i) => i % 3 === 2))).toBeGreaterThan(0.02)
  }, SOON)
  const { kinetic } = await handle().measure()
  expect(kinetic).toBeGreaterThan(0)
  await unmount()
  expect(workers.started).toBeGreaterThan(0)
  expect(workers.ended).toBe(workers.started)
})

test('paused, it makes the steps it is asked for; with the bits of the page', async () => {
  const { handle, change, unmount } = await show({ paused: true })
  await handle().step()
  await change({ wind: [2, 0, 1] })
  await handle().step()
  await change({ wind: [2, 0, 1], segments: [5, 4] })
  await vi.waitFor(() => {
    expect(handle().simulation.particleCount).toBe(30)
  }, SOON)
  await handle().step()
  const onPage = new ClothSimulation({ ...sheet, segments: [5, 4], wind: [2, 0, 1] })
  onPage.step()
  expect(await handle().hash()).toBe(onPage.hash())
  await unmount()
})

test('a pin is where the object is that it follows, wherever cloth and object are', async () => {
  const pole = new Object3D()
  pole.position.set(0.2, 0.7, -0.1)
  const moved: Partial<ClothWorkerProps> = {
    position: [1, -2, 0.5],
    rotation: [0, Math.PI / 2, 0],
    pins: [{ particle: 'top-left', target: pole }],
  }
  const { handle, unmount } = await show(moved)
  expect(handle().simulation).toBeInstanceOf(ClothWorker)
  const topLeft = 9 * 8 // the first of the uppermost row of 9 × 9 particles
  const distance = (): number => {
    const { simulation, object } = handle()
    const place = new Vector3().fromArray(simulation.positions, 3 * topLeft)
    return object.localToWorld(place).distanceTo(pole.position)
  }
  for (const x of [0.2, 0.5, -0.4]) {
    pole.position.x = x
    await vi.waitFor(() => {
      expect(distance()).toBeLessThan(1e-5)
    }, SOON)
  }
  await unmount()
})

test('where workers are refused it is simulated on the page, with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new DOMException('refused', 'SecurityError')
      }
    },
  )
  const { handle, unmount } = await show()
  expect(handle().simulation).toBeInstanceOf(ClothSimulation)
  await vi.waitFor(() => {
    expect(handle().simulation.time).toBeGreaterThan(0.05)
  }, SOON)
  expect(await handle().hash()).toMatch(/^[0-9a-f]{16}$/)
  expect(warn.mock.calls.flat().join()).toMatch(
    /no worker, so the cloth is simulated on the page: refused/,
  )
  await unmount()
})

test('a worker whose script does not load, as under a policy, is replaced too', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const RealWorker = Worker
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        return new RealWorker('/there-is-no-such-script.js', { type: 'module' })
      }
    },
  )
  const { handle, unmount } = await show()
  await vi.waitFor(() => {
    expect(handle().simulation).toBeInstanceOf(ClothSimulation)
    expect(handle().simulation.time).toBeGreaterThan(0.05)
  }, SOON)
  expect(warn.mock.calls.flat().join()).toMatch(/the worker has failed/)
  await unmount()
})
