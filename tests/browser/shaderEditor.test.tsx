/** `<ShaderEditor>`: errors beside their line, the last good version, copies, bounds, languages. */
import { compileShader, ShaderEditor, type ShaderEditorProps } from '@billow/react/shader-editor'
import {
  ShaderMaterialPicker,
  type ShaderPickerState,
  useShaderPicker,
} from '@billow/react/shaders'
import { type ShaderDescriptor, type ShaderId, shaders } from '@billow/three/materials'
import { Canvas } from '@react-three/fiber'
import { createRef, StrictMode } from 'react'
import type { Mesh, WebGLRenderer } from 'three'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  releasePreviews,
  type ShaderPreviews,
  takePreviews,
} from '../../packages/react/src/shaders/chooser/ShaderPreviews.js'
import { editorTextsFor } from '../../packages/react/src/shader-editor/EditorTexts.js'
import { contextEvent } from '../helpers/webgl.js'
import { SOON } from '../helpers/waiting.js'

const texts = editorTextsFor('en')

async function show(props: Partial<ShaderEditorProps> = {}, value: ShaderId = 'custom') {
  let picker: ShaderPickerState | undefined
  const mesh = createRef<Mesh>()
  function App() {
    picker = useShaderPicker({ defaultValue: value })
    return (
      <>
        <div style={{ width: 48, height: 48 }}>
          <Canvas>
            <mesh ref={mesh}>
              <planeGeometry />
              <ShaderMaterialPicker {...picker} />
            </mesh>
          </Canvas>
        </div>
        <ShaderEditor {...picker} delay={50} {...props} />
      </>
    )
  }
  const { unmount } = await render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  await vi.waitFor(() => {
    expect(document.querySelector('.cm-content')).not.toBeNull()
    expect(mesh.current).not.toBeNull()
  }, SOON)
  return { picker: () => picker!, mesh: () => mesh.current!, unmount }
}

const content = () => document.querySelector<HTMLElement>('.cm-content')!
const part = (name: string) => page.getByRole('button', { name, exact: true })

/** In one go, however busy the machine: a version that is half typed may compile, too. */
async function pasteAtEnd(text: string) {
  content().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  content().dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}

test('shows an error with its line, and keeps the last version without errors', async () => {
  const { picker, mesh } = await show()
  const before = mesh().material
  await pasteAtEnd('\nfloat x = y;')
  const line = shaders.custom.fragmentShader.split('\n').length + 1
  const problem = page.getByRole('button', {
    name: `Fragment shader, line ${line}: 'y' : undeclared`,
  })
  await expect.element(problem, SOON).toBeVisible()
  await expect.element(page.getByText(texts.failed(1))).toBeVisible()
  await vi.waitFor(() => {
    expect(document.querySelectorAll('.cm-lint-marker-error')).toHaveLength(1)
  }, SOON)
  expect(picker().shaders.custom).toBe(shaders.custom)
  expect(mesh().material).toBe(before)

  // Its button leads back to the line, from the other part, too.
  await userEvent.click(part('Vertex shader'))
  await userEvent.click(problem)
  await vi.waitFor(() => {
    expect(document.activeElement).toBe(content())
  }, SOON)
  await expect.element(part('Fragment shader')).toHaveAttribute('aria-pressed', 'true')

  await userEvent.keyboard('{Control>}{End}{/Control}{Shift>}{Home}{/Shift}{Backspace}')
  await expect.element(page.getByText(texts.compiled), SOON).toBeVisible()
  await vi.waitFor(() => {
    expect(mesh().material).not.toBe(before)
  }, SOON)
  expect(picker().shaders.custom.fragmentShader.trim()).toBe(shaders.custom.fragmentShader)
})

