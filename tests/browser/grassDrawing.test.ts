/**
 * Grass in pixels: what is left out is hidden, levels of detail change over unseen, far blades are a
 * pixel wide, shadows are those of the bent blades, and no pixel is no number.
 */
import { cullBlades, CullReason, GrassSimulation } from '@billow/core'
import { GrassMesh, type GrassMeshOptions } from '@billow/three'
import {
  BoxGeometry,
  DirectionalLight,
  FloatType,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { createRandom } from '../../packages/core/src/math/random.js'
import { afterAll, describe, expect, it } from 'vitest'

const WIDTH = 240
const HEIGHT = 160

const renderer = new WebGLRenderer({ antialias: false })
renderer.setSize(WIDTH, HEIGHT, false)
renderer.shadowMap.enabled = true
const target = new WebGLRenderTarget(WIDTH, HEIGHT, { type: FloatType })

afterAll(() => {
  target.dispose()
  renderer.dispose()
  renderer.forceContextLoss()
})

function stage(...objects: Object3D[]): Scene {
  const scene = new Scene()
  const sun = new DirectionalLight(0xffffff, 2)
  sun.position.set(2, 5, 3)
  scene.add(new HemisphereLight(0xffffff, 0x808080, 1), sun, ...objects)
  return scene
}

function cameraAt(
  x: number,
  y: number,
  z: number,
  target: [number, number, number] = [0, 0, 0],
): PerspectiveCamera {
  const camera = new PerspectiveCamera(40, WIDTH / HEIGHT, 0.1, 50)
  camera.position.set(x, y, z)
  camera.lookAt(...target)
  camera.updateMatrixWorld()
  return camera
}

/** The picture in linear light, RGBA per pixel from the lower left. */
function draw(scene: Scene, camera: PerspectiveCamera): Float32Array {
  const pixels = new Float32Array(4 * WIDTH * HEIGHT)
  renderer.setRenderTarget(target)
  renderer.render(scene, camera)
  renderer.readRenderTargetPixels(target, 0, 0, WIDTH, HEIGHT, pixels)
  renderer.setRenderTarget(null)
  return pixels
}

function grow(options: object, mesh: GrassMeshOptions = {}): GrassMesh {
  const simulation = new GrassSimulation({ size: [6, 6], density: 60, height: 0.4, ...options })
  for (let n = 0; n < 20; n++) simulation.step()
  return new GrassMesh(simulation, { interpolate: false, backend: 'cpu', ...mesh })
}

/** Pixels that differ by more than rounding, and how many show anything. */
function compare(a: Float32Array, b: Float32Array): { differing: number; drawn: number } {
  let differing = 0
  let drawn = 0
  for (let i = 0; i < a.length; i += 4) {
    const difference = Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k]! - b[i + k]!)))
    if (difference > 0.02) differing++
    if (a[i]! + a[i + 1]! + a[i + 2]! > 0) drawn++
  }
  return { differing, drawn }
}

const sumOf = (pixels: Float32Array): number => {
  let sum = 0
  for (let i = 0; i < pixels.length; i += 4) sum += pixels[i]! + pixels[i + 1]! + pixels[i + 2]!
  return sum
}

