/**
 * Heights of a texture on the processor, filtered as the graphics card does it (ES 3.0, 3.8.10): what
 * rays and bounds need of a surface that only the card displaces.
 */
import {
  ClampToEdgeWrapping,
  DataUtils,
  HalfFloatType,
  MirroredRepeatWrapping,
  type Texture,
  UnsignedByteType,
} from 'three'

interface Heights {
  readonly version: number
  readonly width: number
  readonly height: number
  /** Red channel, from the row that v = 0 is in. */
  readonly values: Float32Array
  readonly range: number
}

const read = /* @__PURE__ */ new WeakMap<Texture, Heights>()

/** Height at u, v: linear between texels, as the texture wraps. 0 while its picture loads. */
export function heightAt(texture: Texture, u: number, v: number): number {
  const heights = heightsOf(texture)
  if (!heights) return 0
  const { width, height, values } = heights
  const [x, y] = [u * width - 0.5, v * height - 0.5]
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - i, y - j]
  const at = (column: number, row: number): number =>
    values[wrapped(row, height, texture.wrapT) * width + wrapped(column, width, texture.wrapS)]!
  return (
    (1 - fy) * ((1 - fx) * at(i, j) + fx * at(i + 1, j)) +
    fy * ((1 - fx) * at(i, j + 1) + fx * at(i + 1, j + 1))
  )
}

/** Largest size of a height; 1, which is all that a picture can hold, while it loads. */
export function heightRange(texture: Texture): number {
  return heightsOf(texture)?.range ?? 1
}

function wrapped(index: number, count: number, wrap: number): number {
  if (wrap === ClampToEdgeWrapping) return Math.min(count - 1, Math.max(0, index))
  const period = wrap === MirroredRepeatWrapping ? 2 * count : count
  const place = ((index % period) + period) % period
  return place < count ? place : period - 1 - place
}

function heightsOf(texture: Texture): Heights | undefined {
  const known = read.get(texture)
  if (known?.version === texture.version) return known
  const image = texture.image as ImageData | CanvasImageSource | undefined
  if (!image) return undefined
  const pixels = 'data' in image ? image : drawn(image)
  if (!pixels) return undefined
  const { width, height, data } = pixels
  const channels = data.length / (width * height)
  const values = Float32Array.from({ length: width * height }, (_, i) =>
    toNumber(data[i * channels]!, texture.type),
  )
  // Pictures are turned over on their way to the card, data is not.
  if (!('data' in image) && texture.flipY) turnOver(values, width)
  const range = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const heights = { version: texture.version, width, height, values, range }
  read.set(texture, heights)
  return heights
}

function toNumber(value: number, type: number): number {
  if (type === HalfFloatType) return DataUtils.fromHalfFloat(value)
  return type === UnsignedByteType ? value / 255 : value
}

function drawn(image: CanvasImageSource): ImageData | undefined {
  const { width, height } = sizeOf(image)
  if (width === 0 || height === 0 || typeof OffscreenCanvas === 'undefined') return undefined
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, width, height)
}

function sizeOf(image: CanvasImageSource): { width: number; height: number } {
  if ('naturalWidth' in image) return { width: image.naturalWidth, height: image.naturalHeight }
  const { width, height } = image as ImageBitmap
  return { width, height }
}

function turnOver(values: Float32Array, width: number): void {
  const copy = values.slice()
  const rows = values.length / width
  for (let row = 0; row < rows; row++) {
    values.set(copy.subarray((rows - 1 - row) * width, (rows - row) * width), row * width)
  }
}
