'use client'
/**
 * `<GrassField>`: a field of grass and its `GrassMesh` as a react-three-fiber component. Parameters of
 * the table are props, and so is its look; every other prop goes to the object in the scene. Children
 * are colliders for this field alone; within a `<Simulation>` it shares clock, wind and colliders.
 */
import {
  checkNumber,
  type GrassMeasurements,
  type GrassSimulation,
  grassParams,
} from '@billow/core'
import {
  type Backend,
  type BladeShape,
  checkBladeShape,
  chooseBackend,
  type GrassLook,
  GrassMesh,
  type GrassMeshOptions,
  type GrassPaint,
} from '@billow/three'
import { type RootState, type ThreeElements, useThree } from '@react-three/fiber'
import type { WebGLRenderer } from 'three'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Camera } from 'three'
import { composeHandlers } from '../composeHandlers.js'
import { lazyElement } from '../elements.js'
import {
  ColliderHostContext,
  LoopContext,
  useSharedParams,
} from '../simulation/SimulationContext.js'
import { useStepped } from '../simulation/useStepped.js'
import { GrassFieldContext } from './GrassViews.js'
import { type GrassInteractive, readGrassInteractive } from './grassInteractive.js'
import { useGrassKeys } from './useGrassKeys.js'
import { type GrassSimulationProps, useGrassSimulation } from './useGrassSimulation.js'
import { type Trample, useTrample } from './useTrample.js'

/** Position, rotation, scale, and whatever else a group has. */
type GrassObjectProps = Omit<
  ThreeElements['group'],
  'args' | 'ref' | 'children' | keyof GrassSimulationProps
>

interface GrassElementProps extends GrassObjectProps {
  args: ConstructorParameters<typeof GrassMesh>
  ref: Ref<GrassMesh>
  interpolate: boolean
  backend: Backend
  paint: GrassPaint
  isPickable: boolean
  children?: ReactNode
}

const grassElement = /* @__PURE__ */ lazyElement<GrassElementProps>(GrassMesh)

export interface GrassFieldProps extends GrassSimulationProps, GrassObjectProps {
  /** Colliders for this field alone: spheres and capsules press it down. */
  children?: ReactNode
  /** Outline of blades; changing it makes the field's materials anew. @defaultValue 'triangle-tip' */
  shape?: BladeShape
  /**
   * How far away blades have how many segments, in parts of the usual distance, > 0; changing it
   * makes the field's materials anew. @defaultValue 1
   */
  detail?: number
  /** Colours and the like. Inline objects are compared by value. */
  look?: GrassLook
  /** Stop the clock; `step()` on the handle still works. @defaultValue false */
  paused?: boolean
  /** Simulated seconds per second. @defaultValue 1 */
  timeScale?: number
  /** Draw between the last two steps, for smooth motion at any frame rate. @defaultValue true */
  interpolate?: boolean
  /**
   * Where blades are moved: on the graphics card (`gpu`, an error where that is impossible), by the
   * processor (`cpu`), or on the graphics card where that is possible and pays. The handle's
   * `object.backendInUse` says which it is, and why. @defaultValue 'auto'
   */
  backend?: Backend
  /** What blades are coloured by; by `reason`, culled ones are shown too. @defaultValue 'look' */
  paint?: GrassPaint
  /** Blades are left out for this camera in place of the one that draws. */
  cullingCamera?: Camera | RefObject<Camera | null> | undefined
  /**
   * Do pointers press blades down: wherever they hover, or while pressed, when camera controls rest?
   * Fingers press as long as they are on the screen. Default: neither.
   */
  trample?: Trample | undefined
  /**
   * How people touch the field: by pointers, as `trample` has it or else while pressed, and by keys, which
   * move a foot over it. Where pointers trample, keys do too. Default: only where `trample` is given.
   */
  interactive?: GrassInteractive | undefined
  /** Radius of what a pointer or a foot presses down, m. @defaultValue 0.25 */
  trampleRadius?: number
  /** Do blades throw shadows? They cost as much as drawing the field again. @defaultValue false */
  castShadow?: boolean
  /** @defaultValue true */
  receiveShadow?: boolean
  /** Order among frame callbacks; within a `<Simulation>` it means nothing. */
  updatePriority?: number
  ref?: Ref<GrassHandle>
}

/** What a ref to `<GrassField>` gives. */
export interface GrassHandle {
  /** The object in the scene. */
  readonly object: GrassMesh
  /** Who changes it by hand, on a canvas that draws on demand, calls `invalidate`. */
  readonly simulation: GrassSimulation
  /** One fixed step, also while paused. */
  step(): void
  /** Back to the start: all blades upright. */
  reset(): void
  /** Where the graphics card moves the blades, this and `hash` wait until it has done all steps so far. */
  measure(): GrassMeasurements
  hash(): string
}

