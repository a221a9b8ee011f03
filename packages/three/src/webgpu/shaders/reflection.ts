/** Blinn-Phong reflection, with its terms by themselves; diffuse reflection; a lit or unlit picture. */
import { dot, max, smoothstep } from 'three/tsl'
import type { NodeShader, UniformNodes, Vec3 } from '../NodeShader.js'
import type { Surface } from '../surface.js'

/** L = kd E max(0, n · l) + ks E max(0, n · h)^p, and no shine where the light comes from behind. */
function reflect(u: UniformNodes, s: Surface, l: Vec3, E: Vec3): Vec3 {
  const nl = dot(s.n, l).toVar()
  const halfWay = s.v.add(l).toVar()
  const h = halfWay.div(max(halfWay.length(), 1e-6))
  const shine = max(0, dot(s.n, h)).pow(u.float('shininess'))
  const matt = u.color('color').mul(s.tint).mul(u.float('kd')).mul(max(0, nl))
  const front = smoothstep(-0.1, 0, nl)
  return matt
    .mul(u.flag('diffuse'))
    .add(u.float('ks').mul(shine).mul(front).mul(u.flag('specular')))
    .mul(E)
}

export const blinnPhong: NodeShader = {
  reflect,
  ambient: (u, s) => u.color('color').mul(s.tint).mul(u.float('ka')).mul(u.flag('ambient')),
}

export const diffuse: NodeShader = {
  reflect: (u, s, l, E) =>
    matt(u, s)
      .mul(E)
      .mul(max(0, dot(s.n, l))),
  ambient: matt,
}

function matt(u: UniformNodes, s: Surface): Vec3 {
  return u.color('color').mul(s.tint).mul(u.float('kd'))
}
