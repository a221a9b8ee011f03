/** `<ShaderChooser>`: keyboard, choice, values, languages, pictures, narrow screens, images. */
import {
  ShaderChooser,
  type ShaderChooserProps,
  type ShaderPickerState,
  useShaderPicker,
} from '@billow/react/shaders'
import { shaderTexts as german } from '@billow/three/locales/de'
import { shaderTexts as english } from '@billow/three/locales/en'
import { shaders } from '@billow/three/materials'
import { StrictMode } from 'react'
import type { Texture } from 'three'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SOON } from '../helpers/waiting.js'

const slider = (label: string) => page.getByRole('slider', { name: label, exact: true })
const valueOf = (label: string) => (slider(label).element() as HTMLInputElement).valueAsNumber

async function show(props: ShaderChooserProps = {}, options = {}) {
  let picker: ShaderPickerState | undefined
  function App() {
    picker = useShaderPicker(options)
    return <ShaderChooser {...picker} previews={false} {...props} />
  }
  const rendered = await render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  return { picker: () => picker!, ...rendered }
}

test('is a group of radio buttons through which arrow keys go, in the order of the registry', async () => {
  const { picker } = await show()
  const group = page.getByRole('radiogroup', { name: 'Shader' })
  const labels = group.getByRole('radio').elements()
  expect(labels.map((radio) => (radio as HTMLInputElement).value)).toEqual(Object.keys(shaders))
  await userEvent.tab()
  await expect.element(group.getByRole('radio', { name: 'Wire frame' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  expect(picker().value).toBe('diffuse')
  await userEvent.keyboard('{ArrowLeft}')
  expect(picker().value).toBe('normal')
  await expect.element(page.getByText(english.shaders.normal.description)).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(picker().value).toBe(Object.keys(shaders).at(-1))
})

test('keeps its choice itself, or leaves it to whoever gives value', async () => {
  const onValueChange = vi.fn()
  const own = await render(
    <ShaderChooser defaultValue="bump" onValueChange={onValueChange} previews={false} />,
  )
  await userEvent.click(page.getByRole('radio', { name: 'Mirror' }))
  await expect.element(page.getByRole('radio', { name: 'Mirror' })).toBeChecked()
  await own.unmount()
  await render(<ShaderChooser value="bump" onValueChange={onValueChange} previews={false} />)
  await userEvent.click(page.getByRole('radio', { name: 'Mirror' }))
  await expect.element(page.getByRole('radio', { name: english.shaders.bump.label })).toBeChecked()
  expect(onValueChange.mock.calls).toEqual([['mirror'], ['mirror']])
})

test('moves a value by the step of the table with the keyboard, and gives the default back', async () => {
  const { picker } = await show({}, { defaultValue: 'blinn-phong' })
  const { kd } = shaders['blinn-phong'].uniforms
  const label = english.uniforms.kd
  ;(slider(label).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(picker().uniforms.kd).toBeCloseTo(kd.default - kd.step, 9)
  await userEvent.keyboard('{End}')
  expect(picker().uniforms.kd).toBe(kd.max)
  await userEvent.click(page.getByRole('button', { name: `Reset ${label}` }))
  expect(picker().uniforms).toEqual({})
  expect(valueOf(label)).toBe(kd.default)
})

test('has inputs of every kind, whose values it gives as the table wants them', async () => {
  const { picker } = await show({}, { defaultValue: 'blinn-phong' })
  await userEvent.click(page.getByRole('switch', { name: english.uniforms.specular }))
  expect(picker().uniforms.specular).toBe(false)
  await userEvent.selectOptions(
    page.getByRole('combobox', { name: english.uniforms.light }),
    english.choices.scene,
  )
  expect(picker().uniforms.light).toBe('scene')
  await page.getByLabelText(english.uniforms.color, { exact: true }).fill('#12ab34')
  expect(picker().uniforms.color).toBe('#12ab34')
  const position = page.getByRole('group', { name: english.uniforms.lightPosition })
  ;(position.getByRole('slider', { name: 'y' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  expect(picker().uniforms.lightPosition).toEqual([0.5, -5, 2])

  // What another shader has, too, it has now; what is reset there is reset here.
  await userEvent.click(page.getByRole('radio', { name: english.shaders.bump.label }))
  await userEvent.click(page.getByRole('button', { name: 'Reset all values' }))
  expect(picker().uniforms).toEqual({})
})

test('speaks German, with the units and the point of the language', async () => {
  await show({ lang: 'de-AT' }, { defaultValue: 'displacement' })
  for (const id of Object.keys(shaders) as (keyof typeof shaders)[])
    await expect
      .element(page.getByRole('radio', { name: german.shaders[id].label, exact: true }))
      .toBeInTheDocument()
  await expect
    .element(slider(german.uniforms.heightScaling))
    .toHaveAttribute('aria-valuetext', '0,1 m')
})

test('names shaders of the application, and what nobody has named by its id', async () => {
  const velvet = { ...shaders.normal, id: 'velvet' } as const
  await render(
    <ShaderChooser
      shaders={{ velvet, plush: { ...shaders.diffuse, id: 'plush' } }}
      labels={{ shaders: { velvet: { label: 'Soft velvet' } } }}
      previews={false}
    />,
  )
  await expect.element(page.getByRole('radio', { name: 'Soft velvet' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'plush' })).toBeInTheDocument()
})

test('draws all pictures with one WebGL context, and a new one where a value concerns it', async () => {
  const contexts = new Set<unknown>()
  const original = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext')!
    .value as (this: HTMLCanvasElement, ...args: unknown[]) => unknown
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
    ...args: unknown[]
  ) {
    const context = original.apply(this, args)
    if (String(args[0]).startsWith('webgl')) contexts.add(context)
    return context as null
  })
  await show({ previews: true }, { defaultValue: 'diffuse' })
  const pictures = () =>
    [...document.querySelectorAll<HTMLCanvasElement>('.billow-shaders canvas')].map((canvas) =>
      canvas.toDataURL(),
    )
  const blank = document.createElement('canvas')
  await vi.waitFor(() => {
    const { width, height } = document.querySelector<HTMLCanvasElement>('.billow-shaders canvas')!
    Object.assign(blank, { width, height })
    const all = pictures()
    expect(all).not.toContain(blank.toDataURL())
    expect(new Set(all).size).toBe(Object.keys(shaders).length)
  }, SOON)
  const before = pictures()
  await slider(english.uniforms.kd).fill('0')
  const ids = Object.keys(shaders)
  await vi.waitFor(() => {
    const after = pictures()
    // kd is in the reflection of these, and in that of no other.
    const withKd = ids.filter((id) => 'kd' in shaders[id as keyof typeof shaders].uniforms)
    expect(ids.filter((_, n) => after[n] !== before[n])).toEqual(withKd)
  }, SOON)
  expect(contexts.size).toBe(1)
  vi.restoreAllMocks()
})

test('has room on a screen of 390 pixels for every shader', async () => {
  await page.viewport(390, 800)
  const { picker } = await show({ lang: 'de' })
  for (const id of Object.keys(shaders)) {
    picker().onValueChange(id as keyof typeof shaders)
    await vi.waitFor(() => {
      expect(picker().value).toBe(id)
    }, SOON)
    const section = document.querySelector('.billow-shaders')!
    expect(section.scrollWidth).toBeLessThanOrEqual(section.clientWidth)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  }
  await page.viewport(800, 600)
})

async function png(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ff0000'
  context.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob()], 'red.png', { type: 'image/png' })
}

function drop(file: File) {
  const data = new DataTransfer()
  data.items.add(file)
  document
    .querySelector('.billow-shaders-image')!
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
}

test('takes an image that is dropped or chosen, scales it down to 4096, and frees the last one', async () => {
  // Pictures know what the graphics card takes, and SwiftShader takes more.
  const { picker, unmount } = await show({ previews: true }, { defaultValue: 'texture' })
  const map = () => picker().uniforms.map as Texture<HTMLCanvasElement> | undefined
  drop(await png(5000, 40))
  await vi.waitFor(() => {
    expect(map()).toBeDefined()
  }, SOON)
  const first = map()!
  expect([first.image.width, first.image.height]).toEqual([4096, 33])
  expect(first.colorSpace).toBe('srgb')
  expect([...first.image.getContext('2d')!.getImageData(5, 5, 1, 1).data]).toEqual([255, 0, 0, 255])
  await expect.element(page.getByText('Your image red.png')).toBeVisible()

  const dispose = vi.spyOn(first, 'dispose')
  await page.getByLabelText(english.uniforms.map, { exact: true }).upload(await png(8, 8))
  await vi.waitFor(() => {
    expect(map()!.image.width).toBe(8)
  }, SOON)
  expect(dispose).toHaveBeenCalledTimes(1)
  const disposeLast = vi.spyOn(map()!, 'dispose')
  await unmount()
  expect(disposeLast).toHaveBeenCalledTimes(1)
})

test.each([
  [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), /no PNG, .*image\/svg\+xml/],
  [new File(['no image'], 'a.png', { type: 'image/png' }), /cannot be read/],
  [
    new File([new Uint8Array(21e6)], 'large.png', { type: 'image/png' }),
    /has 21 MB, at most 20 MB/,
  ],
])('says what is wrong with an image, and keeps what was there', async (file, message) => {
  const { picker } = await show({}, { defaultValue: 'bump' })
  drop(file)
  await expect.element(page.getByRole('alert')).toHaveTextContent(message)
  expect(picker().uniforms).toEqual({})
})
