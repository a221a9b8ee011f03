/** Woven fabric against its papers in TypeScript, and the weave: which thread is on top, and where. */
import { createShaderMaterial, type shaders, type UniformValues } from '@billow/three/materials'
import { Color, OrthographicCamera } from 'three'
import { afterAll, describe, expect, it } from 'vitest'
import { fabric, sheenAlbedo, unit, type Vec } from '../helpers/lecture.js'
import { cameraAt, sheet, ShaderStage } from '../helpers/shaderStage.js'

const SIZE = 65
const MIDDLE = 32
const stage = new ShaderStage(SIZE)
afterAll(() => stage.free())

type Values = Partial<UniformValues<(typeof shaders)['woven-fabric']['uniforms']>>

/** One lamp far away in the direction l, with E = 1. */
const lampTowards = (l: Vec): Values => {
  const [x, y, z] = unit(l)
  return {
    light: 'lamp',
    lightPosition: [1000 * x, 1000 * y, 1000 * z],
    lightIntensity: [1e6, 1e6, 1e6],
    ambientLight: [0, 0, 0],
  }
}

/** Sees the sheet straight on, or from the side along a direction. */
function along(v: Vec): OrthographicCamera {
  const camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 10)
  const [x, y, z] = unit(v)
  camera.position.set(3 * x, 3 * y, 3 * z)
  camera.lookAt(0, 0, 0)
  camera.updateMatrixWorld()
  return camera
}

