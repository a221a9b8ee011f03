/**
 * Shaders as a part of three.js: lights of the scene, fog, tone mapping, instances, cut-outs, clipping
 * planes, cloth; materials that come and go; sources that do not compile.
 */
import { ClothSimulation, SpringFamily } from '@billow/core'
import { ClothMesh } from '@billow/three'
import {
  applyMaterial,
  BillowShaderMaterial,
  checkShader,
  ClothStrain,
  createShaderMaterial as create,
  type ShaderId,
  shaders,
  strainLegend,
} from '@billow/three/materials'
import {
  ACESFilmicToneMapping,
  AmbientLight,
  BackSide,
  BoxGeometry,
  Color,
  DataTexture,
  DirectionalLight,
  DoubleSide,
  Fog,
  FrontSide,
  HemisphereLight,
  InstancedMesh,
  type Material,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  NoToneMapping,
  Plane,
  PlaneGeometry,
  PointLight,
  Scene,
  SphereGeometry,
  SpotLight,
  Vector3,
} from 'three'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cameraAt, type Picture, sheet, ShaderStage } from '../helpers/shaderStage.js'

const SIZE = 65
const MIDDLE = 32
const stage = new ShaderStage(SIZE)
const { renderer } = stage
renderer.shadowMap.enabled = true
renderer.localClippingEnabled = true
afterAll(() => stage.free())

/** As the original; what it makes is freed after each test. */
const createShaderMaterial = ((...given: Parameters<typeof create>) => {
  const material = create(...given)
  made.push(material)
  return material
}) as typeof create
const made: Material[] = []
afterEach(() => made.splice(0).forEach((material) => material.dispose()))

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

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!))
  return largest
}

const drawnIn = ({ data }: Picture): number =>
  data.filter((value, i) => i % 4 === 3 && value > 0).length

/** A ball on a floor, in light of every kind, with shadows. */
function lit(material: Material): Scene {
  const sun = new DirectionalLight(0xfff0d0, 1.5)
  sun.position.set(2, 3, 1)
  sun.castShadow = true
  const lamp = new PointLight(0x80a0ff, 6)
  lamp.position.set(-1, 1.4, 1)
  lamp.castShadow = true
  const spot = new SpotLight(0xffffff, 8, 0, 0.5, 0.3)
  spot.position.set(0.5, 2, 1.5)
  const ball = new Mesh(new SphereGeometry(0.6, 48, 24), material)
  const floor = new Mesh(new PlaneGeometry(4, 4), material)
  floor.position.y = -0.6
  floor.rotation.x = -Math.PI / 2
  for (const mesh of [ball, floor]) mesh.castShadow = mesh.receiveShadow = true
  return new Scene().add(
    ...[sun, lamp, spot, ball, floor],
    new AmbientLight(0x404060, 1),
    new HemisphereLight(0xbfd8ff, 0x50402a, 1),
  )
}

