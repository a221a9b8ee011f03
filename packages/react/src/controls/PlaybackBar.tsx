'use client'
/**
 * `<PlaybackBar>`: buttons that run, stop, step, reset and slow down a scene, as plain HTML beside the
 * canvas. `<PlayButton>` is one large button over it, for scenes that have not been started.
 */
import { checkNumber } from '@billow/core'
import type { ReactNode } from 'react'
import { controlsStyle } from './controlsStyle.js'
import { german } from './texts/de.js'
import { english } from './texts/en.js'
import type { PlaybackTexts } from './texts/PlaybackTexts.js'
import type { Playback } from './usePlayback.js'

export interface PlaybackBarProps {
  /** What `usePlayback` gave. */
  playback: Playback
  /** Simulated seconds per second of slow motion, > 0 and < 1. @defaultValue 0.25 */
  slow?: number | undefined
  /** BCP 47 tag: German, or else English. @defaultValue 'en' */
  lang?: string | undefined
  /** Texts that replace those of the language. */
  texts?: Partial<PlaybackTexts> | undefined
  /** Bring a look along; `false` leaves it to the page. @defaultValue true */
  styled?: boolean | undefined
  className?: string | undefined
  /** Further buttons, after those of the bar. */
  children?: ReactNode
}

/** Outlines of the signs on the buttons, in a square of 16. */
const SIGNS = {
  play: 'M3 1.5v13l11-6.5z',
  pause: 'M3 2h4v12H3zM9 2h4v12H9z',
  step: 'M2 2l7 6-7 6zM10.5 2H13v12h-2.5z',
  reset: 'M8 2.5V0L3.5 3.75 8 7.5V5a4.25 4.25 0 1 1-4.25 4.25h-2.5A6.75 6.75 0 1 0 8 2.5z',
}

/** @throws BillowError for a wrong speed of slow motion */
export function PlaybackBar({
  playback,
  slow = 0.25,
  lang = 'en',
  texts,
  styled = true,
  className = '',
  children,
}: PlaybackBarProps): ReactNode {
  checkNumber('PlaybackBar', 'slow', slow, { above: 0, atMost: 1 })
  const say = textsFor(lang, texts)
  const { paused, timeScale } = playback
  const isSlow = timeScale < 1
  return (
    <div
      role="group"
      aria-label={say.playback}
      lang={say.language}
      className={`billow-controls ${className}`}
    >
      <Style styled={styled} />
      <button type="button" onClick={playback.toggle}>
        <Sign of={paused ? 'play' : 'pause'} />
        {paused ? say.play : say.pause}
      </button>
      <button type="button" onClick={playback.step}>
        <Sign of="step" />
        {say.step}
      </button>
      <button type="button" onClick={playback.reset}>
        <Sign of="reset" />
        {say.reset}
      </button>
      <button
        type="button"
        aria-pressed={isSlow}
        onClick={() => {
          playback.setTimeScale(isSlow ? 1 : slow)
        }}
      >
        {say.slow}
      </button>
      {children}
    </div>
  )
}

export type PlayButtonProps = Omit<PlaybackBarProps, 'slow' | 'children'>

/**
 * A large button in the middle of the positioned element around, as long as the scene waits to be started:
 * for those who prefer less motion, and where `autoplay` is off.
 */
export function PlayButton({
  playback,
  lang = 'en',
  texts,
  styled = true,
  className = '',
}: PlayButtonProps): ReactNode {
  if (!playback.paused || !playback.isUntouched) return null
  const say = textsFor(lang, texts)
  return (
    <>
      <Style styled={styled} />
      <button
        type="button"
        lang={say.language}
        className={`billow-play ${className}`}
        onClick={playback.toggle}
      >
        <Sign of="play" />
        {say.play}
      </button>
    </>
  )
}

function textsFor(lang: string, own: Partial<PlaybackTexts> | undefined): PlaybackTexts {
  return { ...(/^de\b/i.test(lang) ? german : english), ...own }
}

function Style({ styled }: { styled: boolean }): ReactNode {
  return styled ? (
    <style href="billow-controls" precedence="low">
      {controlsStyle}
    </style>
  ) : null
}

function Sign({ of }: { of: keyof typeof SIGNS }): ReactNode {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={SIGNS[of]} />
    </svg>
  )
}
