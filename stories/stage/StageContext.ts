/** How cloths on the stage learn that it is frozen, and the stage's buttons reach the cloths. */
import type { ClothHandle } from '@billow/react'
import { createContext, useCallback, useContext } from 'react'

interface StageState {
  readonly paused: boolean
  readonly cloths: Set<ClothHandle>
}

export const StageContext = createContext<StageState>({ paused: false, cloths: new Set() })

/** Props that put a cloth under the stage's buttons: `<Cloth {...useOnStage()} />`. */
export function useOnStage(): {
  paused: boolean
  ref: (handle: ClothHandle | null) => (() => void) | undefined
} {
  const { paused, cloths } = useContext(StageContext)
  const ref = useCallback(
    (handle: ClothHandle | null) => {
      if (!handle) return undefined
      cloths.add(handle)
      return () => void cloths.delete(handle)
    },
    [cloths],
  )
  return { paused, ref }
}
