/**
 * Bump, displacement and mirror: angles and heights that are known, both faces, tangents that are given
 * and tangents that are not, and shadows, rays and bounds of what is displaced.
 */
import {
  applyMaterial,
  createShaderMaterial,
  SceneMirror,
  type UniformValues,
  type shaders,
} from '@billow/three/materials'
import {
  AmbientLight,
  BoxGeometry,
  ClampToEdgeWrapping,
  CubeTexture,
  DataTexture,
  DataUtils,
  DirectionalLight,
  HalfFloatType,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  NearestFilter,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Raycaster,
  RedFormat,
  Scene,
  SphereGeometry,
  SpotLight,
  Vector3,
} from 'three'
import { afterAll, describe, expect, it } from 'vitest'
import { blinnPhong, unit, type Vec } from '../helpers/lecture.js'
import { cameraAt, onPlane, type Picture, sheet, ShaderStage } from '../helpers/shaderStage.js'

const SIZE = 129
const MIDDLE = 64
const stage = new ShaderStage(SIZE)
stage.renderer.shadowMap.enabled = true
afterAll(() => stage.free())

function near(value: number | readonly number[], expected: number, limit = 2 / 255): void {
  for (const part of [value].flat()) expect(Math.abs(part - expected)).toBeLessThan(limit)
}

/** Heights of `count` × `count` texels by column and row. */
function heightMap(count: number, at: (column: number, row: number) => number): DataTexture {
  const data = Uint16Array.from({ length: count ** 2 }, (_, i) =>
    DataUtils.toHalfFloat(at(i % count, Math.floor(i / count))),
  )
  const map = new DataTexture(data, count, count, RedFormat, HalfFloatType)
  map.magFilter = map.minFilter = LinearFilter
  map.wrapS = map.wrapT = ClampToEdgeWrapping
  map.needsUpdate = true
  return map
}

type Relief = Partial<UniformValues<(typeof shaders)['bump']['uniforms']>>

/** A lamp so far away that l is one direction and E = 1. */
const lampTowards = (l: Vec): Relief => {
  const far = 1000
  const { 0: x, 1: y, 2: z } = unit(l)
  return { lightPosition: [far * x, far * y, far * z], lightIntensity: [1e6, 1e6, 1e6] }
}
const matt: Relief = { ambient: false, specular: false, kd: 1 }

/** Components of the normal in the middle of the picture, from three lamps: L = n · l. */
function normalOf(
  id: 'bump' | 'displacement',
  relief: Relief,
  mesh = sheet(new MeshBasicMaterial()),
) {
  const camera = cameraAt(0, 0, 3)
  const along = (l: Vec): number => {
    const material = createShaderMaterial(id, { ...matt, ...relief, ...lampTowards(l) })
    mesh.material = material
    return stage.draw(mesh, camera).at(MIDDLE, MIDDLE)[0]
  }
  const z = along([0, 0, 1])
  // Two lamps from the sides, since one alone cannot tell a negative component.
  const x = (along([1, 0, 1]) - along([-1, 0, 1])) / Math.SQRT2
  const y = (along([0, 1, 1]) - along([0, -1, 1])) / Math.SQRT2
  return [x, y, z] as const
}

function close(normal: readonly number[], expected: Vec): void {
  for (const axis of [0, 1, 2]) near(normal[axis]!, expected[axis]!)
}