export function GrassField(given: GrassFieldProps): ReactNode {
  const [Element] = useState(grassElement)
  const {
    ref,
    children,
    shape = 'triangle-tip',
    detail = 1,
    look = {},
    paused = false,
    timeScale = 1,
    interpolate = true,
    backend = 'auto',
    paint = 'look',
    cullingCamera,
    trample,
    interactive,
    trampleRadius = 0.25,
    castShadow = false,
    receiveShadow = true,
    updatePriority,
    ...props
  } = useSharedParams(given)
  checkNumber('GrassField', 'timeScale', timeScale, { atLeast: 0 })
  checkNumber('GrassField', 'detail', detail, { above: 0 })
  checkNumber('GrassField', 'trampleRadius', trampleRadius, { above: 0 }, 'm')
  checkBladeShape('GrassField', shape)
  const hands = readGrassInteractive(interactive, trample)
  const { simulationProps, objectProps } = splitProps(props)
  const simulation = useGrassSimulation(simulationProps)
  // The same arguments as long as they say the same: for others there is another object.
  const args = useMemo(
    (): [GrassSimulation, GrassMeshOptions] => [simulation, { shape, detail }],
    [simulation, shape, detail],
  )
  const mesh = useRef<GrassMesh>(null)
  const invalidate = useThree((three) => three.invalidate)
  const store = useThree((three) => three.get)
  const renderer = useThree((three) => three.gl)
  // Thrown here, an error boundary has it; the frame that decides has nobody who would catch it.
  useMemo(() => {
    if (backend === 'gpu' && !isLost(renderer))
      chooseBackend('GrassField', backend, renderer, simulation.bladeCount)
  }, [backend, renderer, simulation])

  // Whatever the last render changed is to be seen, on canvases that draw on demand too.
  useEffect(() => {
    invalidate()
  })

  const lookKey = JSON.stringify(look)
  useLayoutEffect(() => {
    mesh.current!.setLook(JSON.parse(lookKey) as GrassLook)
  }, [lookKey, args])

  useLayoutEffect(() => {
    mesh.current!.setShadows(castShadow, receiveShadow)
  }, [castShadow, receiveShadow, args])

  const redraw = useCallback(() => {
    invalidate()
  }, [invalidate])
  const handlers = useTrample(mesh, args, hands.trample, trampleRadius, redraw)
  useGrassKeys(mesh, args, hands, trampleRadius, redraw)

  const { bodies, loop } = useStepped(mesh, args, {
    advance(seconds) {
      // Before a step nobody knows.
      return simulation.advance(seconds) === 0 || !simulation.isResting
    },
    isResting: () => simulation.isResting,
    draw() {
      const grass = mesh.current
      if (!grass) return
      const state = store()
      const { camera, gl, scene } = state
      grass.isForHeadset = camera === rootCamera(state)
      grass.cullingCamera = cameraOf(cullingCamera)
      grass.update(camera, gl, scene)
    },
    paused,
    timeScale,
    updatePriority,
  })

  useImperativeHandle(
    ref,
    () => ({
      object: mesh.current!,
      simulation,
      step() {
        loop.stepOne(simulation)
        invalidate()
      },
      reset() {
        simulation.reset()
        invalidate()
      },
      measure: () => simulation.measure(),
      hash: () => simulation.hash(),
    }),
    // Other arguments, another object.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [simulation, invalidate, loop, args],
  )

  return (
    <Element
      key={`${shape} ${detail}`}
      ref={mesh}
      args={args}
      interpolate={interpolate}
      backend={backend}
      paint={paint}
      isPickable={hands.trample !== undefined || listens(objectProps)}
      {...objectProps}
      {...composeHandlers(handlers, objectProps)}
    >
      <GrassFieldContext value={mesh}>
        <LoopContext value={loop}>
          <ColliderHostContext value={bodies}>{children}</ColliderHostContext>
        </LoopContext>
      </GrassFieldContext>
    </Element>
  )
}

/** The camera that a headset takes along: that of the canvas, which portals into pictures do not draw by. */
function rootCamera({ camera, previousRoot }: RootState): Camera {
  return previousRoot ? rootCamera(previousRoot.getState()) : camera
}

function cameraOf(given: GrassFieldProps['cullingCamera']): Camera | undefined {
  return (given && 'current' in given ? given.current : given) ?? undefined
}

/** Does somebody wait for pointers on the field? */
function listens(props: object): boolean {
  return Object.keys(props).some((name) =>
    /^on(Pointer|Click|DoubleClick|ContextMenu|Wheel)/.test(name),
  )
}

/** A lost context has no extensions, which says nothing about the device. */
function isLost(renderer: Partial<WebGLRenderer>): boolean {
  return renderer.getContext?.().isContextLost() === true
}

const SETTINGS = new Set(['heightAt', 'surface', 'densityAt', 'windSources'])

/** Props for the simulation and for the object. */
function splitProps(props: object): {
  readonly simulationProps: GrassSimulationProps
  readonly objectProps: GrassObjectProps
} {
  const simulationProps: Record<string, unknown> = {}
  const objectProps: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(props)) {
    if (Object.hasOwn(grassParams, key) || SETTINGS.has(key)) simulationProps[key] = value
    else objectProps[key] = value
  }
  return { simulationProps, objectProps }
}
