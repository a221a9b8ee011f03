/** Follows a media query, from its value now on. */

/** @param signal ends the watch */
export function watchMedia(
  query: string,
  signal: AbortSignal,
  onChange: (matches: boolean) => void,
): void {
  const list = matchMedia(query)
  list.addEventListener('change', () => onChange(list.matches), { signal })
  onChange(list.matches)
}
