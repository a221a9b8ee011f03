/**
 * The look of the sheet, drawn in code: bands in two tones, crossing where they run both ways, and
 * the small irregularities of single threads. The picture shows how the sheet is deformed, which a
 * plain colour would hide.
 */
import { CanvasTexture, DoubleSide, MeshPhysicalMaterial, SRGBColorSpace } from 'three'
import type { Pattern } from '../presets.js'
import { FABRIC } from './palette.js'

/** Picture elements along each side; a band edge stays sharp when the element fills a screen. */
const SIZE = 1024

/** A thread is this many picture elements wide and at most this much darker than its neighbours. */
const THREAD = 2
const THREAD_DARKNESS = 0.06

/** Bands in one direction only are dense; crossing ones let the tones mix. */
const BAND_ALPHA = { single: 0.94, crossing: 0.55 } as const

const ANISOTROPY = 8

export class Fabric {
  readonly material: MeshPhysicalMaterial
  private readonly texture: CanvasTexture

  constructor(pattern: Pattern) {
    this.texture = new CanvasTexture(drawFabric(pattern))
    this.texture.colorSpace = SRGBColorSpace
    this.texture.anisotropy = ANISOTROPY
    this.material = new MeshPhysicalMaterial({
      map: this.texture,
      roughness: 0.9,
      side: DoubleSide,
      // The soft rim of woven fibres seen at a low angle.
      sheen: 0.35,
      sheenRoughness: 0.6,
      sheenColor: 0xfff4e6,
    })
  }

  dispose(): void {
    this.texture.dispose()
    this.material.dispose()
  }
}

function drawFabric({ columns, rows }: Pattern): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.fillStyle = FABRIC.light
  context.fillRect(0, 0, SIZE, SIZE)

  context.fillStyle = FABRIC.deep
  context.globalAlpha = columns > 0 && rows > 0 ? BAND_ALPHA.crossing : BAND_ALPHA.single
  for (let i = 0; i < columns; i += 2) {
    context.fillRect((i * SIZE) / columns, 0, SIZE / columns, SIZE)
  }
  for (let j = 0; j < rows; j += 2) {
    context.fillRect(0, (j * SIZE) / rows, SIZE, SIZE / rows)
  }

  context.fillStyle = '#000'
  for (let n = 0; n < SIZE / THREAD; n++) {
    context.globalAlpha = THREAD_DARKNESS * scatter(2 * n)
    context.fillRect(n * THREAD, 0, THREAD, SIZE)
    context.globalAlpha = THREAD_DARKNESS * scatter(2 * n + 1)
    context.fillRect(0, n * THREAD, SIZE, THREAD)
  }
  return canvas
}

/** A number from 0 to 1 that looks random, the same for the same thread. */
function scatter(n: number): number {
  const x = Math.sin(n * 12.9898) * 43758.5453
  return x - Math.floor(x)
}
