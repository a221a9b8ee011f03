'use client'
/** Colour and font of the text where a component is: a chart on a canvas knows nothing of CSS. */
import { type RefObject, useEffect, useState } from 'react'
import { isForDark } from './lines.js'

export interface PageLook {
  readonly ink: string
  readonly font: string
  readonly isDark: boolean
}

const UNKNOWN: PageLook = { ink: 'rgb(31, 35, 40)', font: 'sans-serif', isDark: false }

/** Pages change between light and dark without telling; it is looked up so often, ms. */
const INTERVAL_MS = 500

export function usePageLook(element: RefObject<Element | null>): PageLook {
  const [look, setLook] = useState(UNKNOWN)
  useEffect(() => {
    const read = (): void => {
      if (!element.current) return
      const { color, fontFamily } = getComputedStyle(element.current)
      setLook((before) =>
        before.ink === color && before.font === fontFamily
          ? before
          : { ink: color, font: fontFamily, isDark: isForDark(color) },
      )
    }
    read()
    const timer = setInterval(read, INTERVAL_MS)
    return () => {
      clearInterval(timer)
    }
  }, [element])
  return look
}

/** The colour behind an element. */
export function paperOf(element: Element, isDark: boolean): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (backgroundColor !== 'transparent' && !/, 0\)$/.test(backgroundColor)) return backgroundColor
  }
  return isDark ? '#16191e' : '#ffffff'
}
