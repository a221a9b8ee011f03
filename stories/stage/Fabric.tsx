/**
 * The cloth of the stories: plain woven fabric with a sheen and a fine grid of lighter threads in
 * which stretch and shear can be seen. The texture is made in code.
 */
import { useEffect, useMemo } from 'react'
import { CanvasTexture, Color, DoubleSide, RepeatWrapping, SRGBColorSpace } from 'three'

const TILE_PIXELS = 128

/** Fibres that stand off shimmer in the colour of the cloth, only lighter. */
const SHEEN_LIGHTNESS = 0.45
const WHITE = new Color('#ffffff')

export interface FabricProps {
  color?: string
  /** How often the pattern repeats along width and height. */
  repeat?: readonly [number, number]
}

export function Fabric({ color = '#b8432f', repeat = [10, 10] }: FabricProps) {
  const texture = useMemo(() => weave(color), [color])
  const sheen = useMemo(() => new Color(color).lerp(WHITE, SHEEN_LIGHTNESS), [color])
  const [u, v] = repeat
  useEffect(() => {
    texture.repeat.set(u, v)
  }, [texture, u, v])
  useEffect(
    () => () => {
      texture.dispose()
    },
    [texture],
  )
  return (
    <meshPhysicalMaterial
      map={texture}
      roughness={0.85}
      sheen={0.6}
      sheenRoughness={0.45}
      sheenColor={sheen}
      side={DoubleSide}
    />
  )
}

/** One tile: threads over and under, with a lighter pair of threads along two edges. */
function weave(color: string): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = TILE_PIXELS
  const context = canvas.getContext('2d')!
  context.fillStyle = color
  context.fillRect(0, 0, TILE_PIXELS, TILE_PIXELS)
  const thread = TILE_PIXELS / 32
  for (let row = 0; row < 32; row++) {
    for (let column = 0; column < 32; column++) {
      context.fillStyle = (row + column) % 2 === 0 ? 'rgba(255,255,255,0.05)' : 'rgba(0,0,0,0.07)'
      context.fillRect(column * thread, row * thread, thread, thread)
    }
  }
  context.fillStyle = 'rgba(255,240,225,0.45)'
  context.fillRect(0, 0, TILE_PIXELS, thread)
  context.fillRect(0, 0, thread, TILE_PIXELS)
  const texture = new CanvasTexture(canvas)
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 8
  return texture
}
