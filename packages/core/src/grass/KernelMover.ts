/**
 * Moves blades in WebAssembly SIMD, four at once and in single precision, with the wind at their roots
 * in the same go. State lies in the kernel's memory and is read and written there as it is. What it
 * says is what `ArrayMover` says, within a few units in the last place per step; that one takes over
 * where a field is moved as `paper` has it, or by more sources of wind than there is room for.
 */
import { BLADES_MODULE } from '../kernels/blades.generated.js'
import { WasmModule } from '../kernels/WasmModule.js'
import { AIR_NUMBERS, SOURCE_STRIDE } from '../wind/WindField.js'
import { ArrayMover, type BladeMover } from './ArrayMover.js'
import { FRONT_SHARE } from './blade/forces.js'
import { pressBlades } from './bodies.js'
import type { GrassArrays, GrassStep } from './GrassBackend.js'
import type { GrassBlades } from './GrassBlades.js'
import type { BladeForces } from './stepBlades.js'

interface BladeExports {
  stepBlades(...numbers: number[]): void
}

/** Blades that the kernel takes at once. */
const FOUR = 4

/** Vectors that four blades have that never change: height, firmness, up, front and root. */
const BLOCK = 11

/** Sources of wind that there is room for. */
const MOST_SOURCES = 32

/** What acts on all blades alike. */
const NUMBERS = 8

const ALIGNMENT = 16

let bladeModule: WasmModule | undefined

/** Arrays in the memory of a kernel, and what moves them; undefined where there is no WebAssembly. */
export function createKernelMover(
  blades: GrassBlades,
): { readonly arrays: GrassArrays; readonly mover: BladeMover } | undefined {
  const fours = Math.ceil(blades.count / FOUR)
  const at = layOut(fours)
  bladeModule ??= new WasmModule(BLADES_MODULE)
  const wasm = bladeModule.instantiate(at.end)
  if (!wasm) return undefined
  const { buffer } = wasm
  const floats = (start: number, length: number): Float32Array<ArrayBuffer> =>
    new Float32Array(buffer, start, length)
  writeBlocks(blades, floats(at.blocks, FOUR * BLOCK * fours))
  const arrays: GrassArrays = {
    state: {
      tips: floats(at.tips, 3 * blades.count),
      guides: floats(at.guides, blades.count),
      strengths: floats(at.strengths, blades.count),
    },
    previous: floats(at.previous, 3 * blades.count),
  }
  const mover = new KernelMover(
    wasm.exports as BladeExports,
    at,
    fours,
    floats(at.numbers, NUMBERS),
    floats(at.air, AIR_NUMBERS),
    floats(at.sources, SOURCE_STRIDE * MOST_SOURCES),
  )
  return { arrays, mover }
}

/** Where each array starts, bytes, and how long the whole is. */
type Layout = ReturnType<typeof layOut>

function layOut(fours: number) {
  let end = 0
  const take = (numbers: number): number => {
    const start = end
    end = Math.ceil((end + 4 * numbers) / ALIGNMENT) * ALIGNMENT
    return start
  }
  return {
    blocks: take(FOUR * BLOCK * fours),
    tips: take(3 * FOUR * fours),
    previous: take(3 * FOUR * fours),
    guides: take(FOUR * fours),
    strengths: take(FOUR * fours),
    numbers: take(NUMBERS),
    air: take(AIR_NUMBERS),
    sources: take(SOURCE_STRIDE * MOST_SOURCES),
    end,
  }
}

/** Turns what blades have into vectors of four. What the last four has too much of is a plain blade. */
function writeBlocks(blades: GrassBlades, blocks: Float32Array): void {
  const { heights, firmness, ups, axes, roots, count } = blades
  for (let n = 0; n < blocks.length / BLOCK; n++) {
    const isThere = n < count
    const block = FOUR * BLOCK * Math.floor(n / FOUR) + (n % FOUR)
    const write = (vector: number, value: number | undefined, other: number): void => {
      blocks[block + FOUR * vector] = isThere ? value! : other
    }
    write(0, heights[n], 1)
    write(1, firmness[n], 1)
    for (let k = 0; k < 3; k++) {
      write(2 + k, ups[3 * n + k], k === 1 ? 1 : 0)
      // The second axis: where its front is.
      write(5 + k, axes[6 * n + 3 + k], k === 2 ? 1 : 0)
      write(8 + k, roots[3 * n + k], 0)
    }
  }
}

class KernelMover implements BladeMover {
  private plain: ArrayMover | undefined

  constructor(
    private readonly kernel: BladeExports,
    private readonly at: Layout,
    private readonly fours: number,
    private readonly numbers: Float32Array,
    private readonly air: Float32Array,
    private readonly sources: Float32Array,
  ) {}

  step(blades: GrassBlades, arrays: GrassArrays, step: GrassStep): number {
    const { forces, bodies, air, moment, origin, windHold } = step
    const sourceCount = air.packedSources.length / SOURCE_STRIDE
    if (forces.model !== 'stable' || sourceCount > MOST_SOURCES) {
      this.plain ??= new ArrayMover()
      return this.plain.step(blades, arrays, step)
    }
    const { at, fours, kernel } = this
    this.writeForces(forces)
    this.writeSources(air.packedSources, origin)
    const modes = air.writeModes(moment, origin, this.air)
    kernel.stepBlades(
      at.blocks,
      at.tips,
      at.previous,
      at.guides,
      at.strengths,
      fours,
      at.numbers,
      at.air,
      modes,
      at.sources,
      sourceCount,
      windHold,
    )
    if (bodies.count === 0) return 0
    return pressBlades(blades, arrays.state, bodies.packed, bodies.count, forces.model)
  }

  private writeForces({ dt, stiffness, lift, recovery, gravity }: BladeForces): void {
    const { numbers } = this
    const [x, y, z] = gravity
    numbers[0] = dt
    numbers[1] = stiffness
    numbers[2] = lift
    numbers[3] = recovery * dt
    numbers[4] = FRONT_SHARE * Math.sqrt(x * x + y * y + z * z)
    numbers[5] = x
    numbers[6] = y
    numbers[7] = z
  }

  private writeSources(packed: Readonly<Float64Array>, origin: Float64Array): void {
    for (let i = 0; i < packed.length; i++) {
      const axis = i % SOURCE_STRIDE
      this.sources[i] = packed[i]! - (axis < 3 ? origin[axis]! : 0)
    }
  }
}
