/**
 * What a drawn blade looks like, corner by corner as the shader places them: along core's curve, as wide
 * as its outline says, with normals at right angles to it. Corners are read back as a picture of numbers.
 */
import { GrassSimulation } from '@billow/core'
import { type BladeShape, GrassMesh } from '@billow/three'
import {
  BufferAttribute,
  BufferGeometry,
  FloatType,
  NearestFilter,
  PerspectiveCamera,
  Points,
  ShaderMaterial,
  WebGLRenderTarget,
  type WebGLRenderer,
} from 'three'
import { afterAll, describe, expect, test } from 'vitest'
import { pointAt, tangentAt, type Vector } from '../../packages/core/src/grass/blade/curve.js'
import { bladeVertexPars } from '../../packages/three/src/grass/bladeShader.js'
import { uniformsOf } from '../helpers/grassUniforms.js'
import { createRenderer, errorsOf, release } from '../helpers/webgl.js'

const ROWS = [0, 0.25, 0.5, 0.75, 1]

/** Points per row of the picture. */
const WIDTH = 64

const renderer = createRenderer()

afterAll(() => {
  expect(errorsOf(renderer)).toEqual([])
  release(renderer)
})

/** How wide a blade is at v, in parts of its width at the root (Jahrmann & Wimmer 2017, section 4.4). */
const OUTLINES: Record<BladeShape, (v: number) => number> = {
  quad: () => 1,
  triangle: (v) => 1 - v,
  quadratic: (v) => 1 - v * v,
  'triangle-tip': (v) => 1 - Math.max(v - 0.5, 0) / 0.5,
}

/** xyz of corners u, v of every blade, blade by blade, row by row, left and right. */
function cornersOf(mesh: GrassMesh, shape: BladeShape, what: 'place' | 'normal'): Float32Array {
  const { bladeCount } = mesh.simulation
  const corners = ROWS.flatMap((v) => [0, 1].map((u) => [u, v, 0]))
  const points = bladeCount * corners.length
  const height = Math.ceil(points / WIDTH)
  const geometry = new BufferGeometry()
  const numbers = Array.from({ length: points }, (_, n) => n)
  geometry.setAttribute(
    'position',
    new BufferAttribute(Float32Array.from(numbers.flatMap((n) => corners[n % corners.length]!)), 3),
  )
  geometry.setAttribute(
    'blade',
    new BufferAttribute(
      Uint32Array.from(numbers, (n) => Math.floor(n / corners.length)),
      1,
    ),
  )
  geometry.setAttribute('number', new BufferAttribute(Float32Array.from(numbers), 1))
  const material = new ShaderMaterial({
    uniforms: uniformsOf(mesh, renderer),
    vertexShader: /* glsl */ `
      #define SHAPE_${shape.toUpperCase().replace('-', '_')}
      ${bladeVertexPars}
      attribute float number;
      varying vec3 answer;
      void main() {
        vec3 place, normal;
        growBlade(place, normal);
        answer = ${what};
        vec2 at = vec2(mod(number, ${WIDTH}.0), floor(number / ${WIDTH}.0)) + 0.5;
        gl_Position = vec4(2.0 * at / vec2(${WIDTH}, ${height}) - 1.0, 0.0, 1.0);
        gl_PointSize = 1.0;
      }
    `,
    fragmentShader: 'varying vec3 answer; void main() { gl_FragColor = vec4(answer, 1); }',
  })
  const cloud = new Points(geometry, material)
  cloud.frustumCulled = false
  const target = new WebGLRenderTarget(WIDTH, height, {
    ...{ type: FloatType, minFilter: NearestFilter, magFilter: NearestFilter },
  })
  const texels = new Float32Array(4 * WIDTH * height)
  render(renderer, cloud, target, texels, height)
  geometry.dispose()
  material.dispose()
  return Float32Array.from(
    { length: 3 * points },
    (_, i) => texels[4 * Math.floor(i / 3) + (i % 3)]!,
  )
}

function render(
  to: WebGLRenderer,
  cloud: Points,
  target: WebGLRenderTarget,
  texels: Float32Array,
  height: number,
): void {
  to.setRenderTarget(target)
  to.render(cloud, new PerspectiveCamera())
  to.setRenderTarget(null)
  to.readRenderTargetPixels(target, 0, 0, WIDTH, height, texels)
  target.dispose()
}

const at = (list: ArrayLike<number>, i: number): Vector => [list[i]!, list[i + 1]!, list[i + 2]!]
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

describe.each(Object.keys(OUTLINES) as BladeShape[])('a %s', (shape) => {
  const simulation = new GrassSimulation({
    size: [1, 1],
    density: 60,
    width: 0.03,
    wind: [5, 0, 2],
    droop: 0.6,
    heightAt: (x, z) => 0.3 * x - 0.2 * z,
  })
  for (let n = 0; n < 40; n++) simulation.step()
  const { blades, state } = simulation

  test('runs along the curve of its blade, as wide as its outline; its tip is at v2', () => {
    const mesh = new GrassMesh(simulation, { shape, interpolate: false, backend: 'cpu' })
    const places = cornersOf(mesh, shape, 'place')
    mesh.dispose()
    for (let n = 0; n < blades.count; n++) {
      const root = at(blades.roots, 3 * n)
      const up = at(blades.ups, 3 * n)
      const across = at(blades.axes, 6 * n)
      const g = state.guides[n]!
      const tip = at(state.tips, 3 * n)
      ROWS.forEach((v, row) => {
        const corner = 3 * (2 * (ROWS.length * n + row))
        const [left, right] = [at(places, corner), at(places, corner + 3)]
        const middle: Vector = [0, 1, 2].map((k) => (left[k]! + right[k]!) / 2) as never
        const curve = pointAt([g * up[0], g * up[1], g * up[2]], tip, v)
        expect(Math.hypot(...minus(minus(middle, root), curve))).toBeLessThan(1e-6)
        const width = OUTLINES[shape](v) * blades.widths[n]!
        expect(Math.abs(dot(minus(right, left), across) - width)).toBeLessThan(1e-6)
        expect(Math.hypot(...minus(right, left))).toBeLessThan(width + 1e-6)
      })
    }
  })

  test('has normals of length 1 at right angles to its width and its curve', () => {
    const look = { roundness: 0, uprightness: 0 }
    const mesh = new GrassMesh(simulation, { shape, look, interpolate: false, backend: 'cpu' })
    const normals = cornersOf(mesh, shape, 'normal')
    mesh.dispose()
    for (let n = 0; n < blades.count; n++) {
      const up = at(blades.ups, 3 * n)
      const g = state.guides[n]!
      ROWS.forEach((v, row) => {
        const normal = at(normals, 6 * (ROWS.length * n + row))
        const tangent = tangentAt([g * up[0], g * up[1], g * up[2]], at(state.tips, 3 * n), v)
        expect(Math.hypot(...normal)).toBeCloseTo(1, 5)
        expect(dot(normal, at(blades.axes, 6 * n))).toBeCloseTo(0, 5)
        expect(dot(normal, tangent) / Math.hypot(...tangent)).toBeCloseTo(0, 4)
      })
    }
  })
})
