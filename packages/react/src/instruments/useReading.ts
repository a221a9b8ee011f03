'use client'
/** The last sample of a recording as a value in React, a few times per second. */
import { checkNumber } from '@billow/core'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Recording } from './Recording.js'

const MS = 1000

const nothing = (): undefined => undefined

export interface ReadingOptions {
  /** Most renders per second of the page's time. @defaultValue 5 */
  readonly rate?: number | undefined
}

/**
 * Values by id, and `time`; undefined before the first sample. Only the component that calls it renders
 * anew.
 *
 * @throws BillowError for a wrong rate
 */
export function useReading(
  recording: Recording,
  { rate = 5 }: ReadingOptions = {},
): Readonly<Record<string, number>> | undefined {
  checkNumber('useReading', 'rate', rate, { above: 0 }, 'Hz')
  const shown = useRef<{ of: Recording; values: Recording['latest'] }>(undefined)

  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const take = (): void => {
        timer = undefined
        shown.current = { of: recording, values: recording.latest }
        onChange()
      }
      const unsubscribe = recording.subscribe(() => {
        timer ??= setTimeout(take, MS / rate)
      })
      return () => {
        unsubscribe()
        clearTimeout(timer)
      }
    },
    [recording, rate],
  )

  return useSyncExternalStore(
    subscribe,
    () => {
      if (shown.current?.of !== recording)
        shown.current = { of: recording, values: recording.latest }
      return shown.current.values
    },
    nothing,
  )
}
