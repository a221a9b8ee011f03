'use client'
/**
 * A cloth in a worker for as long as a component is mounted. Where there are no workers, or this one
 * fails, a simulation on the page takes its place from the start.
 */
import { ClothSimulation, triangleCollision, triangleContact } from '@billow/core'
import { type ClothWorker, createClothWorker } from '@billow/core/worker'
import { useThree } from '@react-three/fiber'
import { useLayoutEffect, useRef, useState } from 'react'
import {
  type AnyCloth,
  type ClothSimulationProps,
  type Made,
  noteRecipe,
  readRecipe,
  useInStep,
} from './useClothSimulation.js'

/** @returns undefined until there is one, within the first commit */
export function useClothWorker(props: ClothSimulationProps): AnyCloth | undefined {
  const recipe = readRecipe(props)
  const [made, setMade] = useState<Made>()
  const latest = useRef(recipe)
  const store = useThree((three) => three.get)

  useLayoutEffect(() => {
    latest.current = recipe
  })

  // An effect and no initial state: under StrictMode that would start workers which nobody ends.
  useLayoutEffect(() => {
    const { options } = latest.current
    let worker: ClothWorker | undefined
    let isMounted = true
    const fallBack = (reason: unknown): void => {
      worker?.dispose()
      if (!isMounted) return
      const why = reason instanceof Error ? reason.message : String(reason)
      console.warn(`@billow/react: Cloth: no worker, so the cloth is simulated on the page: ${why}`)
      const now = latest.current
      // In this chunk the code of triangles is there, as it is in a worker.
      const options = { ...now.options, triangleCollision, triangleContact }
      setMade(noteRecipe(new ClothSimulation(options), now))
    }
    const onError = (error: Error): void => {
      if (worker?.hasFailed) fallBack(error)
      else console.error(error)
    }
    let time = -1
    const onAnswer = (): void => {
      if (!worker) return
      // Before a step nobody knows whether a cloth goes on sleeping.
      const isBeforeStep = worker.time === time
      time = worker.time
      if (isBeforeStep || !worker.sleeping) store().invalidate()
    }
    try {
      worker = createClothWorker(options, { onError, onAnswer })
      setMade(noteRecipe(worker, latest.current))
    } catch (error) {
      // A wrong prop is wrong on the page too, and thrown there.
      fallBack(error)
    }
    return () => {
      isMounted = false
      worker?.dispose()
    }
  }, [store])

  useInStep(made, recipe)
  return made?.simulation
}
