/**
 * A cloth as it is drawn now: positions between its last two states, smooth normals, box and sphere
 * around them, all from one call. In WebAssembly SIMD wherever that runs, for every solver, and on
 * the page for a cloth in a worker.
 *
 * ```ts
 * const drawing = new ClothDrawing(cloth.sheet)
 * cloth.advance(frameSeconds)
 * drawing.update(cloth)
 * ```
 *
 * Results are in a memory of this drawing, in arrays that stay the same: a graphics library can take
 * them as they are. A cloth that nobody draws has no such memory.
 */
import { VIEW_MODULE } from '../kernels/view.generated.js'
import { WasmModule } from '../kernels/WasmModule.js'
import { type Bounds3, createBounds } from '../mesh/bounds.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import type { ClothView } from './ClothView.js'
import { createPlainDraw, type Draw, type DrawnArrays } from './plainDrawing.js'

interface ViewExports {
  draw(...numbers: number[]): void
  spread(...numbers: number[]): void
}

/** Kernels write and read four numbers at once: so many bytes past the end of a list of points. */
const OVERHANG = 16

/** Where `numbers` of `assembly/view.ts` have the far corner of the box and the share of the later state. */
const MAX = 4
const ALPHA = 10
const NUMBERS = 12

/** Where they have the square of the radius, in double precision. */
const SQUARE = 4

let viewModule: WasmModule | undefined

export class ClothDrawing {
  private readonly arrays: DrawnArrays
  private readonly draw: Draw

  /** @param sheet of the cloth; a `rebuild` makes another one, which needs another drawing */
  constructor(private readonly sheet: ClothSheet) {
    const { arrays, draw } = createDrawing(sheet)
    this.arrays = arrays
    this.draw = draw
    this.topologyChanged()
  }

  /** xyz per vertex, m. The same array for ever. */
  get positions(): Float32Array {
    return this.arrays.positions
  }

  /** Unit xyz per vertex; of those whose triangles have no area, the last one they had. */
  get normals(): Float32Array {
    return this.arrays.normals
  }

  /** xyz per particle, m: where each is drawn. `positions`, where the sheet has no seams. */
  get particles(): Float32Array {
    return this.arrays.particles
  }

  /** Box and sphere around what is drawn, m. */
  get bounds(): Readonly<Bounds3> {
    return this.arrays.bounds
  }

  /** Takes over triangles and vertices that a tear has changed: to be called for every `topologyRevision`. */
  topologyChanged(): void {
    const { triangles, particleOfVertex } = this.arrays
    triangles.set(this.sheet.triangles)
    particleOfVertex?.set(this.sheet.particleOfVertex!)
  }

  /**
   * Renews everything. Allocates nothing.
   *
   * @param cloth of the sheet that the drawing was made for
   * @param interpolate false takes the positions after the last step
   */
  update(cloth: ClothView, interpolate = true): void {
    this.draw(cloth.previousPositions, cloth.positions, interpolate ? cloth.alpha : 1)
  }
}

function createDrawing(sheet: ClothSheet): { arrays: DrawnArrays; draw: Draw } {
  const { particleCount, triangles, particleOfVertex } = sheet
  const vertexCount = sheet.uvs.length / 2
  const pointBytes = 12 * particleCount + OVERHANG
  const vertexBytes = particleOfVertex ? 12 * vertexCount + OVERHANG : 0
  let end = 0
  const reserve = (bytes: number): number => {
    const start = end
    end = 16 * Math.ceil((start + bytes) / 16)
    return start
  }
  const at = {
    numbers: reserve(4 * NUMBERS),
    now: reserve(pointBytes),
    before: reserve(pointBytes),
    particles: reserve(pointBytes),
    particleNormals: reserve(pointBytes),
    sums: reserve(16 * particleCount),
    triangles: reserve(4 * triangles.length),
    particleOfVertex: reserve(4 * (particleOfVertex?.length ?? 0)),
    positions: reserve(vertexBytes),
    normals: reserve(vertexBytes),
  }
  viewModule ??= new WasmModule(VIEW_MODULE)
  const instance = viewModule.instantiate(end)
  const floats = (start: number, length: number): Float32Array =>
    instance ? new Float32Array(instance.buffer, start, length) : new Float32Array(length)
  const integers = (start: number, length: number): Uint32Array =>
    instance ? new Uint32Array(instance.buffer, start, length) : new Uint32Array(length)
  const particles = floats(at.particles, 3 * particleCount)
  const particleNormals = floats(at.particleNormals, 3 * particleCount)
  const seams = particleOfVertex !== undefined
  const arrays: DrawnArrays = {
    particles,
    particleNormals,
    positions: seams ? floats(at.positions, 3 * vertexCount) : particles,
    normals: seams ? floats(at.normals, 3 * vertexCount) : particleNormals,
    triangles: integers(at.triangles, triangles.length),
    particleOfVertex: seams ? integers(at.particleOfVertex, vertexCount) : undefined,
    bounds: createBounds(),
  }
  if (!instance) return { arrays, draw: createPlainDraw(arrays) }

  const wasm = instance.exports as ViewExports
  const now = floats(at.now, 3 * particleCount)
  const before = floats(at.before, 3 * particleCount)
  const numbers = floats(at.numbers, NUMBERS)
  const squares = new Float64Array(instance.buffer, at.numbers, NUMBERS / 2)
  const triangleCount = triangles.length / 3
  const draw: Draw = (earlier, later, alpha) => {
    numbers[ALPHA] = alpha
    now.set(later)
    if (alpha !== 1) before.set(earlier)
    // prettier-ignore
    wasm.draw(
      at.now, at.before, at.particles, at.particleNormals, at.sums, particleCount,
      at.triangles, triangleCount, at.numbers,
    )
    if (seams) {
      wasm.spread(at.particles, at.particleOfVertex, at.positions, vertexCount)
      wasm.spread(at.particleNormals, at.particleOfVertex, at.normals, vertexCount)
    }
    readBounds(numbers, squares, arrays.bounds)
  }
  return { arrays, draw }
}

function readBounds(numbers: Float32Array, squares: Float64Array, bounds: Bounds3): void {
  for (let k = 0; k < 3; k++) {
    bounds.min[k] = numbers[k]!
    bounds.max[k] = numbers[MAX + k]!
    bounds.center[k] = (numbers[k]! + numbers[MAX + k]!) / 2
  }
  bounds.radius = Math.sqrt(squares[SQUARE]!)
}
