/**
 * Why each blade is drawn or not, as core says it of one camera, for drawing all of them in the colours
 * of the reasons: for teaching, since it looks at every blade on the processor.
 */
import {
  cullBlades,
  type CullCounts,
  type GrassCamera,
  type GrassParams,
  type GrassSimulation,
} from '@billow/core'
import type { Vector3 } from 'three'
import {
  DataTexture,
  NearestFilter,
  type PerspectiveCamera,
  RedFormat,
  UnsignedByteType,
  Matrix4,
} from 'three'
import { TIPS_PER_ROW } from './BladeTextures.js'

type DepthAt = NonNullable<GrassCamera['depthAt']>

const matrix = /* @__PURE__ */ new Matrix4()

export class ReasonMap {
  readonly texture: DataTexture
  private readonly reasons: Uint8Array<ArrayBuffer>
  counts: CullCounts

  constructor(private readonly simulation: GrassSimulation) {
    const count = simulation.bladeCount
    const rows = Math.max(Math.ceil(count / TIPS_PER_ROW), 1)
    this.reasons = new Uint8Array(TIPS_PER_ROW * rows)
    this.counts = { drawn: count, orientation: 0, frustum: 0, distance: 0, occlusion: 0 }
    this.texture = new DataTexture(this.reasons, TIPS_PER_ROW, rows, RedFormat, UnsignedByteType)
    this.texture.minFilter = NearestFilter
    this.texture.magFilter = NearestFilter
    this.texture.needsUpdate = true
  }

  /**
   * @param field from its coordinates to the world
   * @param eye of the camera in coordinates of the field
   */
  update(
    camera: PerspectiveCamera,
    field: Matrix4,
    eye: Vector3,
    params: GrassParams,
    depthAt: DepthAt | undefined,
  ): void {
    const { blades, state } = this.simulation
    matrix.copy(camera.matrixWorld).invert().premultiply(camera.projectionMatrix).multiply(field)
    const view: GrassCamera = {
      eye: eye.toArray(),
      viewProjection: matrix.elements,
      far: camera.far,
      ...(depthAt ? { depthAt } : {}),
    }
    this.counts = cullBlades(blades, state, view, params, this.reasons)
    this.texture.needsUpdate = true
  }

  dispose(): void {
    this.texture.dispose()
  }
}

/** As shaders unpack it, `UNPACK_DEPTH`. */
const PLACES = [255 / 256, 255 / 65536, 1 / 65536] as const

/** Depth from 0 to 1 of the far plane, out of packed depths of a perspective camera. */
export function depthReader(
  { bytes, width, height }: { readonly bytes: Uint8Array; width: number; height: number },
  { near, far }: PerspectiveCamera,
): DepthAt {
  return (x, y) => {
    const column = Math.min(Math.floor(x * width), width - 1)
    const row = Math.min(Math.floor(y * height), height - 1)
    const i = 4 * (row * width + column)
    let depth = 0
    for (let k = 0; k < PLACES.length; k++) depth += (PLACES[k]! * bytes[i + k]!) / 255
    return near / (far - Math.min(depth, 1) * (far - near))
  }
}
