/** A group that a pointer drags in the plane facing the camera, with whatever is in it. */
import { type ThreeElements, type ThreeEvent, useThree } from '@react-three/fiber'
import { useMemo, useRef, useState } from 'react'
import { type Group, Plane, Vector3, type Vector3Tuple } from 'three'

export interface DraggableProps extends Omit<ThreeElements['group'], 'position' | 'ref'> {
  /** Where it is at the start, m. */
  start?: Vector3Tuple
  /** It is not dragged below this height, m, in the space that it is in. */
  lowest?: number
}

export function Draggable({ start = [0, 0, 0], lowest = -Infinity, ...props }: DraggableProps) {
  const get = useThree((state) => state.get)
  const group = useRef<Group>(null)
  // A new place in a later render would take it out of the hand.
  const [position] = useState(start)
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
    <group
      {...props}
      ref={group}
      position={position}
      onPointerDown={(event: ThreeEvent<PointerEvent>) => {
        if (event.button !== 0 || !group.current) return
        event.stopPropagation()
        ;(event.target as Element).setPointerCapture(event.pointerId)
        event.camera.getWorldDirection(drag.plane.normal)
        drag.plane.setFromNormalAndCoplanarPoint(drag.plane.normal, event.point)
        group.current.getWorldPosition(drag.offset).sub(event.point)
        drag.active = true
        setControls(false)
      }}
      onPointerMove={(event: ThreeEvent<PointerEvent>) => {
        if (!drag.active || !event.ray.intersectPlane(drag.plane, drag.point)) return
        event.stopPropagation()
        const place = group.current!.parent!.worldToLocal(drag.point.add(drag.offset))
        group.current!.position.set(place.x, Math.max(place.y, lowest), place.z)
      }}
      onPointerUp={end}
      onLostPointerCapture={end}
    />
  )
}
