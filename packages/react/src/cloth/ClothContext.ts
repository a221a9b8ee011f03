'use client'
/** The cloth around a component: for overlays, and for whoever looks at one. */
import { BillowError, type ClothView } from '@billow/core'
import type { ClothMesh } from '@billow/three'
import { createContext, type RefObject, use } from 'react'

export const ClothContext = createContext<RefObject<ClothMesh<ClothView> | null> | undefined>(
  undefined,
)

/**
 * A ref to the mesh of the `<Cloth>` around a component, filled once it is in the scene; its
 * `simulation` is in a worker where the cloth is.
 *
 * @param who is named by the error
 * @throws BillowError where there is none
 */
export function useCloth(who = 'useCloth'): RefObject<ClothMesh<ClothView> | null> {
  const cloth = use(ClothContext)
  if (!cloth) throw new BillowError(`@billow/react: ${who} must be inside a <Cloth>`)
  return cloth
}
