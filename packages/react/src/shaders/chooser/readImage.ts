/**
 * A picture of the user's as a texture: checked, decoded, no larger than the graphics card takes. No
 * address of the file is made, so there is none to revoke, and it stays on this machine.
 */
import {
  CanvasTexture,
  LinearMipmapLinearFilter,
  NoColorSpace,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
} from 'three'

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const

/** Bytes; a picture of 4096² pixels has about 15 MB. */
export const LARGEST_FILE = 20e6

/** Pixels along a side; more is not seen on a cloth, and takes 350 MB with its mipmaps at 8192. */
const LARGEST_SIDE = 4096

export type ImageProblem = 'type' | 'size' | 'broken'

export class ImageError extends Error {
  constructor(
    readonly problem: ImageProblem,
    readonly file: File,
  ) {
    super(`@billow/react: the image ${file.name}: ${problem}`)
    this.name = 'ImageError'
  }
}

/**
 * @param content what the numbers in it are: sRGB colours, or heights
 * @param deviceLimit pixels along a side that the graphics card takes
 * @throws ImageError for what is no image, too large, or cannot be decoded
 */
export async function readImage(
  file: File,
  content: 'color' | 'height',
  deviceLimit: number,
): Promise<Texture> {
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type)) throw new ImageError('type', file)
  if (file.size > LARGEST_FILE) throw new ImageError('size', file)
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new ImageError('broken', file)
  })
  try {
    const texture = new CanvasTexture(scaledDown(bitmap, Math.min(deviceLimit, LARGEST_SIDE)))
    texture.name = file.name
    texture.colorSpace = content === 'color' ? SRGBColorSpace : NoColorSpace
    texture.wrapS = texture.wrapT = RepeatWrapping
    texture.minFilter = LinearMipmapLinearFilter
    return texture
  } finally {
    bitmap.close()
  }
}

function scaledDown(bitmap: ImageBitmap, limit: number): HTMLCanvasElement {
  const scale = Math.min(1, limit / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(scale * bitmap.width))
  canvas.height = Math.max(1, Math.round(scale * bitmap.height))
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}
