/**
 * Chooses by pieces of ground what is drawn for a camera: into which level of detail a chunk goes,
 * and how many of its blades. Blades of a chunk are in random order, so the first ones are an even,
 * thinner lawn, and the nearer a chunk comes the more are added to those that are there.
 */
import type { GrassBlades, GrassParams } from '@billow/core'
import { Frustum, Matrix4, type PerspectiveCamera, Sphere, type Vector3 } from 'three'
import { bladeMargin } from './grassBounds.js'

/** Numbers of the blades to draw in each level, near to far. */
export type ChunkDraws = readonly { readonly indices: Uint32Array; readonly count: number }[]

type PickParams = Pick<GrassParams, 'frustumCulling' | 'distanceCulling' | 'maxDistance'>

const matrix = /* @__PURE__ */ new Matrix4()
const ball = /* @__PURE__ */ new Sphere()

export class ChunkPicker {
  private readonly draws: { indices: Uint32Array; count: number }[]
  private readonly margin: number
  private readonly frustums: Frustum[] = []

  /** @param levelEnds distance up to which each level is drawn, m */
  constructor(
    private readonly blades: GrassBlades,
    private readonly levelEnds: readonly number[],
  ) {
    this.margin = bladeMargin(blades)
    this.draws = levelEnds.map(() => ({ indices: new Uint32Array(blades.count), count: 0 }))
  }

  /** Everything, in the finest level. */
  pickAll(): ChunkDraws {
    const { draws, blades } = this
    for (const draw of draws) draw.count = 0
    for (let n = 0; n < blades.count; n++) draws[0]!.indices[n] = n
    draws[0]!.count = blades.count
    return draws
  }

  /**
   * @param cameras what any of them sees is drawn
   * @param field from its coordinates to the world
   * @param eye in coordinates of the field
   */
  pick(
    cameras: readonly PerspectiveCamera[],
    field: Matrix4,
    eye: Vector3,
    params: PickParams,
  ): ChunkDraws {
    const { draws, levelEnds, frustums } = this
    const { chunks } = this.blades
    for (const draw of draws) draw.count = 0
    frustums.length = cameras.length
    cameras.forEach(({ matrixWorld, projectionMatrix, coordinateSystem }, n) => {
      matrix.copy(matrixWorld).invert().premultiply(projectionMatrix).multiply(field)
      frustums[n] = (frustums[n] ?? new Frustum()).setFromProjectionMatrix(matrix, coordinateSystem)
    })
    for (let c = 0; c < chunks.count; c++) {
      ball.center.fromArray(chunks.balls, 4 * c)
      ball.radius = chunks.balls[4 * c + 3]! + this.margin
      if (params.frustumCulling && !this.isSeen()) continue
      const near = Math.max(ball.center.distanceTo(eye) - ball.radius, 0)
      const size = chunks.starts[c + 1]! - chunks.starts[c]!
      // Thinning counts distance along the ground, which is never more than this.
      const share = params.distanceCulling ? 1 - this.levelDistance(c, eye) / params.maxDistance : 1
      const kept = Math.ceil(size * Math.min(Math.max(share, 0), 1))
      const level = levelEnds.findIndex((end) => near < end)
      const draw = draws[level]!
      for (let n = 0; n < kept; n++) draw.indices[draw.count++] = chunks.starts[c]! + n
    }
    return draws
  }

  /** Is the ball of a chunk in a picture? */
  private isSeen(): boolean {
    for (const frustum of this.frustums) if (frustum.intersectsSphere(ball)) return true
    return false
  }

  /** The least distance along the ground that a blade of a chunk can have from the eye, m. */
  private levelDistance(chunk: number, eye: Vector3): number {
    const { chunks, ups } = this.blades
    const first = 3 * chunks.starts[chunk]!
    const x = ball.center.x - eye.x
    const y = ball.center.y - eye.y
    const z = ball.center.z - eye.z
    const rise = x * ups[first]! + y * ups[first + 1]! + z * ups[first + 2]!
    const level = Math.sqrt(Math.max(x * x + y * y + z * z - rise * rise, 0))
    // Within a chunk up may be another: only on level ground is it the same for all.
    return Math.max(level - ball.radius - (this.isLevel(chunk) ? 0 : Math.abs(rise)), 0)
  }

  private isLevel(chunk: number): boolean {
    const { chunks, ups } = this.blades
    const a = 3 * chunks.starts[chunk]!
    const b = 3 * (chunks.starts[chunk + 1]! - 1)
    return ups[a] === ups[b] && ups[a + 1] === ups[b + 1] && ups[a + 2] === ups[b + 2]
  }
}
