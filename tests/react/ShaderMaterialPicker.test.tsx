// @vitest-environment happy-dom
/** `<ShaderMaterialPicker>` in react-three-fiber's test renderer: choice, values, lifecycle, errors. */
import {
  ShaderMaterialPicker,
  type ShaderMaterialPickerProps,
  type ShaderPickerHandle,
} from '@billow/react/shaders'
import { Cloth, type ClothHandle, Simulation, type SimulationProps } from '@billow/react'
import { BillowShaderMaterial, type ShaderDescriptor, shaders } from '@billow/three/materials'
import * as TestRenderer from '@react-three/test-renderer'
import { Component, createRef, type ReactNode, StrictMode } from 'react'
import type { Mesh } from 'three'
import { type Color, type IUniform, MeshBasicMaterial, Texture } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'

type Picker = ShaderPickerHandle

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function onMesh(props: ShaderMaterialPickerProps = {}) {
  const mesh = createRef<Mesh>()
  const picker = createRef<Picker>()
  const own = new MeshBasicMaterial()
  const scene = (next: ShaderMaterialPickerProps | null) => (
    <StrictMode>
      <mesh ref={mesh} material={own}>
        <planeGeometry />
        {next ? <ShaderMaterialPicker {...next} ref={picker} /> : null}
      </mesh>
    </StrictMode>
  )
  const renderer = await TestRenderer.create(scene(props))
  return {
    mesh: () => mesh.current!,
    material: () => mesh.current!.material as BillowShaderMaterial,
    picker: () => picker.current!,
    own,
    update: (next: ShaderMaterialPickerProps | null) => renderer.update(scene(next)),
    renderer,
  }
}

const act = TestRenderer.act

describe('choice', () => {
  it('is the material of its mesh: that of value, then that of another', async () => {
    const { material, picker, update } = await onMesh({ value: 'bump' })
    expect(material().descriptor).toBe(shaders.bump)
    expect(picker().material).toBe(material())
    await update({ value: 'normal' })
    expect(material().descriptor).toBe(shaders.normal)
  })

  it('keeps the choice itself from defaultValue on, and tells of it', async () => {
    const onValueChange = vi.fn()
    const { material, picker } = await onMesh({ defaultValue: 'diffuse', onValueChange })
    expect(picker().value).toBe('diffuse')
    await act(() => Promise.resolve(picker().setValue('mirror')))
    expect(material().descriptor).toBe(shaders.mirror)
    expect(picker().value).toBe('mirror')
    expect(onValueChange.mock.calls).toEqual([['mirror']])
  })

  it('leaves the choice to whoever gives value', async () => {
    const onValueChange = vi.fn()
    const { material, picker } = await onMesh({ value: 'diffuse', onValueChange })
    await act(() => Promise.resolve(picker().setValue('mirror')))
    expect(onValueChange.mock.calls).toEqual([['mirror']])
    expect(material().descriptor).toBe(shaders.diffuse)
  })

  it('takes shaders of the application', async () => {
    const velvet = { ...shaders.diffuse, id: 'velvet' } as const satisfies ShaderDescriptor
    const material = createRef<Mesh>()
    await TestRenderer.create(
      <mesh ref={material}>
        <ShaderMaterialPicker shaders={{ velvet }} uniforms={{ kd: 0.25 }} />
      </mesh>,
    )
    const worn = material.current!.material as BillowShaderMaterial
    expect(worn.descriptor).toBe(velvet)
    expect(worn.uniforms['kd']!.value).toBe(0.25)
  })
})