describe('bump', () => {
  it('a flat height map leaves the normal as it was', () => {
    const map = heightMap(8, () => 0.7)
    close(normalOf('bump', { heightMap: map, normalScaling: 20 }), [0, 0, 1])
    close(normalOf('bump', { heightMap: map, normalScaling: 20, slopes: 'surface' }), [0, 0, 1])
  })

  // A step of 1/16 from texel to texel, times kh kn.
  it.each([
    ['u', (column: number) => column / 16, (d: number): Vec => unit([-d, 0, 1])],
    ['v', (_: number, row: number) => row / 16, (d: number): Vec => unit([0, -d, 1])],
  ])('a ramp along %s tilts it by atan(dH kh kn)', (_, at, expected) => {
    const relief = { heightMap: heightMap(16, at), heightScaling: 2, normalScaling: 5 }
    close(normalOf('bump', relief), expected((1 / 16) * 2 * 5))
  })

  it('takes the difference at the resolution of the map itself: half the texels, twice the step', () => {
    const ramp = (count: number) => heightMap(count, (column) => column / count)
    const tilt = (count: number): number => {
      const [x, , z] = normalOf('bump', {
        heightMap: ramp(count),
        heightScaling: 1,
        normalScaling: 4,
      })
      return -x / z
    }
    near(tilt(16), 4 / 16)
    near(tilt(8), 4 / 8, 4 / 255)
  })

  it('slopes of the surface are those in metres: kh / width of the sheet (F32)', () => {
    // From 0 at the left to 1 at the right, 0.5 m high, on a sheet of 2 m.
    const relief: Relief = {
      heightMap: heightMap(64, (column) => column / 64),
      heightScaling: 0.5,
      normalScaling: 7, // for the lecture's slopes alone
      slopes: 'surface',
    }
    close(normalOf('bump', relief), unit([-0.25, 0, 1]))
    close(
      normalOf('displacement', relief, sheet(new MeshBasicMaterial(), 2, 32)),
      unit([-0.25, 0, 1]),
    )
  })

  it('gives the same picture with tangents of the vertices as without', () => {
    const material = createShaderMaterial('bump', { heightScaling: 1 })
    const geometry = new SphereGeometry(1, 96, 48)
    const camera = cameraAt(1, 1, 2.4)
    const without = stage.draw(new Mesh(geometry, material), camera)
    geometry.computeTangents()
    const given = stage.draw(new Mesh(geometry, material), camera)
    let difference = 0
    for (let i = 0; i < given.data.length; i++) {
      difference += Math.abs(given.data[i]! - without.data[i]!)
    }
    expect(difference / given.data.length).toBeLessThan(2 / 255)
    // The tangents are read: others give another picture.
    const { array } = geometry.getAttribute('tangent')
    for (let i = 0; i < array.length; i++) array[i] = i % 4 === 1 ? 1 : 0
    geometry.getAttribute('tangent').needsUpdate = true
    const other = stage.draw(new Mesh(geometry, material), camera)
    expect(other.at(MIDDLE, 80)).not.toEqual(given.at(MIDDLE, 80))
  })

  it('without texture coordinates the normal stays', () => {
    const mesh = sheet(new MeshBasicMaterial())
    mesh.geometry.deleteAttribute('uv')
    close(normalOf('bump', {}, mesh), [0, 0, 1])
  })

  it('seen from behind it is the mirror of the front: bumps are dents (F34)', () => {
    const relief = { heightMap: heightMap(16, (x, y) => Math.sin(x) * Math.cos(y) * 0.5 + 0.5) }
    const draw = (side: 1 | -1): Picture => {
      const material = createShaderMaterial('bump', {
        ...relief,
        heightScaling: 1,
        normalScaling: side,
        lightPosition: [0.5, 0.8, 1.5 * side],
      })
      return stage.draw(sheet(material), cameraAt(0.4, 0.3, 2.5 * side))
    }
    const [front, behind] = [draw(1), draw(-1)]
    // Behind, the height and the lamp are mirrored in the sheet, and the picture is turned left to right.
    let drawn = 0
    for (let y = 20; y < SIZE - 20; y += 3) {
      for (let x = 20; x < SIZE - 20; x += 3) {
        const expected = front.at(x, y)[0]
        near(behind.at(SIZE - 1 - x, y)[0], expected)
        if (expected > 0) drawn++
      }
    }
    expect(drawn).toBeGreaterThan(500)
  })

  it('is Blinn-Phong with the normal of the relief', () => {
    const eye: Vec = [0.3, -0.4, 2.6]
    const camera = cameraAt(...eye)
    const material = createShaderMaterial('bump', {
      heightMap: heightMap(16, (column) => column / 16),
      heightScaling: 1,
      normalScaling: 6,
    })
    const picture = stage.draw(sheet(material), camera)
    const constants = { ka: 0.25, kd: 0.6, ks: 1, p: 20, Ia: 0.5, I: 3 }
    for (const [x, y] of [
      [MIDDLE, MIDDLE],
      [50, 80],
      [90, 40],
    ] as const) {
      const place = onPlane(camera, SIZE, x, y)
      const n = unit([-6 / 16, 0, 1])
      near(picture.at(x, y), blinnPhong(constants, place, n, eye, [0.5, 2, 2]))
    }
  })
})

/** Pixels that differ from the background. */
function maskOf(
  picture: Picture,
  isIn: (rgb: readonly number[], alpha: number) => boolean,
): boolean[] {
  return Array.from({ length: picture.size ** 2 }, (_, i) => {
    const [x, y] = [i % picture.size, Math.floor(i / picture.size)]
    return isIn(picture.at(x, y), picture.alphaAt(x, y))
  })
}

