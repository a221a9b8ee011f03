/** `HTMLElement`, or on a server, where an element is never made, something to extend. */
export const BaseElement: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement
