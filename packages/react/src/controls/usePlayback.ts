'use client'
/**
 * Whether and how fast a scene runs, for the scene and for the buttons beside it. Those who prefer less
 * motion (`prefers-reduced-motion: reduce`) get a scene that stands still until they press play.
 *
 * ```tsx
 * const playback = usePlayback()
 * return (
 *   <>
 *     <Canvas><Simulation {...playback.props}><Cloth /></Simulation></Canvas>
 *     <PlaybackBar playback={playback} lang="de" />
 *   </>
 * )
 * ```
 */
import { checkNumber } from '@billow/core'
import { useCallback, useMemo, useState } from 'react'
import { useLessMotion } from '../useLessMotion.js'

/** What can be stepped and reset: the handle of a `<Simulation>`, `<Cloth>` or `<GrassField>`. */
export interface Playable {
  step(): unknown
  reset(): unknown
}

export interface PlaybackOptions {
  /** Run from the start, unless people prefer less motion. @defaultValue true */
  readonly autoplay?: boolean
  /** Simulated seconds per second at the start. @defaultValue 1 */
  readonly timeScale?: number
}

export interface Playback {
  readonly paused: boolean
  /** Simulated seconds per second, while it runs. */
  readonly timeScale: number
  /** Has nobody yet said whether it is to run? */
  readonly isUntouched: boolean
  readonly setPaused: (paused: boolean) => void
  readonly toggle: () => void
  /** @throws BillowError for a number < 0 */
  readonly setTimeScale: (timeScale: number) => void
  /** Pauses, and takes one fixed step of all that `props` were given to. */
  readonly step: () => void
  /** All that `props` were given to goes back to the start. */
  readonly reset: () => void
  /** To be spread on a `<Simulation>`, or on each `<Cloth>` and `<GrassField>` that is in none. */
  readonly props: {
    readonly paused: boolean
    readonly timeScale: number
    readonly ref: (handle: Playable | null) => (() => void) | undefined
  }
}

/** @throws BillowError for a wrong time scale */
export function usePlayback({ autoplay = true, timeScale = 1 }: PlaybackOptions = {}): Playback {
  checkNumber('usePlayback', 'timeScale', timeScale, { atLeast: 0 })
  const [chosen, setChosen] = useState<boolean>()
  const [scale, setScale] = useState(timeScale)
  const [handles] = useState(() => new Set<Playable>())
  const isCalm = useLessMotion()
  const paused = chosen ?? (!autoplay || isCalm)

  const ref = useCallback(
    (handle: Playable | null) => {
      if (!handle) return undefined
      handles.add(handle)
      return () => void handles.delete(handle)
    },
    [handles],
  )

  return useMemo(
    () => ({
      paused,
      timeScale: scale,
      isUntouched: chosen === undefined,
      setPaused: setChosen,
      toggle() {
        setChosen(!paused)
      },
      setTimeScale(next) {
        checkNumber('usePlayback', 'timeScale', next, { atLeast: 0 })
        setScale(next)
      },
      step() {
        setChosen(true)
        for (const handle of handles) void handle.step()
      },
      reset() {
        for (const handle of handles) void handle.reset()
      },
      props: { paused, timeScale: scale, ref },
    }),
    [paused, scale, chosen, handles, ref],
  )
}
