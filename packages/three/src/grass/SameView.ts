/** Remembers for which view blades were chosen, so that a view that stays is not chosen for again. */
import type { GrassParams } from '@billow/core'
import type { Camera, Matrix4 } from 'three'

export class SameView {
  private readonly numbers = new Float64Array(48)
  private params: GrassParams | undefined
  private kind = ''

  forget(): void {
    this.params = undefined
  }

  /** Is it the view of the last time? It is then remembered. */
  isSame(camera: Camera, field: Matrix4, params: GrassParams, kind: string): boolean {
    let isSame = params === this.params && kind === this.kind
    this.params = params
    this.kind = kind
    const matrices = [camera.matrixWorld, camera.projectionMatrix, field] as const
    for (let m = 0; m < matrices.length; m++) {
      const { elements } = matrices[m]!
      for (let k = 0; k < 16; k++) {
        if (this.numbers[16 * m + k] !== elements[k]) isSame = false
        this.numbers[16 * m + k] = elements[k]!
      }
    }
    return isSame
  }
}
