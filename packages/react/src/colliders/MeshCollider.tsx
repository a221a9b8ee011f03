'use client'
/**
 * `<MeshCollider>`: the meshes in it are bodies that cloth touches, each with its geometry and where it
 * is. They may come later, move, and change.
 *
 * ```tsx
 * <MeshCollider friction={0.5}>
 *   <mesh geometry={nodes.Bust.geometry} />
 * </MeshCollider>
 * ```
 */
import { type MeshBodyOptions, MeshColliderBody } from '@billow/three'
import type { ReactNode } from 'react'
import { lazyElement } from '../elements.js'
import { Body, type BodyElementProps, type ColliderProps } from './Body.js'

export interface MeshColliderProps extends ColliderProps {
  /**
   * A shell that cloth touches from both sides, even where the mesh is closed. Default: closed meshes
   * are solid, open ones are shells.
   */
  twoSided?: boolean | undefined
}

export function MeshCollider({
  friction = 0,
  thickness = 0,
  enabled = true,
  twoSided = false,
  debug,
  ref,
  ...group
}: MeshColliderProps): ReactNode {
  const shape = { friction, thickness, enabled, twoSided }
  return (
    <Body<MeshBodyOptions>
      {...group}
      who="MeshCollider"
      shape={shape}
      element={element}
      argument={() => checked(shape)}
      debug={debug}
      bodyRef={ref}
    />
  )
}

/** An error while react-three-fiber makes the body would come without a word of what is wrong. */
function checked(options: MeshBodyOptions): MeshBodyOptions {
  new MeshColliderBody(options).dispose()
  return options
}

const element = /* @__PURE__ */ lazyElement<BodyElementProps<MeshBodyOptions>>(MeshColliderBody)
