'use client'
/**
 * Cloth of a geometry of three.js: that of a prop, as a GLTF file has it, or one among the children, which
 * is made first and then read.
 */
import type { MeshOptions } from '@billow/core'
import { meshOf } from '@billow/three'
import {
  Children,
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { BufferGeometry } from 'three'
import { groupElement } from '../elements.js'

/** @returns the mesh that a cloth is made of; the same one for the same geometry */
export function useMeshOf(
  mesh: MeshOptions | undefined,
  geometry: BufferGeometry | undefined,
): MeshOptions | undefined {
  const read = useMemo(() => geometry && meshOf(geometry), [geometry])
  return mesh ?? read
}

type GeometryElement = ReactElement<{ attach?: unknown }>

/** A geometry among the children, such as `<planeGeometry>`, and the others. */
export function splitGeometry(children: ReactNode): {
  readonly shape: GeometryElement | undefined
  readonly others: ReactNode
} {
  const list = Children.toArray(children)
  const shape = list.find(isGeometry)
  return { shape, others: shape ? list.filter((child) => child !== shape) : children }
}

function isGeometry(child: ReactNode): child is GeometryElement {
  return isValidElement(child) && typeof child.type === 'string' && /Geometry$/.test(child.type)
}

/** Makes the geometry, and gives it on. It is not drawn itself. */
export function GeometrySource({
  shape,
  children,
}: {
  shape: GeometryElement
  children: (geometry: BufferGeometry) => ReactNode
}): ReactNode {
  const [GroupElement] = useState(groupElement)
  const made = useRef<BufferGeometry>(null)
  const [geometry, setGeometry] = useState<BufferGeometry | null>(null)
  const attach = useCallback((_: unknown, self: BufferGeometry) => {
    made.current = self
    return () => undefined
  }, [])

  // Once its attributes, which may be children, are there; other arguments make another one.
  useLayoutEffect(() => {
    setGeometry(made.current)
  }, [shape])

  return (
    <>
      <GroupElement visible={false}>{cloneElement(shape, { attach })}</GroupElement>
      {geometry ? children(geometry) : null}
    </>
  )
}
