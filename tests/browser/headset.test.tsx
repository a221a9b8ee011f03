/** A session of virtual reality, of an emulated headset: simulations go on with its frames, for both eyes. */
import {
  Cloth,
  type ClothHandle,
  GrassField,
  type GrassFieldProps,
  type GrassHandle,
} from '@billow/react'
import { addAfterEffect, Canvas, type RootState } from '@react-three/fiber'
import { metaQuest3, XRDevice } from 'iwer'
import { createRef, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SOON } from '../helpers/waiting.js'

/** The emulator shows both eyes side by side in all of the window, CSS pixels. */
const [WIDTH, HEIGHT] = [480, 240]

/** Between the eyes, m. */
const EYES = 0.064

let device: XRDevice

beforeAll(async () => {
  await page.viewport(WIDTH, HEIGHT)
  device = new XRDevice(metaQuest3, { stereoEnabled: true, ipd: EYES, fovy: Math.PI / 2 })
  device.installRuntime()
})

let leave: () => Promise<void>

afterEach(async () => {
  vi.restoreAllMocks()
  await leave()
  device.position.set(0, 1.6, 0)
  device.quaternion.set(0, 0, 0, 1)
})

afterAll(async () => {
  await page.viewport(800, 600)
})

/** Pixels, of which each eye has a half, from the upper left on. */
type Picture = Uint8ClampedArray

const isRed = (picture: Picture, i: number) =>
  picture[i]! > 150 && picture[i + 1]! < 60 && picture[i + 2]! < 60

const isGreen = (picture: Picture, i: number) =>
  picture[i + 1]! > picture[i]! + 8 && picture[i + 1]! > picture[i + 2]! + 8

/** Where pixels are in the half of an eye, as x of each. */
function inEye(eye: 0 | 1, picture: Picture, is: typeof isRed): number[] {
  const found: number[] = []
  for (let i = 0; i < picture.length; i += 4) {
    const x = (i / 4) % WIDTH
    if (Math.floor(x / (WIDTH / 2)) === eye && is(picture, i)) found.push(x - eye * (WIDTH / 2))
  }
  return found
}

async function enter(content: ReactNode) {
  let state: RootState | undefined
  const stage = (shown: ReactNode): ReactNode => (
    <div style={{ width: WIDTH, height: HEIGHT }}>
      <Canvas
        dpr={1}
        frameloop="demand"
        camera={{ far: 20 }}
        gl={{ antialias: false, preserveDrawingBuffer: true }}
        onCreated={(created) => {
          state = created
        }}
      >
        <ambientLight intensity={3} />
        {shown}
      </Canvas>
    </div>
  )
  const { rerender, unmount } = await render(stage(content))
  await vi.waitFor(() => {
    expect(state).toBeTruthy()
  }, SOON)
  const { gl } = state!
  const session = await navigator.xr!.requestSession('immersive-vr', {
    optionalFeatures: ['local-floor'],
  })
  await gl.xr.setSession(session)
  const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  Object.assign(copy.canvas, { width: WIDTH, height: HEIGHT })
  /** What the next frames show, so many of them. */
  const pictures = (count: number) =>
    new Promise<Picture[]>((resolve) => {
      const seen: Picture[] = []
      const stop = addAfterEffect(() => {
        copy.clearRect(0, 0, WIDTH, HEIGHT)
        copy.drawImage(gl.domElement, 0, 0)
        seen.push(copy.getImageData(0, 0, WIDTH, HEIGHT).data)
        if (seen.length < count) return
        stop()
        resolve(seen)
      })
    })
  leave = async () => {
    await session.end()
    await vi.waitFor(() => {
      expect(gl.xr.isPresenting).toBe(false)
    }, SOON)
    await unmount()
  }
  expect([gl.domElement.width, gl.domElement.height]).toEqual([WIDTH, HEIGHT])
  return { pictures, change: (next: ReactNode) => rerender(stage(next)) }
}

const MEADOW: GrassFieldProps = { size: [8, 8], density: 30, turbulence: 0, paused: true }

