'use client'
/**
 * `<Ghost>`: within a `<Cloth>`, keeps how it moves, and shows how it moved in the earlier run of a comparison,
 * at the same simulated time.
 */
import { checkNumber } from '@billow/core'
import { GhostCloth } from '@billow/three/overlays'
import { useThree } from '@react-three/fiber'
import { type ReactNode, use, useEffect } from 'react'
import { useCloth } from '../cloth/ClothContext.js'
import { LoopContext } from '../simulation/SimulationContext.js'
import { useView } from '../views/useView.js'
import type { Comparison } from './Comparison.js'
import { useComparisonRun } from './useComparison.js'

export interface GhostProps {
  /** Of `useComparison`. */
  comparison: Comparison
  /** Three.js colour. @defaultValue '#8894a8' */
  color?: string | number | undefined
  /** 0 to 1 @defaultValue 0.4 */
  opacity?: number | undefined
}

export function Ghost({ comparison, color, opacity }: GhostProps): ReactNode {
  if (opacity !== undefined) checkNumber('Ghost', 'opacity', opacity, { atLeast: 0, atMost: 1 })
  const cloth = useCloth('Ghost')
  const loop = use(LoopContext)!
  const invalidate = useThree((three) => three.invalidate)
  const run = useComparisonRun(comparison)

  useEffect(() => {
    const { observers } = loop.callbacks
    const redraw = (): void => {
      invalidate()
    }
    const observe = (): void => {
      if (cloth.current) comparison.observe(cloth.current.simulation, redraw)
    }
    observers.add(observe)
    observe()
    return () => {
      observers.delete(observe)
    }
  }, [loop, comparison, cloth, invalidate])

  useView(
    cloth,
    () => (run ? new GhostCloth(run.motion) : NOTHING),
    (ghost) => {
      if (!('show' in ghost)) return
      ghost.setLook({ color, opacity })
      ghost.show(comparison.drawnTime)
    },
    run,
  )
  return null
}

const NOTHING = {
  update: () => undefined,
  dispose: () => undefined,
}
