/** The built-in shaders, by id, in the order of the lecture. */
import { blinnPhong } from './blinnPhong.js'
import { bump } from './bump.js'
import { custom } from './custom.js'
import { diffuse } from './diffuse.js'
import { displacement } from './displacement.js'
import { mirror } from './mirror.js'
import { normal } from './normal.js'
import { strain } from './strain.js'
import { texture } from './texture.js'
import { wireframe } from './wireframe.js'
import { wovenFabric } from './wovenFabric.js'

export const shaders = {
  wireframe,
  normal,
  diffuse,
  'blinn-phong': blinnPhong,
  texture,
  bump,
  displacement,
  mirror,
  strain,
  'woven-fabric': wovenFabric,
  custom,
} as const

export type Shaders = typeof shaders
export type ShaderId = keyof Shaders