test.each(['cpu', 'gpu'] as const)(
  'cloth, and grass on the %s, move with the frames of a headset, and each eye sees them',
  async (backend) => {
    const [cloth, grass] = [createRef<ClothHandle>(), createRef<GrassHandle>()]
    const { pictures } = await enter(
      <>
        <Cloth
          segments={[8, 8]}
          pins={['top-left', 'top-right']}
          position={[0, 1.6, -1.5]}
          ref={cloth}
        >
          <meshBasicMaterial color="#e01010" side={2} />
        </Cloth>
        <GrassField {...MEADOW} paused={false} wind={[2, 0, 0]} backend={backend} ref={grass} />
      </>,
    )
    const times = () => [cloth.current!.simulation.time, grass.current!.simulation.time]
    await vi.waitFor(() => {
      expect(cloth.current && grass.current).toBeTruthy()
    }, SOON)
    const before = times()
    await vi.waitFor(() => {
      times().forEach((time, n) => {
        expect(time).toBeGreaterThan(before[n]! + 0.3)
      })
    }, SOON)
    const [picture] = await pictures(1)
    const [left, right] = ([0, 1] as const).map((eye) => inEye(eye, picture!, isRed))
    // A sheet of 1 m in 1.5 m: 80 of 240 pixels wide at 90 degrees; nearer to the nose for both.
    const middle = (xs: number[]) => (Math.min(...xs) + Math.max(...xs)) / 2
    expect(Math.max(...left!) - Math.min(...left!)).toBeGreaterThan(70)
    expect(middle(left!) - middle(right!)).toBeCloseTo((HEIGHT / 2) * (EYES / 1.5), -0.5)
    for (const eye of [0, 1] as const)
      expect(inEye(eye, picture!, isGreen).length).toBeGreaterThan(500)
  },
)

test('a head that turns sees at once all blades that are there', async () => {
  const { pictures } = await enter(<GrassField {...MEADOW} backend="cpu" />)
  let before = (await pictures(3)).at(-1)
  for (const yaw of [1.2, 2.6, -0.4]) {
    device.quaternion.set(0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2))
    const seen = await pictures(4)
    const after = seen.at(-1)
    expect(inEye(0, after, isGreen).length).toBeGreaterThan(500)
    // Frames of before, and complete ones; time stands.
    const same = (picture: Picture, other: Picture) => picture.every((v, i) => v === other[i])
    expect(same(before, after)).toBe(false)
    for (const picture of seen) expect(same(picture, before) || same(picture, after)).toBe(true)
    before = after
  }
})

test('eyes that see farther outwards than towards the nose: no blade is missing for either', async () => {
  const original = Object.getOwnPropertyDescriptor(XRView.prototype, 'projectionMatrix')!
  const projection = vi.spyOn(XRView.prototype, 'projectionMatrix', 'get')
  projection.mockImplementation(function (this: XRView) {
    const matrix = Float32Array.from(original.get!.call(this) as Float32Array)
    // Tangents of 1.4 outwards and of 0.6 inwards.
    matrix[8] = this.eye === 'left' ? -0.4 : 0.4
    return matrix
  })
  const field = (frustumCulling: boolean) => (
    <GrassField
      {...MEADOW}
      size={[18, 18]}
      density={30}
      backend="cpu"
      frustumCulling={frustumCulling}
    />
  )
  const { pictures, change } = await enter(field(false))
  const all = (await pictures(4)).at(-1)
  await change(field(true))
  const seen = (await pictures(4)).at(-1)
  const [left, right] = ([0, 1] as const).map((eye) => inEye(eye, all, isGreen).length)
  expect(Math.min(left!, right!)).toBeGreaterThan(500)
  expect(seen).toEqual(all)
})

test('a post that hides blades from between the eyes hides from each eye only what it does', async () => {
  const scene = (occlusionCulling: boolean) => (
    <>
      <mesh position={[0, 1, -0.25]}>
        <boxGeometry args={[0.12, 2, 0.01]} />
        <meshBasicMaterial color="#101010" />
      </mesh>
      <GrassField {...MEADOW} backend="cpu" occlusionCulling={occlusionCulling} />
    </>
  )
  const { pictures, change } = await enter(scene(false))
  const all = (await pictures(4)).at(-1)
  await change(scene(true))
  expect((await pictures(4)).at(-1)).toEqual(all)
})
