/**
 * Tells whether anybody can see an element: it is on screen and its tab is in front. Both are
 * watched, since animation frames of a frame scrolled out of view are not throttled everywhere.
 */

/** @param signal ends the watch */
export function watchVisibility(
  element: Element,
  signal: AbortSignal,
  onChange: (visible: boolean) => void,
): void {
  let onScreen = false
  let told = false
  const update = (): void => {
    const visible = onScreen && !document.hidden
    if (visible === told) return
    told = visible
    onChange(visible)
  }
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)!.isIntersecting
    update()
  })
  observer.observe(element)
  document.addEventListener('visibilitychange', update, { signal })
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })
}