describe('occlusion culling', () => {
  const wallAt = (x: number, material: MeshBasicMaterial | MeshStandardMaterial): Mesh => {
    const wall = new Mesh(new BoxGeometry(6, 4, 0.2), material)
    wall.position.set(x, 0, 0.5)
    return wall
  }
  const solid = (): MeshStandardMaterial => new MeshStandardMaterial({ color: 0x884422 })

  /** With the culling and without, both with and without what hides. */
  const views = (wall: Mesh, options: object = {}) => {
    const grass = grow({ size: [20, 12], density: 25, ...options })
    const scene = stage(grass, wall)
    const camera = cameraAt(0.4, 1, 7)
    const pictures: Record<string, Float32Array> = {}
    for (const occlusionCulling of [false, true]) {
      grass.simulation.setParams({ occlusionCulling })
      grass.update(camera, renderer, scene)
      for (const isThere of [true, false]) {
        wall.visible = isThere
        pictures[`${occlusionCulling ? 'culled' : 'all'} ${isThere ? 'wall' : 'open'}`] = draw(
          scene,
          camera,
        )
      }
      wall.visible = true
    }
    return pictures
  }

  it('leaves out nothing that is seen: the same picture with it and without', () => {
    const pictures = views(wallAt(-3, solid()))
    const { differing, drawn } = compare(pictures['all wall']!, pictures['culled wall']!)
    expect(drawn).toBeGreaterThan(5000)
    expect(differing).toBe(0)
  })

  it('leaves out what is behind the wall: it is gone when the wall is taken away after the choice', () => {
    const pictures = views(wallAt(-3, solid()))
    expect(compare(pictures['all open']!, pictures['culled open']!).differing).toBeGreaterThan(1000)
  })

  it.each<[string, () => MeshBasicMaterial | MeshStandardMaterial]>([
    ['glass', () => new MeshBasicMaterial({ transparent: true, opacity: 0.3 })],
    ['a cut-out', () => new MeshBasicMaterial({ alphaTest: 0.5 })],
    ['a wire frame', () => new MeshBasicMaterial({ wireframe: true })],
    ['what is drawn without depth', () => new MeshBasicMaterial({ depthTest: false })],
  ])('hides nothing behind %s', (_, create) => {
    const pictures = views(wallAt(-3, create()))
    expect(compare(pictures['all open']!, pictures['culled open']!).differing).toBe(0)
  })

  it('agrees with core on every blade: none is painted as hidden that is seen', () => {
    const wall = wallAt(-3, solid())
    const grass = grow({ size: [20, 12], density: 25, occlusionCulling: true })
    const scene = stage(grass, wall)
    const camera = cameraAt(0.4, 1, 7)
    grass.paint = 'reason'
    grass.update(camera, renderer, scene)
    const counts = grass.cullCounts!
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(6000)
    expect(counts.occlusion).toBeGreaterThan(200)
    // Hidden blades are painted pink; with the wall in front of them there is no pink.
    const pink = (pixels: Float32Array): number => {
      let count = 0
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i]! > 2 * pixels[i + 1]! && pixels[i + 2]! > 2 * pixels[i + 1]!) count++
      }
      return count
    }
    expect(pink(draw(scene, camera))).toBe(0)
    wall.visible = false
    expect(pink(draw(scene, camera))).toBeGreaterThan(300)
  })

  it('puts everything of the scene and the renderer back', () => {
    const wall = wallAt(-3, new MeshBasicMaterial({ transparent: true }))
    const grass = grow({ occlusionCulling: true })
    const scene = stage(grass, wall)
    const { mask } = wall.layers
    renderer.setClearColor(0x123456, 0.5)
    grass.update(cameraAt(0, 1, 7), renderer, scene)
    expect(wall.layers.mask).toBe(mask)
    expect(scene.overrideMaterial).toBeNull()
    expect(renderer.getRenderTarget()).toBeNull()
    expect([renderer.getClearAlpha(), renderer.autoClear]).toEqual([0.5, true])
    renderer.setClearColor(0x000000, 1)
  })
})

describe('levels of detail', () => {
  /** One piece of ground 7 m away, whose level is chosen by `detail`. */
  const picture = (detail: number, options: object = {}): [Float32Array, number] => {
    const grass = grow(
      { size: [1.5, 1.5], density: 60, width: 0.03, wind: [6, 0, 2], ...options },
      { detail },
    )
    const camera = cameraAt(0, 0.6, 7, [0, 0.2, 0])
    camera.fov = 16
    camera.updateProjectionMatrix()
    grass.update(camera, renderer)
    const level = grass.children.findIndex(
      (child) =>
        (child as Mesh & { geometry: { instanceCount: number } }).geometry.instanceCount > 0,
    )
    return [draw(stage(grass), camera), level]
  }

  /** Detail at which the first level ends at so many metres. */
  const endingAt = (metres: number): number => {
    const { heights, count } = grow({ size: [1.5, 1.5], density: 60 }).simulation.blades
    return metres / (25 * (heights.reduce((sum, height) => sum + height) / count))
  }

  it('a blade has the shape of the next level when it changes over: the same picture (G15, G16)', () => {
    // Roots are 6.2 m and more away, and the ball around them 5.6: in between levels change over.
    const [before, fine] = picture(endingAt(6))
    const [after, coarse] = picture(endingAt(5.2))
    expect([fine, coarse]).toEqual([0, 1])
    const { differing, drawn } = compare(before, after)
    expect(drawn).toBeGreaterThan(1500)
    // Not more than pixels at the rim of blades, which rounding decides, and no step in brightness.
    expect(differing / drawn).toBeLessThan(0.01)
    expect(Math.abs(sumOf(before) / sumOf(after) - 1)).toBeLessThan(0.01)
    // Unbent, the fine blades differ from the coarse ones: this is what would be seen.
    const [unbent] = picture(endingAt(60))
    expect(compare(unbent, after).differing).toBeGreaterThan(5 * differing + 20)
  })

  it('no ring: along the distance a field is as bright as one of fine blades only (G15)', () => {
    const rows = (detail: number): number[] => {
      const grass = grow({ size: [24, 24], density: 60, width: 0.03, maxDistance: 40 }, { detail })
      const camera = cameraAt(0, 2.5, 13)
      grass.update(camera, renderer)
      const pixels = draw(stage(grass), camera)
      const bands = 16
      return Array.from({ length: bands }, (_, band) => {
        const from = Math.floor((band * HEIGHT) / bands)
        return sumOf(pixels.subarray(4 * WIDTH * from, 4 * WIDTH * (from + HEIGHT / bands)))
      })
    }
    const [fine, levels] = [rows(1e6), rows(1)]
    // Below the far edge of the field: against the sky single pixels decide.
    const edge = new Vector3(0, 0, -12).project(cameraAt(0, 2.5, 13)).y
    const ground = Math.floor((0.5 + 0.5 * edge) * fine.length)
    expect(ground).toBeGreaterThan(7)
    for (let band = 0; band < ground; band++)
      expect(Math.abs(levels[band]! / fine[band]! - 1)).toBeLessThan(0.01)
  })
})

