/**
 * Bodies to see: a sphere for a collider, which pointers can move, its plain form, and a rail to hang
 * cloth from.
 */
import type { SphereCollider } from '@billow/core'
import { type ThreeEvent, useThree } from '@react-three/fiber'
import { useMemo, useRef } from 'react'
import { type Mesh, Plane, Vector3 } from 'three'
import { useStageTheme } from './theme'

/** Drawn a little smaller than it collides, so that the cloth's faces stay outside. */
const DRAWN_SHARE = 0.98

export interface BallProps {
  center: readonly [number, number, number]
  radius: number
}

export function Ball({ center, radius }: BallProps) {
  const { body } = useStageTheme()
  return (
    <mesh position={[...center]} castShadow receiveShadow>
      <sphereGeometry args={[radius * DRAWN_SHARE, 64, 48]} />
      <meshStandardMaterial color={body} roughness={0.35} />
    </mesh>
  )
}

/** A ball that a pointer drags in the plane facing the camera; the collider goes with it. */
export function MovableBall({
  collider,
  radius,
  lowest,
}: {
  collider: SphereCollider
  radius: number
  lowest: number
}) {
  const { body } = useStageTheme()
  const get = useThree((state) => state.get)
  const mesh = useRef<Mesh>(null)
  const drag = useMemo(
    () => ({ plane: new Plane(), offset: new Vector3(), point: new Vector3(), active: false }),
    [],
  )

  const setControls = (enabled: boolean) => {
    const controls = get().controls as { enabled: boolean } | null
    if (controls) controls.enabled = enabled
  }
  const end = () => {
    if (drag.active) setControls(true)
    drag.active = false
  }

  return (
    <mesh
      ref={mesh}
      name="Movable ball"
      position={[...(collider.center as unknown as [number, number, number])]}
      castShadow
      receiveShadow
      onPointerDown={(event: ThreeEvent<PointerEvent>) => {
        if (event.button !== 0 || !mesh.current) return
        event.stopPropagation()
        ;(event.target as Element).setPointerCapture(event.pointerId)
        event.camera.getWorldDirection(drag.plane.normal)
        drag.plane.setFromNormalAndCoplanarPoint(drag.plane.normal, event.point)
        drag.offset.copy(mesh.current.position).sub(event.point)
        drag.active = true
        setControls(false)
      }}
      onPointerMove={(event: ThreeEvent<PointerEvent>) => {
        if (!drag.active || !mesh.current || !event.ray.intersectPlane(drag.plane, drag.point))
          return
        event.stopPropagation()
        const { x, y, z } = drag.point.add(drag.offset)
        mesh.current.position.set(x, Math.max(y, lowest), z)
        collider.set({ center: [x, Math.max(y, lowest), z] })
      }}
      onPointerUp={end}
      onLostPointerCapture={end}
    >
      <sphereGeometry args={[radius * DRAWN_SHARE, 64, 48]} />
      <meshStandardMaterial color={body} roughness={0.35} />
    </mesh>
  )
}

/** A rail along x with a knob at each end, its middle at the origin. */
export function Rail({ width, radius }: { width: number; radius: number }) {
  const { body } = useStageTheme()
  const metal = <meshStandardMaterial color={body} metalness={0.5} roughness={0.35} />
  return (
    <>
      <mesh rotation-z={Math.PI / 2} castShadow>
        <cylinderGeometry args={[radius, radius, width, 24]} />
        {metal}
      </mesh>
      {[-1, 1].map((side) => (
        <mesh key={side} position-x={(side * width) / 2} castShadow>
          <sphereGeometry args={[2.2 * radius, 32, 24]} />
          {metal}
        </mesh>
      ))}
    </>
  )
}