describe('lights of the scene', () => {
  const camera = cameraAt(0.6, 1, 3)
  const lambert = new MeshLambertMaterial({ color: 0xc86432, side: DoubleSide })
  const diffuse = create('diffuse', { light: 'scene', color: '#c86432' })

  it('diffuse with kd = 1 is as bright as MeshLambertMaterial, shadows included', () => {
    const [expected, picture] = [lambert, diffuse].map((one) => stage.draw(lit(one), camera))
    expect(largestDifference(expected!.data, picture!.data)).toBeLessThan(2 / 255)
    expect(drawnIn(picture!)).toBeGreaterThan(1000)
    // Shadows are a part of it.
    renderer.shadowMap.enabled = false
    lambert.needsUpdate = diffuse.needsUpdate = true
    expect(largestDifference(stage.draw(lit(diffuse), camera).data, picture!.data)).toBeGreaterThan(
      0.1,
    )
    renderer.shadowMap.enabled = true
    lambert.needsUpdate = diffuse.needsUpdate = true
  })

  it('fog, tone mapping and colour space are as for materials of three.js', () => {
    const onScreen = (material: Material): Uint8Array => {
      const scene = lit(material)
      scene.fog = new Fog(0x8899aa, 1, 6)
      renderer.toneMapping = ACESFilmicToneMapping
      renderer.toneMappingExposure = 0.8
      const pixels = stage.drawToScreen(scene, camera)
      renderer.toneMapping = NoToneMapping
      return pixels
    }
    expect(largestDifference(onScreen(lambert), onScreen(diffuse))).toBeLessThanOrEqual(2)
  })

  it.each(ids.filter((id) => 'light' in shaders[id].uniforms))(
    '%s compiles in all of them, with fog and clipping planes',
    (id) => {
      const material = createShaderMaterial(id, { light: 'scene' } as object)
      material.clippingPlanes = [new Plane(new Vector3(1, 0, 0), 0.1)]
      const scene = lit(material)
      scene.fog = new Fog(0xffffff, 1, 6)
      const picture = stage.draw(scene, camera)
      expect(picture.data.every(Number.isFinite)).toBe(true)
      expect(drawnIn(picture)).toBeGreaterThan(500)
      expect(picture.alphaAt(4, MIDDLE)).toBe(0) // left of the plane
      material.dispose()
    },
  )
})

describe('as materials of three.js', () => {
  it.each(ids)('%s: an instance is drawn as a mesh in the same place, in its own colour', (id) => {
    const material = createShaderMaterial(id)
    if ('light' in material.uniforms) material.setUniforms({ light: 'lamp' } as object)
    const geometry = new SphereGeometry(0.5, 24, 16)
    const place = new Matrix4()
      .makeRotationZ(0.4)
      .setPosition(0.3, -0.2, 0.1)
      .scale(new Vector3(1, 2, 1))
    const mesh = new Mesh(geometry, material)
    mesh.applyMatrix4(place)
    const instances = new InstancedMesh(geometry, material, 1)
    instances.setMatrixAt(0, place)
    const [camera, both] = [cameraAt(0, 0, 3), [mesh, instances]]
    const [expected, picture] = both.map((object) => stage.draw(object, camera))
    // At the outline a rounding may decide about a pixel.
    const differing = expected!.data.filter((v, i) => Math.abs(v - picture!.data[i]!) > 2 / 255)
    expect(differing.length).toBeLessThan(12)
    if (['normal', 'strain'].includes(id)) return // their colours are numbers
    instances.setColorAt(0, new Color(0, 0, 0))
    const dark = stage.draw(instances, camera)
    expect(dark.at(38, 28)).not.toEqual(picture!.at(38, 28))
  })

  it('opacity and alphaTest are the material’s own properties', () => {
    const data = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 60])
    const map = new DataTexture(data, 2, 1)
    map.needsUpdate = true
    const material = createShaderMaterial('texture', { map })
    material.alphaTest = 0.5
    const picture = stage.draw(sheet(material), cameraAt(0, 0, 3))
    expect(picture.at(16, MIDDLE)).toEqual([1, 0, 0])
    expect(picture.alphaAt(48, MIDDLE)).toBe(0)

    const glass = createShaderMaterial('wireframe', { color: '#ffffff' })
    Object.assign(glass, { wireframe: false, transparent: true, opacity: 0.25 })
    expect(stage.draw(sheet(glass), cameraAt(0, 0, 3)).at(MIDDLE, MIDDLE)[0]).toBeCloseTo(0.25, 2)
  })

  it.each(['logarithmicDepthBuffer', 'reversedDepthBuffer'])(
    'all compile with all switches of a material, and with a %s',
    (depth) => {
      const other = new ShaderStage(SIZE, { [depth]: true })
      const switches = [
        { flatShading: true, side: BackSide, dithering: true, vertexColors: true },
        { alphaToCoverage: true, alphaTest: 0.5, premultipliedAlpha: true },
        { alphaHash: true, transparent: true, opacity: 0.9, side: FrontSide },
      ]
      for (const id of ids) {
        for (const set of switches) {
          const material = Object.assign(createShaderMaterial(id), set)
          const picture = other.draw(new Mesh(new SphereGeometry(0.8), material), cameraAt(0, 0, 3))
          expect(picture.data.every(Number.isFinite)).toBe(true)
          expect(drawnIn(picture)).toBeGreaterThan(100)
        }
      }
      other.free()
    },
  )

  it('wire frames are lines', () => {
    const picture = stage.draw(sheet(createShaderMaterial('wireframe'), 2, 4), cameraAt(0, 0, 3))
    expect(drawnIn(picture)).toBeGreaterThan(100)
    expect(drawnIn(picture)).toBeLessThan(SIZE ** 2 / 3)
  })

  it('a clone has the same values and its own uniforms', () => {
    const material = createShaderMaterial('diffuse', { color: '#336699' })
    const clone = material.clone()
    expect(clone).toBeInstanceOf(BillowShaderMaterial)
    const camera = cameraAt(0.2, 0.3, 3)
    const picture = stage.draw(sheet(material), camera)
    expect(stage.draw(sheet(clone), camera).data).toEqual(picture.data)
    clone.setUniforms({ color: '#ff0000' })
    expect(stage.draw(sheet(material), camera).data).toEqual(picture.data)
  })
})

