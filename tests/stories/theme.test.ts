// Text of the stage is read in light and in dark: WCAG 2.2, 1.4.3 asks for a contrast of 4.5 : 1.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { themes } from '../../stories/stage/theme.js'

const ENOUGH = 4.5

/** Relative luminance of #rgb or #rrggbb, WCAG 2.2. */
function luminance(color: string): number {
  const digits = color.slice(1)
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const [r, g, b] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(long.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

it('contrast: black on white has 21 : 1, #777 on white 4.48 : 1 (WCAG)', () => {
  expect(contrast('#000', '#fff')).toBeCloseTo(21, 10)
  expect(contrast('#777', '#fff')).toBeCloseTo(4.48, 2)
})

describe.each(Object.entries(themes))('%s', (_, { ink, panel, backdrop }) => {
  it.each([
    ['the bar', panel],
    ['the stage', backdrop],
  ])('text on %s: 4.5 : 1 (WCAG 1.4.3)', (_place, background) => {
    expect(contrast(ink, background)).toBeGreaterThan(ENOUGH)
  })
})

it('text on pressed buttons: 4.5 : 1 (WCAG 1.4.3)', () => {
  const css = readFileSync(new URL('../../stories/stage/stage.css', import.meta.url), 'utf8')
  const rule = /\[aria-pressed='true'\] \{([^}]*)\}/.exec(css)![1]!
  const background = /background: (#\w+)/.exec(rule)![1]!
  const color = /[^-]color: (#\w+)/.exec(rule)![1]!
  expect(contrast(color, background)).toBeGreaterThan(ENOUGH)
})
