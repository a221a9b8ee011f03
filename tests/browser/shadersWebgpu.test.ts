/**
 * Shaders in three.js's node system against the same shaders in GLSL, which are held against the
 * formulas (`shaders.test.ts`): the same scenes, on WebGPU and on WebGL2, equal within 2/255.
 */
import { createShaderMaterial } from '@billow/three/materials'
import { createNodeMaterial, type NodeShaderId, nodeShaderIds } from '@billow/three/webgpu'
import {
  AmbientLight,
  BufferAttribute,
  CubeTexture,
  DataTexture,
  DirectionalLight,
  type Material,
  Mesh,
  NearestFilter,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Scene,
  Vector2,
} from 'three'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Picture, ShaderStage } from '../helpers/shaderStage.js'
import { WebGpuStage } from '../helpers/webgpuStage.js'

const SIZE = 64
const LIMIT = 2 / 255

const reference = new ShaderStage(SIZE)
afterAll(() => reference.free())

/** A sheet that is waved, with a strain that grows along it. */
function sheet(): PlaneGeometry {
  const geometry = new PlaneGeometry(2, 2, 24, 24)
  const { position } = geometry.attributes
  for (let v = 0; v < position!.count; v++) {
    position!.setZ(v, 0.15 * Math.sin(3 * position!.getX(v)) * Math.cos(2 * position!.getY(v)))
  }
  geometry.computeVertexNormals()
  const strain = Float32Array.from(
    { length: position!.count },
    (_, v) => 0.1 * geometry.attributes.uv!.getX(v),
  )
  geometry.setAttribute('strain', new BufferAttribute(strain, 1))
  return geometry
}

function sceneOf(material: Material, isTurned: boolean): Scene {
  const scene = new Scene()
  const mesh = new Mesh(sheet(), material)
  mesh.rotation.set(0.3, isTurned ? Math.PI + 0.4 : 0.4, 0.1)
  const lamp = new PointLight('#ffe0b0', 12, 0, 2)
  lamp.position.set(1, 1.5, 1.5)
  const sun = new DirectionalLight('#b0d0ff', 0.8)
  sun.position.set(-1, 0.5, 2)
  scene.add(mesh, lamp, sun, new AmbientLight('#8090a0', 0.7))
  return scene
}

function camera(): PerspectiveCamera {
  const seen = new PerspectiveCamera(50, 1, 0.1, 10)
  seen.position.set(0.2, 0.4, 2.6)
  seen.lookAt(0, 0, 0)
  return seen
}

/** Edges of the sheet are the rasterizer's matter: pixels whose neighbours are all covered count. */
function differences(a: Picture, b: Picture): number[] {
  const found: number[] = []
  for (let y = 1; y < SIZE - 1; y++) {
    for (let x = 1; x < SIZE - 1; x++) {
      const inside = [-1, 0, 1].every((dy) =>
        [-1, 0, 1].every((dx) => a.alphaAt(x + dx, y + dy) > 0 && b.alphaAt(x + dx, y + dy) > 0),
      )
      if (!inside) continue
      const other = b.at(x, y)
      found.push(Math.max(...a.at(x, y).map((value, k) => Math.abs(value - other[k]!))))
    }
  }
  return found.sort((one, two) => two - one)
}

/** Six sides of one colour each: mip maps are the backend's matter, and which side is where is not. */
function sides(): CubeTexture {
  const colors = [0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x00ffff, 0xff00ff]
  const pictures = colors.map((color) => {
    const data = new Uint8Array(4 * 16)
    for (let i = 0; i < data.length; i += 4)
      data.set([color >> 16, (color >> 8) & 255, color & 255, 255], i)
    return new DataTexture(data, 4, 4)
  })
  const cube = new CubeTexture(pictures)
  Object.assign(cube, { magFilter: NearestFilter, minFilter: NearestFilter, needsUpdate: true })
  return cube
}