describe('materials that come and go', () => {
  it('200 changes of shader leave renderer.info as after the first round', () => {
    const sun = new DirectionalLight()
    sun.castShadow = true
    sun.shadow.mapSize.setScalar(32)
    const mesh = sheet(createShaderMaterial('diffuse')) as Mesh
    mesh.castShadow = true
    const scene = new Scene().add(sun, mesh)
    const camera = cameraAt(0.6, 1, 3)
    const show = (material: Material): void => {
      const undo = applyMaterial(mesh, material)
      stage.draw(scene, camera)
      undo()
    }
    const info = () => ({ ...renderer.info.memory, programs: renderer.info.programs!.length })
    stage.draw(scene, camera)
    const empty = info()
    // As a chooser with previews has them: one of each that stays, so that programs are shared.
    const kept = ids.map((id) => create(id))
    kept.forEach(show)
    const before = info()
    for (let n = 0; n < 200; n++) {
      const material = create(ids[n % ids.length]!)
      show(material)
      material.dispose()
    }
    expect(info()).toEqual(before)
    for (const material of kept) material.dispose()
    expect(info()).toEqual(empty)
    expect(before.programs).toBeGreaterThan(empty.programs + ids.length - 2)
  })

  it('default textures go with the last material that uses them', () => {
    const { memory } = renderer.info
    const before = memory.textures
    const [one, other] = [createShaderMaterial('texture'), createShaderMaterial('texture')]
    for (const material of [one, other]) stage.draw(sheet(material), cameraAt(0, 0, 3))
    expect(memory.textures).toBe(before + 1)
    expect(one.uniforms.map.value).toBe(other.uniforms.map.value)
    one.dispose()
    expect(memory.textures).toBe(before + 1)
    other.dispose()
    expect(memory.textures).toBe(before)
  })
})

