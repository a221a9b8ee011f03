'use client'
/**
 * `<Cloth>`: a `ClothSimulation` and its `ClothMesh` as a react-three-fiber component. Parameters
 * of the table are props; every other prop goes to the mesh; children are its material.
 */
import { checkNumber, clothParams } from '@billow/core'
import type { ClothMesh } from '@billow/three'
import { type ThreeElements, type ThreeEvent, useFrame, useThree } from '@react-three/fiber'
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { DoubleSide } from 'three'
import { registerElements } from '../elements.js'
import { type ClothHandle, createClothHandle } from './ClothHandle.js'
import { type ClothDragHandlers, useClothDrag } from './useClothDrag.js'
import { type ClothSimulationProps, useClothSimulation } from './useClothSimulation.js'

/** Simulation first, then the scene's own frame callbacks (priority 0), then drawing. */
const BEFORE_OTHERS = -10

type MeshProps = Omit<
  ThreeElements['billowClothMesh'],
  'args' | 'ref' | 'children' | 'geometry' | 'interpolate'
>

export interface ClothProps
  extends ClothSimulationProps, Omit<MeshProps, keyof ClothSimulationProps> {
  /** The material; a double-sided standard material when absent. */
  children?: ReactNode
  ref?: Ref<ClothHandle>
  /** Stop the clock; `step()` on the handle still works. @defaultValue false */
  paused?: boolean
  /** Simulated seconds per second. @defaultValue 1 */
  timeScale?: number
  /** Draw between the last two steps, for smooth motion at any frame rate. @defaultValue true */
  interpolate?: boolean
  /** Let pointers drag particles. @defaultValue true */
  interactive?: boolean
  /** Order among frame callbacks. @defaultValue -10 */
  updatePriority?: number
}

export function Cloth({
  children,
  ref,
  paused = false,
  timeScale = 1,
  interpolate = true,
  interactive = true,
  updatePriority = BEFORE_OTHERS,
  ...rest
}: ClothProps): ReactNode {
  registerElements()
  checkNumber('Cloth', 'timeScale', timeScale, { atLeast: 0 })
  const [simulationProps, meshProps] = splitProps(rest)
  const simulation = useClothSimulation(simulationProps)
  const mesh = useRef<ClothMesh>(null)
  const invalidate = useThree((state) => state.invalidate)
  const redraw = useCallback(() => {
    invalidate()
  }, [invalidate])
  const drag = useClothDrag(mesh, interactive, redraw)

  useImperativeHandle(ref, () => createClothHandle(mesh.current!, redraw), [redraw])

  // Whatever the last render changed is to be seen, on canvases that draw on demand too.
  useEffect(redraw)

  useFrame((_, delta) => {
    if (!paused) {
      simulation.advance(delta * timeScale)
      redraw()
    }
    mesh.current?.update()
  }, updatePriority)

  return (
    <billowClothMesh
      ref={mesh}
      args={[simulation]}
      interpolate={interpolate}
      {...meshProps}
      {...compose(drag, meshProps)}
    >
      {children ?? <meshStandardMaterial color="#c8553d" roughness={0.85} side={DoubleSide} />}
    </billowClothMesh>
  )
}

const SETTINGS = new Set(['pins', 'colliders', 'origin', 'offsetAt', 'mesh'])

function splitProps(
  props: ClothSimulationProps & Record<string, unknown>,
): [ClothSimulationProps, MeshProps] {
  const simulation: Record<string, unknown> = {}
  const mesh: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(props)) {
    if (Object.hasOwn(clothParams, key) || SETTINGS.has(key)) simulation[key] = value
    else mesh[key] = value
  }
  return [simulation, mesh]
}

type PointerHandler = (event: ThreeEvent<PointerEvent>) => void

/** The user's own handlers run after those for dragging. */
function compose(drag: ClothDragHandlers | undefined, props: MeshProps): Partial<MeshProps> {
  const composed: Record<string, PointerHandler> = {}
  for (const [name, handler] of Object.entries(drag ?? {}) as [string, PointerHandler][]) {
    const own = (props as Record<string, PointerHandler | undefined>)[name]
    composed[name] = own
      ? (event) => {
          handler(event)
          own(event)
        }
      : handler
  }
  return composed
}