describe('uniforms', () => {
  it('are written into the same objects, and a default comes back when a value goes', async () => {
    const { material, update } = await onMesh({ value: 'bump', uniforms: { ka: 0.5 } })
    const first = material()
    const { ka, repeat } = first.uniforms as typeof first.uniforms &
      Record<'ka' | 'repeat', IUniform>
    const { version } = first
    expect(ka.value).toBe(0.5)
    await update({ value: 'bump', uniforms: { repeat: [3, 2] } })
    expect(material()).toBe(first)
    expect(first.version).toBe(version)
    expect([first.uniforms.ka, first.uniforms.repeat]).toEqual([ka, repeat])
    expect(ka.value).toBe(shaders.bump.uniforms.ka.default)
    expect((repeat.value as { toArray(): number[] }).toArray()).toEqual([3, 2])
  })

  it('keep their value from one shader to the next that has them', async () => {
    const { material, picker } = await onMesh({ defaultValue: 'blinn-phong' })
    await act(() => Promise.resolve(picker().setUniforms({ kd: 0.125, color: '#ff0000' })))
    await act(() => Promise.resolve(picker().setValue('normal')))
    await act(() => Promise.resolve(picker().setValue('bump')))
    expect(material().uniforms['kd']!.value).toBe(0.125)
    expect((material().uniforms['color']!.value as Color).getHex()).toBe(0xff0000)
    await act(() => Promise.resolve(picker().setUniforms({ kd: undefined })))
    expect(material().uniforms['kd']!.value).toBe(shaders.bump.uniforms.kd.default)
  })

  it('that a program writes outlive renders that give the same, inline arrays too', async () => {
    const props = (): ShaderMaterialPickerProps => ({ value: 'bump', uniforms: { repeat: [1, 2] } })
    const { material, update } = await onMesh(props())
    material().uniforms['kd']!.value = 0.77
    ;(material().uniforms['repeat']!.value as { x: number }).x = 9
    await update(props())
    expect(material().uniforms['kd']!.value).toBe(0.77)
    expect((material().uniforms['repeat']!.value as { x: number }).x).toBe(9)
  })

  it('time passes where the shader has it and nobody gives it', async () => {
    const { material, update, renderer } = await onMesh({ value: 'custom' })
    await renderer.advanceFrames(3, 1 / 60)
    expect(material().uniforms['time']!.value).toBeCloseTo(3 / 60)
    await update({ value: 'custom', animate: false })
    await renderer.advanceFrames(3, 1 / 60)
    expect(material().uniforms['time']!.value).toBeCloseTo(3 / 60)
    await update({ value: 'custom', uniforms: { time: 7 } })
    await renderer.advanceFrames(3, 1 / 60)
    expect(material().uniforms['time']!.value).toBe(7)
  })

  it('time passes as it does for the simulation around, or the cloth that is alone', async () => {
    const mesh = createRef<Mesh>()
    const time = (): unknown =>
      (mesh.current!.material as BillowShaderMaterial).uniforms['time']!.value
    const picker = <ShaderMaterialPicker value="custom" />
    const scene = (props: SimulationProps) => (
      <Simulation {...props}>
        <mesh ref={mesh}>
          <planeGeometry />
          {picker}
        </mesh>
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene({ timeScale: 0.5 }))
    await renderer.advanceFrames(4, 1 / 100)
    expect(time()).toBeCloseTo(0.02)
    await renderer.update(scene({ paused: true }))
    await renderer.advanceFrames(4, 1 / 100)
    expect(time()).toBeCloseTo(0.02)
    await renderer.update(scene({}))
    await renderer.advanceFrames(4, 1 / 100)
    expect(time()).toBeCloseTo(0.06)

    const cloth = createRef<ClothHandle>()
    const lone = (paused: boolean) => (
      <Cloth ref={cloth} segments={[2, 2]} paused={paused}>
        {picker}
      </Cloth>
    )
    const other = await TestRenderer.create(lone(false))
    const clothTime = (): unknown =>
      (cloth.current!.object.material as BillowShaderMaterial).uniforms['time']!.value
    await other.advanceFrames(3, 1 / 100)
    expect(clothTime()).toBeCloseTo(0.03)
    await other.update(lone(true))
    await other.advanceFrames(3, 1 / 100)
    expect(clothTime()).toBeCloseTo(0.03)
  })

  it('time stands for those who prefer less motion, from when they say so, unless it is asked for', async () => {
    const query = Object.assign(new EventTarget(), { matches: true })
    vi.stubGlobal('matchMedia', (media: string) => {
      expect(media).toBe('(prefers-reduced-motion: reduce)')
      return query
    })
    const { material, update, renderer } = await onMesh({ value: 'custom' })
    const time = (): unknown => material().uniforms['time']!.value
    await renderer.advanceFrames(3, 0.01)
    expect(time()).toBe(0)
    await act(() => {
      query.matches = false
      query.dispatchEvent(new Event('change'))
      return Promise.resolve()
    })
    await renderer.advanceFrames(3, 0.01)
    expect(time()).toBeCloseTo(0.03)
    query.matches = true
    await update({ value: 'custom', animate: true })
    await renderer.advanceFrames(3, 0.01)
    expect(time()).toBeCloseTo(0.06)
  })

  it('strain is that of the cloth: more under weight than at rest', async () => {
    const cloth = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(
      <Cloth ref={cloth} segments={[4, 4]} substeps={2} pins={['top-left', 'top-right']}>
        <ShaderMaterialPicker value="strain" />
      </Cloth>,
    )
    for (let n = 0; n < 20; n++) await renderer.advanceFrames(1, 1 / 60)
    const strains = cloth.current!.object.geometry.getAttribute('strain').array
    const { maxStrain } = cloth.current!.measure()
    expect(maxStrain).toBeGreaterThan(0)
    expect(Math.max(...strains)).toBeLessThanOrEqual(maxStrain * 1.001)
    expect(Math.max(...strains)).toBeGreaterThan(0)
  })
})

