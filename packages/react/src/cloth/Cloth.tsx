'use client'
/**
 * `<Cloth>`: a simulation and its `ClothMesh` as a react-three-fiber component. Parameters of the
 * table are props; every other prop goes to the mesh; children are its material. With `worker` the
 * cloth is simulated in a Web Worker, whose code is loaded only then.
 */
import type { ClothMesh } from '@billow/three'
import { lazy, type ReactNode, type Ref, Suspense, useRef } from 'react'
import type { BufferGeometry } from 'three'
import { ClothBody, type ClothBodyProps, type ClothMeshProps, splitProps } from './ClothBody.js'
import { type ClothHandle, type ClothWorkerHandle, createClothHandle } from './ClothHandle.js'
import { GeometrySource, splitGeometry, useMeshOf } from './clothGeometry.js'
import { type ClothPins, PinHostContext, useFollowedPins } from './followedPins.js'
import { type ClothSimulationProps, useClothSimulation } from './useClothSimulation.js'
import { useSharedParams } from '../simulation/SimulationContext.js'

/** Props of a cloth wherever it is simulated. */
export interface CommonClothProps
  extends
    ClothBodyProps,
    Omit<ClothSimulationProps, 'pins'>,
    Omit<ClothMeshProps, keyof ClothSimulationProps> {
  /** Particles that are held in place, moved to a point, or follow an object or a ref to one. */
  pins?: ClothPins | undefined
  /**
   * What the cloth is made of in place of a grid, as `mesh`: any geometry, such as that of a mesh in a
   * GLTF file. It is only read. A geometry element among the children does the same.
   */
  geometry?: BufferGeometry | undefined
}

export interface ClothProps extends CommonClothProps {
  worker?: false | undefined
  ref?: Ref<ClothHandle>
}

export interface ClothWorkerProps extends CommonClothProps {
  /**
   * Simulate in a Web Worker, so that the page stays responsive; where workers are refused, on the
   * page, with a warning in the console. @defaultValue false
   */
  worker: boolean
  ref?: Ref<ClothWorkerHandle>
}

const WorkerCloth = /* @__PURE__ */ lazy(() =>
  import('./WorkerCloth.js').then((module) => ({ default: module.WorkerCloth })),
)

export function Cloth(props: ClothProps): ReactNode
export function Cloth(props: ClothWorkerProps): ReactNode
export function Cloth(given: ClothProps | ClothWorkerProps): ReactNode {
  const { children, ...props } = useSharedParams(given)
  const { shape, others } = splitGeometry(children)
  if (!shape) return <AnyCloth {...props}>{others}</AnyCloth>
  return (
    <GeometrySource shape={shape}>
      {(geometry) => (
        <AnyCloth {...props} geometry={geometry}>
          {others}
        </AnyCloth>
      )}
    </GeometrySource>
  )
}

function AnyCloth({ worker, geometry, ...given }: ClothProps | ClothWorkerProps): ReactNode {
  const mesh = useMeshOf(given.mesh, geometry)
  const props = { ...given, mesh }
  // Only this cloth waits for the code, nothing around it.
  return worker ? (
    <Suspense fallback={null}>
      <WorkerCloth {...(props as Omit<ClothWorkerProps, 'worker'>)} />
    </Suspense>
  ) : (
    <PageCloth {...(props as Omit<ClothProps, 'worker'>)} />
  )
}

function PageCloth({ ref, pins, ...props }: Omit<ClothProps, 'worker'>): ReactNode {
  const { simulationProps, bodyProps, meshProps } = splitProps(props)
  const mesh = useRef<ClothMesh>(null)
  const { pins: followed, host } = useFollowedPins(pins, mesh)
  const simulation = useClothSimulation({ ...simulationProps, pins: followed })
  return (
    <PinHostContext value={host}>
      <ClothBody
        {...bodyProps}
        simulation={simulation}
        createHandle={createClothHandle}
        handle={ref}
        meshRef={mesh}
        meshProps={meshProps}
      />
    </PinHostContext>
  )
}
