/**
 * Writes values into uniforms, whatever kind of material has them: the uniform objects stay the same,
 * and default textures are taken when they are needed and given back.
 */
import { Color, type Texture, Vector2, Vector3, Vector4 } from 'three'
import { checkUniforms } from './checkUniforms.js'
import { releaseTexture, takeTexture } from './textures/defaultTexture.js'
import type { UniformParameter, UniformTable } from './UniformTable.js'

/** A uniform of three.js, or a uniform node. */
interface Writable {
  value: unknown
}

export class UniformWriter {
  private readonly taken = new Map<string, Texture>()

  /** @param id of the shader, for messages */
  constructor(
    private readonly id: string,
    private readonly table: UniformTable,
    private readonly uniforms: Readonly<Record<string, Writable>>,
  ) {}

  /** @throws BillowError for a wrong value or an unknown name, and then nothing has changed */
  set(values: Readonly<Record<string, unknown>>): void {
    const checked = checkUniforms(`shader "${this.id}"`, this.table, values)
    for (const [key, value] of Object.entries(checked)) this.write(key, value)
  }

  /** @param source a writer of the same table */
  copy(source: UniformWriter): void {
    for (const [key, { kind }] of Object.entries(this.table)) {
      const { value } = source.uniforms[key]!
      if (kind === 'texture') this.write(key, source.taken.has(key) ? null : value)
      else if (kind === 'color') (this.uniforms[key]!.value as Color).copy(value as Color)
      else if (kind === 'vector') (this.uniforms[key]!.value as Vector3).copy(value as Vector3)
      else this.uniforms[key]!.value = value
    }
  }

  /** Gives back what was taken. */
  dispose(): void {
    for (const key of [...this.taken.keys()]) this.release(key)
  }

  private write(key: string, value: unknown): void {
    const uniform = this.uniforms[key]!
    const parameter = this.table[key]!
    if (parameter.kind !== 'texture') {
      uniform.value = toUniform(parameter, value, uniform.value)
    } else if (value === null) {
      if (!this.taken.has(key)) this.taken.set(key, takeTexture(parameter.default))
      uniform.value = this.taken.get(key)
    } else {
      uniform.value = value
      this.release(key)
    }
  }

  private release(key: string): void {
    const parameter = this.table[key]!
    if (parameter.kind === 'texture' && this.taken.delete(key)) releaseTexture(parameter.default)
  }
}

const VECTORS = { 2: Vector2, 3: Vector3, 4: Vector4 } as const

/** The value as three.js uploads it, in the object that is there already where there is one. */
function toUniform(parameter: UniformParameter, value: unknown, last: unknown): unknown {
  switch (parameter.kind) {
    case 'color':
      return ((last ?? new Color()) as Color).set(value as string)
    case 'choice':
      return parameter.choices.indexOf(value as string)
    case 'vector': {
      const Vector = VECTORS[parameter.axes.length as 2 | 3 | 4]
      return ((last ?? new Vector()) as Vector3).fromArray(value as number[])
    }
    default:
      return value
  }
}
