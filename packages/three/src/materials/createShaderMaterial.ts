/** Materials by the name of a built-in shader, or of a descriptor of the application's own. */
import { BillowError, describeValue } from '@billow/core'
import { BillowShaderMaterial } from './BillowShaderMaterial.js'
import type { ShaderDescriptor } from './ShaderDescriptor.js'
import { type ShaderId, type Shaders, shaders } from './shaders/shaders.js'
import type { UniformTable, UniformValues } from './UniformTable.js'

/**
 * @param shader `'blinn-phong'`, … or a descriptor
 * @param values of uniforms; the rest has its default
 * @throws BillowError for an unknown shader, a wrong value or an unknown uniform
 */
export function createShaderMaterial<Id extends ShaderId>(
  shader: Id,
  values?: Partial<UniformValues<Shaders[Id]['uniforms']>>,
): BillowShaderMaterial<Shaders[Id]['uniforms']>
export function createShaderMaterial<Table extends UniformTable>(
  shader: ShaderDescriptor<Table>,
  values?: Partial<UniformValues<Table>>,
): BillowShaderMaterial<Table>
export function createShaderMaterial(
  shader: string | ShaderDescriptor,
  values?: Partial<UniformValues<UniformTable>>,
): BillowShaderMaterial {
  return new BillowShaderMaterial(typeof shader === 'string' ? find(shader) : shader, values)
}

function find(id: string): ShaderDescriptor {
  if (Object.hasOwn(shaders, id)) return shaders[id as ShaderId]
  const known = Object.keys(shaders).map((name) => `"${name}"`)
  throw new BillowError(
    `@billow/three: createShaderMaterial: shader must be one of ${known.join(', ')} or a descriptor, got ${describeValue(id)}`,
  )
}