describe('lifecycle', () => {
  it('brings what shadows of a displaced surface need, and takes it away again', async () => {
    const { mesh, update } = await onMesh({ value: 'displacement' })
    const { customDepthMaterial, customDistanceMaterial } = mesh()
    expect(customDepthMaterial).toBeDefined()
    expect(customDistanceMaterial).toBeDefined()
    await update({ value: 'bump' })
    expect(mesh().customDepthMaterial).toBeUndefined()
    expect(mesh().customDistanceMaterial).toBeUndefined()
  })

  it('gives the mesh its own material back when it goes, and disposes of each of its own once', async () => {
    const dispose = vi.spyOn(BillowShaderMaterial.prototype, 'dispose')
    const { mesh, own, picker, update } = await onMesh({ defaultValue: 'bump' })
    for (let n = 0; n < 200; n++) {
      const [id] = (['displacement', 'mirror', 'custom', 'bump'] as const).slice(n % 4)
      await act(() => Promise.resolve(picker().setValue(id!)))
    }
    expect(dispose).not.toHaveBeenCalled()
    await update(null)
    expect(mesh().material).toBe(own)
    expect(mesh().customDepthMaterial).toBeUndefined()
    const disposed = dispose.mock.contexts.map(
      (each) => (each as BillowShaderMaterial).descriptor.id,
    )
    expect(disposed.sort()).toEqual(['bump', 'custom', 'displacement', 'mirror'])
  })

  it('disposes of the materials when the mesh goes with it', async () => {
    const dispose = vi.spyOn(BillowShaderMaterial.prototype, 'dispose')
    const { renderer } = await onMesh({ value: 'bump' })
    await renderer.unmount()
    expect(dispose).toHaveBeenCalledTimes(1)
  })

  it('makes a shader that has changed anew, and disposes of what it was', async () => {
    const dispose = vi.spyOn(BillowShaderMaterial.prototype, 'dispose')
    const mesh = createRef<Mesh>()
    const scene = (custom: ShaderDescriptor) => (
      <mesh ref={mesh}>
        <ShaderMaterialPicker shaders={{ custom }} value="custom" />
      </mesh>
    )
    const renderer = await TestRenderer.create(scene(shaders.custom))
    const before = mesh.current!.material
    const edited = { ...shaders.custom, fragmentShader: `${shaders.custom.fragmentShader}\n//` }
    await renderer.update(scene(edited))
    expect((mesh.current!.material as BillowShaderMaterial).descriptor).toBe(edited)
    expect(dispose.mock.contexts).toEqual([before])
  })

  it('stays on a cloth that is built anew', async () => {
    const cloth = createRef<ClothHandle>()
    const scene = (count: number) => (
      <Cloth ref={cloth} segments={[count, count]}>
        <ShaderMaterialPicker value="displacement" />
      </Cloth>
    )
    const renderer = await TestRenderer.create(scene(4))
    await renderer.update(scene(6))
    const { material, customDepthMaterial } = cloth.current!.object
    expect((material as BillowShaderMaterial).descriptor.id).toBe('displacement')
    expect(customDepthMaterial).toBeDefined()
  })

  it('does not dispose of textures that it was given', async () => {
    const map = new Texture()
    const dispose = vi.spyOn(map, 'dispose')
    const { update } = await onMesh({ value: 'texture', uniforms: { map } })
    await update(null)
    expect(dispose).not.toHaveBeenCalled()
  })
})

describe('what is wrong', () => {
  class Catch extends Component<{ children: ReactNode; onError: (error: Error) => void }> {
    override state = { failed: false }
    static getDerivedStateFromError() {
      return { failed: true }
    }
    override componentDidCatch(error: Error) {
      this.props.onError(error)
    }
    override render() {
      return this.state.failed ? null : this.props.children
    }
  }

  async function messageOf(scene: ReactNode): Promise<string> {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let message = 'no error'
    await TestRenderer.create(
      <Catch
        onError={(error) => {
          ;({ message } = error)
        }}
      >
        {scene}
      </Catch>,
    )
    return message
  }

  it.each([
    [
      'a shader',
      { value: 'velvet' },
      /ShaderMaterialPicker: value must be one of "wireframe", .*got "velvet"/,
    ],
    ['a uniform', { uniforms: { kz: 1 } }, /no shader has a uniform kz/],
    ['a value', { value: 'diffuse', uniforms: { kd: Number.NaN } }, /kd must be .*got NaN/],
  ] as const)('%s: the error names it', async (_, props, message) => {
    const wrong = props as unknown as ShaderMaterialPickerProps
    expect(
      await messageOf(
        <mesh>
          <ShaderMaterialPicker {...wrong} />
        </mesh>,
      ),
    ).toMatch(message)
  })

  it('a parent that is no mesh: the error names it', async () => {
    expect(
      await messageOf(
        <group>
          <ShaderMaterialPicker />
        </group>,
      ),
    ).toMatch(/must be a mesh or a <Cloth>, got Group/)
  })
})