const VALUES: Partial<Record<NodeShaderId, Record<string, unknown>>> = {
  'woven-fabric': { threads: [6, 6], light: 'lamp' },
  strain: { maxStrain: 0.08 },
  mirror: { environment: sides() },
}

describe.each(['WebGPU', 'WebGL2'] as const)('%s', (backend) => {
  const stage = new WebGpuStage(SIZE, backend)
  beforeAll(async () => expect(await stage.start()).toBe(backend))
  afterAll(() => stage.free())

  // Lines are the rasterizer's matter, too; see below.
  const surfaces = nodeShaderIds.filter((id) => id !== 'wireframe')
  const scenes = surfaces.flatMap((id) => [
    [id, 'front', {}] as const,
    [id, 'back', {}] as const,
    ...('light' in createShaderMaterial(id).uniforms
      ? [[id, 'front', { light: 'scene', ...(id === 'texture' && { lit: true }) }] as const]
      : []),
    ...(id === 'bump' ? [[id, 'front', { slopes: 'surface', normalScaling: 1 }] as const] : []),
  ])

  it.each(scenes)('%s, seen from the %s, %o: as in GLSL', async (id, side, changes) => {
    const values = { ...VALUES[id], ...changes }
    const glsl = createShaderMaterial(id, values as never)
    const nodes = createNodeMaterial(id, values as never)
    const expected = reference.draw(sceneOf(glsl, side === 'back'), camera())
    const found = differences(await stage.draw(sceneOf(nodes, side === 'back'), camera()), expected)
    expect(found.length).toBeGreaterThan(400)
    // A pixel in a hundred may lie on an edge of a texel, a thread or a triangle.
    expect(found[Math.floor(found.length / 100)]).toBeLessThan(LIMIT)
    glsl.dispose()
    nodes.dispose()
  })

  it('wireframe: as many pixels as in GLSL, in the colour that was asked for', async () => {
    const glsl = createShaderMaterial('wireframe', { color: '#ffffff' })
    const nodes = createNodeMaterial('wireframe', { color: '#ffffff' })
    const lit = ({ data }: Picture): number[] => [...data].filter((v, i) => i % 4 < 3 && v > 0)
    const expected = lit(reference.draw(sceneOf(glsl, false), camera()))
    const found = lit(await stage.draw(sceneOf(nodes, false), camera()))
    expect(Math.abs(found.length / expected.length - 1)).toBeLessThan(0.1)
    expect(new Set(found)).toEqual(new Set([1]))
  })
})

it('a value compiles nothing and keeps the nodes; a wrong one changes nothing', () => {
  const material = createNodeMaterial('blinn-phong')
  const { version } = material
  const objects = { ...material.uniforms }
  material.setUniforms({ ka: 0.5, color: '#102030', light: 'scene', lightPosition: [1, 2, 3] })
  expect(material.uniforms.ka.value).toBe(0.5)
  expect(() => material.setUniforms({ ka: -1 })).toThrow(/ka must be a finite number >= 0/)
  expect(material.uniforms.ka.value).toBe(0.5)
  expect(material.version).toBe(version)
  for (const key of Object.keys(objects)) expect(material.uniforms[key]).toBe(objects[key])
})

it('a copy has values and nodes of its own', () => {
  const material = createNodeMaterial('bump', { shininess: 7, color: '#123456', repeat: [3, 4] })
  const copy = material.clone()
  copy.setUniforms({ shininess: 9, repeat: [1, 1] })
  expect(material.uniforms.shininess.value).toBe(7)
  expect(copy.uniforms.color.value).toEqual(material.uniforms.color.value)
  expect(material.uniforms.repeat.value).toEqual(new Vector2(3, 4))
  expect(copy.colorNode).not.toBe(material.colorNode)
})

it('the custom shader is GLSL, and the error says so', () => {
  expect(() => createNodeMaterial('custom' as never)).toThrow(/written in GLSL/)
  expect(() => createNodeMaterial('glass' as never)).toThrow(/shader must be one of "wireframe"/)
})
