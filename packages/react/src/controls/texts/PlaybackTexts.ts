/** What the buttons of `<PlaybackBar>` say. */

export interface PlaybackTexts {
  /** BCP 47 tag. */
  readonly language: string
  /** Names the group of buttons. */
  readonly playback: string
  readonly play: string
  readonly pause: string
  readonly step: string
  readonly reset: string
  readonly slow: string
}
