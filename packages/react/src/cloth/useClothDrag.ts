'use client'
/**
 * Dragging of a cloth's particles by pointers, each with a hand of its own: camera controls rest while
 * a particle is held, and a hand opens when its pointer is lost or the component goes away.
 */
import type { ClothView } from '@billow/core'
import { ClothDragger, type ClothMesh } from '@billow/three'
import { type ThreeEvent, useThree } from '@react-three/fiber'
import type { ClothHand } from '@billow/three/hands'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type HeldPointer, holdPointer, isMainButton, isTracked } from '../heldPointer.js'

interface Controls {
  enabled: boolean
}

export interface ClothDragHandlers {
  onPointerDown(event: ThreeEvent<PointerEvent>): void
  onPointerMove(event: ThreeEvent<PointerEvent>): void
  onPointerUp(event: ThreeEvent<PointerEvent>): void
  onPointerCancel(event: ThreeEvent<PointerEvent>): void
  onLostPointerCapture(event: ThreeEvent<PointerEvent>): void
  onPointerOver(event: ThreeEvent<PointerEvent>): void
  onPointerOut(event: ThreeEvent<PointerEvent>): void
}

interface Drag {
  readonly dragger: ClothDragger
  readonly pointer: HeldPointer
  end(): void
}

/**
 * @param onDrag called whenever the held particle was moved, taken or let go
 * @param hand that needs no pointer: what it holds is not taken
 */
export function useClothDrag(
  mesh: RefObject<ClothMesh<ClothView> | null>,
  enabled: boolean,
  onDrag: () => void,
  hand?: RefObject<ClothHand | null>,
): ClothDragHandlers | undefined {
  const get = useThree((state) => state.get)
  // One per pointer: every finger drags on its own.
  const [drags] = useState(() => new Map<number, Drag>())
  const controlsWereOn = useRef(false)

  // An unmount or `interactive={false}` in mid-drag must not leave the controls switched off.
  useEffect(
    () => () => {
      for (const drag of [...drags.values()]) drag.end()
    },
    [drags, enabled],
  )

  return useMemo(() => {
    if (!enabled) return undefined
    const setCursor = (cursor: string): void => {
      get().gl.domElement.style.cursor = cursor
    }

    const begin = (event: ThreeEvent<PointerEvent>, cloth: ClothMesh<ClothView>): void => {
      const particle = cloth.particleAt(event)
      const other = hand?.current
      const isTaken =
        [...drags.values()].some(({ dragger }) => dragger.particle === particle) ||
        (other?.isHolding === true && other.particle === particle)
      const dragger = new ClothDragger(cloth)
      if (isTaken || !dragger.start(event, event.camera)) return
      event.stopPropagation()
      const controls = get().controls as Controls | null
      if (drags.size === 0) controlsWereOn.current = controls?.enabled === true
      if (controls) controls.enabled = false
      const { pointerId } = event
      const pointer = holdPointer(event, () => drags.get(pointerId)?.end())
      setCursor('grabbing')
      drags.set(pointerId, {
        dragger,
        pointer,
        end() {
          drags.delete(pointerId)
          dragger.end()
          if (controls && drags.size === 0) controls.enabled = controlsWereOn.current
          pointer.letGo()
          if (drags.size === 0) setCursor('')
          onDrag()
        },
      })
      onDrag()
    }

    const end = (event: ThreeEvent<PointerEvent>): void => {
      drags.get(event.pointerId)?.end()
    }

    return {
      onPointerDown(event) {
        const cloth = mesh.current
        // What hits a child of the cloth comes here, too.
        if (!cloth || event.object !== cloth) return
        if (isMainButton(event) && !drags.has(event.pointerId)) begin(event, cloth)
      },
      onPointerMove(event) {
        const drag = drags.get(event.pointerId)
        if (!drag) return
        event.stopPropagation()
        if (isTracked(event)) drag.dragger.carry(event.point)
        else drag.dragger.move(event.ray)
        onDrag()
      },
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: end,
      onPointerOver({ object }) {
        if (drags.size === 0 && object === mesh.current) setCursor('grab')
      },
      onPointerOut(event) {
        // A captured one of a headset is over the cloth until it is taken away, as by a menu.
        const isLost = isTracked(event) || drags.get(event.pointerId)?.pointer.isCaptured === false
        if (isLost) end(event)
        if (drags.size === 0) setCursor('')
      },
    }
  }, [drags, enabled, get, hand, mesh, onDrag])
}
