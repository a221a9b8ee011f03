/**
 * A WebAssembly module that is shipped as text and shared by all simulations of a kind, each with a
 * memory and an instance of its own.
 *
 * One memory each, not one for all with an allocator: a memory that grows takes its buffer away from
 * every typed array over it, in the middle of another simulation's step, and one that does not grow
 * would have to be as large as all that may come. A memory of its own has the right size from the
 * start, is freed with its simulation, and leaves nothing to be freed by hand.
 */
import { decodeHex } from './hex.js'

/** What is used of the global `WebAssembly`, which belongs to the DOM's types and to Node's. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { initial: number; maximum: number }) => {
    readonly buffer: ArrayBuffer
  }
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

const PAGE_BYTES = 65536

/** Most attempts that are left out in a row. */
const MOST_LEFT_OUT = 63

/**
 * Where memory was refused: how many attempts are left out before the next, and how many were the last time.
 * Engines reserve some 8 GiB of addresses for each memory, so that a page holds about 125 of them, and they
 * collect all garbage twice before they refuse one, which may take half a second. Each refusal in a row
 * doubles what is left out.
 */
const refusal = { leftOut: 0, pause: 0 }

export interface WasmInstance {
  readonly buffer: ArrayBuffer
  readonly exports: object
}

export class WasmModule {
  private module: object | undefined
  private refused = false

  /** @param text a module in hexadecimal digits, one that imports `env.memory` and nothing else */
  constructor(private readonly text: string) {}

  /**
   * An instance over a new memory, all zeros. Synchronous: engines compile modules of some kilobytes
   * at once, also in a page.
   * @param bytes least size of the memory
   * @returns undefined where there is no WebAssembly or no SIMD, where the page's content security
   * policy refuses it, or where no memory is left for it
   */
  instantiate(bytes: number): WasmInstance | undefined {
    const { WebAssembly: api } = globalThis as { WebAssembly?: WebAssemblyApi }
    if (api === undefined || this.refused) return undefined
    if (refusal.leftOut > 0) {
      refusal.leftOut--
      return undefined
    }
    try {
      this.module ??= this.compile(api)
      if (this.module === undefined) return undefined
      const pages = Math.ceil(bytes / PAGE_BYTES)
      const memory = new api.Memory({ initial: pages, maximum: pages })
      const { exports } = new api.Instance(this.module, { env: { memory } })
      refusal.pause = 0
      return { buffer: memory.buffer, exports }
    } catch (error) {
      // A policy refuses for good, and reports every attempt; memory may be there another time.
      if (error instanceof RangeError) {
        refusal.leftOut = refusal.pause
        refusal.pause = Math.min(2 * refusal.pause + 1, MOST_LEFT_OUT)
      } else this.refused = true
      return undefined
    }
  }

  private compile(api: WebAssemblyApi): object | undefined {
    const bytes = decodeHex(this.text)
    if (api.validate(bytes)) return new api.Module(bytes)
    this.refused = true
    return undefined
  }
}
