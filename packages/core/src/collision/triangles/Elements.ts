/**
 * Vertices, edges or triangles of a patch that are near to another patch, with the boxes around them: what is
 * cheap to compare before distances are computed.
 */
import type { ParticleArray } from '../../cloth/ClothState.js'
import type { Faces } from './Faces.js'

export class Elements {
  count = 0
  /** Places in the lists of `Faces`. */
  ids = new Int32Array(32)
  /** Low and high x, y, z of each, m, half of the distance wider on all sides. */
  private boxes = new Float64Array(32 * 6)

  /**
   * @param other the patch to which they are to be near; without it all of them are taken
   * @param distance that counts as near, m
   */
  gather(
    faces: Faces,
    kind: 'vertices' | 'edges' | 'triangles',
    patch: number,
    other: number | undefined,
    distance: number,
    p: ParticleArray,
  ): void {
    const size = kind === 'vertices' ? 1 : kind === 'edges' ? 2 : 3
    const list =
      kind === 'vertices' ? faces.vertices : kind === 'edges' ? faces.edges : faces.corners
    const starts =
      kind === 'vertices'
        ? faces.vertexStarts
        : kind === 'edges'
          ? faces.edgeStarts
          : faces.tree.starts
    const around = faces.tree.boxes
    const near = other === undefined ? -1 : 6 * other
    const half = distance / 2
    this.count = 0
    for (let id = starts[patch]!; id < starts[patch + 1]!; id++) {
      if (this.count === this.ids.length) this.grow()
      const { boxes } = this
      const at = 6 * this.count
      let isNear = true
      for (let k = 0; k < 3; k++) {
        let low = p[list[size * id]! + k]!
        let high = low
        for (let c = 1; c < size; c++) {
          const x = p[list[size * id + c]! + k]!
          if (x < low) low = x
          if (x > high) high = x
        }
        if (
          near >= 0 &&
          (low - distance > around[near + 3 + k]! || high + distance < around[near + k]!)
        ) {
          isNear = false
          break
        }
        boxes[at + k] = low - half
        boxes[at + 3 + k] = high + half
      }
      if (isNear) this.ids[this.count++] = id
    }
  }

  /** Do the boxes of the mth of these and of the nth of others meet? */
  areNear(m: number, others: Elements, n: number): boolean {
    const { boxes } = this
    const { boxes: otherBoxes } = others
    const a = 6 * m
    const b = 6 * n
    return (
      boxes[a]! <= otherBoxes[b + 3]! &&
      boxes[a + 1]! <= otherBoxes[b + 4]! &&
      boxes[a + 2]! <= otherBoxes[b + 5]! &&
      otherBoxes[b]! <= boxes[a + 3]! &&
      otherBoxes[b + 1]! <= boxes[a + 4]! &&
      otherBoxes[b + 2]! <= boxes[a + 5]!
    )
  }

  private grow(): void {
    const ids = new Int32Array(2 * this.ids.length)
    ids.set(this.ids)
    this.ids = ids
    const boxes = new Float64Array(2 * this.boxes.length)
    boxes.set(this.boxes)
    this.boxes = boxes
  }
}
