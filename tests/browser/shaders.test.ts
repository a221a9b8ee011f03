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
import { Mesh, SphereGeometry } from 'three'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blinnPhong, type Vec } from '../helpers/lecture.js'
import { cameraAt, onPlane, sheet, ShaderStage } from '../helpers/shaderStage.js'

const SIZE = 65
const MIDDLE = 32
const LIMIT = 2 / 255

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

  it('is that of the lecture on a plane, with the constants of the lecture', () => {
    const camera = cameraAt(...eye)
    const picture = stage.draw(sheet(createShaderMaterial('blinn-phong')), camera)
    for (const [x, y] of [
      [MIDDLE, MIDDLE],
      [12, 20],
      [50, 44],
      [30, 55],
    ] as const) {
      const place = onPlane(camera, SIZE, x, y)
      const expected = blinnPhong(constants, place, [0, 0, 1], eye, lamp)
      for (const value of picture.at(x, y)) expect(Math.abs(value - expected)).toBeLessThan(LIMIT)
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
    expect(Math.abs(at(1.5) - 1.6 / 1.5 ** 2)).toBeLessThan(LIMIT)
    expect(at(1.5) / at(3)).toBeCloseTo(4, 3)
  })
})
