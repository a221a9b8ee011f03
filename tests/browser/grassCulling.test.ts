/**
 * Culling blade by blade in the shader of drawing, with the state on the graphics card, against core's
 * `cullBlades` on the state read back: the same blades are left out, for the same reasons.
 */
import { cullBlades, CullReason, type GrassBlades, GrassSimulation } from '@billow/core'
import { GrassMesh } from '@billow/three'
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  type IUniform,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Points,
  Scene,
  ShaderMaterial,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { expect, test } from 'vitest'
import { bladeVertexPars } from '../../packages/three/src/grass/bladeShader.js'
import { depthReader } from '../../packages/three/src/grass/ReasonMap.js'
import { SceneDepth } from '../../packages/three/src/grass/SceneDepth.js'
import { createRenderer, errorsOf, release } from '../helpers/webgl.js'

/** Points per row of the picture that says which blades there are. */
const WIDTH = 128

/** What the mesh hands to its shaders. */
function uniformsOf(mesh: GrassMesh, renderer: WebGLRenderer): Record<string, IUniform> {
  const { material } = mesh.children[0] as Mesh<BufferGeometry, Material>
  const shader = { uniforms: {}, vertexShader: '', fragmentShader: '' }
  material.onBeforeCompile(
    shader as unknown as Parameters<Material['onBeforeCompile']>[0],
    renderer,
  )
  return shader.uniforms
}

/** Which blades the shader gives any size: a point for each, of the colour of the answer. */
function shownBlades(mesh: GrassMesh, renderer: WebGLRenderer): boolean[] {
  const { bladeCount } = mesh.simulation
  const height = Math.ceil(bladeCount / WIDTH)
  const geometry = new BufferGeometry()
  const tips = Float32Array.from({ length: 3 * bladeCount }, (_, i) => [0.5, 1, 0][i % 3]!)
  geometry.setAttribute('position', new BufferAttribute(tips, 3))
  geometry.setAttribute(
    'blade',
    new BufferAttribute(Uint32Array.from(tips.keys()).slice(0, bladeCount), 1),
  )
  const material = new ShaderMaterial({
    uniforms: uniformsOf(mesh, renderer),
    vertexShader: /* glsl */ `
      ${bladeVertexPars}
      varying float isShown;
      void main() {
        vec3 place, normal;
        growBlade(place, normal);
        isShown = place == fetchBlade(0).xyz ? 0.0 : 1.0;
        vec2 at = vec2(int(blade) % ${WIDTH}, int(blade) / ${WIDTH}) + 0.5;
        gl_Position = vec4(2.0 * at / vec2(${WIDTH}, ${height}) - 1.0, 0.0, 1.0);
        gl_PointSize = 1.0;
      }
    `,
    fragmentShader: 'varying float isShown; void main() { gl_FragColor = vec4(isShown); }',
  })
  const points = new Points(geometry, material)
  points.frustumCulled = false
  const target = new WebGLRenderTarget(WIDTH, height)
  renderer.setRenderTarget(target)
  renderer.render(points, new PerspectiveCamera())
  renderer.setRenderTarget(null)
  const pixels = new Uint8Array(4 * WIDTH * height)
  renderer.readRenderTargetPixels(target, 0, 0, WIDTH, height, pixels)
  target.dispose()
  geometry.dispose()
  material.dispose()
  return Array.from({ length: bladeCount }, (_, n) => pixels[4 * n]! > 127)
}

test('orientation, distance and occlusion: blades away from the thresholds are drawn where core says so', () => {
  const renderer = createRenderer(256)
  const simulation = new GrassSimulation({
    size: [12, 12],
    density: 60,
    height: 0.35,
    wind: [4, 0, 2],
    turbulence: 0.5,
    maxDistance: 9,
    occlusionCulling: true,
  })
  const mesh = new GrassMesh(simulation, { backend: 'gpu' })
  mesh.position.set(1, 0.5, -2)
  mesh.rotation.y = 0.4
  const wall = new Mesh(new BoxGeometry(3, 3, 0.2), new MeshBasicMaterial())
  wall.position.set(0.5, 1, 0)
  const scene = new Scene().add(mesh, wall)
  const camera = new PerspectiveCamera(60, 1, 0.1, 30)
  camera.position.set(0.3, 1.6, 3.5)
  camera.lookAt(0.5, 0.6, -1)
  for (let n = 0; n < 20; n++) simulation.step()
  mesh.update(camera, renderer, scene)
  expect(mesh.backendInUse.kind).toBe('gpu')
  const shown = shownBlades(mesh, renderer)

  const depth = new SceneDepth()
  depth.update(renderer, scene, camera)
  const depthAt = depthReader(depth.read(renderer), camera)
  depth.dispose()
  const { blades, state, params } = simulation
  const eye = mesh.worldToLocal(camera.position.clone()).toArray()
  const { elements } = new Matrix4()
    .copy(camera.matrixWorld)
    .invert()
    .premultiply(camera.projectionMatrix)
    .multiply(mesh.matrixWorld)
  /** Reasons with every threshold moved by a little, `by` from −1 to 1. */
  const reasonsAt = (by: number): Uint8Array => {
    // The texture of blades has 1024 steps of rank, and rounds down.
    const ranks = blades.ranks.map((rank) => rank - (by + 1) / 2 / 1024)
    const moved: GrassBlades = { ...blades, ranks }
    const view = {
      eye,
      viewProjection: elements,
      far: camera.far,
      depthAt: (x: number, y: number) => depthAt(x + 1e-3 * by, y + 1e-3 * by) + 1e-3 * by,
    }
    // Pieces of ground out of the picture are left out before blades are looked at.
    const rules = {
      ...params,
      frustumCulling: false,
      orientationThreshold: params.orientationThreshold + 1e-4 * by,
      maxDistance: params.maxDistance * (1 + 1e-4 * by),
    }
    const reasons = new Uint8Array(blades.count)
    cullBlades(moved, state, view, rules, reasons)
    return reasons
  }
  const [expected, low, high] = [0, -1, 1].map(reasonsAt) as [Uint8Array, Uint8Array, Uint8Array]
  const counts = new Map<number, number>()
  let drawn = 0
  shown.forEach((isShown, n) => {
    const reason = expected[n]!
    if (low[n] !== reason || high[n] !== reason) return
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
    if (isShown) drawn++
    expect(isShown, `blade ${n}, reason ${reason}`).toBe(reason === CullReason.drawn)
  })
  expect(drawn).toBe(counts.get(CullReason.drawn))
  for (const name of ['drawn', 'orientation', 'distance', 'occlusion'] as const)
    expect(counts.get(CullReason[name]), name).toBeGreaterThan(100)
  const decided = [...counts.values()].reduce((sum, count) => sum + count, 0)
  expect(decided).toBeGreaterThan(0.9 * blades.count)
  expect(errorsOf(renderer)).toEqual([])
  mesh.dispose()
  release(renderer)
})
