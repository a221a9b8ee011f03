/**
 * Shaders against the formulas of the lecture in TypeScript (`helpers/lecture.ts`): known planes and
 * spheres are drawn and pixels read back, to be equal within 2/255.
 */
import {
  createShaderMaterial,
  type ShaderId,
  shaders,
  type UniformTable,
} from '@billow/three/materials'
import { DataTexture, Mesh, OrthographicCamera, RepeatWrapping, SphereGeometry } from 'three'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blinnPhong, type Vec } from '../helpers/lecture.js'
import { cameraAt, onPlane, onSphere, sheet, ShaderStage } from '../helpers/shaderStage.js'

const SIZE = 65
const MIDDLE = 32
/** Pixels that all scenes show something at. */
const PIXELS = [
  [MIDDLE, MIDDLE],
  [20, 24],
  [44, 42],
  [30, 46],
] as const

/** Within 2/255, in every channel. */
function near(value: number | readonly number[], expected: number, limit = 2 / 255): void {
  for (const part of [value].flat()) expect(Math.abs(part - expected)).toBeLessThan(limit)
}

const stage = new ShaderStage(SIZE)
afterAll(() => stage.free())

// three.js says in the console what a compiler has to say.
const said: unknown[] = []
beforeEach(() => {
  for (const kind of ['warn', 'error'] as const) {
    vi.spyOn(console, kind).mockImplementation((...words) => void said.push(words))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(said.splice(0)).toEqual([])
})

const ids = Object.keys(shaders) as ShaderId[]

it.each(ids)('%s compiles without a warning and draws', (id) => {
  const material = createShaderMaterial(id)
  const ball = new Mesh(new SphereGeometry(0.8), material)
  const picture = stage.draw(ball, cameraAt(0, 0, 3))
  expect(picture.data.every(Number.isFinite)).toBe(true)
  expect(picture.data.filter((_, i) => i % 4 === 3).some((alpha) => alpha > 0)).toBe(true)
  material.dispose()
})

it.each(ids)('a value of %s compiles nothing and leaves the uniforms where they are', (id) => {
  const material = createShaderMaterial(id)
  const ball = new Mesh(new SphereGeometry(0.8), material)
  stage.draw(ball, cameraAt(0, 0, 3))
  const { programs } = stage.renderer.info
  const before = [programs!.length, material.version]
  const objects = { ...material.uniforms }
  for (const [key, uniform] of Object.entries<UniformTable[string]>(material.descriptor.uniforms)) {
    const value = uniform.kind === 'choice' ? uniform.choices.at(-1) : uniform.default
    if (uniform.kind !== 'texture') material.setUniforms({ [key]: value })
  }
  stage.draw(ball, cameraAt(0, 0, 3))
  expect([programs!.length, material.version]).toEqual(before)
  for (const key of Object.keys(objects)) expect(material.uniforms[key]).toBe(objects[key])
  material.dispose()
})

describe('Blinn-Phong', () => {
  const constants = { ka: 0.25, kd: 0.6, ks: 1, p: 20, Ia: 0.5, I: 3 }
  const eye: Vec = [0.4, -0.7, 2.6]
  const lamp: Vec = [0.5, 2, 2]
  const terms = { ambient: false, diffuse: false, specular: false }

  it('is that of the lecture on a plane, with the constants of the lecture', () => {
    const camera = cameraAt(...eye)
    const picture = stage.draw(sheet(createShaderMaterial('blinn-phong')), camera)
    for (const [x, y] of PIXELS) {
      const place = onPlane(camera, SIZE, x, y)
      near(picture.at(x, y), blinnPhong(constants, place, [0, 0, 1], eye, lamp))
    }
  })

  it('is that of the lecture on a sphere', () => {
    const camera = cameraAt(...eye)
    const ball = new Mesh(new SphereGeometry(1, 256, 128), createShaderMaterial('blinn-phong'))
    const picture = stage.draw(ball, camera)
    for (const [x, y] of PIXELS) {
      const place = onSphere(camera, SIZE, x, y, 1)
      near(picture.at(x, y), blinnPhong(constants, place, place, eye, lamp))
    }
  })

  it('falls off with the square of the distance: a quarter at 2r', () => {
    const at = (z: number): number => {
      const material = createShaderMaterial('blinn-phong', {
        ambient: false,
        lightPosition: [0, 0, z],
        lightIntensity: [1, 1, 1],
      })
      return stage.draw(sheet(material), cameraAt(0, 0, 3)).at(MIDDLE, MIDDLE)[0]
    }
    // n, l and h are one direction there: L = (kd + ks) I / r².
    near(at(1.5), 1.6 / 1.5 ** 2)
    expect(at(1.5) / at(3)).toBeCloseTo(4, 3)
  })

  it('n · l = 0: no diffuse light, and the shine is that of the formula', () => {
    const eye: Vec = [-1, 0, 2]
    const lamp: Vec = [1.2, 0, 0]
    const draw = (shown: object) => {
      const material = createShaderMaterial('blinn-phong', { lightPosition: [...lamp], ...shown })
      return stage.draw(sheet(material), cameraAt(...eye)).at(MIDDLE, MIDDLE)
    }
    near(draw({ ...terms, diffuse: true }), 0)
    const expected = blinnPhong(constants, [0, 0, 0], [0, 0, 1], eye, lamp)
    expect(expected).toBeGreaterThan(0.25 * 0.5 + 0.05)
    near(draw({}), expected)
  })

  it('light from behind leaves the ambient light alone, even against the light', () => {
    for (const lightPosition of [
      [0, 0, -1],
      [2, 0, -0.3],
    ] as const) {
      const material = createShaderMaterial('blinn-phong', { lightPosition })
      const picture = stage.draw(sheet(material), cameraAt(-2.5, 0, 0.4))
      near(picture.at(MIDDLE, MIDDLE), 0.25 * 0.5)
    }
  })

  it('view = reflection: the specular term is all of ks I / r²', () => {
    const material = createShaderMaterial('blinn-phong', {
      ...terms,
      specular: true,
      ks: 0.7,
      lightPosition: [-1.5, 0, 2],
      shininess: 100,
    })
    const picture = stage.draw(sheet(material), cameraAt(1.5, 0, 2))
    near(picture.at(MIDDLE, MIDDLE), (0.7 * 3) / (1.5 ** 2 + 2 ** 2))
  })

  it('terms can be switched one by one, and add up to the whole', () => {
    const camera = cameraAt(...eye)
    const draw = (shown: object) =>
      stage.draw(sheet(createShaderMaterial('blinn-phong', shown)), camera).at(40, 50)[0]
    const parts = Object.keys(terms).map((term) => draw({ ...terms, [term]: true }))
    for (const part of parts) expect(part).toBeGreaterThan(0.01)
    near(parts[0]!, 0.25 * 0.5)
    near(parts[0]! + parts[1]! + parts[2]!, draw({}))
    near(draw(terms), 0)
  })

  it('a lamp on the surface itself blinds nobody: no pixel is no number', () => {
    const material = createShaderMaterial('blinn-phong', { lightPosition: [0, 0, 0] })
    const picture = stage.draw(sheet(material), cameraAt(0, 0, 3))
    expect(picture.data.every(Number.isFinite)).toBe(true)
  })
})

describe('diffuse', () => {
  it('is that of the lecture: L = kd I / r² max(0, n · l)', () => {
    const camera = cameraAt(0.5, 0.6, 2.5)
    const lamp: Vec = [-0.8, 0.3, 1.1]
    const material = createShaderMaterial('diffuse', { lightPosition: [...lamp], kd: 0.8 })
    const picture = stage.draw(sheet(material), camera)
    const matt = { ka: 0, kd: 0.8, ks: 0, p: 1, Ia: 0, I: 3 }
    for (const [x, y] of PIXELS) {
      const place = onPlane(camera, SIZE, x, y)
      near(picture.at(x, y), blinnPhong(matt, place, [0, 0, 1], [0.5, 0.6, 2.5], lamp))
    }
  })

  it('takes colours as sRGB: half of the light is #bcbcbc', () => {
    const material = createShaderMaterial('diffuse', {
      color: '#bcbcbc',
      lightPosition: [0, 0, 1],
      lightIntensity: [1, 1, 1],
    })
    near(stage.draw(sheet(material), cameraAt(0, 0, 3)).at(MIDDLE, MIDDLE), 0.503)
  })
})

describe('normal', () => {
  it.each([
    ['from the front', 3, 1],
    ['from behind', -3, 0],
  ])('shows 0.5 + 0.5 n %s', (_, z, blue) => {
    const pixels = stage.drawToScreen(sheet(createShaderMaterial('normal')), cameraAt(0, 0, z))
    const middle = [...pixels.slice(4 * (MIDDLE * SIZE + MIDDLE)).slice(0, 3)]
    expect(middle.map((value) => Math.round(value))).toEqual([128, 128, 255 * blue])
  })

  it('is of the world however the camera looks, or of the eye', () => {
    const ball = new Mesh(new SphereGeometry(1, 128, 64))
    const read = (space: 'world' | 'eye'): number[] => {
      ball.material = createShaderMaterial('normal', { space })
      const pixels = stage.drawToScreen(ball, cameraAt(3, 0, 0))
      return [...pixels.slice(4 * (MIDDLE * SIZE + MIDDLE)).slice(0, 3)]
    }
    expect(read('world')[0]).toBeGreaterThan(253) // the camera stands on +x
    expect(read('eye')[2]).toBeGreaterThan(253)
  })
})

describe('texture', () => {
  it('shows the texel of u, v, without light, as often as it repeats', () => {
    // Four colours: lower left, lower right, upper left, upper right.
    const colors = [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 0],
    ] as const
    const data = new Uint8Array(colors.flatMap((color) => [...color, 255]))
    const map = new DataTexture(data, 2, 2)
    map.wrapS = map.wrapT = RepeatWrapping
    map.needsUpdate = true
    const camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 10)
    camera.position.z = 3
    const material = createShaderMaterial('texture', { map })
    const draw = () => {
      const picture = stage.draw(sheet(material), camera)
      return [
        [8, 8],
        [56, 8],
        [8, 56],
        [56, 56],
      ].map(([x, y]) => picture.at(x!, y!))
    }
    expect(draw()).toEqual(colors.map((color) => color.map((part) => part / 255)))
    material.setUniforms({ repeat: [2, 2] })
    // Each quarter holds all four now, so its middle pixels are of the first three colours' corner.
    expect(stage.draw(sheet(material), camera).at(4, 4)).toEqual([1, 0, 0])
    expect(stage.draw(sheet(material), camera).at(36, 4)).toEqual([1, 0, 0])
  })

  it('lies in the light when it is asked to', () => {
    const material = createShaderMaterial('texture', { lit: true, lightPosition: [0, 0, -2] })
    near(stage.draw(sheet(material), cameraAt(0, 0, 3)).at(MIDDLE, MIDDLE)[0], 0, 0.5)
    const dark = stage.draw(sheet(material), cameraAt(0, 0, 3)).at(20, 20)
    material.setUniforms({ ambientLight: [0, 0, 0] })
    expect(stage.draw(sheet(material), cameraAt(0, 0, 3)).at(20, 20)).toEqual([0, 0, 0])
    expect(Math.max(...dark)).toBeGreaterThan(0)
  })
})