describe('displacement', () => {
  const view = new OrthographicCamera(-1, 1, 1, -1, 0.1, 10)
  view.position.z = 4

  it('raises vertices by H kh along their normal: a ball grows by that', () => {
    const material = createShaderMaterial('displacement', {
      heightMap: heightMap(4, () => 0.5),
      heightScaling: 0.6,
    })
    const ball = new Mesh(new SphereGeometry(0.5, 128, 64), material)
    const drawn = maskOf(stage.draw(ball, view), (_, alpha) => alpha > 0).filter(Boolean).length
    const pixel = 2 / SIZE
    // 0.5 + 0.5 * 0.6 = 0.8, to a third of a pixel.
    expect(Math.abs(Math.sqrt((drawn * pixel ** 2) / Math.PI) - 0.8)).toBeLessThan(pixel / 3)
  })

  const rough: Relief = { heightScaling: 0.5, repeat: [2, 2] }

  it('rays hit what is seen, and what is put back is as before (F31)', () => {
    const material = createShaderMaterial('displacement', {
      heightMap: heightMap(8, () => 0.5),
      heightScaling: 0.8,
    })
    const mesh = sheet(material, 2, 8)
    const before = mesh.material
    const cast = (): number | undefined =>
      new Raycaster(new Vector3(0.1, 0.2, 5), new Vector3(0, 0, -1)).intersectObject(mesh)[0]?.point
        .z
    mesh.geometry.computeBoundingBox()
    const undo = applyMaterial(mesh, material)
    expect(cast()).toBeCloseTo(0.4, 3)
    material.setUniforms({ heightScaling: 2 })
    expect(cast()).toBeCloseTo(1, 3)
    expect(mesh.geometry.boundingBox!.max.z).toBe(0)
    undo()
    expect(cast()).toBeCloseTo(0, 6)
    expect(mesh.material).toBe(before)
    expect(Object.keys(mesh)).not.toContain('raycast')
    expect(Object.getOwnPropertyNames(mesh)).not.toContain('boundingSphere')
    expect(mesh.customDepthMaterial).toBeUndefined()
  })

  it('rays and pixels agree on a rough map', () => {
    const material = createShaderMaterial('displacement', rough)
    const mesh = sheet(material, 1, 48)
    mesh.rotation.set(-1.1, 0.3, 0.2)
    mesh.updateMatrixWorld()
    applyMaterial(mesh, material)
    const drawn = maskOf(stage.draw(mesh, view), (_, alpha) => alpha > 0)
    const raycaster = new Raycaster()
    let differing = 0
    let hits = 0
    for (let y = 0; y < SIZE; y += 4) {
      for (let x = 0; x < SIZE; x += 4) {
        const at = { x: (2 * x + 1) / SIZE - 1, y: (2 * y + 1) / SIZE - 1 }
        raycaster.setFromCamera(at as never, view)
        const isHit = raycaster.intersectObject(mesh).length > 0
        if (isHit) hits++
        if (isHit !== drawn[y * SIZE + x]) differing++
      }
    }
    expect(hits).toBeGreaterThan(80)
    expect(differing).toBeLessThan(4)
  })

  it('is drawn when only what is displaced is in the picture (F30)', () => {
    const material = createShaderMaterial('displacement', {
      heightMap: heightMap(4, () => 1),
      heightScaling: 2,
    })
    const mesh = sheet(material, 0.5, 4)
    const camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 10)
    camera.position.set(4, 0, 2)
    camera.lookAt(0, 0, 2)
    mesh.rotation.y = 0.4 // else it is seen from its edge
    const seen = () => maskOf(stage.draw(mesh, camera), (_, alpha) => alpha > 0).includes(true)
    expect(seen()).toBe(false) // culled by the bounds of the flat sheet: this is what is put right
    applyMaterial(mesh, material)
    expect(seen()).toBe(true)
  })

  /** How much of two masks is in both. */
  const overlap = (a: boolean[], b: boolean[]): number => {
    const both = a.filter((isIn, i) => isIn && b[i]).length
    return both / a.filter((isIn, i) => isIn || b[i]).length
  }

  it.each([
    ['the sun', () => new DirectionalLight(0xffffff, 3)],
    ['a spot light', () => new SpotLight(0xffffff, 300, 0, 0.6)],
    ['a lamp', () => new PointLight(0xffffff, 300)],
  ] as const)('its shadow in %s has the outline that is seen from there (F33)', (_, create) => {
    const light = create()
    light.castShadow = true
    light.position.set(0, 0, 4)
    // A lamp spreads its pixels over a right angle on each side.
    light.shadow.mapSize.setScalar(light instanceof PointLight ? 2048 : 1024)
    light.shadow.bias = -0.002
    light.shadow.radius = 0
    light.shadow.camera.near = 0.5
    light.shadow.camera.far = 8
    const isSun = light instanceof DirectionalLight
    if (isSun)
      Object.assign(light.shadow.camera, { left: -1.5, right: 1.5, top: 1.5, bottom: -1.5 })
    light.shadow.camera.updateProjectionMatrix()

    const material = createShaderMaterial('displacement', rough)
    const mesh = sheet(material, 1, 64)
    mesh.rotation.set(-1.1, 0.3, 0.2)
    mesh.castShadow = true
    // From where the light is, everything behind the outline is dark.
    const camera = isSun ? view : new PerspectiveCamera(30, 1, 0.1, 20)
    camera.position.set(0, 0, 4)
    camera.updateMatrixWorld()
    const wall = new Mesh(new PlaneGeometry(20, 20), new MeshLambertMaterial())
    wall.position.z = -2
    wall.receiveShadow = true

    const shadowOf = (): boolean[] => {
      const scene = new Scene().add(light, mesh, wall, new AmbientLight(0xffffff, 0.1))
      material.colorWrite = material.depthWrite = false
      const picture = stage.draw(scene, camera)
      material.colorWrite = material.depthWrite = true
      const bright = Math.max(...picture.data.filter((_, i) => i % 4 === 0))
      return maskOf(picture, ([red]) => red! < bright / 3)
    }
    const undo = applyMaterial(mesh, material)
    const shadow = shadowOf()
    const drawn = maskOf(stage.draw(mesh, camera), (_, alpha) => alpha > 0)
    expect(drawn.filter(Boolean).length).toBeGreaterThan(1500)
    expect(overlap(drawn, shadow)).toBeGreaterThan(0.98)
    // A shadow of the flat sheet is what others have; it is far from it.
    undo()
    expect(overlap(drawn, shadowOf())).toBeLessThan(0.9)
  })
})

