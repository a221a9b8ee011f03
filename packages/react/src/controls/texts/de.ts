/** German texts of the controls. */
import type { PlaybackTexts } from './PlaybackTexts.js'

export const german: PlaybackTexts = {
  language: 'de',
  playback: 'Wiedergabe',
  play: 'Abspielen',
  pause: 'Anhalten',
  step: 'Ein Schritt',
  reset: 'Zurücksetzen',
  slow: 'Zeitlupe',
}
