'use client'
/**
 * `<ShaderMaterialPicker>`: the material of the mesh that it is a child of, by name.
 *
 * ```tsx
 * <Cloth castShadow>
 *   <ShaderMaterialPicker value="displacement" uniforms={{ heightScaling: 0.05 }} />
 * </Cloth>
 * ```
 *
 * It shows nothing beside; `<ShaderChooser>` is for people to choose with. A value compiles nothing,
 * and nothing renders React in a frame.
 */
import { type Shaders, shaders as builtIn } from '@billow/three/materials'
import { useThree } from '@react-three/fiber'
import {
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { LoopContext } from '../simulation/SimulationContext.js'
import { useStepFrame } from '../simulation/useStepFrame.js'
import { useControlled } from '../useControlled.js'
import { useLessMotion } from '../useLessMotion.js'
import {
  checkRenderer,
  createGlslMaterial,
  type CreateMaterial,
  MaterialHost,
  type PickedMaterial,
} from './MaterialHost.js'
import {
  type AnyUniforms,
  findShader,
  firstShader,
  type ShaderIdOf,
  type ShaderRegistry,
  type UniformsOf,
  uniformsFor,
} from './registry.js'

/** Which shader, and its uniforms: what a picker and a chooser have in common. */
export interface ShaderChoiceProps<Registry extends ShaderRegistry = Shaders> {
  /** Shaders to choose from, by id. @defaultValue all of `@billow/three/materials` */
  shaders?: Registry | undefined
  /** Id of the shader that is shown; absent, the component keeps it itself. */
  value?: NoInfer<ShaderIdOf<Registry>> | undefined
  /** Id at first, where `value` is absent. Default: the first of the registry. */
  defaultValue?: NoInfer<ShaderIdOf<Registry>> | undefined
  /** Gets the id that somebody chooses. */
  onValueChange?: ((value: NoInfer<ShaderIdOf<Registry>>) => void) | undefined
  /** Values that are not at their default; absent, the component keeps them itself. */
  uniforms?: NoInfer<UniformsOf<Registry>> | undefined
  /** Values at first, where `uniforms` is absent. */
  defaultUniforms?: NoInfer<UniformsOf<Registry>> | undefined
  /** Gets all values that are not at their default, after a change. */
  onUniformsChange?: ((uniforms: NoInfer<UniformsOf<Registry>>) => void) | undefined
}

/** What a `ref` gets. */
export interface ShaderPickerHandle<Registry extends ShaderRegistry = Shaders> {
  readonly value: ShaderIdOf<Registry>
  /** The material as it is now; its uniforms may be written in every frame. */
  readonly material: PickedMaterial | undefined
  setValue(value: ShaderIdOf<Registry>): void
  /** Changes some values and keeps the others; undefined is the default. */
  setUniforms(changes: UniformsOf<Registry>): void
}

export interface ShaderMaterialPickerProps<
  Registry extends ShaderRegistry = Shaders,
> extends ShaderChoiceProps<Registry> {
  /** A mirror shows the scene itself, seen from the middle of the mesh. @defaultValue false */
  reflectScene?: boolean | undefined
  /**
   * Does time pass for a shader that has a uniform `time`, s, which is not given? Default: as it does for the
   * `<Simulation>`, cloth or field around, which may be paused; elsewhere as on the page, unless people prefer
   * less motion. `true`: always as on the page.
   */
  animate?: boolean | undefined
  /**
   * Makes the materials: `createNodeMaterial` of `@billow/three/webgpu` in a canvas of three.js's
   * `WebGPURenderer`. Default: GLSL, for `WebGLRenderer`.
   */
  createMaterial?: CreateMaterial | undefined
  /** The browser has taken the graphics card away (`true`), or given it back (`false`). */
  onContextLostChange?: ((isLost: boolean) => void) | undefined
  ref?: Ref<ShaderPickerHandle<Registry>>
}

const WHO = 'ShaderMaterialPicker'

/** After the cloths, which come after all callbacks without a priority. */
const AFTER_CLOTHS = 2 * Number.MIN_VALUE

/** What react-three-fiber attaches in place of the material, which it does not know. */
const createAnchor = (): object => ({})

/** @throws BillowError for an unknown shader or uniform, a wrong value, or a parent that is no mesh */
export function ShaderMaterialPicker<const Registry extends ShaderRegistry = Shaders>({
  shaders = builtIn as unknown as Registry,
  value,
  defaultValue = firstShader(shaders),
  onValueChange,
  uniforms,
  defaultUniforms = {},
  onUniformsChange,
  reflectScene = false,
  animate,
  createMaterial = createGlslMaterial,
  onContextLostChange,
  ref,
}: ShaderMaterialPickerProps<Registry>): ReactNode {
  const [id, setId] = useControlled(value, defaultValue, onValueChange)
  const [values, setValues] = useControlled(uniforms, defaultUniforms, onUniformsChange)
  const shader = findShader(WHO, shaders, id)
  const own = useMemo(
    () => uniformsFor(WHO, shaders, shader.uniforms, values),
    [shaders, shader, values],
  )

  checkRenderer(
    useThree((state) => state.gl),
    createMaterial,
  )
  const [host] = useState(() => new MaterialHost())
  const [anchor] = useState(createAnchor)
  useLayoutEffect(() => {
    host.set({ shader, uniforms: own, reflectScene, createMaterial })
  })
  const [attach] = useState(() => (parent: unknown) => {
    host.attach(parent)
    return () => {
      host.detach()
    }
  })

  const loop = use(LoopContext)
  const isCalm = useLessMotion()
  const invalidate = useThree((state) => state.invalidate)
  useEffect(() => {
    invalidate()
  }, [invalidate, shader, own, reflectScene, animate, isCalm])
  useStepFrame(({ gl, scene }, delta) => {
    const runs = animate ?? (loop ? loop.frameSeconds > 0 : !isCalm)
    const seconds = animate === undefined && loop ? loop.frameSeconds : delta
    host.update(runs ? seconds : 0, gl, scene)
    if (runs && host.runsClock) invalidate()
  }, AFTER_CLOTHS)
  useContextLost(onContextLostChange)

  useImperativeHandle(
    ref,
    () => ({
      value: id,
      get material() {
        return host.material
      },
      setValue: setId,
      setUniforms(changes) {
        setValues(merged(values, changes))
      },
    }),
    [host, id, setId, values, setValues],
  )

  return <primitive object={anchor} attach={attach} />
}

/** Some values changed; what is undefined is left out, and so at its default. */
export function merged<Values extends object>(values: Values, changes: Values): Values {
  const all = Object.entries({ ...values, ...changes }) as [string, unknown][]
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Values & AnyUniforms
}

function useContextLost(onChange: ((isLost: boolean) => void) | undefined): void {
  const canvas = useThree((state) => state.gl.domElement)
  useEffect(() => {
    if (!onChange) return undefined
    const lost = (): void => {
      onChange(true)
    }
    const restored = (): void => {
      onChange(false)
    }
    canvas.addEventListener('webglcontextlost', lost)
    canvas.addEventListener('webglcontextrestored', restored)
    return () => {
      canvas.removeEventListener('webglcontextlost', lost)
      canvas.removeEventListener('webglcontextrestored', restored)
    }
  }, [canvas, onChange])
}