describe('woven fabric', () => {
  // A single crossing over the whole sheet: plain weave has the warp on top there, which runs along v.
  const one: Values = { weave: 'plain', threads: [1, 1], roundness: 0 }

  it.each<[string, Values, Vec, Vec]>([
    ['matt and shining', { sheen: 0 }, [0.3, 0.2, 1], [-0.4, 0.1, 1]],
    ['along the threads', { sheen: 0, roughness: 0.3 }, [0, 0.6, 1], [0, -0.6, 1]],
    ['across the threads', { sheen: 0, roughness: 0.3 }, [0.6, 0, 1], [-0.5, 0.1, 1]],
    ['with sheen', { sheen: 1, sheenRoughness: 0.4 }, [0.8, 0.3, 1], [0.5, -0.9, 1]],
    ['with rough sheen', { sheen: 0.7, sheenRoughness: 1 }, [-1, 0.3, 1], [1, 0.9, 1]],
  ])('%s is that of the papers', (_, values, towardsEye, towardsLamp) => {
    const material = createShaderMaterial('woven-fabric', {
      ...one,
      warpColor: '#808080',
      sheenColor: '#c0c0c0',
      ...values,
      ...lampTowards(towardsLamp),
    })
    const linear = (hex: string): number => new Color(hex).r
    const { roughness = 0.35, spread = 0.8, sheen = 0.4, sheenRoughness = 0.5 } = values
    const [v, l] = [unit(towardsEye), unit(towardsLamp)]
    const numbers = { roughness, spread, sheen, sheenRoughness }
    const threads = { yarn: linear('#808080'), sheenColor: linear('#c0c0c0'), ...numbers }
    const albedo = sheenAlbedo(sheenRoughness, v[2])
    const expected = fabric(threads, [0, 0, 1], [0, 1, 0], v, l, albedo)
    const seen = stage.draw(sheet(material), along(towardsEye)).at(MIDDLE, MIDDLE)[0]
    // The fit of the sheen's albedo is good to 0.04 of what lies below it.
    const limit = 2 / 255 + (sheen > 0 ? 0.04 * sheen * threads.yarn : 0)
    expect(Math.abs(seen - expected)).toBeLessThan(limit)
    expect(expected).toBeGreaterThan(0.02)
  })

  it('shines along threads: of weft and warp in different directions', () => {
    const shine = (towards: Vec): number => {
      const material = createShaderMaterial('woven-fabric', {
        ...one,
        ...lampTowards([-towards[0], -towards[1], 1]),
        ...{ warpColor: '#000000', sheen: 0, roughness: 0.25, spread: 1 },
      })
      // Off the mirror's direction by as much across as along.
      return stage.draw(sheet(material), along([0, 0, 1])).at(MIDDLE, MIDDLE)[0]
    }
    expect(shine([0.5, 0, 1])).toBeGreaterThan(3 * shine([0, 0.5, 1]))
  })

  /** Rows of pixels, from below: W where the warp is on top, w where the weft is. */
  function pattern(weave: 'plain' | 'twill' | 'satin', z: 1 | -1): string[] {
    const material = createShaderMaterial('woven-fabric', {
      ...{ weave, threads: [5, 5], roundness: 0, sheen: 0, roughness: 1, spread: 1 },
      ...{ warpColor: '#ff0000', weftColor: '#00ff00' },
      ...lampTowards([0, 0, z]),
    })
    const picture = stage.draw(sheet(material), along([0, 0, z]))
    return [0, 1, 2, 3, 4].map((row) =>
      [0, 1, 2, 3, 4]
        .map((column) => {
          const [red, green] = picture.at(6 + 13 * column, 6 + 13 * row)
          return red > green ? 'W' : 'w'
        })
        .join(''),
    )
  }

  it('plain, twill and satin have their threads on top', () => {
    expect(pattern('plain', 1)).toEqual(['WwWwW', 'wWwWw', 'WwWwW', 'wWwWw', 'WwWwW'])
    // 2/2: two over, two under, one further in every row.
    expect(pattern('twill', 1)).toEqual(['WWwwW', 'WwwWW', 'wwWWw', 'wWWww', 'WWwwW'])
    // Of five the warp is under once, and never twice side by side.
    expect(pattern('satin', 1)).toEqual(['wWWWW', 'WWwWW', 'WWWWw', 'WwWWW', 'WWWwW'])
  })

  it('what is on top of the front is below on the back', () => {
    const turned = (rows: string[]): string[] =>
      rows.map((row) =>
        [...row]
          .reverse()
          .map((thread) => (thread === 'W' ? 'w' : 'W'))
          .join(''),
      )
    for (const weave of ['plain', 'twill', 'satin'] as const) {
      expect(pattern(weave, -1)).toEqual(turned(pattern(weave, 1)))
    }
  })

  it('from far away it is the mean of its threads, without a moiré', () => {
    const material = createShaderMaterial('woven-fabric', {
      ...{ threads: [900, 900], sheen: 0, roughness: 1, spread: 1 },
      ...{ warpColor: '#ffffff', weftColor: '#000000' },
      ...lampTowards([0, 0, 1]),
    })
    const picture = stage.draw(sheet(material), cameraAt(0, 0, 4))
    const values = [20, 26, 32, 38, 44].flatMap((x) => [22, 30, 41].map((y) => picture.at(x, y)[0]))
    expect(Math.max(...values) - Math.min(...values)).toBeLessThan(2 / 255)
    expect(Math.abs(values[0]! - 0.5)).toBeLessThan(0.05)
  })

  it('no more light comes back than came: a white sheet in light from all around stays white', () => {
    const eye: Vec = [0.7, 0, 0.7]
    let [sum, weight] = [0, 0]
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 12; j++) {
        // Even in the square of the sine: each direction brings the same irradiance.
        const sine = Math.sqrt((i + 0.5) / 6)
        const turn = (Math.PI * (j + 0.5)) / 6
        const l: Vec = [sine * Math.cos(turn), sine * Math.sin(turn), Math.sqrt(1 - sine * sine)]
        const material = createShaderMaterial('woven-fabric', {
          ...{ ...one, warpColor: '#ffffff', sheenColor: '#ffffff', sheen: 1 },
          ...lampTowards(l),
        })
        sum += stage.draw(sheet(material), along(eye)).at(MIDDLE, MIDDLE)[0] / l[2]
        weight++
        material.dispose()
      }
    }
    expect(sum / weight).toBeLessThan(1.02)
    expect(sum / weight).toBeGreaterThan(0.85)
  })
})
