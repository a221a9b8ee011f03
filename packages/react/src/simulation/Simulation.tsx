'use client'
/**
 * `<Simulation>`: a clock, bodies and weather that several cloths share. Every cloth in it touches every
 * collider in it, wherever both are in the scene, and with `clothCollision` every other cloth.
 */
import {
  checkNumber,
  checkValues,
  checkWindSources,
  type ClothGroupOptions,
  clothParams,
  type ColliderOptions,
  toCollider,
} from '@billow/core'
import { Body, bodyElement } from '../colliders/Body.js'
import { useThree } from '@react-three/fiber'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { ColliderHostContext, SimulationContext, type SharedParams } from './SimulationContext.js'
import { SimulationLoop } from './SimulationLoop.js'
import { useRunFrame } from './useStepFrame.js'

export interface SimulationProps extends SharedParams {
  /** Cloths, colliders, and anything else. */
  children?: ReactNode
  /** Stop the clock of all cloths. @defaultValue false */
  paused?: boolean
  /** Simulated seconds per second, times that of each cloth. @defaultValue 1 */
  timeScale?: number
  /** Bodies that all cloths touch, in the space that the simulation sits in. */
  colliders?: readonly ColliderOptions[]
  /**
   * Do cloths touch each other? Their particles (`true`), or their triangles, too, which no cloth passes
   * through. They have to be at the same place in the scene (`origin` puts them apart), with solver `xpbd`
   * or `pbd`, not in a worker. @defaultValue false
   */
  clothCollision?: boolean | 'triangles'
  /** The code behind `clothCollision="triangles"`: `triangleCollision` of `@billow/core`. */
  triangleCollision?: ClothGroupOptions['triangleCollision']
  /** Order among frame callbacks. Default: after those that have no priority, before drawing. */
  updatePriority?: number
}

/** What a description says by leaving it out. */
const SURFACE = { friction: 0, thickness: 0, enabled: true }

const SHARED = { wind: clothParams.wind, gravity: clothParams.gravity }

export function Simulation({
  children,
  paused = false,
  timeScale = 1,
  wind,
  gravity,
  windSources,
  colliders = [],
  clothCollision = false,
  triangleCollision,
  updatePriority,
}: SimulationProps): ReactNode {
  checkNumber('Simulation', 'timeScale', timeScale, { atLeast: 0 })
  if (windSources !== undefined) checkWindSources('Simulation', windSources)
  const shared = { ...checkValues('Simulation', SHARED, { wind, gravity }), windSources }
  const given = JSON.stringify(shared)
  const [loop] = useState(() => new SimulationLoop())
  const state = useMemo(() => ({ loop, params: JSON.parse(given) as SharedParams }), [loop, given])
  const invalidate = useThree((three) => three.invalidate)

  useRunFrame(
    (seconds) => loop.frame(seconds * timeScale, !paused && timeScale > 0),
    updatePriority,
  )

  useLayoutEffect(
    () =>
      clothCollision === false ? undefined : loop.collide({ clothCollision, triangleCollision }),
    [loop, clothCollision, triangleCollision],
  )

  // A canvas that draws on demand has to begin.
  useLayoutEffect(() => {
    invalidate()
  }, [invalidate, paused, timeScale])

  return (
    <SimulationContext value={state}>
      <ColliderHostContext value={loop.shared}>
        {colliders.map((options, n) => (
          <Body
            key={`${n} ${options.type}`}
            who="Simulation"
            shape={{ ...SURFACE, ...options }}
            element={bodyElement}
            argument={() => toCollider(options)}
          />
        ))}
        {children}
      </ColliderHostContext>
    </SimulationContext>
  )
}
