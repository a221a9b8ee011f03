/** The built-in shaders, by id, in the order of the lecture. */
import { blinnPhong } from './blinnPhong.js'
import { normal } from './normal.js'

export const shaders = {
  normal,
  'blinn-phong': blinnPhong,
} as const

export type Shaders = typeof shaders
export type ShaderId = keyof Shaders
