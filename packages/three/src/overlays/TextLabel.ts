/**
 * A word or a figure at a place of the scene, always upright and as large on the screen wherever that is: a
 * sprite with a picture of the text. Where there is no document to draw it in, nothing is drawn.
 */
import { CanvasTexture, LinearFilter, Sprite, SpriteMaterial, SRGBColorSpace, Vector3 } from 'three'
import { letPointersThrough } from '../touch.js'

/** Height of letters in the picture, pixels. */
const LETTERS = 44
const MARGIN = 14
const FONT = `600 ${LETTERS}px system-ui, sans-serif`

/** Height on the screen, at a distance of 1 m, m. */
const SIZE = 0.026

const scale = /* @__PURE__ */ new Vector3()

export class TextLabel extends Sprite {
  private shown = ''
  private aspect = 1

  constructor() {
    super(
      new SpriteMaterial({
        sizeAttenuation: false,
        depthTest: false,
        transparent: true,
        fog: false,
        toneMapped: false,
      }),
    )
    this.name = 'Label'
    this.visible = false
    this.renderOrder = 11
    letPointersThrough(this)
  }

  get text(): string {
    return this.shown
  }

  set text(text: string) {
    if (text === this.shown) return
    this.shown = text
    this.draw()
  }

  /** Keeps its size on the screen under parents that are scaled. */
  override updateMatrixWorld(force?: boolean): void {
    if (this.parent) {
      this.parent.getWorldScale(scale)
      this.scale.set((SIZE * this.aspect) / scale.x, SIZE / scale.y, 1)
    }
    super.updateMatrixWorld(force)
  }

  override dispose(): void {
    super.dispose()
    this.material.map?.dispose()
    this.material.dispose()
  }

  private draw(): void {
    const canvas = typeof document === 'undefined' ? undefined : document.createElement('canvas')
    const context = canvas?.getContext('2d')
    this.visible = this.shown !== '' && Boolean(context)
    if (!canvas || !context) return
    context.font = FONT
    canvas.width = Math.ceil(context.measureText(this.shown).width) + 2 * MARGIN
    canvas.height = LETTERS + 2 * MARGIN
    // Another size is another context.
    context.font = FONT
    context.fillStyle = 'rgba(20, 24, 30, 0.85)'
    context.beginPath()
    context.roundRect(0, 0, canvas.width, canvas.height, MARGIN)
    context.fill()
    context.fillStyle = '#ffffff'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(this.shown, canvas.width / 2, canvas.height / 2)
    this.aspect = canvas.width / canvas.height
    this.material.map?.dispose()
    const map = new CanvasTexture(canvas)
    map.colorSpace = SRGBColorSpace
    map.minFilter = LinearFilter
    map.generateMipmaps = false
    this.material.map = map
    this.material.needsUpdate = true
  }
}