describe('thin blades', () => {
  it.each([4, 8, 16, 32])('at %i m are still lines of a pixel (G19, G20)', (distance) => {
    const options = { size: [0.6, 0.6], density: 60, tufting: 0, gravity: [0, 0, 0], width: 0.002 }
    const grass = grow({ ...options, orientationCulling: false, distanceCulling: false })
    const camera = cameraAt(0, 0.2, distance, [0, 0.2, 0])
    grass.update(camera, renderer)
    const lit = (shift: number): number => {
      camera.setViewOffset(WIDTH, HEIGHT, shift, 0, WIDTH, HEIGHT)
      return sumOf(draw(stage(grass), camera))
    }
    const light = [0, 0.25, 0.5, 0.75].map(lit)
    const mean = light.reduce((sum, one) => sum + one) / light.length
    expect(mean).toBeGreaterThan(0)
    // A quarter of a pixel aside, blades are as bright as before: they do not flicker.
    for (const one of light) expect(Math.abs(one / mean - 1)).toBeLessThan(0.25)
  })
})

describe('shadows', () => {
  it('are those of the bent blades, wherever the camera is (G33)', () => {
    const centre = (wind: number): number => {
      const grass = grow({ size: [0.4, 0.4], density: 200, wind: [wind, 0, 0], turbulence: 0 })
      for (let n = 0; n < 60; n++) grass.simulation.step()
      grass.setShadows(true, false)
      // Only the shadow: blades themselves are seen from no camera of this layer.
      const ground = new Mesh(new PlaneGeometry(4, 4), new MeshStandardMaterial())
      ground.rotation.x = -Math.PI / 2
      ground.receiveShadow = true
      const sun = new DirectionalLight(0xffffff, 3)
      sun.position.set(0, 6, 0.01)
      sun.castShadow = true
      sun.shadow.mapSize.set(1024, 1024)
      sun.shadow.camera.left = sun.shadow.camera.bottom = -1
      sun.shadow.camera.right = sun.shadow.camera.top = 1
      const scene = new Scene()
      scene.add(grass, ground, sun)
      const camera = cameraAt(0, 3, 0.001)
      grass.update(camera, renderer)
      for (const level of grass.children)
        (level as Mesh).material = invisible((level as Mesh).material)
      const pixels = draw(scene, camera)
      let weight = 0
      let sum = 0
      const bright = pixels[4 * (WIDTH * 10 + 80)]!
      for (let i = 0; i < pixels.length; i += 4) {
        if (!(pixels[i]! < 0.5 * bright) || pixels[i + 3] === 0) continue
        weight++
        sum += (i / 4) % WIDTH
      }
      expect(weight).toBeGreaterThan(30)
      return sum / weight
    }
    // Leaning over by the wind to +x, which is to the right.
    expect(centre(12)).toBeGreaterThan(centre(0) + 4)
    expect(centre(-12)).toBeLessThan(centre(0) - 4)
  })
})

