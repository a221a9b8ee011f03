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
import { BillowError, checkNumber, type CullCounts, type GrassSimulation } from '@billow/core'
import {
  type Camera,
  Group,
  type Intersection,
  Matrix4,
  type PerspectiveCamera,
  Ray,
  type Raycaster,
  type Scene,
  type WebGLRenderer,
} from 'three'
import { type BladeShape, checkBladeShape } from './bladeGeometry.js'
import { BladeLevels, levelEndsOf } from './BladeLevels.js'
import { BladeTextures } from './BladeTextures.js'
import { ChunkPicker } from './ChunkPicker.js'
import { CullingView } from './CullingView.js'
import { BackendSwitch } from './gpu/BackendSwitch.js'
import type { Backend, BackendChoice } from './gpu/chooseBackend.js'
import { checkLook, type GrassLook, type GrassPaint } from './grassLook.js'
import { changeLook, createGrassUniforms, type GrassUniforms } from './grassMaterial.js'
import { Headset } from './headset.js'
import { bladeOn, groundAt, type GroundHit } from './grassRay.js'
import { SameView } from './SameView.js'

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

const inverse = /* @__PURE__ */ new Matrix4()
const localRay = /* @__PURE__ */ new Ray()

export class GrassMesh extends Group {
  readonly simulation: GrassSimulation
  /** Draw between the last two steps, as far as the clock is. */
  interpolate: boolean
  /** Where blades are to be moved; decided in the next `update` with a camera and a renderer. */
  backend: Backend
  /** What blades are coloured by; by `reason`, all are shown, culled ones in the colours of why. */
  paint: GrassPaint = 'look'
  /** Blades are left out for this camera in place of the one that draws, to look at it from aside. */
  cullingCamera: Camera | undefined
  /** While there is a session of a headset: is the camera of `update` the one that it takes along? */
  isForHeadset = true
  /** Do rays hit the ground of the field, as pointers need it? */
  isPickable = false
  private readonly shape: BladeShape
  private readonly detail: number
  private look: GrassLook
  private textures!: BladeTextures
  private uniforms!: GrassUniforms
  private levels!: BladeLevels
  private picker!: ChunkPicker
  private view!: CullingView
  private readonly drawnFor = new SameView()
  /** Which steps the textures show, and how far between the last two. */
  private readonly taken = { moves: -1, share: -1 }
  private revision = -1
  private readonly backendSwitch: BackendSwitch
  private readonly headset = new Headset()

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

  /** How many blades are left out for which reason, while they are painted by `reason`. */
  get cullCounts(): CullCounts | undefined {
    return this.paint === 'reason' ? this.view.counts : undefined
  }

  /** The ground of the field under a ray in world space. */
  groundAt(ray: Ray): GroundHit | undefined {
    return groundAt(this.simulation, this.toField(ray))
  }

  /** The blade under a ray in world space, or right beside it. */
  bladeAt(ray: Ray): number | undefined {
    return bladeOn(this.simulation, this.toField(ray))
  }

  /** Finds the ground, while `isPickable`. */
  override raycast(raycaster: Raycaster, hits: Intersection[]): void {
    if (!this.isPickable) return
    const hit = this.groundAt(raycaster.ray)
    if (!hit) return
    const place = hit.point.applyMatrix4(this.matrixWorld)
    const distance = place.distanceTo(raycaster.ray.origin)
    if (distance < raycaster.near || distance > raycaster.far) return
    hits.push({ distance, point: place, normal: hit.normal, object: this, instanceId: hit.blade })
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
   * Takes over the state of the simulation for drawing, and what a camera needs of it; what has not
   * changed since the last time is left as it is.
   *
   * @param camera that draws next; without one everything is drawn
   * @param renderer whose pixels count for the least width of blades, and whose graphics card may
   *   move them
   * @param scene that is drawn, for occlusion culling
   * @throws BillowError when the field is somewhere that is no place, or the device cannot hold its
   *   blades or do what `backend` asks for
   */
  update(camera?: Camera, renderer?: WebGLRenderer, scene?: Scene): void {
    if (this.revision !== this.simulation.revision) this.build()
    this.takeBlades(camera !== undefined, renderer)
    const { view, uniforms } = this
    if (!camera) {
      view.clear()
      this.drawnFor.forget()
      this.levels.take(this.picker.pickAll())
      return
    }
    const headset = this.isForHeadset ? this.headset.view(renderer, camera) : undefined
    const drawing = headset?.head ?? camera
    const culling = (this.cullingCamera ?? drawing) as PerspectiveCamera
    culling.updateWorldMatrix(true, false)
    this.updateWorldMatrix(true, false)
    this.checkPlace()
    const { paint, matrixWorld } = this
    const { params } = this.simulation
    const eye = this.worldToLocal(uniforms.eye.value.setFromMatrixPosition(culling.matrixWorld))
    const seen = culling === drawing ? headset : undefined
    view.update(culling, matrixWorld, culling === drawing, paint, renderer, scene, seen)
    // A head never stands still, and its eyes may come nearer to each other.
    if (seen) this.drawnFor.forget()
    else if (this.drawnFor.isSame(culling, matrixWorld, params, paint)) return
    const { picker } = this
    const all = paint === 'reason'
    const cameras = seen?.eyes ?? [culling]
    this.levels.take(all ? picker.pickAll() : picker.pick(cameras, matrixWorld, eye, params))
  }

  /** Frees everything on the graphics card. */
  override dispose(): void {
    super.dispose()
    this.backendSwitch.dispose()
    this.free()
  }

  /** Tips as they are now, unless they are as they were. */
  private takeBlades(isDrawing: boolean, renderer: WebGLRenderer | undefined): void {
    const { simulation, taken, textures, backendSwitch, interpolate } = this
    if (isDrawing) backendSwitch.update(WHO, this.backend, renderer, textures.blades)
    const { moves, alpha, isResting } = simulation
    const share = interpolate && !isResting ? alpha : 1
    if (taken.moves === moves && taken.share === share) return
    taken.moves = moves
    taken.share = share
    textures.update(interpolate, backendSwitch.active)
  }

  private toField(ray: Ray): Ray {
    this.updateWorldMatrix(true, false)
    return localRay.copy(ray).applyMatrix4(inverse.copy(this.matrixWorld).invert())
  }

  private checkPlace(): void {
    const { elements } = this.matrixWorld
    if (elements.every(Number.isFinite)) return
    throw new BillowError(
      `@billow/three: ${WHO}: position, rotation and scale of the field and its parents must be finite numbers, got a world matrix of ${elements.join(', ')}`,
    )
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
    this.view = new CullingView(simulation, this.uniforms)
    this.taken.moves = -1
    this.drawnFor.forget()
    this.revision = simulation.revision
    this.setShadows(this.castShadow, this.receiveShadow)
  }

  private free(): void {
    // Not there yet when the first field is built.
    ;(this.textures as BladeTextures | undefined)?.dispose()
    ;(this.levels as BladeLevels | undefined)?.dispose()
    ;(this.view as CullingView | undefined)?.dispose()
  }
}
