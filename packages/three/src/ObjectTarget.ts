/**
 * An object of the scene as something that pins of a cloth follow: its place and axes are brought to
 * the cloth's own space, wherever the cloth's mesh is.
 *
 * ```ts
 * cloth.pin(0, new ObjectTarget(() => mesh, () => pole), 'keep')
 * ```
 */
import type { PinFrame } from '@billow/core'
import { Matrix4, type Object3D } from 'three'

export class ObjectTarget implements PinFrame {
  private readonly matrix = new Matrix4()

  /** Both are asked in every step; as long as one is missing, pins stay where they are. */
  constructor(
    private readonly mesh: () => Object3D | null | undefined,
    private readonly object: () => Object3D | null | undefined,
  ) {}

  /** From the object's axes to the cloth's space, m. The same matrix each time. */
  get matrixWorld(): Matrix4 | undefined {
    const mesh = this.mesh()
    const object = this.object()
    if (!mesh || !object) return undefined
    mesh.updateWorldMatrix(true, false)
    object.updateWorldMatrix(true, false)
    return this.matrix.copy(mesh.matrixWorld).invert().multiply(object.matrixWorld)
  }
}
