const LONGEST = 40

/** Text that somebody else wrote, short enough to show. */
export function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
