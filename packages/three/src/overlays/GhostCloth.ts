/** A cloth as it was in an earlier run, seen through: drawn inside the mesh of the cloth that moves now. */
import { DoubleSide, MeshStandardMaterial } from 'three'
import { ClothMesh } from '../ClothMesh.js'
import { letPointersThrough } from '../touch.js'
import type { MotionRecord } from './MotionRecord.js'

export interface GhostLook {
  /** Three.js colour. @defaultValue 0x8894a8 */
  readonly color?: number | string | undefined
  /** 0 to 1 @defaultValue 0.4 */
  readonly opacity?: number | undefined
}

export class GhostCloth extends ClothMesh<MotionRecord> {
  private readonly look: MeshStandardMaterial

  constructor(record: MotionRecord) {
    const look = new MeshStandardMaterial({
      roughness: 1,
      side: DoubleSide,
      transparent: true,
      // What is behind it is seen, and where it lies on the cloth, that.
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    })
    super(record, { material: look })
    this.look = look
    this.name = 'Ghost'
    letPointersThrough(this)
  }

  setLook({ color = 0x8894a8, opacity = 0.4 }: GhostLook): void {
    this.look.color.set(color)
    this.look.opacity = opacity
  }

  /**
   * What the next `update` draws.
   *
   * @param time simulated, of the run that it shows, s
   */
  show(time: number): void {
    this.simulation.show(time)
  }

  override dispose(): void {
    super.dispose()
    this.look.dispose()
  }
}
