/**
 * How lines look: each has a colour, a pattern of dashes and a width, so that they can be told apart without
 * seeing colours. Hues are those of Okabe and Ito (2008), made darker or lighter until they have a contrast
 * of 3 to 1 (WCAG 2.2, 1.4.11) to light and to dark pages.
 */

export interface LineLook {
  readonly color: string
  /** Lengths drawn and left out, in pixels of the page; empty for a line drawn through. */
  readonly dash: readonly number[]
  /** Pixels of the page. */
  readonly width: number
}

const ON_LIGHT = ['#0069a6', '#b84b00', '#00714f', '#9c3f78', '#6b5a00', '#5b4bb7']
const ON_DARK = ['#56b4e9', '#f0a030', '#2fc495', '#ea94c6', '#e6d94a', '#a99df5']

const DASHES = [[], [10, 4], [9, 3, 2, 3], [5, 3], [12, 3, 4, 3], [7, 2, 2, 2, 2, 2]]

/** Of earlier runs: finer than any of the others. */
const EARLIER = [2, 3]

/** @param ink the colour of the text, in place of a hue; for what sums up the others */
export function lineLook(index: number, isDark: boolean, ink?: string): LineLook {
  if (ink !== undefined) return { color: ink, dash: [], width: 3 }
  const colors = isDark ? ON_DARK : ON_LIGHT
  const n = index % colors.length
  return { color: colors[n]!, dash: DASHES[n]!, width: 2 }
}

export function earlierLook({ color }: LineLook): LineLook {
  return { color, dash: EARLIER, width: 1.5 }
}

/** Is text of this colour for dark pages? @param color as `getComputedStyle` has it */
export function isForDark(color: string): boolean {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 128
}
