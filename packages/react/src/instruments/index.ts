/** @billow/react/instruments: what happens in a cloth over time, recorded, plotted and compared. */
export type { MeasuredQuantities, OwnQuantity } from './ClothMeter.js'
export { Comparison, type EarlierRun } from './Comparison.js'
export { toCsv } from './csv.js'
export {
  type Quantity,
  type RecordedSeries,
  Recording,
  type RecordingSettings,
} from './Recording.js'
export { ClothRecording, type RecordingOptions, useRecording } from './useRecording.js'
export {
  type MeasurementOptions,
  Recorder,
  type RecorderProps,
  useMeasurements,
} from './useMeasurements.js'
export { type ReadingOptions, useReading } from './useReading.js'
export { Ghost, type GhostProps } from './Ghost.js'
export { type ComparisonState, useComparison } from './useComparison.js'
export { EnergyPlot, type EnergyPlotProps } from './plot/EnergyPlot.js'
export { TimePlot, type TimePlotProps } from './plot/TimePlot.js'
