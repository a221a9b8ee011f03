import { type InstancedMesh, Matrix4, Vector3 } from 'three'

/** Places and sizes of the instances that are drawn. */
export function instancesOf(part: InstancedMesh) {
  const matrix = new Matrix4()
  return Array.from({ length: part.count }, (_, n) => {
    part.getMatrixAt(n, matrix)
    return {
      at: new Vector3().setFromMatrixPosition(matrix),
      size: new Vector3().setFromMatrixScale(matrix),
    }
  })
}
