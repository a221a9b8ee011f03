'use client'
/**
 * `<Pin>`: a group that particles of the cloth around it are pinned to, with whatever is in it.
 *
 * ```tsx
 * <Cloth>
 *   <Pin particle="top-left" position={[-0.5, 0.5, 0]}>
 *     <mesh geometry={peg} />
 *   </Pin>
 * </Cloth>
 * ```
 */
import {
  BillowError,
  type Pin as CorePin,
  type PinOffset,
  type PinTarget,
  type TargetedPin,
} from '@billow/core'
import type { ThreeElements } from '@react-three/fiber'
import {
  type ReactNode,
  type Ref,
  use,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Group } from 'three'
import { groupElement } from '../elements.js'
import { PinHostContext, type PinObject, type PinOnObject } from './followedPins.js'

export interface PinProps extends Omit<ThreeElements['group'], 'args' | 'ref' | 'children'> {
  /** Which particles: an index, `[column, row]`, a corner or edge by name, or a function that picks. */
  particle: TargetedPin['particle']
  /**
   * What they follow in place of this group: an object anywhere in the scene or a ref to one, a point in
   * the cloth's own space (m), or a function of simulated time.
   */
  target?: PinObject | PinTarget | undefined
  /**
   * Where on it they are, in its own axes, m; `keep` is where they are on it now. Default: one particle is
   * at its origin, more of them keep their places.
   */
  offset?: PinOffset | undefined
  /** Goes where the particles go. */
  children?: ReactNode
  ref?: Ref<Group>
}

export function Pin({ particle, target, offset, children, ref, ...props }: PinProps): ReactNode {
  const host = use(PinHostContext)
  if (!host) throw new BillowError('@billow/react: Pin must be inside a <Cloth>')
  const group = useRef<Group>(null)
  const [GroupElement] = useState(groupElement)
  const [self] = useState(() => ({}))

  useImperativeHandle(ref, () => group.current!, [])

  // The host takes it over only where it says something else.
  useLayoutEffect(() => {
    host.setPin(self, { particle, target: target ?? group, offset } as CorePin | PinOnObject)
  })

  useLayoutEffect(
    () => () => {
      host.setPin(self, undefined)
    },
    [host, self],
  )

  return (
    <GroupElement {...props} ref={group}>
      {children}
    </GroupElement>
  )
}
