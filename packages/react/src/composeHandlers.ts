/** Pointer handlers of a component and of its user on one object: the user's own run after. */
import type { ThreeEvent } from '@react-three/fiber'

type Handler = (event: ThreeEvent<PointerEvent>) => void

export function composeHandlers<Props extends object>(
  handlers: object | undefined,
  props: Props,
): Partial<Props> {
  const composed: Record<string, Handler> = {}
  for (const [name, handler] of Object.entries(handlers ?? {}) as [string, Handler][]) {
    const own = (props as Record<string, Handler | undefined>)[name]
    composed[name] = own
      ? (event) => {
          handler(event)
          own(event)
        }
      : handler
  }
  return composed as Partial<Props>
}
