'use client'
/**
 * Dragging of a cloth's particles by pointer: camera controls rest while a particle is held, and
 * the hand opens when the pointer is lost or the component goes away.
 */
import type { ClothView } from '@billow/core'
import { ClothDragger, type ClothMesh } from '@billow/three'
import { type ThreeEvent, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useMemo, useRef } from 'react'

interface Controls {
  enabled: boolean
}

export interface ClothDragHandlers {
  onPointerDown(event: ThreeEvent<PointerEvent>): void
  onPointerMove(event: ThreeEvent<PointerEvent>): void
  onPointerUp(event: ThreeEvent<PointerEvent>): void
  onPointerCancel(event: ThreeEvent<PointerEvent>): void
  onLostPointerCapture(event: ThreeEvent<PointerEvent>): void
  onPointerOver(): void
  onPointerOut(): void
}

interface Drag {
  readonly dragger: ClothDragger
  readonly pointerId: number
  end(): void
}

/** @param onDrag called whenever the held particle was moved, taken or let go */
export function useClothDrag(
  mesh: RefObject<ClothMesh<ClothView> | null>,
  enabled: boolean,
  onDrag: () => void,
): ClothDragHandlers | undefined {
  const get = useThree((state) => state.get)
  const drag = useRef<Drag | undefined>(undefined)

  // An unmount or `interactive={false}` in mid-drag must not leave the controls switched off.
  useEffect(() => () => drag.current?.end(), [enabled])

  return useMemo(() => {
    if (!enabled) return undefined
    const setCursor = (cursor: string): void => {
      get().gl.domElement.style.cursor = cursor
    }

    const begin = (event: ThreeEvent<PointerEvent>, cloth: ClothMesh<ClothView>): void => {
      const dragger = new ClothDragger(cloth)
      if (!dragger.start(event, event.camera)) return
      event.stopPropagation()
      const target = event.target as Element
      const controls = get().controls as Controls | null
      const controlsWereOn = controls?.enabled === true
      if (controls) controls.enabled = false
      const { pointerId } = event
      target.setPointerCapture(pointerId)
      setCursor('grabbing')
      drag.current = {
        dragger,
        pointerId,
        end() {
          drag.current = undefined
          dragger.end()
          if (controls) controls.enabled = controlsWereOn
          if (target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId)
          setCursor('')
          onDrag()
        },
      }
      onDrag()
    }

    const end = (event: ThreeEvent<PointerEvent>): void => {
      if (drag.current?.pointerId === event.pointerId) drag.current.end()
    }

    return {
      onPointerDown(event) {
        // The main button or a finger; other buttons belong to camera controls.
        if (event.button === 0 && !drag.current && mesh.current) begin(event, mesh.current)
      },
      onPointerMove(event) {
        if (drag.current?.pointerId !== event.pointerId) return
        event.stopPropagation()
        drag.current.dragger.move(event.ray)
        onDrag()
      },
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: end,
      onPointerOver() {
        if (!drag.current) setCursor('grab')
      },
      onPointerOut() {
        if (!drag.current) setCursor('')
      },
    }
  }, [enabled, get, mesh, onDrag])
}
