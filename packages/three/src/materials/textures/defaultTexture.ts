/**
 * Textures that shaders have by default, made in code. One of each for all materials; the memory on
 * the graphics card is given back with the last material that uses it.
 */
import {
  CubeTexture,
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  RedFormat,
  RepeatWrapping,
  RGBAFormat,
  SRGBColorSpace,
  type Texture,
} from 'three'
import { duneHeight, sky, tartan, TARTAN_THREADS, weaveHeight } from './patterns.js'

export type TextureName = 'tartan' | 'weave' | 'dunes' | 'sky'

interface Kept {
  readonly texture: Texture
  users: number
}

const kept = /* @__PURE__ */ new Map<TextureName, Kept>()

/** To be answered with `releaseTexture` when it is not used any more. */
export function takeTexture(name: TextureName): Texture {
  const entry = kept.get(name) ?? { texture: create[name](), users: 0 }
  entry.users++
  kept.set(name, entry)
  return entry.texture
}

export function releaseTexture(name: TextureName): void {
  const entry = kept.get(name)
  if (!entry || --entry.users > 0) return
  entry.texture.dispose()
  kept.delete(name)
}

/** Pixels along a side of the hills and of each side of the sky. */
const SIZE = 128

const create: Readonly<Record<TextureName, () => Texture>> = {
  tartan: () => {
    const data = new Uint8Array(4 * TARTAN_THREADS ** 2)
    for (let y = 0, i = 0; y < TARTAN_THREADS; y++) {
      for (let x = 0; x < TARTAN_THREADS; x++, i += 4) data.set([...tartan(x, y), 255], i)
    }
    const texture = new DataTexture(data, TARTAN_THREADS, TARTAN_THREADS)
    texture.colorSpace = SRGBColorSpace
    return finished(texture)
  },
  weave: () => heights(weaveHeight, 2 * SIZE),
  dunes: () => heights(duneHeight, SIZE),
  sky: createSky,
}

/** Half floats: with 256 levels a gentle slope would be stairs. */
function heights(heightAt: (u: number, v: number) => number, size: number): Texture {
  const data = new Uint16Array(size ** 2)
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i++) {
      data[i] = DataUtils.toHalfFloat(heightAt((x + 0.5) / size, (y + 0.5) / size))
    }
  }
  return finished(new DataTexture(data, size, size, RedFormat, HalfFloatType))
}

function finished(texture: DataTexture): DataTexture {
  texture.wrapS = RepeatWrapping
  texture.wrapT = RepeatWrapping
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}

/**
 * Directions of the six sides, as OpenGL has them (ES 3.0, table 3.21): s right, t down the picture.
 * three.js looks cube textures up with x turned round, so the picture of +x lies at −x of the world.
 */
const SIDES: readonly ((s: number, t: number) => readonly [number, number, number])[] = [
  (s, t) => [1, -t, -s],
  (s, t) => [-1, -t, s],
  (s, t) => [s, 1, t],
  (s, t) => [s, -1, -t],
  (s, t) => [s, -t, 1],
  (s, t) => [-s, -t, -1],
]

function createSky(): CubeTexture {
  const sides = SIDES.map((direction) => {
    const data = new Uint16Array(4 * SIZE ** 2)
    for (let row = 0, i = 0; row < SIZE; row++) {
      for (let column = 0; column < SIZE; column++, i += 4) {
        const [x, y, z] = direction((2 * column + 1) / SIZE - 1, (2 * row + 1) / SIZE - 1)
        const size = Math.hypot(x, y, z)
        const light = [...sky(-x / size, y / size, z / size), 1]
        data.set(
          light.map((value) => DataUtils.toHalfFloat(value)),
          i,
        )
      }
    }
    return new DataTexture(data, SIZE, SIZE, RGBAFormat, HalfFloatType)
  })
  const texture = new CubeTexture(sides)
  texture.format = RGBAFormat
  texture.type = HalfFloatType
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}
