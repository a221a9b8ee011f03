'use client'
/**
 * A recording that lives as long as a component: outside the canvas, so that what is recorded inside
 * (`<Recorder>`) can be shown outside (`<EnergyPlot>`).
 */
import { useState } from 'react'
import { type MeasuredQuantities, quantitiesOf } from './ClothMeter.js'
import { Recording, type RecordingSettings } from './Recording.js'

export interface RecordingOptions extends RecordingSettings, MeasuredQuantities {}

/** A recording of a cloth, with what is to be read of it. */
export class ClothRecording extends Recording {
  /** @throws BillowError for wrong options */
  constructor(readonly asked: RecordingOptions = {}) {
    super(quantitiesOf(asked), asked)
  }
}

/**
 * Options are those of the first render, and of one in which what is recorded changes: that begins anew.
 *
 * @throws BillowError for wrong options
 */
export function useRecording(options: RecordingOptions = {}): ClothRecording {
  const key = JSON.stringify(options)
  const [made, setMade] = useState(() => ({ key, recording: new ClothRecording(options) }))
  if (made.key === key) return made.recording
  const next = { key, recording: new ClothRecording(options) }
  setMade(next)
  return next.recording
}
