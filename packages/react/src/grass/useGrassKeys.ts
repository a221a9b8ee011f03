'use client'
/**
 * The foot of a field that keys move. Its code is loaded once a page shows such a field, beside what draws
 * it.
 */
import type { GrassMesh } from '@billow/three'
import type { GrassKeys } from '@billow/three/hands'
import { useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useRef } from 'react'
import { useStepFrame } from '../simulation/useStepFrame.js'
import type { GrassHands } from './grassInteractive.js'

/** After the field has been drawn, as other views of it. */
const AFTER_STEPPED = 2 * Number.MIN_VALUE

/**
 * @param identity changes when `mesh` is another one
 * @param redraw asks for a frame
 */
export function useGrassKeys(
  mesh: RefObject<GrassMesh | null>,
  identity: unknown,
  { keyboard, lang, label, texts }: GrassHands,
  radius: number,
  redraw: () => void,
): void {
  const get = useThree((three) => three.get)
  const keys = useRef<GrassKeys>(null)
  const spoken = useRef({ lang, label, texts })

  useEffect(() => {
    spoken.current = { lang, label, texts }
    keys.current?.say(spoken.current)
  }, [lang, label, texts])

  useEffect(() => {
    if (!keyboard) return undefined
    let isMounted = true
    const start = async (): Promise<void> => {
      const { openFoot } = await import('./footCode.js')
      if (isMounted && mesh.current)
        keys.current = openFoot(mesh.current, radius, get, redraw, spoken.current)
    }
    void start()
    return () => {
      isMounted = false
      keys.current?.close()
      keys.current = null
      redraw()
    }
  }, [get, mesh, identity, keyboard, radius, redraw])

  useStepFrame(() => {
    keys.current?.update()
  }, AFTER_STEPPED)
}
