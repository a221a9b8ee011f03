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
import type { GrassSimulation } from '@billow/core'
import {
  Box3,
  type Camera,
  Group,
  type InstancedBufferGeometry,
  InstancedBufferAttribute,
  type Material,
  Mesh,
  type PerspectiveCamera,
  Sphere,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three'
import { type BladeShape, createBladeGeometry } from './bladeGeometry.js'
import { BladeTextures } from './BladeTextures.js'
import { type ChunkDraws, ChunkPicker } from './ChunkPicker.js'
import {
  changeLook,
  createGrassDepthMaterial,
  createGrassMaterial,
  createGrassUniforms,
  type GrassLook,
  type GrassUniforms,
} from './grassMaterial.js'

/** Segments per level of detail, near to far; a blade of few is a stiff one, far away nobody sees it. */
const SEGMENTS = [7, 4, 2] as const

/** How far away each level is drawn, in heights of a blade. */
const LEVEL_ENDS = [25, 70, Infinity] as const

export interface GrassMeshOptions {
  /** Outline of blades. Default `triangle-tip`. */
  readonly shape?: BladeShape | undefined
  readonly look?: GrassLook | undefined
  /** Draw between the last two steps, as far as the clock is. Default true. */
  readonly interpolate?: boolean | undefined
}

const pixels = /* @__PURE__ */ new Vector2()

export class GrassMesh extends Group {
  readonly simulation: GrassSimulation
  /** Draw between the last two steps, as far as the clock is. */
  interpolate: boolean
  private readonly shape: BladeShape
  private look: GrassLook
  private textures!: BladeTextures
  private uniforms!: GrassUniforms
  private levels: Mesh<InstancedBufferGeometry, Material>[] = []
  private picker!: ChunkPicker
  private revision = -1

  constructor(
    simulation: GrassSimulation,
    { shape = 'triangle-tip', look = {}, interpolate = true }: GrassMeshOptions = {},
  ) {
    super()
    this.simulation = simulation
    this.interpolate = interpolate
    this.shape = shape
    this.look = look
    this.name = 'Grass'
    this.update()
  }

  /** Blades that were handed to the graphics card by the last update. */
  get drawnBlades(): number {
    return this.levels.reduce((sum, { geometry }) => sum + geometry.instanceCount, 0)
  }

  /** Changes colours and the like, without compiling anything; what is not given is as by default. */
  setLook(look: GrassLook): void {
    this.look = look
    changeLook(this.uniforms, look)
  }

  /** Whether blades throw shadows, and whether they lie on blades. */
  setShadows(cast: boolean, receive: boolean): void {
    this.castShadow = cast
    this.receiveShadow = receive
    for (const level of this.levels) {
      level.castShadow = cast
      level.receiveShadow = receive
    }
  }

  /**
   * Takes over the state of the simulation for drawing.
   *
   * @param camera that draws next; without one everything is drawn
   * @param renderer whose pixels count for the least width of blades
   */
  update(camera?: Camera, renderer?: Pick<WebGLRenderer, 'getDrawingBufferSize'>): void {
    if (this.revision !== this.simulation.revision) this.build()
    const { simulation, textures, interpolate } = this
    textures.update(interpolate)
    const { params } = simulation
    const { uniforms } = this
    if (!camera) {
      uniforms.farthest.value = 0
      uniforms.edgeOn.value = 2
      this.take(this.picker.pickAll())
      return
    }
    camera.updateWorldMatrix(true, false)
    this.updateWorldMatrix(true, false)
    const eye = this.worldToLocal(uniforms.eye.value.setFromMatrixPosition(camera.matrixWorld))
    uniforms.farthest.value = params.distanceCulling ? params.maxDistance : 0
    uniforms.edgeOn.value = params.orientationCulling ? params.orientationThreshold : 2
    uniforms.pixelsPerMetre.value = renderer
      ? 0.5 * renderer.getDrawingBufferSize(pixels).y * camera.projectionMatrix.elements[5]
      : 0
    this.take(this.picker.pick(camera as PerspectiveCamera, this.matrixWorld, eye, params))
  }

  /** Frees everything on the graphics card. */
  override dispose(): void {
    super.dispose()
    this.free()
  }

  private take(draws: ChunkDraws): void {
    this.levels.forEach(({ geometry }, n) => {
      const attribute = geometry.getAttribute('blade') as InstancedBufferAttribute
      const { indices, count } = draws[n]!
      ;(attribute.array as Uint32Array).set(indices.subarray(0, count))
      attribute.clearUpdateRanges()
      attribute.addUpdateRange(0, count)
      attribute.needsUpdate = count > 0
      geometry.instanceCount = count
    })
  }

  private build(): void {
    this.free()
    const { simulation, shape } = this
    this.textures = new BladeTextures(simulation)
    this.uniforms = createGrassUniforms(this.textures, this.look)
    const { blades } = simulation
    const heights = blades.heights.reduce((sum, height) => sum + height, 0)
    const meanHeight = blades.count > 0 ? heights / blades.count : 1
    this.picker = new ChunkPicker(
      blades,
      LEVEL_ENDS.map((end) => end * meanHeight),
    )
    const { box, sphere } = boundsOf(simulation)
    this.levels = SEGMENTS.map((segments) => {
      const geometry = createBladeGeometry(segments, shape)
      const numbers = new Uint32Array(Math.max(blades.count, 1))
      geometry.setAttribute('blade', new InstancedBufferAttribute(numbers, 1))
      // Where blades can be, not where the strip is that they are bent from.
      geometry.boundingBox = box
      geometry.boundingSphere = sphere
      const mesh = new Mesh(geometry, createGrassMaterial(this.uniforms, shape))
      mesh.customDepthMaterial = createGrassDepthMaterial(this.uniforms, shape)
      // A million blades are nothing to look for a pointer in: the ground is.
      mesh.raycast = () => undefined
      this.add(mesh)
      return mesh
    })
    this.revision = simulation.revision
    this.setShadows(this.castShadow, this.receiveShadow)
  }

  private free(): void {
    // Not there yet when the first field is built.
    ;(this.textures as BladeTextures | undefined)?.dispose()
    for (const level of this.levels) {
      level.geometry.dispose()
      level.material.dispose()
      level.customDepthMaterial?.dispose()
      this.remove(level)
    }
    this.levels = []
  }
}

function boundsOf({ blades }: GrassSimulation): { box: Box3; sphere: Sphere } {
  const box = new Box3()
  const { balls, count } = blades.chunks
  const centre = new Vector3()
  for (let c = 0; c < count; c++) {
    centre.fromArray(balls, 4 * c)
    box.expandByPoint(centre.clone().addScalar(balls[4 * c + 3]!))
    box.expandByPoint(centre.subScalar(balls[4 * c + 3]!))
  }
  if (box.isEmpty()) box.set(new Vector3(), new Vector3())
  return { box, sphere: box.getBoundingSphere(new Sphere()) }
}
