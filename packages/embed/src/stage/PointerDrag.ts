/**
 * Drags the cloth by mouse, pen or finger. The pointer is captured, so that a drag that leaves the
 * canvas still ends. A finger on the cloth drags it and leaves the page where it is; beside the cloth
 * it scrolls the page, as anywhere else. What it is to be is known only when it touches: too late for
 * `touch-action`, in time to prevent what the touch would do.
 */
import { ClothDragger, type ClothMesh } from '@billow/three'
import { type PerspectiveCamera, Raycaster, Vector2 } from 'three'

export class PointerDrag {
  private readonly dragger: ClothDragger
  private readonly raycaster = new Raycaster()
  private readonly listeners = new AbortController()
  private pointerId: number | undefined
  private isEnabled = false

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly mesh: ClothMesh,
    private readonly camera: PerspectiveCamera,
  ) {
    this.dragger = new ClothDragger(mesh)
    const { signal } = this.listeners
    const end = (event: PointerEvent): void => {
      if (event.pointerId === this.pointerId) this.end()
    }
    canvas.addEventListener('pointerdown', (event) => this.start(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.move(event), { signal })
    // Comes after `pointerdown`, by which the finger has hold of the cloth or has not.
    canvas.addEventListener('touchstart', (event) => this.keepPage(event), {
      signal,
      passive: false,
    })
    canvas.addEventListener('pointerup', end, { signal })
    canvas.addEventListener('pointercancel', end, { signal })
    canvas.addEventListener('lostpointercapture', end, { signal })
  }

  set enabled(enabled: boolean) {
    this.isEnabled = enabled
    if (!enabled) this.end()
  }

  end(): void {
    const { pointerId } = this
    this.pointerId = undefined
    this.dragger.end()
    this.canvas.style.cursor = ''
    if (pointerId !== undefined && this.canvas.hasPointerCapture(pointerId))
      this.canvas.releasePointerCapture(pointerId)
  }

  dispose(): void {
    this.end()
    this.listeners.abort()
  }

  private start(event: PointerEvent): void {
    if (!this.isEnabled || this.pointerId !== undefined || event.button !== 0) return
    const hit = this.hit(event)
    if (!hit || !this.dragger.start(hit, this.camera)) return
    this.pointerId = event.pointerId
    this.canvas.setPointerCapture(event.pointerId)
    this.canvas.style.cursor = 'grabbing'
  }

  private keepPage(event: TouchEvent): void {
    if (this.pointerId !== undefined && event.cancelable) event.preventDefault()
  }

  private move(event: PointerEvent): void {
    if (event.pointerId === this.pointerId) {
      this.aim(event)
      this.dragger.move(this.raycaster.ray)
    } else if (event.pointerType === 'mouse' && this.pointerId === undefined) {
      this.canvas.style.cursor = this.isEnabled && this.hit(event) ? 'grab' : ''
    }
  }

  private hit(event: PointerEvent) {
    this.aim(event)
    return this.raycaster.intersectObject(this.mesh)[0]
  }

  private aim(event: PointerEvent): void {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const x = (2 * (event.clientX - left)) / width - 1
    const y = 1 - (2 * (event.clientY - top)) / height
    this.raycaster.setFromCamera(new Vector2(x, y), this.camera)
  }
}
