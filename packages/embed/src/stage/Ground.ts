/** A round floor that receives shadows and fades into the backdrop, so that no horizon shows. */
import { BufferAttribute, Mesh, MeshLambertMaterial, RingGeometry } from 'three'

const SECTORS = 64
const RINGS = 40

/** Share of the radius up to which the floor is solid. */
const SOLID = 0.3

export class Ground extends Mesh<RingGeometry, MeshLambertMaterial> {
  constructor() {
    const geometry = new RingGeometry(0, 1, SECTORS, RINGS)
    geometry.rotateX(-Math.PI / 2)
    const { position } = geometry.attributes
    const rgba = new Float32Array(4 * position!.count)
    for (let i = 0; i < position!.count; i++) {
      const radius = Math.hypot(position!.getX(i), position!.getZ(i))
      const t = Math.min(1, Math.max(0, (radius - SOLID) / (1 - SOLID)))
      rgba.set([1, 1, 1, 1 - t * t * (3 - 2 * t)], 4 * i)
    }
    geometry.setAttribute('color', new BufferAttribute(rgba, 4))
    super(geometry, new MeshLambertMaterial({ vertexColors: true, transparent: true }))
    this.receiveShadow = true
    // Behind everything that is not transparent, and never in front of it.
    this.material.depthWrite = false
    this.name = 'Ground'
  }

  override dispose(): void {
    this.geometry.dispose()
    this.material.dispose()
  }
}
