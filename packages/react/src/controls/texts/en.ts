/** English texts of the controls. */
import type { PlaybackTexts } from './PlaybackTexts.js'

export const english: PlaybackTexts = {
  language: 'en',
  playback: 'Playback',
  play: 'Play',
  pause: 'Pause',
  step: 'Step',
  reset: 'Reset',
  slow: 'Slow motion',
}
