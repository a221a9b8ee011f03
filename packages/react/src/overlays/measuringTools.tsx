'use client'
/** Tools that measure a scene, wherever in it they are. */
import { Protractor as ProtractorObject, Ruler as RulerObject } from '@billow/three/overlays'
import type { ThreeElements } from '@react-three/fiber'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Group, Object3D } from 'three'
import { groupElement } from '../elements.js'
import { useView } from '../views/useView.js'

/** A point in the tool's own space, m, an object of the scene, or a ref to one. */
export type ScenePlace = readonly [number, number, number] | Object3D | RefObject<Object3D | null>

type GroupProps = Omit<ThreeElements['group'], 'args' | 'ref' | 'children'>

export interface RulerProps extends GroupProps {
  /** Where it starts: a point (m), an object of the scene, or a ref to one. */
  from: ScenePlace
  /** Where it ends. */
  to: ScenePlace
  /** Distance of ticks, m; 0 for none but at the ends. @defaultValue 0.1 */
  division?: number
  /** Decimals of the label. @defaultValue 3 */
  digits?: number
}

/** A line between two places, with ticks and the distance between them in the world. */
export function Ruler({ from, to, division = 0.1, digits = 3, ...props }: RulerProps): ReactNode {
  const [GroupElement] = useState(groupElement)
  const group = useRef<Group>(null)
  useView(
    group,
    () => new RulerObject(),
    (ruler) => {
      ruler.visible = isThere(from) && isThere(to)
      if (!ruler.visible) return
      Object.assign(ruler, { from: resolve(from), to: resolve(to), division, digits })
    },
    undefined,
  )
  return <GroupElement {...props} ref={group} />
}

export interface ProtractorProps extends GroupProps {
  /** Where the angle is. */
  at: ScenePlace
  /** Where its one side leads to. */
  from: ScenePlace
  /** Where its other side leads to. */
  to: ScenePlace
  /** Decimals of the label. @defaultValue 1 */
  digits?: number
}

/** The angle at one place between the directions to two others, in the world. */
export function Protractor({ at, from, to, digits = 1, ...props }: ProtractorProps): ReactNode {
  const [GroupElement] = useState(groupElement)
  const group = useRef<Group>(null)
  useView(
    group,
    () => new ProtractorObject(),
    (protractor) => {
      protractor.visible = isThere(at) && isThere(from) && isThere(to)
      if (!protractor.visible) return
      const places = { at: resolve(at), from: resolve(from), to: resolve(to) }
      Object.assign(protractor, places, { digits })
    },
    undefined,
  )
  return <GroupElement {...props} ref={group} />
}

function resolve(place: ScenePlace): unknown {
  return 'current' in place ? place.current : place
}

function isThere(place: ScenePlace): boolean {
  return resolve(place) !== null
}
