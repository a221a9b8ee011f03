'use client'
/**
 * Values of which some are costly to follow: these change only once they have stood still for a moment,
 * so that a slider that is dragged does not rebuild a simulation in every frame.
 */
import { useEffect, useMemo, useState } from 'react'

type Values = Readonly<Record<string, unknown>>

/** Longer than between two events of a slider that moves, shorter than somebody would wait, ms. */
const STILL_MS = 200

/** @param keys of the costly values; they have to be plain data */
export function useSettled(values: Values, keys: readonly string[]): Values {
  const now = JSON.stringify(Object.fromEntries(keys.map((key) => [key, values[key]])))
  const [still, setStill] = useState(now)
  useEffect(() => {
    if (now === still) return undefined
    const timer = setTimeout(() => {
      setStill(now)
    }, STILL_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [now, still])
  const settled = useMemo(() => JSON.parse(still) as Values, [still])
  const held = keys.filter((key) => key in settled).map((key) => [key, settled[key]])
  return { ...values, ...(Object.fromEntries(held) as Values) }
}
