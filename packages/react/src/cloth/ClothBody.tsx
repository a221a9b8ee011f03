'use client'
/**
 * The mesh of a cloth in the scene, with its clock, its hand and its handle; where the cloth is
 * simulated is all the same to it.
 */
import { checkNumber, clothParams } from '@billow/core'
import { ClothMesh } from '@billow/three'
import { type ThreeElement, useThree } from '@react-three/fiber'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { composeHandlers } from '../composeHandlers.js'
import { lazyElement } from '../elements.js'
import { ColliderHostContext, LoopContext } from '../simulation/SimulationContext.js'
import type { SimulationLoop } from '../simulation/SimulationLoop.js'
import { useStepped } from '../simulation/useStepped.js'
import { ClothContext } from './ClothContext.js'
import { type Interactive, readInteractive } from './interactive.js'
import { useClothDrag } from './useClothDrag.js'
import type { AnyCloth, ClothSimulationProps } from './useClothSimulation.js'
import { useHands } from './useHands.js'

export type ClothMeshProps = Omit<
  ThreeElement<typeof ClothMesh>,
  'args' | 'ref' | 'children' | 'geometry' | 'interpolate'
>

export interface ClothBodyProps {
  /**
   * The material, a double-sided standard material when absent; pins, colliders for this cloth alone, and
   * overlays; a geometry, when the cloth is to be made of one in place of a grid.
   */
  children?: ReactNode
  /** Stop the clock; `step()` on the handle still works. @defaultValue false */
  paused?: boolean
  /** Simulated seconds per second. @defaultValue 1 */
  timeScale?: number
  /** Draw between the last two steps, for smooth motion at any frame rate. @defaultValue true */
  interpolate?: boolean
  /**
   * Can people touch it? `true`: pointers drag particles, and the cloth is a tab stop with keys that do
   * the same; `"click"`: a click takes a particle, the next one says where it is carried. An object says
   * more: `{ pointer, keyboard, label, lang, texts, hand }`. @defaultValue true
   */
  interactive?: Interactive
  /**
   * Order among frame callbacks; within a `<Simulation>`, which has one for all, it means nothing.
   * Default: after those that have no priority, before drawing.
   */
  updatePriority?: number
}

interface ClothElementProps extends ClothMeshProps {
  args: [AnyCloth]
  ref: RefObject<ClothMesh<AnyCloth> | null>
  interpolate: boolean
  children?: ReactNode
}

const clothElement = /* @__PURE__ */ lazyElement<ClothElementProps>(ClothMesh)

interface Whole<Cloth extends AnyCloth, Handle> extends ClothBodyProps {
  readonly simulation: Cloth
  readonly createHandle: (
    mesh: ClothMesh<Cloth>,
    redraw: () => void,
    loop: SimulationLoop,
  ) => Handle
  readonly handle: Ref<Handle> | undefined
  /** Gets the mesh. */
  readonly meshRef?: RefObject<ClothMesh<Cloth> | null>
  readonly meshProps: ClothMeshProps
}

export function ClothBody<Cloth extends AnyCloth, Handle>({
  simulation,
  createHandle,
  handle,
  meshRef,
  meshProps,
  children,
  paused = false,
  timeScale = 1,
  interpolate = true,
  interactive = true,
  updatePriority,
}: Whole<Cloth, Handle>): ReactNode {
  checkNumber('Cloth', 'timeScale', timeScale, { atLeast: 0 })
  const [Element] = useState(clothElement)
  const ownRef = useRef<ClothMesh<Cloth>>(null)
  const mesh = meshRef ?? ownRef
  const invalidate = useThree((state) => state.invalidate)
  const redraw = useCallback(() => {
    invalidate()
  }, [invalidate])
  const options = readInteractive(interactive)
  const { hand, clicks } = useHands(mesh, simulation, options, redraw)
  const drag = useClothDrag(mesh, options.pointer === 'drag', redraw, hand)

  // Whatever the last render changed is to be seen, on canvases that draw on demand too.
  useEffect(redraw)

  const { bodies, loop } = useStepped(mesh, simulation, {
    advance(seconds) {
      const steps = simulation.advance(seconds)
      // Before a step nobody knows; a worker tells when it has answered.
      return steps === 0 || !simulation.sleeping
    },
    isResting: () => simulation.sleeping,
    draw() {
      mesh.current?.update()
    },
    paused,
    timeScale,
    updatePriority,
  })

  useImperativeHandle(
    handle,
    () => createHandle(mesh.current!, redraw, loop),
    // Another simulation has another mesh.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [createHandle, redraw, loop, simulation],
  )

  return (
    <Element
      ref={mesh}
      args={[simulation]}
      interpolate={interpolate}
      {...meshProps}
      {...composeHandlers(drag ?? clicks, meshProps)}
    >
      <LoopContext value={loop}>
        <ClothContext value={mesh}>
          <ColliderHostContext value={bodies}>{children}</ColliderHostContext>
        </ClothContext>
      </LoopContext>
    </Element>
  )
}

const SETTINGS = new Set([
  'pins',
  'colliders',
  'origin',
  'offsetAt',
  'mesh',
  'strengthAt',
  'windSources',
  'triangleCollision',
  'triangleContact',
])

const BODY = new Set([
  'children',
  'paused',
  'timeScale',
  'interpolate',
  'interactive',
  'updatePriority',
])

interface SplitProps {
  readonly simulationProps: ClothSimulationProps
  readonly bodyProps: ClothBodyProps
  readonly meshProps: ClothMeshProps
}

/** Props for the simulation, for the body, and for the mesh. */
export function splitProps(props: object): SplitProps {
  const simulationProps: Record<string, unknown> = {}
  const bodyProps: Record<string, unknown> = {}
  const meshProps: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(props)) {
    if (Object.hasOwn(clothParams, key) || SETTINGS.has(key)) simulationProps[key] = value
    else if (BODY.has(key)) bodyProps[key] = value
    else meshProps[key] = value
  }
  return { simulationProps, bodyProps, meshProps }
}