/** Draws nothing, in colour or depth; shadows have their own material. */
function invisible(material: Mesh['material']): Mesh['material'] {
  const one = Array.isArray(material) ? material[0]! : material
  one.colorWrite = false
  one.depthWrite = false
  return one
}

describe('numbers', () => {
  it.each<[string, object]>([
    ['without wind and gravity', { gravity: [0, 0, 0], wind: [0, 0, 0] }],
    ['that lies flat', { droop: 5 }],
    ['as published', { model: 'paper', stiffness: 8 }],
    ['on a ceiling', { surface: { positions: [-2, 1, -2, 2, 1, -2, 2, 1, 2] } }],
  ])('a field %s has a number in every pixel (G24, G25)', (_, options) => {
    const grass = grow(options)
    for (const camera of [cameraAt(0, 1, 5), cameraAt(0, 5, 0.001), cameraAt(0, 0, 0.2)]) {
      grass.update(camera, renderer)
      const pixels = draw(stage(grass), camera)
      expect(pixels.every(Number.isFinite)).toBe(true)
    }
  })

  it('blades look the same far from the origin of the world (G23)', () => {
    const near = grow({ wind: [3, 0, 0], turbulence: 0 })
    const far = grow({ wind: [3, 0, 0], turbulence: 0, origin: [12_000_000, 0, 12_000_000] })
    const [a, b] = [near, far].map((grass) => {
      const camera = cameraAt(0, 1, 5)
      grass.update(camera, renderer)
      return draw(stage(grass), camera)
    })
    expect(compare(a!, b!).differing).toBe(0)
  })
})

describe('from above', () => {
  it('blades in the wind stay as bright as they are: no dark patches run through a field (G55)', () => {
    const grass = grow({ size: [6, 6], density: 150, width: 0.02, wind: [5, 0, 1], gusts: 0.5 })
    const camera = cameraAt(0, 9, 0.001)
    const scene = stage(grass)
    const light = Array.from({ length: 12 }, () => {
      for (let n = 0; n < 15; n++) grass.simulation.step()
      grass.update(camera, renderer)
      const pixels = draw(scene, camera)
      // Blades that lean cover more ground; what counts is how bright they are.
      return sumOf(pixels) / compare(pixels, pixels).drawn
    })
    const mean = light.reduce((sum, one) => sum + one) / light.length
    for (const one of light) expect(Math.abs(one / mean - 1)).toBeLessThan(0.1)
  })
})

describe('the card and the processor', () => {
  it('leave out the same blades by orientation and distance: 150 views of one blade (seed 41)', () => {
    const random = createRandom(41)
    const grass = grow({
      size: [1, 1],
      density: 1,
      width: 0.06,
      wind: [0, 0, 0],
      maxDistance: 8,
      distanceLevels: 10,
      frustumCulling: false,
    })
    const { blades, state, params } = grass.simulation
    const root = new Vector3().fromArray(blades.roots)
    const across = new Vector3().fromArray(blades.axes)
    const seen = { drawn: 0, orientation: 0, distance: 0 }
    for (let n = 0; n < 150; n++) {
      const [angle, away] = [2 * Math.PI * random(), 1.5 + 6 * random()]
      const eye = new Vector3(away * Math.cos(angle), 0.2 + random(), away * Math.sin(angle)).add(
        root,
      )
      const camera = cameraAt(eye.x, eye.y, eye.z, [root.x, 0.2, root.z])
      const toEye = eye.clone().sub(root)
      const edge = Math.abs(toEye.dot(across)) / toEye.length()
      const left = 1 - Math.hypot(toEye.x, toEye.z) / params.maxDistance
      // At the thresholds rounding decides, and right before them a blade is too small to be seen.
      if (Math.abs(edge - params.orientationThreshold) < 0.02) continue
      if (left > 0.58 && left < 0.66) continue
      const view = { eye: eye.toArray(), viewProjection: new Array<number>(16).fill(0), far: 50 }
      const reasons = new Uint8Array(1)
      cullBlades(blades, state, view, params, reasons)
      grass.update(camera, renderer)
      const pixels = draw(stage(grass), camera)
      const isDrawn = compare(pixels, pixels).drawn > 0
      expect(isDrawn, `view ${n}`).toBe(reasons[0] === CullReason.drawn)
      for (const name of Object.keys(seen) as (keyof typeof seen)[])
        if (reasons[0] === CullReason[name]) seen[name]++
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10)
  })
})
