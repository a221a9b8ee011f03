'use client'
/** Measurements of a cloth over time, in a component inside it, or one that has its handle. */
import type { ReactNode } from 'react'
import type { ClothHandle, ClothWorkerHandle } from '../cloth/ClothHandle.js'
import { useRecorder } from './useRecorder.js'
import { type ClothRecording, type RecordingOptions, useRecording } from './useRecording.js'

export interface MeasurementOptions extends RecordingOptions {
  /**
   * The handle of a cloth, for a component outside it (null until there is one). Without it, the cloth is
   * the one around.
   */
  readonly cloth?: ClothHandle | ClothWorkerHandle | null | undefined
}

/**
 * Energies, strain and contacts of a cloth, and what else is asked for, after steps as often as `rate` says.
 * Nothing is rendered anew: the recording tells those who subscribe, and `useReading` is for figures in React.
 *
 * ```tsx
 * function Figure() {
 *   const { kinetic = 0 } = useReading(useMeasurements()) ?? {}
 *   return <Text>{kinetic.toFixed(2)} J</Text>
 * }
 * ```
 *
 * @throws BillowError for wrong options, or in no `<Cloth>` without a handle
 */
export function useMeasurements({ cloth, ...options }: MeasurementOptions = {}): ClothRecording {
  const recording = useRecording(options)
  useRecorder('useMeasurements', recording, cloth)
  return recording
}

export interface RecorderProps {
  /** Of `useRecording`, called outside the canvas. */
  recording: ClothRecording
}

/** Records the `<Cloth>` around, for instruments that are elsewhere on the page. Draws nothing. */
export function Recorder({ recording }: RecorderProps): ReactNode {
  useRecorder('Recorder', recording)
  return null
}
