/** @billow/react/controls: plain HTML beside the canvas that runs and sets what is in it. */
export {
  PlaybackBar,
  type PlaybackBarProps,
  PlayButton,
  type PlayButtonProps,
} from './PlaybackBar.js'
export {
  type Playable,
  type Playback,
  type PlaybackOptions,
  useLessMotion,
  usePlayback,
} from './usePlayback.js'
export type { PlaybackTexts } from './texts/PlaybackTexts.js'
