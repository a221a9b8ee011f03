/**
 * A pointer that holds on to something in the scene: it is captured where there is something to capture
 * it with, which pointers of headsets have not, and no page scrolls under it. react-three-fiber tells
 * objects of no lost capture, so the page's own events are listened to; others, as those for headsets, do.
 */
import type { ThreeEvent } from '@react-three/fiber'

/** What an event of a page has, and one of a headset may lack. */
type Capturing = Partial<
  Pick<Element, 'setPointerCapture' | 'hasPointerCapture' | 'releasePointerCapture'>
>

export interface HeldPointer {
  /** Does it go on wherever it is? Otherwise only as long as it is over the object. */
  readonly isCaptured: boolean
  letGo(): void
}

/**
 * @param onLoss called when the page takes the pointer away, at most once, and not by `letGo`
 * @param captures otherwise it is held only as long as it is over the object
 */
export function holdPointer(
  { pointerId, target, nativeEvent }: ThreeEvent<PointerEvent>,
  onLoss: () => void,
  captures = true,
): HeldPointer {
  const holder = target as Capturing | null | undefined
  const element = (nativeEvent as Partial<PointerEvent> | undefined)?.target as
    Partial<EventTarget> | null | undefined
  const isCaptured = captures && typeof holder?.setPointerCapture === 'function'
  if (isCaptured) holder.setPointerCapture?.(pointerId)
  const lose = (event: Event): void => {
    if ((event as PointerEvent).pointerId !== pointerId) return
    unlisten()
    onLoss()
  }
  const stay = (event: Event): void => {
    if (event.cancelable) event.preventDefault()
  }
  const unlisten = (): void => {
    for (const name of LOSSES) element?.removeEventListener?.(name, lose)
    element?.removeEventListener?.('touchmove', stay)
  }
  for (const name of LOSSES) element?.addEventListener?.(name, lose)
  element?.addEventListener?.('touchmove', stay, { passive: false })
  return {
    isCaptured,
    letGo() {
      unlisten()
      if (holder?.hasPointerCapture?.(pointerId)) holder.releasePointerCapture?.(pointerId)
    },
  }
}

const LOSSES = ['lostpointercapture', 'pointercancel'] as const

/**
 * Is it a pointer of a headset that has a place in space, as @pmndrs/pointer-events has them? While it is captured,
 * its `point` goes with the hand, and hits nothing.
 */
export function isTracked(event: object): boolean {
  return (event as { readonly pointerPosition?: unknown }).pointerPosition !== undefined
}

/** The main button, a finger, or what has no buttons; others belong to camera controls. */
export function isMainButton({ button }: { readonly button?: number }): boolean {
  return (button ?? 0) === 0
}
