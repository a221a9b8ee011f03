/** How much memory an object holds in typed arrays and WebAssembly, each buffer counted once. */

/** Bytes of all buffers that can be reached from `root`. */
export function bufferBytes(root: object): number {
  const buffers = new Set<ArrayBufferLike>()
  const seen = new Set<object>()
  const queue: unknown[] = [root]
  for (const value of queue) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (value instanceof ArrayBuffer) buffers.add(value)
    else if (ArrayBuffer.isView(value)) buffers.add(value.buffer)
    else queue.push(...(Object.values(value) as unknown[]))
  }
  return Array.from(buffers).reduce((sum, { byteLength }) => sum + byteLength, 0)
}
