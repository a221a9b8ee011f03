/** Tables of uniforms, values that are refused, sources that are refused, and the scale of strain. */
import { BillowError } from '@billow/core'
import {
  BillowShaderMaterial,
  checkSource,
  createShaderMaterial,
  type ShaderDescriptor,
  type ShaderId,
  shaderChunks,
  shaders,
  strainLegend,
  uniformDefaults,
  type UniformParameter,
} from '@billow/three/materials'
import { Color, CubeTexture, DoubleSide, Texture, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { wrongValues } from '../helpers/wrongValues.js'

const descriptors: ShaderDescriptor[] = Object.values(shaders)
const all = descriptors.flatMap(({ id, uniforms }) =>
  Object.entries(uniforms).map(([key, uniform]) => [id, key, uniform] as const),
)

const wrongFor = (uniform: UniformParameter): readonly unknown[] => {
  if (uniform.kind === 'color') return ['red', '#12345', -1, 0x1000000, 1.5, null, [1, 1, 1], NaN]
  if (uniform.kind === 'texture')
    return ['tartan', 3, {}, uniform.content === 'cube' ? new Texture() : new CubeTexture()]
  return wrongValues(uniform)
}

describe.each(descriptors)('$id', ({ id, uniforms, vertexShader, fragmentShader }) => {
  it('has the id that it is found by, and declares every uniform of its table in GLSL', () => {
    expect(shaders[id as ShaderId].id).toBe(id)
    const source = `${vertexShader}\n${fragmentShader}`
    const chunks = Object.entries(shaderChunks)
      .filter(([name]) => new RegExp(`<billow/${name}>`).test(source + shaderChunks.relief))
      .map(([, text]) => text)
    for (const key of Object.keys(uniforms)) {
      const declared = new RegExp(`^\\s*uniform [^;]*\\b${key}\\b[^;]*;`, 'm')
      expect(
        [source, ...chunks].some((text) => declared.test(text)),
        key,
      ).toBe(true)
    }
  })

  it('opens with what it shows, as it would in a lecture', () => {
    for (const source of [fragmentShader]) expect(source).toMatch(/^\/\/ \S.*[^ ]/)
  })
})

describe.each(all)('%s: %s', (id, key, uniform) => {
  it('has a default within its range', () => {
    expect(uniform.change).toBe('live')
    if (uniform.kind === 'color') expect(uniform.default).toMatch(/^#[0-9a-f]{6}$/)
    if (uniform.kind === 'choice') expect(uniform.choices).toContain(uniform.default)
    if (!('step' in uniform)) return
    for (const value of [uniform.default].flat()) {
      expect(value).toBeGreaterThanOrEqual(uniform.min)
      expect(value).toBeLessThanOrEqual(uniform.max)
    }
  })

  it('refuses what it cannot be, and nothing has changed', () => {
    const material = createShaderMaterial(id as ShaderId) as unknown as BillowShaderMaterial
    const before = structuredClone(readable(material))
    for (const wrong of wrongFor(uniform)) {
      const given = { ...other(id as ShaderId, key), [key]: wrong } as never
      expect(() => material.setUniforms(given)).toThrow(BillowError)
      expect(() => material.setUniforms(given)).toThrow(`shader "${id}": ${key} must be`)
      expect(() => createShaderMaterial(id as ShaderId, given)).toThrow(BillowError)
    }
    expect(readable(material)).toEqual(before)
  })
})

/** A right value for some other uniform of the shader. */
function other(id: ShaderId, key: string): Record<string, unknown> {
  const table = Object.entries<UniformParameter>(shaders[id].uniforms)
  const [name, uniform] = table.find(([name, { kind }]) => name !== key && kind === 'number') ?? []
  return name && uniform && 'max' in uniform ? { [name]: uniform.max } : {}
}

function readable({ uniforms }: BillowShaderMaterial): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(uniforms)
      .filter(([, { value }]) => !(value instanceof Texture))
      .map(([key, { value }]) => [key, JSON.stringify(value) as unknown]),
  )
}

