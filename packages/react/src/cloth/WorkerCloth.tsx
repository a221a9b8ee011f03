'use client'
/** A cloth that is simulated in a worker; a chunk of its own, which only such cloths load. */
import type { ReactNode } from 'react'
import type { ClothWorkerProps } from './Cloth.js'
import { ClothBody, splitProps } from './ClothBody.js'
import { createWorkerHandle } from './ClothHandle.js'
import { useClothWorker } from './useClothWorker.js'

export function WorkerCloth({ ref, ...props }: Omit<ClothWorkerProps, 'worker'>): ReactNode {
  const { simulationProps, bodyProps, meshProps } = splitProps(props)
  const simulation = useClothWorker(simulationProps)
  return simulation ? (
    <ClothBody
      {...bodyProps}
      simulation={simulation}
      createHandle={createWorkerHandle}
      handle={ref}
      meshProps={meshProps}
    />
  ) : null
}
