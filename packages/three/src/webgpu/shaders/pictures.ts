/** Shaders that show something as a colour: a picture, what is around, the normal, the strain, edges. */
import {
  attribute,
  cameraViewMatrix,
  clamp,
  dot,
  float,
  max,
  mix,
  sRGBTransferEOTF,
  step,
  vec3,
} from 'three/tsl'
import { CIVIDIS } from '../../materials/cividis.js'
import type { Float, NodeShader, UniformNodes, Vec3, Vec4 } from '../NodeShader.js'
import type { Surface } from '../surface.js'

const texel = (u: UniformNodes, s: Surface): Vec4 =>
  u.texture('map').sample(s.uv.mul(u.vec2('repeat')))

export const texture: NodeShader = {
  reflect: (u, s, l, E) =>
    lit(u, s)
      .mul(E)
      .mul(max(0, dot(s.n, l))),
  ambient: lit,
  color: (u, s) =>
    texel(u, s)
      .rgb.mul(s.tint)
      .mul(float(1).sub(u.flag('lit'))),
  alpha: (u, s) => texel(u, s).a,
}

function lit(u: UniformNodes, s: Surface): Vec3 {
  return texel(u, s).rgb.mul(s.tint).mul(u.flag('lit'))
}

/** Of a direction in the space of the eye: the inverse of a turn, from the right. */
const toWorld = (direction: Vec3): Vec3 =>
  vec3(direction.transformDirection(cameraViewMatrix.transpose()))

/** w_i = 2 (w_o · n) n − w_o; three.js knows which cubes are mirrored. */
export const mirror: NodeShader = {
  color: (u, s) => {
    const towards = s.n.mul(dot(s.v, s.n).mul(2)).sub(s.v)
    const seen = u.cube('environment').sample(toWorld(towards)) as unknown as Vec4
    return u.color('color').mul(s.tint).mul(seen.rgb)
  },
}

/** From −1 to 1 along x, y, z is from 0 to 1 of red, green, blue. */
export const normal: NodeShader = {
  color: (u, s) => {
    const n = mix(toWorld(s.n), s.n, float(u.int('space')))
    return toLight(n.mul(0.5).add(0.5))
  },
}

export const wireframe: NodeShader = { color: (u, s) => u.color('color').mul(s.tint) }

export const strain: NodeShader = {
  color: (u, s) => {
    const [least, most] = [u.float('minStrain'), u.float('maxStrain')]
    const value = attribute('strain', 'float') as unknown as Float
    const range = most.sub(least)
    const isEmpty = step(range.abs(), 0)
    const share = clamp(value.sub(least).div(mix(range, float(1), isEmpty)), 0, 1)
    const t = mix(share, step(least, value), isEmpty)
    const shade = u.float('shade').mul(float(1).sub(dot(s.n, s.v).abs()))
    return toLight(cividis(t)).mul(float(1).sub(shade))
  },
}

/** sRGB, from 0 to 1. */
function cividis(t: Float): Vec3 {
  const [first, ...rest] = CIVIDIS[0]
    .map((_, n) => vec3(...CIVIDIS.map((terms) => terms[n]!)))
    .reverse()
  const sum = rest.reduce<Vec3>((value, terms) => value.mul(t).add(terms), first!)
  return clamp(sum.div(255), 0, 1)
}

/** What is read off the picture is the number itself, not light. */
const toLight = (srgb: Vec3): Vec3 => vec3(sRGBTransferEOTF(srgb) as Vec3)
