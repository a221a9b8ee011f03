/** @billow/react/controls: plain HTML beside the canvas that runs and sets what is in it. */
export type { ClothPanelOptions } from './clothPanel.js'
export { ControlPanel, type ControlPanelProps } from './ControlPanel.js'
export type { GrassPanelOptions } from './grassPanel.js'
export type { Panel, ValuesOf } from './Panel.js'
export type {
  PanelOptions,
  PanelPresets,
  PanelSpec,
  PanelTexts,
  ParameterKey,
} from './PanelSpec.js'
export {
  type ControlPanelOptions,
  useClothPanel,
  useControlPanel,
  useGrassPanel,
  usePanelValues,
} from './useControlPanel.js'
export {
  PlaybackBar,
  type PlaybackBarProps,
  PlayButton,
  type PlayButtonProps,
} from './PlaybackBar.js'
export { type Playable, type Playback, type PlaybackOptions, usePlayback } from './usePlayback.js'
export { useLessMotion } from '../useLessMotion.js'
export type { PlaybackTexts } from './texts/PlaybackTexts.js'