describe('on a cloth', () => {
  const cloth = new ClothSimulation({
    size: [1, 1],
    segments: [12, 12],
    pins: ['top-left', 'top-right'],
    wind: [0, 0, 3],
  })
  for (let n = 0; n < 30; n++) cloth.step()
  const mesh = new ClothMesh(cloth)

  it.each(ids)('%s is drawn, in the light of the lamp and of the scene', (id) => {
    const material = createShaderMaterial(id)
    const undo = applyMaterial(mesh, material)
    mesh.castShadow = mesh.receiveShadow = true
    mesh.update()
    const picture = stage.draw(mesh, cameraAt(0.4, 0.2, 2))
    expect(picture.data.every(Number.isFinite)).toBe(true)
    expect(drawnIn(picture)).toBeGreaterThan(id === 'wireframe' ? 300 : 700)
    undo()
  })

  it('the strain of a vertex is the largest of its structural and shear springs', () => {
    const strain = new ClothStrain(mesh)
    mesh.update()
    strain.update()
    const { springs } = cloth.sheet
    const values = [...mesh.geometry.getAttribute('strain').array]
    const place = (p: number): Vector3 => new Vector3(...cloth.positions.slice(3 * p, 3 * p + 3))
    const expected = Array<number>(cloth.particleCount).fill(-Infinity)
    for (let s = 0; s < springs.count; s++) {
      if (springs.families[s] === SpringFamily.bend) continue
      const ends = [springs.ends[2 * s]!, springs.ends[2 * s + 1]!] as const
      const value = place(ends[0]).distanceTo(place(ends[1])) / springs.restLengths[s]! - 1
      for (const end of ends) expected[end] = Math.max(expected[end]!, value)
    }
    expect(largestDifference(values, expected)).toBeLessThan(1e-6)
    expect(Math.max(...values)).toBeGreaterThan(1e-4)
  })

  it('strain is shown in the colours of the legend', () => {
    const material = createShaderMaterial('strain', { minStrain: -0.1, maxStrain: 0.3, shade: 0 })
    for (const { strain, color } of strainLegend(-0.1, 0.3, 6)) {
      const flat = sheet(material)
      flat.geometry.setAttribute('strain', flat.geometry.getAttribute('uv').clone())
      flat.geometry.getAttribute('strain').array.fill(strain)
      const pixels = stage.drawToScreen(flat, cameraAt(0, 0, 3))
      const at = 4 * (MIDDLE * SIZE + MIDDLE)
      const shown = [...pixels.slice(at, at + 3)]
      const expected = [1, 3, 5].map((from) => parseInt(color.slice(from, from + 2), 16))
      expect(largestDifference(shown, expected)).toBeLessThanOrEqual(2)
    }
  })
})

describe('sources that people write', () => {
  const { custom } = shaders

  it('built-in ones have nothing to complain about', () => {
    for (const id of ids) expect(checkShader(renderer, createShaderMaterial(id))).toEqual([])
  })

  it('an error has the line of the source as it was written', () => {
    const lines = custom.fragmentShader.split('\n')
    const line = lines.findIndex((text) => text.includes('vec3 stripes')) + 1
    lines[line - 1] += ' nonsense = 3.0;'
    const material = createShaderMaterial({ ...custom, fragmentShader: lines.join('\n') })
    const [problem] = checkShader(renderer, material)
    expect(problem).toMatchObject({ stage: 'fragment', line })
    expect(problem!.message).toContain('nonsense')
    // The last good program goes on, and nothing was said in the console.
    const good = createShaderMaterial('custom')
    expect(drawnIn(stage.draw(sheet(good), cameraAt(0, 0, 3)))).toBeGreaterThan(1000)
    material.dispose()
  })

  it('so has one of the vertex shader, and one before the first chunk', () => {
    const vertexShader = `float broken( ) { return x; }\n${custom.vertexShader}`
    const material = createShaderMaterial({ ...custom, vertexShader })
    expect(checkShader(renderer, material)[0]).toMatchObject({ stage: 'vertex', line: 1 })
  })

  it('two sources that do not fit are a problem of the program', () => {
    const fragmentShader = custom.fragmentShader
      .replace('uniform vec3 color;', 'uniform vec3 color;\nvarying vec3 fromNowhere;')
      .replace('vec4( L, 1.0 )', 'vec4( L + fromNowhere, 1.0 )')
    const material = createShaderMaterial({ ...custom, fragmentShader })
    expect(checkShader(renderer, material)[0]).toMatchObject({ stage: 'program' })
  })

  it('moved vertices have their shadow there, too', () => {
    const vertexShader = custom.vertexShader.replace(
      'vertex_end>',
      'vertex_end>\n  gl_Position.x += 0.0;',
    )
    const material = createShaderMaterial({ ...custom, vertexShader })
    const box = new Mesh(new BoxGeometry(), material)
    applyMaterial(box, material)
    expect(box.customDepthMaterial).toBe(material.depthMaterial)
    expect(material.depthMaterial!.vertexShader).toContain('gl_Position.x += 0.0;')
  })
})
