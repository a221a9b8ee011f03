/**
 * What collides, as lines in the collider's own space: a child of the object that the collider belongs
 * to is right under any transform. Seen through everything, since drawn bodies would hide them.
 */
import type { Collider } from '@billow/core'
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three'
import { letPointersThrough } from '../touch.js'
import { linesOf } from './linesOf.js'

const COLOR = 0x2bb673
/** Of one that cloth does not feel. */
const DISABLED_COLOR = 0x8a8f98

export class ColliderLines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  constructor(collider: Collider) {
    super(
      new BufferGeometry(),
      new LineBasicMaterial({ depthTest: false, transparent: true, opacity: 0.7, fog: false }),
    )
    this.name = 'Collider lines'
    this.renderOrder = 1
    letPointersThrough(this)
    this.show(collider)
  }

  /** Takes over what the collider is now. */
  show(collider: Collider): void {
    const positions = Float32Array.from(linesOf(collider))
    // Another number of lines needs other buffers.
    this.geometry.dispose()
    this.geometry = new BufferGeometry()
    this.geometry.setAttribute('position', new BufferAttribute(positions, 3))
    this.geometry.computeBoundingSphere()
    this.material.color.setHex(collider.enabled ? COLOR : DISABLED_COLOR)
  }

  /** Takes the lines out of the scene and frees them. */
  override dispose(): void {
    super.dispose()
    this.removeFromParent()
    this.geometry.dispose()
    this.material.dispose()
  }
}
