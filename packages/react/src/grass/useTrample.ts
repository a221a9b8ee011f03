'use client'
/**
 * Pointers that press a field down: where they hover, or only while a button or finger is down, when
 * camera controls rest. A finger presses as long as it is on the screen, since it cannot hover.
 */
import { type GrassMesh, GrassTrampler } from '@billow/three'
import { type ThreeEvent, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type HeldPointer, holdPointer, isMainButton, isTracked } from '../heldPointer.js'

/** When a pointer tramples. */
export type Trample = 'hover' | 'press'

interface Controls {
  enabled: boolean
}

/** A pointer that presses the field down. */
interface Pressed {
  readonly pointer: HeldPointer
  readonly release: () => void
  /** Where it came down, as react-three-fiber had it. */
  readonly start: unknown
}

type PointerHandler = (event: ThreeEvent<PointerEvent>) => void

export interface TrampleHandlers {
  readonly onPointerDown: PointerHandler
  readonly onPointerMove: PointerHandler
  readonly onPointerUp: PointerHandler
  readonly onPointerCancel: PointerHandler
  readonly onLostPointerCapture: PointerHandler
  readonly onPointerOut: PointerHandler
}

/** @param identity changes when `mesh` is another one */
export function useTrample(
  mesh: RefObject<GrassMesh | null>,
  identity: unknown,
  mode: Trample | undefined,
  radius: number,
  redraw: () => void,
): TrampleHandlers | undefined {
  const get = useThree((state) => state.get)
  const trampler = useRef<GrassTrampler>(null)
  const pressed = useRef(new Map<number, Pressed>())
  const controlsWereOn = useRef(false)

  // An unmount, another mode or another field in mid-step leaves neither a foot on the field nor controls off.
  useEffect(() => {
    const ends = pressed.current
    return () => {
      for (const { release } of [...ends.values()]) release()
      trampler.current?.end()
      trampler.current = null
    }
  }, [mode, radius, identity])

  return useMemo(() => {
    if (!mode) return undefined

    const tread = (event: ThreeEvent<PointerEvent>): void => {
      const object = mesh.current
      if (!object || event.instanceId === undefined) return
      if (trampler.current?.mesh !== object) {
        trampler.current?.end()
        trampler.current = new GrassTrampler(object, radius)
      }
      trampler.current.press(event.pointerId, event.point, event.instanceId)
      redraw()
    }

    const lift = (pointerId: number): void => {
      trampler.current?.lift(pointerId)
      redraw()
    }

    const begin = (event: ThreeEvent<PointerEvent>): void => {
      const { pointerId } = event
      event.stopPropagation()
      const controls = get().controls as Controls | null
      if (pressed.current.size === 0) controlsWereOn.current = controls?.enabled === true
      if (controls) controls.enabled = false
      const release = (): void => {
        pressed.current.delete(pointerId)
        if (controls && pressed.current.size === 0) controls.enabled = controlsWereOn.current
        pointer.letGo()
        lift(pointerId)
      }
      // Captured, that of a headset would not say any more where it meets the ground.
      const pointer = holdPointer(event, release, !isTracked(event))
      pressed.current.set(pointerId, { pointer, release, start: event.point })
      tread(event)
    }

    const end: PointerHandler = ({ pointerId, pointerType }) => {
      pressed.current.get(pointerId)?.release()
      // A finger that is lifted hovers nowhere.
      if (pointerType === 'touch') lift(pointerId)
    }

    return {
      onPointerDown(event) {
        if (!isMainButton(event)) return
        if (mode === 'press') begin(event)
        else tread(event)
      },
      onPointerMove(event) {
        const held = pressed.current.get(event.pointerId)
        // After where it is now, a captured pointer is told again to be where it came down.
        if (held ? held.start !== event.point : mode === 'hover') tread(event)
      },
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: end,
      onPointerOut(event) {
        if (pressed.current.get(event.pointerId)?.pointer.isCaptured === false) end(event)
        if (!pressed.current.has(event.pointerId)) lift(event.pointerId)
      },
    }
  }, [get, mesh, mode, radius, redraw])
}
