'use client'
/** Two runs of a cloth side by side: the earlier one as a ghost in the scene and as fine lines in plots. */
import type { MotionSettings } from '@billow/three/overlays'
import { useMemo, useSyncExternalStore } from 'react'
import { Comparison, type EarlierRun } from './Comparison.js'
import type { RecordedSeries, Recording } from './Recording.js'

export interface ComparisonState {
  /** For `<Ghost>`. */
  readonly comparison: Comparison
  /** For the plots; undefined where there is no earlier run. */
  readonly earlier: RecordedSeries | undefined
  /** Both runs are to begin where the cloth is now. Without it: where it was at first. */
  readonly mark: () => void
  /** Keeps this run, and takes the cloth back to where it began. */
  readonly repeat: () => void
  /** Forgets the earlier run. */
  readonly clear: () => void
}

/**
 * ```tsx
 * const recording = useRecording()
 * const { comparison, earlier, repeat } = useComparison(recording)
 * <Cloth><Recorder recording={recording} /><Ghost comparison={comparison} /></Cloth>
 * <EnergyPlot recording={recording} earlier={earlier} />
 * <button onClick={repeat}>Again</button>
 * ```
 */
export function useComparison(
  recording: Recording,
  { rate, memory }: MotionSettings = {},
): ComparisonState {
  const comparison = useMemo(
    () => new Comparison(recording, { rate, memory }),
    [recording, rate, memory],
  )
  const run = useComparisonRun(comparison)
  return useMemo(
    () => ({
      comparison,
      earlier: run?.recorded,
      mark: () => {
        comparison.mark()
      },
      repeat: () => {
        comparison.repeat()
      },
      clear: () => {
        comparison.clear()
      },
    }),
    [comparison, run],
  )
}

/** The earlier run; renders anew when there is another one. */
export function useComparisonRun(comparison: Comparison): EarlierRun | undefined {
  return useSyncExternalStore(
    comparison.subscribe,
    () => comparison.earlier,
    () => undefined,
  )
}