test('shows built-in shaders to be read, and makes a copy to be written', async () => {
  const { picker } = await show({}, 'bump')
  await expect.element(page.getByText(texts.readOnly)).toBeVisible()
  await pasteAtEnd('nothing')
  expect(content().textContent).not.toContain('nothing')
  await userEvent.click(part('Copy and edit'))
  expect(picker().value).toBe('custom')
  expect(picker().shaders.custom).toMatchObject({
    id: 'custom',
    fragmentShader: shaders.bump.fragmentShader,
    uniforms: shaders.bump.uniforms,
  })
  await vi.waitFor(() => {
    expect(content().textContent).toContain('Bump')
  }, SOON)
  await userEvent.click(part('Start over'))
  expect(picker().shaders.custom).toBe(shaders.custom)
})

test('stops a loop without an end before any graphics card sees it, in German', async () => {
  const { picker } = await show({ lang: 'de' })
  await pasteAtEnd('\nvoid f() { for (;;) {} }')
  await expect
    .element(
      page.getByRole('button', { name: /^Fragment-Shader, Zeile \d+: .*Schleife endet/ }),
      SOON,
    )
    .toBeVisible()
  expect(picker().shaders.custom).toBe(shaders.custom)
})

describe('compileShader', () => {
  let previews: ShaderPreviews | undefined
  beforeAll(() => {
    previews = takePreviews()
  })
  afterAll(releasePreviews)
  const problemsOf = (changes: Partial<ShaderDescriptor>) =>
    compileShader({ ...(shaders.custom as ShaderDescriptor), ...changes }, previews, texts)
  const withLine = (source: string, line: number, text: string) => {
    const lines = source.split('\n')
    lines.splice(line - 1, 0, text)
    return lines.join('\n')
  }
  const { vertexShader, fragmentShader } = shaders.custom

  test.each(Object.keys(shaders) as ShaderId[])('%s has no problem', (id) => {
    expect(compileShader(shaders[id], previews, texts)).toEqual([])
  })

  // Before, between and after what is included.
  test.each([1, 4, 12, 17])('names line %i of the fragment shader', (line) => {
    const source = withLine(fragmentShader, line, '#error here')
    expect(problemsOf({ fragmentShader: source })[0]).toMatchObject({ part: 'fragment', line })
  })

  test.each([1, 3, 7])('names line %i of the vertex shader', (line) => {
    const source = withLine(vertexShader, line, '#error here')
    expect(problemsOf({ vertexShader: source })[0]).toMatchObject({ part: 'vertex', line })
  })

  test('says what a linker says', () => {
    const varying = (type: string) => (source: string) =>
      source.replace('void main() {', `varying ${type} vOwn;\nvoid main() {\n USE`)
    const [problem] = problemsOf({
      vertexShader: varying('vec3')(vertexShader).replace('USE', 'vOwn = vec3( 1.0 );'),
      fragmentShader: varying('vec2')(fragmentShader)
        .replace('USE', '')
        .replace('vec4( L, 1.0 )', 'vec4( L, vOwn.x )'),
    })
    expect(problem!.message).toMatch(/vOwn/)
  })

  test('names a chunk that does not exist', () => {
    const source = withLine(vertexShader, 2, '#include <billow/velvet>')
    expect(problemsOf({ vertexShader: source })).toEqual([
      { part: 'vertex', message: expect.stringContaining('<billow/velvet>') as string },
    ])
  })

  test('explains a graphics card that is taken away, and goes on when it is back', async () => {
    const { renderer } = previews as unknown as { renderer: WebGLRenderer }
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await contextEvent(renderer, 'webglcontextlost', () => {
      renderer.forceContextLoss()
      expect(problemsOf({})).toEqual([{ part: 'fragment', message: texts.contextLost }])
    })
    renderer.forceContextRestore()
    await vi.waitFor(() => {
      expect(problemsOf({})).toEqual([])
    }, SOON)
    vi.restoreAllMocks()
  })

  test('leaves no program behind, of good and bad ones', () => {
    const programs = () =>
      (previews as unknown as { renderer: { info: { programs: unknown[] } } }).renderer.info
        .programs.length
    const before = programs()
    problemsOf({ fragmentShader: `${fragmentShader}\nfloat good;` })
    problemsOf({ fragmentShader: `${fragmentShader}\nbad` })
    expect(programs()).toBe(before)
  })
})
