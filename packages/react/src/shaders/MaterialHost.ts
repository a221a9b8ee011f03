/**
 * The materials of one mesh, of which it wears one at a time. A shader that was shown once keeps its
 * material, so that coming back to it compiles nothing; all are disposed of when the mesh is left.
 */
import { BillowError } from '@billow/core'
import {
  applyMaterial,
  BillowShaderMaterial,
  ClothStrain,
  SceneMirror,
  type ShaderDescriptor,
  type StrainedMesh,
  uniformDefaults,
  type UniformTable,
  type UniformValues,
} from '@billow/three/materials'
import type { IUniform, Material, Mesh, Scene, WebGLRenderer } from 'three'
import { isSameValue } from '../isSameValue.js'
import type { AnyUniforms } from './registry.js'

/** A material of `@billow/three/materials`, or one of `@billow/three/webgpu`. */
export interface PickedMaterial extends Material {
  readonly descriptor: ShaderDescriptor
  /** Uniforms, by key: what each holds is `value`. */
  readonly uniforms: Readonly<Record<string, IUniform>>
  setUniforms(values: Values): void
}

/** Makes the material of a shader. */
export type CreateMaterial = (shader: ShaderDescriptor, uniforms: Values) => PickedMaterial

/** For `WebGLRenderer`. */
export const createGlslMaterial: CreateMaterial = (shader, uniforms) =>
  new BillowShaderMaterial(shader, uniforms)

/** What is to be seen. */
export interface Wish {
  readonly createMaterial: CreateMaterial
  readonly shader: ShaderDescriptor
  readonly uniforms: AnyUniforms
  /** Shaders that show what is around show the scene itself. */
  readonly reflectScene: boolean
}

interface Kept {
  readonly material: PickedMaterial
  readonly createMaterial: CreateMaterial
  written: AnyUniforms
}

/** s; a frame after a pause counts for no more. */
const LONGEST_FRAME = 0.1

export class MaterialHost {
  private parent: Mesh | undefined
  private wish: Wish | undefined
  private worn: Kept | undefined
  private takeOff: (() => void) | undefined
  private reflections: SceneMirror | undefined
  private strain: ClothStrain | undefined
  private time = 0
  private readonly kept = new Map<string, Kept>()

  get material(): PickedMaterial | undefined {
    return this.worn?.material
  }

  /** In the middle of React's changes nothing may fail: what is worn first is for `set` to say. */
  attach(parent: unknown): void {
    this.parent = parent as Mesh
    if (this.wish) this.show(this.wish)
  }

  /** Gives the mesh back what it wore before, and frees everything. */
  detach(): void {
    this.undress()
    for (const { material } of this.kept.values()) material.dispose()
    this.kept.clear()
    this.strain = undefined
    this.parent = undefined
  }

  /**
   * @throws BillowError for values that the shader does not allow, and then the mesh is as it was; and
   *   for a parent that is no mesh
   */
  set(wish: Wish): void {
    if (this.parent) this.show(wish)
    this.wish = wish
  }

  /** What changes by itself, once in a frame, after cloths have moved and before they are drawn. */
  update(seconds: number, renderer: WebGLRenderer, scene: Scene): void {
    this.strain?.update()
    this.reflections?.update(renderer, scene)
    const time = this.worn?.material.uniforms['time']
    if (!time || !this.runsClock) return
    this.time += Math.min(Math.max(seconds, 0), LONGEST_FRAME)
    time.value = this.time
  }

  /** Whether another frame would show something else though nothing in the scene has moved. */
  get runsClock(): boolean {
    return (
      this.wish !== undefined &&
      Object.hasOwn(this.wish.shader.uniforms, 'time') &&
      this.wish.uniforms['time'] === undefined
    )
  }

  private show({ shader, uniforms, reflectScene, createMaterial }: Wish): void {
    const mesh = checkMesh(this.parent!)
    const last = this.kept.get(shader.id)
    const isSame = last?.material.descriptor === shader && last.createMaterial === createMaterial
    const next = isSame ? last : undefined
    const material = next?.material ?? createMaterial(shader, uniforms as Values)
    const wanted = next ?? { material, createMaterial, written: uniforms }
    if (next) {
      next.material.setUniforms(changed(shader, next.written, uniforms) as Values)
      next.written = uniforms
    }
    if (this.worn !== wanted) {
      this.undress()
      this.takeOff = applyMaterial(mesh, wanted.material)
      this.worn = wanted
      this.kept.set(shader.id, wanted)
      if (last && last !== wanted) last.material.dispose()
    }
    this.serve(mesh, wanted.material, reflectScene && uniforms['environment'] == null)
  }

  /** What the shader needs beside its uniforms. */
  private serve(mesh: Mesh, material: PickedMaterial, reflectScene: boolean): void {
    const { needs, uniforms } = material.descriptor
    if (needs.strain && 'simulation' in mesh) this.strain ??= new ClothStrain(mesh as StrainedMesh)
    else this.strain = undefined
    if (reflectScene && needs.environment && Object.hasOwn(uniforms, 'environment')) {
      if (!(material instanceof BillowShaderMaterial)) fail(NO_REFLECTIONS)
      this.reflections ??= new SceneMirror(mesh, material as never)
    } else this.dropReflections()
  }

  private undress(): void {
    this.dropReflections()
    this.takeOff?.()
    this.takeOff = undefined
    this.worn = undefined
  }

  private dropReflections(): void {
    this.reflections?.dispose()
    this.reflections = undefined
  }
}

/** Values are checked when they are written. */
type Values = Partial<UniformValues<UniformTable>>

const NO_REFLECTIONS =
  'reflectScene needs WebGLRenderer: three.js fills cube maps of its own kind for it; pass an environment'

function fail(what: string): never {
  throw new BillowError(`@billow/react: ShaderMaterialPicker: ${what}`)
}

function checkMesh(parent: Mesh): Mesh {
  if (parent.isMesh) return parent
  return fail(
    `it is the material of its parent, which must be a mesh or a <Cloth>, got ${parent.type}`,
  )
}

/** @throws BillowError where GLSL meets a renderer that takes none */
export function checkRenderer(renderer: object, createMaterial: CreateMaterial): void {
  if (createMaterial !== createGlslMaterial || !('isWebGPURenderer' in renderer)) return
  fail(
    "WebGPURenderer takes no GLSL: pass createMaterial={createNodeMaterial} of '@billow/three/webgpu'",
  )
}

/** What is to be written to come from some values to others; what is not given has its default. */
function changed(shader: ShaderDescriptor, from: AnyUniforms, to: AnyUniforms): AnyUniforms {
  const defaults: AnyUniforms = uniformDefaults(shader.uniforms)
  const keys = new Set([...Object.keys(from), ...Object.keys(to)])
  return Object.fromEntries(
    [...keys]
      .filter((key) => !isSameValue(from[key], to[key]))
      .map((key) => [key, to[key] ?? defaults[key]]),
  )
}