describe('mirror', () => {
  /** Six sides in six colours. */
  const colors: readonly Vec[] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
    [255, 0, 255],
    [0, 255, 255],
  ]
  const cube = new CubeTexture(
    colors.map((color) => {
      const side = new DataTexture(new Uint8Array([...color, 255]), 1, 1)
      side.needsUpdate = true
      return side
    }),
  )
  cube.magFilter = cube.minFilter = NearestFilter
  cube.needsUpdate = true

  /** What a camera in the origin sees of the surroundings in a direction. */
  const behind = (direction: Vec): readonly number[] => {
    const scene = new Scene()
    scene.background = cube
    const camera = new PerspectiveCamera(10, 1, 0.1, 10)
    camera.lookAt(...direction)
    camera.updateMatrixWorld()
    return stage.draw(scene, camera).at(MIDDLE, MIDDLE)
  }

  it.each<[string, Vec, Vec, Vec]>([
    ['n = v: what is behind the camera', [0, 0, 3], [0, 0, 1], [0, 0, 1]],
    ['n = v along x', [3, 0, 0], [1, 0, 0], [1, 0, 0]],
    ['at 45° what is to the right', [0, 0, 3], [1, 0, 1], [1, 0, 0]],
    ['at 45° what is to the left', [0, 0, 3], [-1, 0, 1], [-1, 0, 0]],
    ['at 45° what is above', [0, 0, 3], [0, 1, 1], [0, 1, 0]],
    ['from behind the sheet, too', [0, 0, 3], [0, 0, -1], [0, 0, 1]],
  ])('%s', (_, eye, n, direction) => {
    const mesh = sheet(createShaderMaterial('mirror', { environment: cube }), 4)
    mesh.lookAt(...n)
    const seen = stage.draw(mesh, cameraAt(...eye)).at(MIDDLE, MIDDLE)
    for (const [channel, value] of behind(direction).entries()) near(seen[channel]!, value)
    expect(Math.max(...seen)).toBeGreaterThan(0.9)
  })

  it('shows the scene itself, as it is now, and not itself', () => {
    const material = createShaderMaterial('mirror')
    const mesh = sheet(material, 2)
    const red = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial({ color: 0xff0000 }))
    red.position.z = 6 // behind the camera
    const green = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial({ color: 0x00ff00 }))
    green.position.x = 6
    const scene = new Scene().add(mesh, red, green)
    const reflections = new SceneMirror(mesh, material, { resolution: 64 })
    const look = (): readonly number[] => {
      reflections.update(stage.renderer, scene)
      return stage.draw(scene, cameraAt(0, 0, 3)).at(MIDDLE, MIDDLE)
    }
    const [r, g, b] = look()
    near(r!, 1)
    near([g!, b!], 0)
    mesh.lookAt(1, 0, 1) // now it shows what is on the right
    const [r2, g2] = look()
    near(r2!, 0)
    near(g2!, 1)
    mesh.lookAt(0, 0, 1)
    red.position.z = -6
    near(look(), 0)
    reflections.dispose()
    expect(Math.max(...stage.draw(scene, cameraAt(0, 0, 3)).at(MIDDLE, MIDDLE))).toBeGreaterThan(
      0.1,
    )
  })
})
