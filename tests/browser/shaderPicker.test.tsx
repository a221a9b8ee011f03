/** `<ShaderMaterialPicker>` with a graphics card: what it draws, and that nothing is left behind. */
import { ShaderMaterialPicker, type ShaderPickerHandle } from '@billow/react/shaders'
import { type ShaderId, shaders } from '@billow/three/materials'
import { Canvas, type RootState } from '@react-three/fiber'
import { createRef, StrictMode, useState } from 'react'
import type { Color, IUniform } from 'three'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SOON } from '../helpers/waiting.js'

const ids = Object.keys(shaders) as ShaderId[]

async function show() {
  const picker = createRef<ShaderPickerHandle>()
  let state: RootState | undefined
  let renders = 0
  let setVisible: (visible: boolean) => void = () => undefined
  function Picker() {
    renders++
    return <ShaderMaterialPicker defaultValue="diffuse" ref={picker} />
  }
  function App() {
    const [visible, set] = useState(true)
    setVisible = set
    return (
      <div style={{ width: 64, height: 64 }}>
        <Canvas
          frameloop="never"
          dpr={1}
          camera={{ position: [0, 0, 2] }}
          gl={{ antialias: false, preserveDrawingBuffer: true }}
          onCreated={(created) => {
            state = created
          }}
        >
          <mesh castShadow>
            <sphereGeometry args={[0.8, 16, 12]} />
            {visible ? <Picker /> : null}
          </mesh>
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
    expect(picker.current?.material && state).toBeTruthy()
  }, SOON)
  let time = 0
  return {
    picker: () => picker.current!,
    state: () => state!,
    renders: () => renders,
    setVisible: (visible: boolean) => {
      setVisible(visible)
    },
    unmount,
    /** Of the pixel in the middle, 0 to 255. */
    draw(): number[] {
      state!.advance(++time)
      const gl = state!.gl.getContext()
      const pixel = new Uint8Array(4)
      gl.readPixels(32, 32, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
      return [...pixel]
    },
    async pick(id: ShaderId) {
      picker.current!.setValue(id)
      await vi.waitFor(() => {
        expect(picker.current!.material!.descriptor.id).toBe(id)
      }, SOON)
    },
  }
}

const counts = ({ gl: { info } }: RootState) => ({
  programs: info.programs!.length,
  ...info.memory,
})

test('200 switches leave nothing behind, and compile nothing once every shader was shown', async () => {
  const shown = await show()
  for (const id of ids) {
    await shown.pick(id)
    shown.draw()
  }
  const before = counts(shown.state())
  expect(before.programs).toBeGreaterThanOrEqual(ids.length)
  const gl = shown.state().gl.getContext()
  const compile = vi.spyOn(gl, 'compileShader')
  for (let n = 0; n < 200; n++) {
    await shown.pick(ids[n % ids.length]!)
    shown.draw()
  }
  expect(compile).not.toHaveBeenCalled()
  expect(counts(shown.state())).toEqual(before)

  shown.setVisible(false)
  await vi.waitFor(() => {
    expect(shown.picker()).toBeNull()
  }, SOON)
  shown.draw()
  // The mesh is drawn in three's own material again; all programs and textures of ours are gone.
  expect(counts(shown.state())).toEqual({ programs: 1, geometries: 1, textures: 0 })
  await shown.unmount()
})

test('a value changes the picture without a program and without rendering React', async () => {
  const shown = await show()
  const dark = shown.draw()
  const before = [counts(shown.state()), shown.renders()]
  shown.picker().material!.setUniforms({ lightIntensity: [12, 12, 12] })
  const bright = shown.draw()
  expect(bright[0]!).toBeGreaterThan(dark[0]! + 10)
  expect([counts(shown.state()), shown.renders()]).toEqual(before)
  ;(shown.picker().material!.uniforms['color'] as IUniform<Color>).value.set('#000000')
  expect(shown.draw().slice(0, 3)).toEqual([0, 0, 0])
  expect([counts(shown.state()), shown.renders()]).toEqual(before)
  await shown.unmount()
})
