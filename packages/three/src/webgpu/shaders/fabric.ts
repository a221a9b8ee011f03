/** Woven cloth: `materials/shaders/wovenFabric.glsl.ts` in nodes, with the same sources. */
import {
  abs,
  clamp,
  dot,
  exp,
  float,
  floor,
  fwidth,
  length,
  max,
  mix,
  mod,
  normalize,
  smoothstep,
  step,
  vec2,
  vec3,
} from 'three/tsl'
import type { Float, NodeShader, UniformNodes, Vec2, Vec3 } from '../NodeShader.js'
import { type Surface, tangentFrame } from '../surface.js'

/** Cellulose, with an index of refraction of 1.5. */
const F0 = 0.04

/** What is woven at a pixel, beside the surface. */
interface Woven extends Surface {
  /** Unit vectors along the weft and the warp. */
  readonly alongU: Vec3
  readonly alongV: Vec3
  /** Share of the warp. */
  readonly warp: Float
  /** Colour. */
  readonly yarn: Vec3
}

function surface(u: UniformNodes, s: Surface): Woven {
  const place = s.uv.mul(u.vec2('threads')).toVar()
  const cell = floor(place).toVar()
  // From the middle of the crossing, −1 to 1.
  const offset = place.sub(cell).mul(2).sub(1)
  // Far away no single thread is seen, but their mean.
  const width = fwidth(place).toVar()
  const detail = float(1)
    .sub(smoothstep(0.25, 0.75, max(width.x, width.y)))
    .toVar()
  const isSatin = float(u.int('weave').equal(2))
  const ofFront = mix(mix(float(0.5), float(0.8), isSatin), warpOnTop(u, cell), detail)
  // What is below on the front is on top of the back.
  const warp = mix(float(1).sub(ofFront), ofFront, step(0, s.side)).toVar()
  const yarn = mix(u.color('weftColor'), u.color('warpColor'), warp).mul(s.tint).toVar()

  // A thread is round across itself, and bends down to both sides where it goes under the next.
  const { t, b } = tangentFrame(s, s.uv)
  const tilt = offset.mul(mix(vec2(0.6, 1), vec2(1, 0.6), warp)).toVar()
  const bend = t.mul(tilt.x).add(b.mul(tilt.y))
  const bent = normalize(s.n.add(bend.mul(u.float('roundness').mul(detail).mul(0.8)))).toVar()
  // No thread that is seen faces away.
  const n = normalize(bent.add(s.v.mul(max(0, float(0.01).sub(dot(bent, s.v)))))).toVar()
  const across = (way: Vec3): Vec3 => normalize(way.sub(n.mul(dot(n, way)))).toVar()
  return { ...s, n, alongU: across(t), alongV: across(b), warp, yarn }
}

/** 1 where the warp is on top, 0 where the weft is: plain, 2/2 twill, satin of five. */
function warpOnTop(u: UniformNodes, cell: Vec2): Float {
  const weave = u.int('weave')
  const sum = cell.x.add(cell.y)
  const plain = step(mod(sum, 2), 0.5)
  const twill = step(mod(sum, 4), 1.5)
  const satin = step(0.5, mod(cell.x.mul(2).add(cell.y), 5))
  return mix(mix(plain, twill, float(weave.equal(1))), satin, float(weave.equal(2)))
}

/**
 * Microfacets that face h, and the share of them that both see (Heitz 2014, equations 85 and 99). Along
 * t the thread runs, b is across.
 */
function shineOf(u: UniformNodes, s: Surface, t: Vec3, b: Vec3, l: Vec3, h: Vec3): Float {
  const a = vec2(u.float('roughness'), u.float('spread')).pow(2).toVar()
  const m = vec3(dot(t, h).div(a.x), dot(b, h).div(a.y), dot(s.n, h)).toVar()
  const D = float(1).div(a.x.mul(a.y).mul(dot(m, m).pow(2)).mul(Math.PI))
  const nl = dot(s.n, l).toVar()
  const nv = max(dot(s.n, s.v), 1e-3).toVar()
  const lambdaV = nl.mul(length(vec3(a.mul(vec2(dot(t, s.v), dot(b, s.v))), nv)))
  const lambdaL = nv.mul(length(vec3(a.mul(vec2(dot(t, l), dot(b, l))), nl)))
  return D.mul(0.5).div(lambdaV.add(lambdaL))
}

/** Fibres that face h (Estevez and Kulla 2017, equation 2), seen as in Neubelt and Pettineo 2013. */
function sheenOf(u: UniformNodes, nl: Float, nv: Float, nh: Float): Float {
  const inverse = float(1).div(u.float('sheenRoughness').pow(2)).toVar()
  const sine = max(float(1).sub(nh.mul(nh)), 0)
  const D = inverse
    .add(2)
    .mul(sine.pow(inverse.mul(0.5)))
    .div(2 * Math.PI)
  return D.div(nl.add(nv).sub(nl.mul(nv)).mul(4))
}

/** What the sheen takes of all light that comes from v; fitted, as in GLSL. */
function sheenAlbedo(u: UniformNodes, nv: Float): Float {
  const roughness = u.float('sheenRoughness')
  const q = vec3(1, float(1).div(roughness), float(1).div(roughness.mul(roughness))).toVar()
  const terms = vec3(
    dot(q, vec3(-0.985, 0.47, -0.031)),
    dot(q, vec3(-0.642, -0.772, -0.106)),
    dot(q, vec3(0.824, -0.76, 0.128)),
  )
  return exp(dot(terms, vec3(1, nv, nv.mul(nv))))
}

function reflect(u: UniformNodes, s: Surface, l: Vec3, E: Vec3): Vec3 {
  const { alongU, alongV, warp, yarn } = s as Woven
  const isLit = step(1e-30, dot(s.n, l))
  // What comes from behind counts for nothing, and must not be no number.
  const nl = max(dot(s.n, l), 1e-6).toVar()
  const halfWay = s.v.add(l).toVar()
  const h = halfWay.div(max(halfWay.length(), 1e-6)).toVar()
  const nv = max(dot(s.n, s.v), 1e-3).toVar()
  const F = float(1)
    .sub(clamp(dot(s.v, h), 0, 1))
    .pow(5)
    .mul(1 - F0)
    .add(F0)
    .toVar()
  const albedo = sheenAlbedo(u, nv).toVar()
  // At grazing angles the model gives more than it gets.
  const most = max(1, albedo).toVar()

  // E is 1/π of the irradiance: what a matt white surface sends back. So the others come times π.
  const ofWeft = shineOf(u, s, alongU, alongV, l, h)
  const ofWarp = shineOf(u, s, alongV, alongU, l, h)
  const shine = mix(ofWeft, ofWarp, warp).mul(F).mul(Math.PI)
  const base = yarn.mul(float(1).sub(F)).add(shine)
  const { r, g, b } = u.color('sheenColor')
  const sheen = u.float('sheen')
  const fibres = sheenOf(u, nl, nv, abs(dot(s.n, h)))
    .mul(sheen)
    .mul(Math.PI)
    .div(most)
  const below = float(1).sub(
    sheen
      .mul(max(max(r, g), b))
      .mul(albedo)
      .div(most),
  )
  return E.mul(nl)
    .mul(base.mul(below).add(u.color('sheenColor').mul(fibres)))
    .mul(isLit)
}

export const wovenFabric: NodeShader = {
  surface,
  reflect,
  ambient: (_, s) => (s as Woven).yarn,
}
