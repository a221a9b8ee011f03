/**
 * A shader of `@billow/three/materials` as a node material, for `WebGPURenderer`: the same id, the same
 * uniforms, the same formulas.
 *
 *     material.setUniforms({ ka: 0.1, color: '#c8553d' })   // checked
 *     material.uniforms.ka.value = 0.1                      // at your own risk
 */
import { Color, CubeTexture, DoubleSide, Material, Texture, Vector2, Vector3, Vector4 } from 'three'
import { cubeTexture, float, int, texture, uniform, vec3, vec4 } from 'three/tsl'
import { type CubeTextureNode, type Node, NodeMaterial, type TextureNode } from 'three/webgpu'
import type { ShaderDescriptor } from '../materials/ShaderDescriptor.js'
import {
  uniformDefaults,
  type UniformParameter,
  type UniformTable,
  type UniformValues,
} from '../materials/UniformTable.js'
import { UniformWriter } from '../materials/UniformWriter.js'
import { lampLight, ShaderLighting } from './lighting.js'
import type { NodeShader, UniformNodes } from './NodeShader.js'
import { surfaceHere } from './surface.js'

/** A uniform node: what it holds is `value`. */
export interface UniformHolder {
  value: unknown
}

export type NodeUniforms<Table extends UniformTable> = {
  readonly [Key in keyof Table]: UniformHolder
} & Readonly<Record<string, UniformHolder>>

export class NodeShaderMaterial<Table extends UniformTable = UniformTable> extends NodeMaterial {
  readonly descriptor: ShaderDescriptor<Table>
  readonly uniforms: NodeUniforms<Table>
  /** three.js adds it to what lights give; its types know it of some materials only. */
  emissiveNode: Node | null = null

  private readonly writer: UniformWriter
  private readonly lighting: ShaderLighting | undefined

  /** @throws BillowError for a value that its table does not allow */
  constructor(
    descriptor: ShaderDescriptor<Table>,
    private readonly shader: NodeShader,
    values: Partial<UniformValues<Table>> = {},
  ) {
    super()
    const { id, uniforms: table, wireframe, toneMapped } = descriptor
    this.name = `Billow ${id}`
    this.descriptor = descriptor
    // Cloth has two sides.
    this.side = DoubleSide
    this.toneMapped = toneMapped !== false
    if (wireframe) Object.assign(this, { wireframe: true })

    const nodes = Object.fromEntries(Object.entries(table).map(([key, u]) => [key, nodeOf(u)]))
    this.uniforms = nodes as unknown as NodeUniforms<Table>
    this.writer = new UniformWriter(id, table, this.uniforms)
    this.writer.set({ ...uniformDefaults(table), ...values })

    const u = new Nodes(nodes)
    const plain = surfaceHere()
    const s = shader.surface?.(u, plain) ?? plain
    if (shader.position) this.positionNode = shader.position(u)
    this.colorNode = vec4(vec3(1), shader.alpha?.(u, s) ?? float(1))
    const own = shader.color?.(u, s) ?? vec3(0)
    if (shader.reflect) {
      this.lights = true
      this.lighting = new ShaderLighting(shader, u, s)
      this.emissiveNode = own.add(lampLight(shader, u, s))
    } else this.emissiveNode = own
  }

  /**
   * Changes values at once, without compiling.
   *
   * @throws BillowError for a wrong value or an unknown name, and then nothing has changed
   */
  setUniforms(values: Partial<UniformValues<Table>>): void {
    this.writer.set(values)
  }

  override setupLightingModel(): ShaderLighting {
    return this.lighting!
  }

  /** Without lights there is nothing but what the shader gives by itself. */
  override setupOutgoingLight(): Node {
    return vec3(0)
  }

  override clone(): this {
    return new NodeShaderMaterial(this.descriptor, this.shader).copy(this) as this
  }

  /** @param source a material of the same shader */
  override copy(source: this | NodeShaderMaterial<Table>): this {
    // Not that of NodeMaterial, which would copy nodes: these have their own uniforms.
    Material.prototype.copy.call(this, source)
    this.writer.copy(source.writer)
    return this
  }

  override dispose(): void {
    super.dispose()
    this.writer.dispose()
  }
}

/** The node of a uniform, with a value of the right kind. */
function nodeOf(parameter: UniformParameter): UniformHolder {
  switch (parameter.kind) {
    case 'texture':
      return parameter.content === 'cube' ? cubeTexture(new CubeTexture()) : texture(new Texture())
    case 'color':
      return uniform(new Color())
    case 'vector':
      return vectorNode(parameter.axes.length)
    case 'choice':
    case 'integer':
      return uniform(0, 'int')
    case 'boolean':
      return uniform(false)
    case 'number':
      return uniform(0)
  }
}

function vectorNode(size: number): UniformHolder {
  if (size === 2) return uniform(new Vector2())
  return size === 3 ? uniform(new Vector3()) : uniform(new Vector4())
}

class Nodes implements UniformNodes {
  constructor(private readonly nodes: Readonly<Record<string, unknown>>) {}

  float = (key: string): Node<'float'> => this.of(key)
  int = (key: string): Node<'int'> => int(this.of<Node<'int'>>(key))
  flag = (key: string): Node<'float'> => float(this.of<Node<'bool'>>(key))
  vec2 = (key: string): Node<'vec2'> => this.of(key)
  vec3 = (key: string): Node<'vec3'> => this.of(key)
  color = (key: string): Node<'vec3'> => vec3(this.of<Node<'vec3'>>(key))
  texture = (key: string): TextureNode => this.of(key)
  cube = (key: string): CubeTextureNode => this.of(key)

  private of<N>(key: string): N {
    return this.nodes[key] as N
  }
}
