/** `<ShaderMaterialPicker>` in a canvas of three.js's WebGPURenderer, on WebGPU. */
import { Cloth } from '@billow/react'
import { ShaderMaterialPicker, type ShaderPickerHandle } from '@billow/react/shaders'
import { createNodeMaterial, NodeShaderMaterial } from '@billow/three/webgpu'
import { Canvas, type RootState } from '@react-three/fiber'
import { createRef, StrictMode } from 'react'
import { WebGPURenderer } from 'three/webgpu'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { checkRenderer, createGlslMaterial } from '../../packages/react/src/shaders/MaterialHost.js'
import { SOON } from '../helpers/waiting.js'

type Canvas3d = { canvas: HTMLCanvasElement }

async function createRenderer(props: unknown): Promise<WebGPURenderer> {
  const renderer = new WebGPURenderer({ canvas: (props as Canvas3d).canvas })
  await renderer.init()
  return renderer
}

/** How much of the canvas is not white, as people see it. */
async function shareCovered(): Promise<number> {
  const element = page.elementLocator(document.querySelector('canvas')!)
  const picture = await page.screenshot({ element, base64: true, save: false })
  const image = await createImageBitmap(
    await (await fetch(`data:image/png;base64,${picture}`)).blob(),
  )
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let covered = 0
  for (let i = 0; i < data.length; i += 4) if (data[i]! < 240 || data[i + 1]! < 240) covered++
  return (4 * covered) / data.length
}

it('is the material of a cloth, and changes, with createNodeMaterial', async () => {
  const picker = createRef<ShaderPickerHandle>()
  let state: RootState | undefined
  const app = (value: 'blinn-phong' | 'woven-fabric') => (
    <StrictMode>
      <div style={{ width: 200, height: 160 }}>
        <Canvas
          gl={createRenderer}
          camera={{ position: [0, 0, 1.6] }}
          onCreated={(created) => (state = created)}
        >
          <Cloth segments={[8, 8]} pins={['top-left', 'top-right']}>
            <ShaderMaterialPicker ref={picker} value={value} createMaterial={createNodeMaterial} />
          </Cloth>
        </Canvas>
      </div>
    </StrictMode>
  )
  const { rerender, unmount } = await render(app('blinn-phong'))
  await vi.waitFor(() => expect(picker.current?.material).toBeInstanceOf(NodeShaderMaterial), SOON)
  expect(picker.current!.material!.descriptor.id).toBe('blinn-phong')
  await rerender(app('woven-fabric'))
  await vi.waitFor(() => expect(picker.current!.material!.descriptor.id).toBe('woven-fabric'), SOON)
  const { info } = state!.gl as unknown as WebGPURenderer
  const before = info.frame
  await vi.waitFor(() => expect(info.frame).toBeGreaterThan(before + 2), SOON)
  // The cloth covers a good part of the canvas, whose ground is white.
  await vi.waitFor(async () => expect(await shareCovered()).toBeGreaterThan(0.1), SOON)
  await unmount()
})

it('without it the error says what to pass', () => {
  const renderer = new WebGPURenderer()
  expect(() => checkRenderer(renderer, createGlslMaterial)).toThrow(
    /pass createMaterial=\{createNodeMaterial\}/,
  )
  expect(() => checkRenderer(renderer, createNodeMaterial)).not.toThrow()
})