describe('createShaderMaterial', () => {
  it('takes a built-in shader or a descriptor, and values of uniforms', () => {
    const material = createShaderMaterial('blinn-phong', { ka: 0.5, color: 0xff0000 })
    expect(material).toBeInstanceOf(BillowShaderMaterial)
    expect(material.descriptor).toBe(shaders['blinn-phong'])
    expect(material.uniforms.ka.value).toBe(0.5)
    expect(material.uniforms.color.value).toEqual(new Color(0xff0000))
    expect(material.side).toBe(DoubleSide)
    const own = createShaderMaterial({ ...shaders.custom, id: 'mine' }, { a: 0.7 })
    expect([own.descriptor.id, own.uniforms.a.value]).toEqual(['mine', 0.7])
  })

  it('names what it knows when it is asked for something else', () => {
    expect(() => createShaderMaterial('phong' as ShaderId)).toThrow(
      '@billow/three: createShaderMaterial: shader must be one of "wireframe", "normal"',
    )
    expect(() => createShaderMaterial('toString' as ShaderId)).toThrow(BillowError)
    expect(() => createShaderMaterial('diffuse', { ks: 1 } as never)).toThrow(
      '@billow/three: shader "diffuse": has no uniform ks, only color, kd, ',
    )
    const fragmentShader = '#include <billow/nothing>\nvoid main() {}'
    expect(() => createShaderMaterial({ ...shaders.custom, fragmentShader })).toThrow(
      'a shader includes <billow/nothing>, expected one of <billow/vertex>',
    )
  })

  it('changes values in place: uniforms, vectors and colours stay the same objects', () => {
    const material = createShaderMaterial('blinn-phong')
    const { lightPosition, color } = material.uniforms
    const objects = [lightPosition.value, color.value] as unknown[]
    material.setUniforms({ lightPosition: [1, 2, 3], color: '#00ff00', ka: undefined } as never)
    expect([material.uniforms.lightPosition, material.uniforms.color]).toEqual([
      lightPosition,
      color,
    ])
    expect(lightPosition.value).toBe(objects[0])
    expect(color.value).toBe(objects[1])
    expect(lightPosition.value).toEqual(new Vector3(1, 2, 3))
    expect(material.uniforms.ka.value).toBe(0.25)
  })

  it('null is the default texture again', () => {
    const material = createShaderMaterial('texture')
    const usual: unknown = material.uniforms.map.value
    const mine = new Texture()
    material.setUniforms({ map: mine })
    expect(material.uniforms.map.value).toBe(mine)
    material.setUniforms({ map: null })
    expect((material.uniforms.map.value as Texture).image).toEqual((usual as Texture).image)
  })

  it('defaults are fresh objects', () => {
    const [one, two] = [
      uniformDefaults(shaders.bump.uniforms),
      uniformDefaults(shaders.bump.uniforms),
    ]
    expect(one).toEqual(two)
    expect(one.repeat).not.toBe(two.repeat)
    expect(one.heightMap).toBeNull()
  })
})

describe('strainLegend', () => {
  it('goes from dark blue to yellow, evenly lighter: Cividis (Nuñez et al. 2018)', () => {
    const marks = strainLegend(0, 0.2, 9)
    expect(marks.map(({ strain }) => strain)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => (n / 8) * 0.2),
    )
    // Ends and middle of the published table: (0, 34, 78), (124, 123, 120), (254, 232, 56).
    const read = (n: number): number[] => {
      const { r, g, b } = new Color(marks[n]!.color).convertLinearToSRGB()
      return [255 * r, 255 * g, 255 * b]
    }
    for (const [n, expected] of [
      [0, [0, 34, 78]],
      [4, [124, 123, 120]],
      [8, [254, 232, 56]],
    ] as const) {
      for (const [i, value] of read(n).entries()) {
        // The polynomials keep within 15 of 255 of it.
        expect(Math.abs(value - expected[i]!)).toBeLessThan(15)
      }
    }
    // CIE lightness from relative luminance; from step to step it grows by about the same.
    const lightness = marks.map(({ color }) => {
      const { r, g, b } = new Color(color)
      return 116 * Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b) - 16
    })
    const steps = lightness.slice(1).map((value, n) => value - lightness[n]!)
    const mean = (lightness.at(-1) - lightness[0]!) / 8
    for (const step of steps) expect(Math.abs(step / mean - 1)).toBeLessThan(0.35)
  })
})

describe('checkSource', () => {
  const complaints = (source: string) => checkSource(source, 'fragment')

  it('has nothing against loops with constant bounds', () => {
    const source = `
      for ( int i = 0; i < 8; i++ ) x += 1.0; // while it lasts
      for (int j=1; j<=4; ++j) { y = float( j ) == 2.0 ? 1.0 : x; }
      for ( int i = 0; i < 64; i += 4 ) x += 1.0; /* for ever, do */`
    expect(complaints(source)).toEqual([])
  })

  it.each([
    ['while', 'a;\nwhile ( true ) {}', 2],
    ['do', '\n\ndo { } while ( true );', 3],
    ['a bound that is none', 'for ( int i = 0; i < n; i++ ) {}', 1],
    ['no end', 'for (;;) {}', 1],
    ['a step of nothing', 'for ( int i = 0; i < 8; i += 0 ) {}', 1],
    ['a counter that is set back', '/* \n */for ( int i = 0; i < 8; i++ ) { i = 0; }', 2],
    ['a counter that is counted back', 'for ( int i = 0; i < 8; i++ ) { f( i-- ); }', 1],
    ['a loop behind a macro', '#define L for\nL ( ; ; ) {}', 1],
    ['too many rounds', 'for ( int i = 0; i < 1000; i++ )\nfor ( int j = 0; j < 1000; j++ ) {}', 2],
  ])('refuses %s and says in which line', (_, source, line) => {
    expect(complaints(source)[0]).toMatchObject({ stage: 'fragment', line })
  })

  it('refuses a source without end', () => {
    expect(complaints('x'.repeat(20_001))).toMatchObject([
      { message: 'the source must have at most 20000 characters, got 20001' },
    ])
  })
})
