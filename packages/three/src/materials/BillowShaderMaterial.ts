/**
 * A three.js material made of a descriptor. Uniforms keep their identity for as long as the material
 * lives, and a new value compiles nothing:
 *
 *     material.setUniforms({ ka: 0.1, color: '#c8553d' })   // checked
 *     material.uniforms.ka.value = 0.1                      // at your own risk
 *
 * `applyMaterial(mesh, material)` puts it on a mesh together with what its shadows need.
 */
import {
  DoubleSide,
  type IUniform,
  Material,
  ShaderMaterial,
  type Texture,
  UniformsLib,
  UniformsUtils,
} from 'three'
import { expandChunks } from './expandChunks.js'
import type { ShaderDescriptor } from './ShaderDescriptor.js'
import {
  uniformDefaults,
  type UniformParameter,
  type UniformTable,
  type UniformValues,
} from './UniformTable.js'
import { UniformWriter } from './UniformWriter.js'

/** The uniforms of a table as three.js has them: `material.uniforms.ka.value`. */
export type TableUniforms<Table extends UniformTable> = {
  readonly [Key in keyof Table]: IUniform
} & Record<string, IUniform>

export class BillowShaderMaterial<
  Table extends UniformTable = UniformTable,
> extends ShaderMaterial {
  readonly descriptor: ShaderDescriptor<Table>
  declare uniforms: TableUniforms<Table>

  /** Uniforms that are cube maps. */
  private readonly cubes: readonly string[]
  private readonly writer: UniformWriter
  private depth: ShaderMaterial | undefined

  /** @throws BillowError for a value that its table does not allow, or a chunk that does not exist */
  constructor(descriptor: ShaderDescriptor<Table>, values: Partial<UniformValues<Table>> = {}) {
    const { id, needs, vertexShader, fragmentShader, wireframe, toneMapped } = descriptor
    super({
      name: `Billow ${id}`,
      vertexShader: expandChunks(vertexShader),
      fragmentShader: expandChunks(fragmentShader),
      uniforms: UniformsUtils.merge([
        { opacity: { value: 1 }, alphaTest: { value: 0 } },
        UniformsLib.fog,
        needs.lights ? UniformsLib.lights : {},
      ]),
      defines: needs.tangents ? { NEEDS_TANGENTS: '' } : {},
      // Cloth has two sides.
      side: DoubleSide,
      lights: needs.lights === true,
      fog: true,
      clipping: true,
      wireframe: wireframe === true,
      toneMapped: toneMapped !== false,
    })
    this.descriptor = descriptor
    // What a geometry without these attributes has instead.
    Object.assign(this.defaultAttributeValues, { tangent: [0, 0, 0, 0], strain: [0, 0] })
    const all: Record<string, IUniform> = this.uniforms
    const keys = Object.keys(descriptor.uniforms)
    this.cubes = keys.filter((key) => isCube(descriptor.uniforms[key]!))
    for (const key of keys) all[key] = { value: null }
    for (const key of this.cubes) all[`${key}X`] = { value: -1 }
    this.writer = new UniformWriter(id, descriptor.uniforms, this.uniforms)
    this.writer.set({ ...uniformDefaults(descriptor.uniforms), ...values })
  }

  /**
   * Changes values at once, without compiling.
   *
   * @throws BillowError for a wrong value or an unknown name, and then nothing has changed
   */
  setUniforms(values: Partial<UniformValues<Table>>): void {
    this.writer.set(values)
  }

  /** Depth and shadows of what the vertex shader moves; undefined where it moves nothing. */
  get depthMaterial(): ShaderMaterial | undefined {
    if (!this.descriptor.displacement) return undefined
    this.depth ??= new ShaderMaterial({
      name: `${this.name}, depth`,
      vertexShader: this.vertexShader,
      fragmentShader: DEPTH_FRAGMENT,
      // The same objects: what changes here changes there.
      uniforms: this.uniforms,
      defines: { ...this.defines, DEPTH_ONLY: '' },
      clipping: true,
    })
    return this.depth
  }

  /** three.js calls this before each draw: its own properties go where the shader finds them. */
  override onBeforeRender(): void {
    this.uniforms['opacity']!.value = this.opacity
    this.uniforms['alphaTest']!.value = this.alphaTest
    for (const key of this.cubes) {
      // What three.js renders into a cube is not mirrored, what it loads is.
      const { isRenderTargetTexture } = this.uniforms[key]!.value as Texture
      this.uniforms[`${key}X`]!.value = isRenderTargetTexture ? 1 : -1
    }
  }

  override clone(): this {
    return new BillowShaderMaterial(this.descriptor).copy(this) as this
  }

  /** @param source a material of the same descriptor */
  override copy(source: this | BillowShaderMaterial<Table>): this {
    // Not that of ShaderMaterial, which would copy textures, and share no default ones.
    Material.prototype.copy.call(this, source)
    const { wireframe, fog, lights, clipping } = source
    Object.assign(this, { wireframe, fog, lights, clipping })
    this.writer.copy(source.writer)
    return this
  }

  override dispose(): void {
    super.dispose()
    this.depth?.dispose()
    this.writer.dispose()
  }
}

const isCube = (uniform: UniformParameter): boolean =>
  uniform.kind === 'texture' && uniform.content === 'cube'

/** Shadow maps are depth alone; the colour is for who looks at it: near is white. */
const DEPTH_FRAGMENT = /* glsl */ `
#include <common>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>

void main() {
  vec4 diffuseColor = vec4( 1.0 );
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  gl_FragColor = vec4( vec3( 1.0 - gl_FragCoord.z ), 1.0 );
}
`
