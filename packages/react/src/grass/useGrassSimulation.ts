'use client'
/**
 * What the props of a field say, and a simulation that is kept in step with them: live parameters
 * are set, others grow the field anew. Props are compared by value, functions and meshes by
 * identity.
 */
import {
  checkValues,
  defaultsOf,
  type GrassOptions,
  type GrassParams,
  grassParams,
  GrassSimulation,
  type LiveGrassParams,
  type WindSource,
} from '@billow/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { paramsOf } from '../paramsOf.js'

/** What `<GrassField>` hands on to its simulation. */
export type GrassSimulationProps = Omit<GrassOptions, 'clock' | 'precision' | 'origin'>

/** One simulation for the life of a component. */
export function useGrassSimulation(props: GrassSimulationProps): GrassSimulation {
  const { heightAt, surface, densityAt, windSources } = props
  const sourcesKey = JSON.stringify(windSources ?? [])
  // A prop that is taken away goes back to its default, so both keys hold every parameter of theirs.
  const params: GrassParams = {
    ...defaultsOf(grassParams),
    ...checkValues('GrassField', grassParams, props),
  }
  const liveKey = JSON.stringify(paramsOf(grassParams, 'live', params))
  const rebuildKey = JSON.stringify(paramsOf(grassParams, 'rebuild', params))
  const [simulation] = useState(
    () => new GrassSimulation({ ...params, heightAt, surface, densityAt, windSources }),
  )
  const applied = useRef({ liveKey, rebuildKey, sourcesKey, heightAt, surface, densityAt })

  useLayoutEffect(() => {
    const before = applied.current
    applied.current = { liveKey, rebuildKey, sourcesKey, heightAt, surface, densityAt }
    if (before.liveKey !== liveKey) simulation.setParams(JSON.parse(liveKey) as LiveGrassParams)
    if (before.sourcesKey !== sourcesKey)
      simulation.setWindSources(JSON.parse(sourcesKey) as WindSource[])
    const isSameGround =
      before.rebuildKey === rebuildKey &&
      before.heightAt === heightAt &&
      before.surface === surface &&
      before.densityAt === densityAt
    if (isSameGround) return
    const rebuilt = JSON.parse(rebuildKey) as Partial<GrassParams>
    simulation.rebuild({ ...rebuilt, heightAt, surface, densityAt })
  }, [simulation, liveKey, rebuildKey, sourcesKey, heightAt, surface, densityAt])

  return simulation
}
