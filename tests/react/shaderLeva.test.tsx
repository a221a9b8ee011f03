// @vitest-environment happy-dom
/** `useShaderControls`: a choice of shader and inputs from its table, in a store of one's own. */
import {
  type ShaderControls,
  type ShaderControlsOptions,
  useShaderControls,
} from '@billow/react/leva'
import { shaders } from '@billow/three/materials'
import { useCreateStore } from 'leva'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'

type Store = ReturnType<typeof useCreateStore>

async function panel(options: ShaderControlsOptions) {
  const seen: { controls?: ShaderControls; store?: Store } = {}
  function Probe() {
    const store = useCreateStore()
    seen.store = store
    seen.controls = useShaderControls({ ...options, store })
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => {
    root.render(<Probe />)
    await Promise.resolve()
  })
  return {
    controls: () => seen.controls!,
    input: (name: string) =>
      Object.entries(seen.store!.getData()).find(([path]) => path.split('.').at(-1) === name)?.[1],
    set: (path: string, value: unknown) =>
      act(async () => {
        seen.store!.setValueAtPath(path, value, false)
        await Promise.resolve()
      }),
    unmount: () => {
      act(() => {
        root.unmount()
      })
    },
  }
}

describe('useShaderControls', () => {
  it('has every uniform of the shader but its textures, with range, step and unit', async () => {
    const { controls, input, unmount } = await panel({ value: 'bump' })
    const plain = Object.entries(shaders.bump.uniforms)
      .filter(([, { kind }]) => kind !== 'texture')
      .map(([key]) => key)
    expect(Object.keys(controls().uniforms).sort()).toEqual(plain.sort())
    const { min, max, step } = shaders.bump.uniforms.heightScaling
    expect(input('heightScaling')).toMatchObject({
      label: 'Height scaling kh (m)',
      settings: { min, max, step },
    })
    unmount()
  })

  it('starts at given values, in German, with defaults for the rest', async () => {
    const { controls, input, unmount } = await panel({
      value: 'diffuse',
      uniforms: { kd: 0.125, lightPosition: [1, 2, 3] },
      lang: 'de',
    })
    expect(controls().value).toBe('diffuse')
    expect(controls().uniforms).toMatchObject({
      kd: 0.125,
      lightPosition: [1, 2, 3],
      light: 'lamp',
      color: shaders.diffuse.uniforms.color.default,
    })
    expect(input('color')).toMatchObject({ label: 'Farbe' })
    unmount()
  })

  it('goes to another shader, with the inputs of that one', async () => {
    const { controls, set, unmount } = await panel({ value: 'diffuse' })
    await set('shader', 'normal')
    expect(controls().value).toBe('normal')
    expect(controls().uniforms).toEqual({ space: 'world' })
    unmount()
  })

  it('says which shaders there are', async () => {
    await expect(panel({ value: 'velvet' as never })).rejects.toThrow(/must be one of .*"velvet"/)
  })
})
