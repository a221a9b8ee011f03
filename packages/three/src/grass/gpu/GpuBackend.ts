/**
 * Keeps the blades of a field in two textures of a WebGL2 renderer, now and one step ago, and moves
 * them from one to the other in a fragment shader, a fragment a blade. Drawing reads both, so nothing
 * goes over the processor in a frame but the air, the bodies and a few numbers.
 */
import type { GrassArrays, GrassBackend, GrassBlades, GrassStep } from '@billow/core'
import {
  DataTexture,
  FloatType,
  HalfFloatType,
  type IUniform,
  NearestFilter,
  RedFormat,
  RGBAFormat,
  type Texture,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { rowsOf, TIPS_PER_ROW } from '../BladeTextures.js'
import { BodyUniforms } from './bodiesShader.js'
import { bounded } from './glsl.js'
import { StatePass } from './StatePass.js'
import { seedFragment, stepFragment } from './stateShader.js'
import { WindUniforms } from './windShader.js'

export type StatePrecision = 'float' | 'half'

/** Collision strength that grew by more than this in a step was added to; half precision is coarse. */
const TOUCHED = { float: 1e-6, half: 1e-3 } as const

/** Rounding of a tip, in parts of the height: some digits of the last place. */
const RESOLUTION = { float: 1e-6, half: 1e-3 } as const

export class GpuBackend implements GrassBackend {
  readonly resolution: number
  private readonly air = new WindUniforms()
  private readonly bodies = new BodyUniforms()
  private readonly uniforms: Record<string, IUniform>
  private readonly seedPass: StatePass
  private readonly stepPass: StatePass
  private field: GrassBlades | undefined
  /** Now, and one step ago. */
  private targets: [WebGLRenderTarget, WebGLRenderTarget] | undefined
  private firmness: DataTexture | undefined
  private texels = new Float32Array(0)
  /** How much η fell in the last step by itself; nothing to compare with before the first. */
  private lastDecay = NaN

  constructor(
    readonly renderer: WebGLRenderer,
    readonly precision: StatePrecision,
  ) {
    const uniforms: Record<string, IUniform> = {
      bladeMap: { value: null },
      bladeCount: { value: 0 },
      firmnessMap: { value: null },
      stateMap: { value: null },
      isStable: { value: true },
      dt: { value: 0 },
      gravity: { value: new Float32Array(3) },
      stiffness: { value: 0 },
      lift: { value: 0 },
      recovery: { value: 0 },
      isUpright: { value: true },
      seedMap: { value: null },
      ...this.air.uniforms,
      ...this.bodies.uniforms,
    }
    this.resolution = RESOLUTION[precision]
    this.uniforms = uniforms
    this.seedPass = new StatePass(seedFragment, uniforms)
    this.stepPass = new StatePass(stepFragment, uniforms)
  }

  /** What the state now is drawn to. */
  get target(): WebGLRenderTarget {
    return this.targets![0]
  }

  /** The state now. */
  get state(): Texture {
    return this.targets![0].texture
  }

  /** The state one step ago. */
  get previous(): Texture {
    return this.targets![1].texture
  }

  /**
   * Makes room for a field, whose blades stand upright; frees that of the last.
   *
   * @param bladeMap what never changes of the blades, as `BladeTextures` has it
   */
  grow(field: GrassBlades, bladeMap: Texture): void {
    this.free()
    const rows = rowsOf(field.count, TIPS_PER_ROW)
    const type = this.precision === 'float' ? FloatType : HalfFloatType
    const create = (): WebGLRenderTarget =>
      new WebGLRenderTarget(TIPS_PER_ROW, rows, {
        type,
        format: RGBAFormat,
        minFilter: NearestFilter,
        magFilter: NearestFilter,
        depthBuffer: false,
      })
    const firmness = new Float32Array(TIPS_PER_ROW * rows)
    firmness.set(field.firmness)
    this.field = field
    this.targets = [create(), create()]
    this.firmness = new DataTexture(firmness, TIPS_PER_ROW, rows, RedFormat, FloatType)
    this.firmness.needsUpdate = true
    this.set({ bladeMap, bladeCount: field.count, firmnessMap: this.firmness })
    this.raise()
  }

  step(step: GrassStep): void {
    // A lost context does nothing, and its blades are handed over anew when it is back.
    if (this.isLost) return
    const { forces, bodies } = step
    this.air.update(step)
    this.bodies.update(bodies)
    const { model, dt, stiffness, lift, recovery } = forces
    const gravity = this.uniforms['gravity']!.value as Float32Array
    for (let k = 0; k < 3; k++) gravity[k] = bounded(forces.gravity[k]!)
    const targets = this.targets!
    const { uniforms } = this
    uniforms['isStable']!.value = model === 'stable'
    uniforms['dt']!.value = dt
    uniforms['stiffness']!.value = bounded(stiffness)
    uniforms['lift']!.value = bounded(lift)
    uniforms['recovery']!.value = bounded(recovery)
    uniforms['stateMap']!.value = targets[0].texture
    targets.reverse()
    this.stepPass.run(this.renderer, targets[0])
    this.lastDecay = recovery * dt
  }

  raise(): void {
    this.lastDecay = NaN
    if (this.isLost) return
    this.set({ isUpright: true, seedMap: null })
    for (const target of this.targets!) this.seedPass.run(this.renderer, target)
  }

  write({ state, previous }: GrassArrays): void {
    this.lastDecay = NaN
    if (this.isLost) return
    const { count, heights } = this.field!
    const rows = rowsOf(count, TIPS_PER_ROW)
    const texels = new Float32Array(4 * TIPS_PER_ROW * rows)
    const seedMap = new DataTexture(texels, TIPS_PER_ROW, rows, RGBAFormat, FloatType)
    this.set({ isUpright: false, seedMap })
    for (const [which, tips] of [state.tips, previous].entries()) {
      for (let n = 0, i = 0, t = 0; n < count; n++, i += 3, t += 4) {
        for (let k = 0; k < 3; k++) texels[t + k] = tips[i + k]! / heights[n]!
        texels[t + 3] = 1 - state.strengths[n]!
      }
      seedMap.needsUpdate = true
      this.seedPass.run(this.renderer, this.targets![which]!)
    }
    this.set({ seedMap: null })
    seedMap.dispose()
  }

  read({ state, previous }: GrassArrays): number {
    const { tips, strengths } = state
    const { count, heights } = this.field!
    // Nothing is there to be read: what was read last stays, and is what the blades will be given.
    if (this.isLost) return 0
    const before = this.fetch(this.targets![1])
    for (let n = 0, i = 0, t = 0; n < count; n++, i += 3, t += 4) {
      for (let k = 0; k < 3; k++) previous[i + k] = heights[n]! * before[t + k]!
      strengths[n] = 1 - before[t + 3]!
    }
    const now = this.fetch(this.targets![0])
    const threshold = TOUCHED[this.precision]
    let touched = 0
    for (let n = 0, i = 0, t = 0; n < count; n++, i += 3, t += 4) {
      for (let k = 0; k < 3; k++) tips[i + k] = heights[n]! * now[t + k]!
      const strength = 1 - now[t + 3]!
      if (strength > Math.max(strengths[n]! - this.lastDecay, 0) + threshold) touched++
      strengths[n] = strength
    }
    return touched
  }

  dispose(): void {
    this.free()
    this.seedPass.dispose()
    this.stepPass.dispose()
    this.air.dispose()
    this.bodies.dispose()
  }

  get isLost(): boolean {
    return this.renderer.getContext().isContextLost()
  }

  /** Waits until the steps so far are done. The same array every time. */
  private fetch(target: WebGLRenderTarget): Float32Array {
    const { renderer, texels } = this
    const { width, height } = target
    if (texels.length !== 4 * width * height) this.texels = new Float32Array(4 * width * height)
    const last = renderer.getRenderTarget()
    const face = renderer.getActiveCubeFace()
    const level = renderer.getActiveMipmapLevel()
    renderer.setRenderTarget(target)
    const gl = renderer.getContext()
    // Floats may be read from either precision on every device.
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, this.texels)
    renderer.setRenderTarget(last, face, level)
    return this.texels
  }

  private set(values: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(values)) this.uniforms[name]!.value = value
  }

  private free(): void {
    for (const target of this.targets ?? []) target.dispose()
    this.firmness?.dispose()
    this.targets = undefined
    this.firmness = undefined
    this.texels = new Float32Array(0)
  }
}
