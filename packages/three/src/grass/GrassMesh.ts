/**
 * A field of grass as three.js objects. Call `update(camera)` once per frame after
 * `simulation.advance`: it takes over how the blades stand, and chooses what is drawn by pieces of
 * ground: those out of the picture not at all, near ones with more segments than far ones, and of far
 * ones fewer blades, which are wider instead. The last choice is made blade by blade in the shader.
 *
 * ```ts
 * const grass = new GrassMesh(new GrassSimulation({ size: [20, 20], wind: [3, 0, 0] }))
 * scene.add(grass)
 * renderer.setAnimationLoop(() => {
 *   grass.simulation.advance(clock.getDelta())
 *   grass.update(camera, renderer)
 *   renderer.render(scene, camera)
 * })
 * ```
 */
import { BillowError, checkNumber, type GrassSimulation } from '@billow/core'
import { type Camera, Group, type PerspectiveCamera, Vector2, type WebGLRenderer } from 'three'
import { type BladeShape, checkBladeShape } from './bladeGeometry.js'
import { BladeLevels, levelEndsOf } from './BladeLevels.js'
import { BladeTextures } from './BladeTextures.js'
import { ChunkPicker } from './ChunkPicker.js'
import { BackendSwitch } from './gpu/BackendSwitch.js'
import type { Backend, BackendChoice } from './gpu/chooseBackend.js'
import { checkLook, type GrassLook } from './grassLook.js'
import { changeLook, createGrassUniforms, type GrassUniforms } from './grassMaterial.js'

const WHO = 'GrassMesh'

export interface GrassMeshOptions {
  /** Outline of blades. Default `triangle-tip`. */
  readonly shape?: BladeShape | undefined
  readonly look?: GrassLook | undefined
  /** Draw between the last two steps, as far as the clock is. Default true. */
  readonly interpolate?: boolean | undefined
  /** How far away blades have how many segments, in parts of the usual distance, > 0. Default 1. */
  readonly detail?: number | undefined
  /**
   * Where blades are moved: `gpu` on the graphics card that draws them, `cpu` by the simulation in typed
   * arrays, `auto` on the graphics card where that is possible and pays. Default `auto`.
   */
  readonly backend?: Backend | undefined
}

const pixels = /* @__PURE__ */ new Vector2()

export class GrassMesh extends Group {
  readonly simulation: GrassSimulation
  /** Draw between the last two steps, as far as the clock is. */
  interpolate: boolean
  /** Where blades are to be moved; decided in the next `update` with a camera and a renderer. */
  backend: Backend
  private readonly shape: BladeShape
  private readonly detail: number
  private look: GrassLook
  private textures!: BladeTextures
  private uniforms!: GrassUniforms
  private levels!: BladeLevels
  private picker!: ChunkPicker
  private revision = -1
  private readonly backendSwitch: BackendSwitch

  /** @throws BillowError for a wrong option */
  constructor(
    simulation: GrassSimulation,
    {
      shape = 'triangle-tip',
      look = {},
      interpolate = true,
      detail = 1,
      backend = 'auto',
    }: GrassMeshOptions = {},
  ) {
    checkBladeShape(WHO, shape)
    checkLook(WHO, look)
    checkNumber(WHO, 'detail', detail, { above: 0 })
    super()
    this.simulation = simulation
    this.interpolate = interpolate
    this.backend = backend
    this.backendSwitch = new BackendSwitch(simulation)
    this.shape = shape
    this.detail = detail
    this.look = look
    this.name = 'Grass'
    this.update()
  }

  /** Blades that were handed to the graphics card by the last update. */
  get drawnBlades(): number {
    return this.levels.count
  }

  /** Where blades are moved, and why there. */
  get backendInUse(): BackendChoice {
    return this.backendSwitch.choice
  }

  /**
   * Changes colours and the like, without compiling anything; what is not given is as by default.
   *
   * @throws BillowError for a wrong value, and then nothing has changed
   */
  setLook(look: GrassLook): void {
    checkLook(WHO, look)
    this.look = look
    changeLook(this.uniforms, look)
  }

  /** Whether blades throw shadows, and whether they lie on blades. */
  setShadows(cast: boolean, receive: boolean): void {
    this.castShadow = cast
    this.receiveShadow = receive
    this.levels.setShadows(cast, receive)
  }

  /**
   * Takes over the state of the simulation for drawing.
   *
   * @param camera that draws next; without one everything is drawn
   * @param renderer whose pixels count for the least width of blades, and whose graphics card may
   *   move them
   * @throws BillowError when the field is somewhere that is no place, or the device cannot hold its
   *   blades or do what `backend` asks for
   */
  update(camera?: Camera, renderer?: Pick<WebGLRenderer, 'getDrawingBufferSize'>): void {
    if (this.revision !== this.simulation.revision) this.build()
    const { simulation, textures, interpolate, backendSwitch } = this
    if (camera) backendSwitch.update(WHO, this.backend, renderer, textures.blades)
    textures.update(interpolate, backendSwitch.active)
    const { params } = simulation
    const { uniforms } = this
    if (!camera) {
      uniforms.farthest.value = 0
      uniforms.edgeOn.value = 2
      this.levels.take(this.picker.pickAll())
      return
    }
    camera.updateWorldMatrix(true, false)
    this.updateWorldMatrix(true, false)
    const { elements } = this.matrixWorld
    if (!elements.every(Number.isFinite))
      throw new BillowError(
        `@billow/three: ${WHO}: position, rotation and scale of the field and its parents must be finite numbers, got a world matrix of ${elements.join(', ')}`,
      )
    const eye = this.worldToLocal(uniforms.eye.value.setFromMatrixPosition(camera.matrixWorld))
    uniforms.farthest.value = params.distanceCulling ? params.maxDistance : 0
    uniforms.distanceLevels.value = params.distanceLevels
    uniforms.edgeOn.value = params.orientationCulling ? params.orientationThreshold : 2
    uniforms.pixelsPerMetre.value = renderer
      ? 0.5 * renderer.getDrawingBufferSize(pixels).y * camera.projectionMatrix.elements[5]
      : 0
    this.levels.take(this.picker.pick(camera as PerspectiveCamera, this.matrixWorld, eye, params))
  }

  /** Frees everything on the graphics card. */
  override dispose(): void {
    super.dispose()
    this.backendSwitch.dispose()
    this.free()
  }

  private build(): void {
    this.free()
    const { simulation, shape } = this
    const { blades } = simulation
    this.textures = new BladeTextures(simulation)
    this.uniforms = createGrassUniforms(this.textures, this.look)
    const ends = levelEndsOf(blades, this.detail)
    this.picker = new ChunkPicker(blades, ends)
    this.levels = new BladeLevels(this, blades, ends, this.uniforms, shape)
    this.revision = simulation.revision
    this.setShadows(this.castShadow, this.receiveShadow)
  }

  private free(): void {
    // Not there yet when the first field is built.
    ;(this.textures as BladeTextures | undefined)?.dispose()
    ;(this.levels as BladeLevels | undefined)?.dispose()
  }
}
