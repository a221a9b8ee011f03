/**
 * Culling blade by blade in the shader of drawing, with the state on the graphics card, against core's
 * `cullBlades` on the state read back: the same blades are left out, for the same reasons. What the
 * shader says is read back as a picture with a point per blade.
 */
import { cullBlades, CullReason, type GrassBlades, GrassSimulation } from '@billow/core'
import { GrassMesh } from '@billow/three'
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
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
import { uniformsOf } from '../helpers/grassUniforms.js'
import { createRenderer, errorsOf, release } from '../helpers/webgl.js'

/** Points per row of the picture that says which blades there are. */
const WIDTH = 128

interface Answers {
  /** Why each blade is left out, by the shader's own rules. */
  readonly reasons: Uint8Array
  /** Does the blade get any size? */
  readonly shown: readonly boolean[]
}

/** What the shader says of every blade: a point for each, of the colour of the answer. */
function askShader(mesh: GrassMesh, renderer: WebGLRenderer): Answers {
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
      varying vec2 answer;
      void main() {
        vec4 root = fetchBlade(0), up = fetchBlade(1);
        vec4 tip = fetchTip(up.xyz, up.w);
        float rank = floor(root.w) / 1024.0;
        answer.x = float(
          cullReason(root.xyz, up.xyz, fetchBlade(2).xyz, rank, tip.w * up.xyz, tip.xyz)
        ) / 255.0;
        vec3 place, normal;
        growBlade(place, normal);
        answer.y = place == root.xyz ? 0.0 : 1.0;
        vec2 at = vec2(int(blade) % ${WIDTH}, int(blade) / ${WIDTH}) + 0.5;
        gl_Position = vec4(2.0 * at / vec2(${WIDTH}, ${height}) - 1.0, 0.0, 1.0);
        gl_PointSize = 1.0;
      }
    `,
    fragmentShader: 'varying vec2 answer; void main() { gl_FragColor = vec4(answer, 0, 1); }',
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
  return {
    reasons: Uint8Array.from({ length: bladeCount }, (_, n) => pixels[4 * n]!),
    shown: Array.from({ length: bladeCount }, (_, n) => pixels[4 * n + 1]! > 127),
  }
}

/** From where to where, in the world. */
type Point = [number, number, number]

const VIEWS: readonly [Point, Point][] = [
  [
    [0.3, 1.6, 3.5],
    [0.5, 0.6, -1],
  ],
  [
    [1, 0.8, -2],
    [6, 0.5, 2],
  ],
  [
    [-4, 4, 4],
    [1, 0, -2],
  ],
  [
    [1, 9, -2],
    [1.5, 0, -1.5],
  ],
  [
    [5, 0.75, -6],
    [0.5, 0.9, 0],
  ],
]

test('11 520 blades from five sides: what is away from the thresholds is left out as core says, by the same counts', () => {
  const renderer = createRenderer(256)
  const simulation = new GrassSimulation({
    size: [12, 12],
    density: 80,
    height: 0.35,
    wind: [4, 0, 2],
    turbulence: 0.5,
    maxDistance: 9,
    frustumTolerance: 0.1,
    occlusionCulling: true,
  })
  const mesh = new GrassMesh(simulation, { backend: 'gpu', interpolate: false })
  mesh.position.set(1, 0.5, -2)
  mesh.rotation.y = 0.4
  const wall = new Mesh(new BoxGeometry(3, 3, 0.2), new MeshBasicMaterial())
  wall.position.set(0.5, 1, 0)
  const scene = new Scene().add(mesh, wall)
  const camera = new PerspectiveCamera(60, 1, 0.1, 30)
  const total = new Map<number, number>()
  for (const [from, to] of VIEWS) {
    camera.position.set(...from)
    camera.lookAt(...to)
    for (let n = 0; n < 20; n++) simulation.step()
    mesh.update(camera, renderer, scene)
    expect(mesh.backendInUse.kind).toBe('gpu')
    const { reasons, shown } = askShader(mesh, renderer)

    const depth = new SceneDepth()
    depth.update(renderer, scene, camera)
    const depthAt = depthReader(depth.read(renderer), camera)
    depth.dispose()
    const [expected, low, high] = [0, -1, 1].map((by) => reasonsAt(mesh, camera, depthAt, by)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ]
    const counts = new Map<number, number>()
    const counted = new Map<number, number>()
    let undecided = 0
    expected.forEach((reason, n) => {
      if (low[n] !== reason || high[n] !== reason) {
        undecided++
        return
      }
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      counted.set(reasons[n]!, (counted.get(reasons[n]!) ?? 0) + 1)
      expect(reasons[n], `blade ${n} from ${from.join()}`).toBe(reason)
      expect(shown[n], `blade ${n} from ${from.join()}`).toBe(reason === CullReason.drawn)
    })
    expect(counted).toEqual(counts)
    expect(undecided).toBeLessThan(0.1 * simulation.bladeCount)
    for (const [reason, count] of counts) total.set(reason, (total.get(reason) ?? 0) + count)
  }
  for (const name of Object.keys(CullReason) as (keyof typeof CullReason)[])
    expect(total.get(CullReason[name]), name).toBeGreaterThan(500)
  expect(errorsOf(renderer)).toEqual([])
  mesh.dispose()
  release(renderer)
})

/** Reasons by core with every threshold moved by a little, `by` from −1 to 1. */
function reasonsAt(
  mesh: GrassMesh,
  camera: PerspectiveCamera,
  depthAt: (x: number, y: number) => number,
  by: number,
): Uint8Array {
  const { blades, state, params } = mesh.simulation
  const { elements } = new Matrix4()
    .copy(camera.matrixWorld)
    .invert()
    .premultiply(camera.projectionMatrix)
    .multiply(mesh.matrixWorld)
  // The texture of blades has 1024 steps of rank, and rounds down.
  const ranks = blades.ranks.map((rank) => rank - (by + 1) / 2 / 1024)
  const moved: GrassBlades = { ...blades, ranks }
  const view = {
    eye: mesh.worldToLocal(camera.position.clone()).toArray(),
    viewProjection: elements,
    far: camera.far,
    depthAt: (x: number, y: number) => depthAt(x + 1e-3 * by, y + 1e-3 * by) + 1e-3 * by,
  }
  const rules = {
    ...params,
    frustumTolerance: params.frustumTolerance + 1e-4 * by,
    orientationThreshold: params.orientationThreshold + 1e-4 * by,
    maxDistance: params.maxDistance * (1 + 1e-4 * by),
  }
  const reasons = new Uint8Array(blades.count)
  cullBlades(moved, state, view, rules, reasons)
  return reasons
}
