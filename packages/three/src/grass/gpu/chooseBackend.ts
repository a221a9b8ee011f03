/**
 * Where a field is moved: on the graphics card where that is possible and pays, and by typed arrays
 * everywhere else. Every choice says why.
 */
import { BillowError } from '@billow/core'
import type { WebGLRenderer } from 'three'
import { BLADES_PER_ROW } from '../BladeTextures.js'
import type { StatePrecision } from './GpuBackend.js'

export const backends = ['auto', 'cpu', 'gpu'] as const
/** Asked for: `auto` takes the graphics card where that is possible and pays. */
export type Backend = (typeof backends)[number]

export interface BackendChoice {
  readonly kind: 'cpu' | 'gpu'
  /** Of the state on the graphics card. */
  readonly precision?: StatePrecision
  /** One sentence, for people. */
  readonly reason: string
}

/**
 * Fewer blades than this are moved by the processor in a millisecond or so, and whoever asks how they
 * stand need not wait for the graphics card. A round number, not measured on any particular device.
 */
export const FEWEST_BLADES = 4096

/** Renderers that run on the processor, as drivers name them. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/**
 * What a `GrassMesh` would choose.
 *
 * @param who asks, for errors
 * @param renderer that draws; any object, since only a `WebGLRenderer` can do it
 * @throws BillowError when `gpu` is asked for and impossible, or so many blades are
 */
export function chooseBackend(
  who: string,
  asked: Backend,
  renderer: unknown,
  bladeCount: number,
): BackendChoice {
  if (!backends.includes(asked))
    throw new BillowError(
      `@billow/three: ${who}: backend must be "auto", "cpu" or "gpu", got ${String(asked)}`,
    )
  if (isWebGLRenderer(renderer)) checkFits(who, bladeCount, renderer.capabilities.maxTextureSize)
  if (asked === 'cpu') return { kind: 'cpu', reason: 'asked for' }
  const found = precisionOf(renderer)
  if (typeof found === 'object') {
    if (asked === 'gpu')
      throw new BillowError(
        `@billow/three: ${who}: backend "gpu" is impossible here: ${found.obstacle}; use "auto" or "cpu"`,
      )
    return { kind: 'cpu', reason: found.obstacle }
  }
  const state = `state in ${found === 'float' ? 'single' : 'half'} precision`
  if (asked === 'gpu') return { kind: 'gpu', precision: found, reason: `asked for; ${state}` }
  if (bladeCount < FEWEST_BLADES)
    return { kind: 'cpu', reason: `fewer than ${FEWEST_BLADES} blades` }
  const software = SOFTWARE.exec(deviceOf(renderer as WebGLRenderer))
  if (software)
    return { kind: 'cpu', reason: `no graphics card: ${software[0]} runs on the processor, too` }
  return { kind: 'gpu', precision: found, reason: `${bladeCount} blades; ${state}` }
}

/** @param side of the largest texture of the device, texels */
function checkFits(who: string, bladeCount: number, side: number): void {
  const most = BLADES_PER_ROW * side
  if (bladeCount > most)
    throw new BillowError(
      `@billow/three: ${who}: ${bladeCount} blades do not fit into a texture of this device, which holds at most ${most}; lower density or size`,
    )
}

/** How precise state can be there, or what is in the way of any. */
function precisionOf(renderer: unknown): StatePrecision | { readonly obstacle: string } {
  if (!isWebGLRenderer(renderer))
    return { obstacle: 'it needs a WebGLRenderer, handed to update(camera, renderer)' }
  if (renderer.capabilities.maxVertexTextures === 0)
    return { obstacle: 'vertex shaders cannot read textures on this device' }
  if (renderer.extensions.has('EXT_color_buffer_float')) return 'float'
  if (renderer.extensions.has('EXT_color_buffer_half_float')) return 'half'
  return {
    obstacle:
      'this device draws to no float textures (neither EXT_color_buffer_float nor EXT_color_buffer_half_float)',
  }
}

export function isWebGLRenderer(renderer: unknown): renderer is WebGLRenderer {
  return (renderer as { isWebGLRenderer?: unknown } | undefined)?.isWebGLRenderer === true
}

/** What the driver calls itself, where the browser tells. */
function deviceOf(renderer: WebGLRenderer): string {
  const gl = renderer.getContext()
  const known = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(known ? known.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}
