/**
 * Drags the cloth by mouse, pen or fingers, each with a hand of its own. Pointers are captured, so that
 * a drag that leaves the canvas still ends. A finger on the cloth drags it and leaves the page where it is; beside the cloth
 * it scrolls the page, as anywhere else. What it is to be is known only when it touches: too late for
 * `touch-action`, in time to prevent what the touch would do.
 */
import { ClothDragger, type ClothMesh } from '@billow/three'
import { type PerspectiveCamera, Raycaster, Vector2 } from 'three'

export class PointerDrag {
  /** One per pointer that has hold of the cloth. */
  private readonly hands = new Map<number, ClothDragger>()
  private readonly raycaster = new Raycaster()
  private readonly listeners = new AbortController()
  private isEnabled = false

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly mesh: ClothMesh,
    private readonly camera: PerspectiveCamera,
  ) {
    const { signal } = this.listeners
    const end = (event: PointerEvent): void => {
      this.end(event.pointerId)
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
    if (!enabled) this.endAll()
  }

  endAll(): void {
    for (const pointerId of [...this.hands.keys()]) this.end(pointerId)
  }

  dispose(): void {
    this.endAll()
    this.listeners.abort()
  }

  private start(event: PointerEvent): void {
    const { hands, mesh, canvas } = this
    const { pointerId } = event
    if (!this.isEnabled || hands.has(pointerId) || event.button !== 0) return
    const hit = this.hit(event)
    if (!hit) return
    const particle = mesh.particleAt(hit)
    const hand = new ClothDragger(mesh)
    const isTaken = [...hands.values()].some((other) => other.particle === particle)
    if (isTaken || !hand.start(hit, this.camera)) return
    hands.set(pointerId, hand)
    canvas.setPointerCapture(pointerId)
    canvas.style.cursor = 'grabbing'
  }

  private end(pointerId: number): void {
    const { hands, canvas } = this
    const hand = hands.get(pointerId)
    if (!hand) return
    hands.delete(pointerId)
    hand.end()
    if (hands.size === 0) canvas.style.cursor = ''
    if (canvas.hasPointerCapture(pointerId)) canvas.releasePointerCapture(pointerId)
  }

  private keepPage(event: TouchEvent): void {
    if (this.hands.size > 0 && event.cancelable) event.preventDefault()
  }

  private move(event: PointerEvent): void {
    const hand = this.hands.get(event.pointerId)
    if (hand) {
      this.aim(event)
      hand.move(this.raycaster.ray)
    } else if (event.pointerType === 'mouse' && this.hands.size === 0) {
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
