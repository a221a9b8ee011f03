'use client'
/**
 * `<Simulation>`: a clock, bodies and weather that several cloths share. Every cloth in it touches every
 * collider in it, wherever both are in the scene, and with `clothCollision` every other cloth.
 */
import {
  checkNumber,
  checkValues,
  checkWindSources,
  ClothGroup,
  type ClothGroupOptions,
  clothParams,
  type ColliderOptions,
  toCollider,
} from '@billow/core'
import { useThree } from '@react-three/fiber'
import {
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { Body, bodyElement } from '../colliders/Body.js'
import {
  AirContext,
  type AirParams,
  ColliderHostContext,
  LoopContext,
  type SharedParams,
  SimulationContext,
} from './SimulationContext.js'
import {
  createSimulationHandle,
  type SimulationHandle,
  SimulationHandleContext,
} from './SimulationHandle.js'
import { SimulationLoop } from './SimulationLoop.js'
import { useRunFrame } from './useStepFrame.js'

export interface SimulationProps extends SharedParams {
  /** Cloths, colliders, and anything else. */
  children?: ReactNode
  /** Stop the clock of all cloths. @defaultValue false */
  paused?: boolean
  /** Simulated seconds per second, times that of each cloth. @defaultValue 1 */
  timeScale?: number
  /** Simulated seconds per step, of the clock and of every cloth without its own. @defaultValue 1 / 60 */
  timeStep?: number | undefined
  /** Most steps in one frame, 1 or more: what is slower runs in slow motion. @defaultValue 8 */
  maxSubSteps?: number | undefined
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
  /** Gets what `useSimulation` gives to components inside. */
  ref?: Ref<SimulationHandle>
}

/** What a description says by leaving it out. */
const SURFACE = { friction: 0, thickness: 0, enabled: true }

const { wind, turbulence, turbulenceScale, gusts, gustPeriod, gravity, timeStep, seed } =
  clothParams

/** What is handed on to cloths and fields, whose tables have the same bounds. */
const SHARED = { wind, turbulence, turbulenceScale, gusts, gustPeriod, gravity, timeStep, seed }

export function Simulation({
  children,
  paused = false,
  timeScale = 1,
  maxSubSteps,
  windSources,
  interpolate,
  colliders = [],
  clothCollision = false,
  triangleCollision,
  updatePriority,
  ref,
  ...params
}: SimulationProps): ReactNode {
  checkNumber('Simulation', 'timeScale', timeScale, { atLeast: 0 })
  if (maxSubSteps !== undefined)
    checkNumber('Simulation', 'maxSubSteps', maxSubSteps, { atLeast: 1 })
  if (windSources !== undefined) checkWindSources('Simulation', windSources)
  const checked = checkValues('Simulation', SHARED, params)
  const [airs, setAirs] = useState<ReadonlyMap<object, AirParams>>(() => new Map())
  // Of several winds that of the last one that came blows.
  const given = JSON.stringify({
    ...checked,
    windSources,
    interpolate,
    ...[...airs.values()].at(-1),
  })
  const [loop] = useState(() => new SimulationLoop())
  const state = useMemo(() => ({ loop, params: JSON.parse(given) as SharedParams }), [loop, given])
  const invalidate = useThree((three) => three.invalidate)
  const handle = useMemo(
    () =>
      createSimulationHandle(loop, () => {
        invalidate()
      }),
    [loop, invalidate],
  )
  useImperativeHandle(ref, () => handle, [handle])

  const setAir = useCallback((key: object, air: AirParams | undefined) => {
    setAirs((before) => {
      const after = new Map(before)
      if (air) after.set(key, air)
      else after.delete(key)
      return after
    })
  }, [])

  useRunFrame(
    (seconds) => loop.frame(seconds * timeScale, !paused && timeScale > 0),
    updatePriority,
  )

  useLayoutEffect(() => {
    loop.setClock(checked.timeStep ?? timeStep.default, maxSubSteps)
  }, [loop, checked.timeStep, maxSubSteps])

  useLayoutEffect(
    () =>
      clothCollision === false
        ? undefined
        : loop.collide(new ClothGroup([], { clothCollision, triangleCollision })),
    [loop, clothCollision, triangleCollision],
  )

  // A canvas that draws on demand has to begin.
  useLayoutEffect(() => {
    invalidate()
  }, [invalidate, paused, timeScale, given])

  return (
    <SimulationContext value={state}>
      <SimulationHandleContext value={handle}>
        <LoopContext value={loop}>
          <AirContext value={setAir}>
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
          </AirContext>
        </LoopContext>
      </SimulationHandleContext>
    </SimulationContext>
  )
}
