/** How cloths on the stage learn that it is frozen, and the stage's buttons reach the cloths. */
import type { ClothMeasurements, GrassMeasurements } from '@billow/core'
import { createContext, useCallback, useContext } from 'react'

/** What can be read of a cloth or of a field of grass. */
export type StageReading = ClothMeasurements | GrassMeasurements

/** What the stage needs of the handle of a cloth or a field; one in a worker answers with promises. */
export interface StageCloth {
  readonly object: { readonly name: string }
  /** Cloths that touch each other step in their group. */
  readonly simulation?: object
  step(): void | Promise<void>
  reset(): void | Promise<void>
  measure(): StageReading | Promise<StageReading>
}

interface StageState {
  readonly paused: boolean
  readonly cloths: Set<StageCloth>
}

export const StageContext = createContext<StageState>({ paused: false, cloths: new Set() })

/** Props that put a cloth under the stage's buttons: `<Cloth {...useOnStage()} />`. */
export function useOnStage(): {
  paused: boolean
  ref: (handle: StageCloth | null) => (() => void) | undefined
} {
  const { paused, cloths } = useContext(StageContext)
  const ref = useCallback(
    (handle: StageCloth | null) => {
      if (!handle) return undefined
      cloths.add(handle)
      return () => void cloths.delete(handle)
    },
    [cloths],
  )
  return { paused, ref }
}
