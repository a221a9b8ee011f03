'use client'
/**
 * A body in the scene that the cloths around it touch: all those of its simulation, or the one that it
 * is a child of. It collides where it is drawn, and what is in it goes with it.
 */
import type { Collider } from '@billow/core'
import { ColliderBody } from '@billow/three'
import { type ThreeElements, useThree } from '@react-three/fiber'
import {
  type ComponentType,
  type ReactNode,
  type Ref,
  use,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { lazyElement } from '../elements.js'
import { ColliderHostContext } from '../simulation/SimulationContext.js'
import { isSameShape, type Shape } from './isSameShape.js'

/** Position, rotation, scale, and whatever else a group has. */
type GroupProps = Omit<ThreeElements['group'], 'args' | 'ref'>

/** Props of all colliders. */
export interface ColliderProps extends GroupProps {
  /** Coulomb coefficient, >= 0. @defaultValue 0 */
  friction?: number | undefined
  /** Gap that cloth keeps from the surface, m. @defaultValue 0 */
  thickness?: number | undefined
  /** Does cloth feel it? @defaultValue true */
  enabled?: boolean | undefined
  /** Show what collides as lines. @defaultValue false */
  debug?: boolean
  /** Gets the body: an object of three.js that also tells how hard cloth pulls at it. */
  ref?: Ref<ColliderBody>
}

export interface BodyElementProps<Argument> extends GroupProps {
  args: [Argument]
  ref: Ref<ColliderBody>
  debug: boolean
}

interface Whole<Argument> extends GroupProps {
  /** The component that errors name. */
  readonly who: string
  readonly shape: Shape
  /** The element of react-three-fiber that makes a body, and what it is made of. */
  readonly element: () => BodyElement<Argument>
  readonly argument: () => Argument
  readonly debug?: boolean | undefined
  readonly bodyRef?: Ref<ColliderBody> | undefined
}

type BodyElement<Argument> = ComponentType<BodyElementProps<Argument>>

/** A body whose shape is a collider of core. */
export const bodyElement = /* @__PURE__ */ lazyElement<BodyElementProps<Collider>>(ColliderBody)

export function Body<Argument>({
  who,
  shape,
  element,
  argument,
  debug = false,
  bodyRef,
  ...group
}: Whole<Argument>): ReactNode {
  const host = use(ColliderHostContext)
  if (!host) throw new Error(`@billow/react: ${who}: must be within a <Simulation> or a <Cloth>`)
  const [Element] = useState(element)
  // Of the first render alone: what comes later is set, and the body stays.
  const [args] = useState<[Argument]>(() => [argument()])
  const body = useRef<ColliderBody>(null)
  const applied = useRef(shape)
  const invalidate = useThree((state) => state.invalidate)

  useImperativeHandle(bodyRef, () => body.current!, [])

  useLayoutEffect(() => host.addBody(body.current!), [host])

  useLayoutEffect(() => {
    if (isSameShape(applied.current, shape)) return
    body.current!.set(shape)
    applied.current = shape
    invalidate()
  })

  return <Element ref={body} args={args} debug={debug} {...group} />
}
