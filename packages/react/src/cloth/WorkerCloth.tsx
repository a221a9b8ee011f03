'use client'
/** A cloth that is simulated in a worker; a chunk of its own, which only such cloths load. */
import type { ClothMesh } from '@billow/three'
import { type ReactNode, useRef } from 'react'
import type { ClothWorkerProps } from './Cloth.js'
import { ClothBody, splitProps } from './ClothBody.js'
import { createWorkerHandle } from './ClothHandle.js'
import { PinHostContext, useFollowedPins } from './followedPins.js'
import type { AnyCloth } from './useClothSimulation.js'
import { useClothWorker } from './useClothWorker.js'

export function WorkerCloth({ ref, pins, ...props }: Omit<ClothWorkerProps, 'worker'>): ReactNode {
  const { simulationProps, bodyProps, meshProps } = splitProps(props)
  const mesh = useRef<ClothMesh<AnyCloth>>(null)
  const { pins: followed, host } = useFollowedPins(pins, mesh)
  const simulation = useClothWorker({ ...simulationProps, pins: followed })
  return simulation ? (
    <PinHostContext value={host}>
      <ClothBody
        {...bodyProps}
        simulation={simulation}
        createHandle={createWorkerHandle}
        handle={ref}
        meshRef={mesh}
        meshProps={meshProps}
      />
    </PinHostContext>
  ) : null
}
