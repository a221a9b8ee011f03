/**
 * Holds what moves a field for one `GrassMesh`: decides when the renderer is first seen, and again when
 * the field grows anew or another backend is asked for; hands the blades over, and takes care that
 * they are there again after a lost context.
 */
import type { GrassSimulation } from '@billow/core'
import type { Texture, WebGLRenderer } from 'three'
import {
  type Backend,
  type BackendChoice,
  chooseBackend,
  isWebGLRenderer,
} from './chooseBackend.js'
import { GpuBackend } from './GpuBackend.js'

const UNDECIDED: BackendChoice = { kind: 'cpu', reason: 'no renderer has been seen yet' }

export class BackendSwitch {
  choice = UNDECIDED
  private gpu: GpuBackend | undefined
  /** What the choice was made for. */
  private decided: { asked: Backend; renderer: unknown; revision: number } | undefined

  constructor(private readonly simulation: GrassSimulation) {}

  /** Moves the blades for drawing by this renderer, where they are moved by it. */
  get active(): GpuBackend | undefined {
    return this.gpu && this.simulation.movedBy === this.gpu ? this.gpu : undefined
  }

  /**
   * @param renderer that draws next; the last one where none is given
   * @param bladeMap what never changes of the blades of the present revision
   * @throws BillowError when `gpu` is asked for and impossible, and then nothing has changed
   */
  update(who: string, asked: Backend, given: unknown, bladeMap: Texture): void {
    const { simulation, decided } = this
    const { revision, bladeCount } = simulation
    const renderer = given ?? decided?.renderer
    const isDecided =
      decided?.asked === asked && decided.renderer === renderer && decided.revision === revision
    if (isDecided) return
    // Nothing can be made on a lost context: decided when it is back.
    if (isWebGLRenderer(renderer) && renderer.getContext().isContextLost()) return
    const choice = chooseBackend(who, asked, renderer, bladeCount)
    this.choice = choice
    this.decided = { asked, renderer, revision }
    if (choice.kind === 'gpu' && choice.precision && isWebGLRenderer(renderer)) {
      const isNew = !this.gpu || this.gpu.renderer !== renderer
      if (!isNew && this.active) return
      const before = isNew ? this.gpu : undefined
      if (isNew) this.gpu = this.create(renderer, choice.precision)
      this.gpu!.grow(simulation.blades, bladeMap)
      simulation.moveBy(this.gpu)
      if (before) this.free(before)
    } else if (this.gpu) {
      if (this.active) simulation.moveBy(undefined)
      this.free(this.gpu)
      this.gpu = undefined
    }
  }

  /** Hands the blades back to the simulation. */
  dispose(): void {
    if (this.active) this.simulation.moveBy(undefined)
    if (this.gpu) this.free(this.gpu)
    this.gpu = undefined
    this.decided = undefined
    this.choice = UNDECIDED
  }

  private create(renderer: WebGLRenderer, precision: 'float' | 'half'): GpuBackend {
    renderer.domElement.addEventListener('webglcontextrestored', this.refill)
    return new GpuBackend(renderer, precision)
  }

  private free(gpu: GpuBackend): void {
    gpu.renderer.domElement.removeEventListener('webglcontextrestored', this.refill)
    gpu.dispose()
  }

  /** The renderer heard of it first, and has made its own state anew. */
  private readonly refill = (): void => {
    if (this.active) this.simulation.refill()
  }
}
