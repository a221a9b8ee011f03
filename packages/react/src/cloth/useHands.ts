'use client'
/**
 * The hand of a cloth that needs no dragging: by keys, clicks and buttons. Its code is loaded once a page
 * shows such a cloth, beside what draws it.
 */
import type { ClothHand, ClothKeys } from '@billow/three/hands'
import type { ClothMesh } from '@billow/three'
import { type ThreeEvent, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type Camera, Vector3 } from 'three'
import { isTracked } from '../heldPointer.js'
import { useStepFrame } from '../simulation/useStepFrame.js'
import type { HandOptions } from './interactive.js'
import type { AnyCloth } from './useClothSimulation.js'

/** After the cloth has been drawn, as other views of it. */
const AFTER_STEPPED = 2 * Number.MIN_VALUE

/** s; after a rest no more has passed. */
const LONGEST_FRAME = 1 / 20

/** A click that moved farther was none, CSS pixels. */
const CLICK = 5

/** As far from the particle in the hand a click still means it, CSS pixels: half a target of 24. */
const NEAR = 12

export interface ClickHandlers {
  onClick(event: ThreeEvent<MouseEvent>): void
  onPointerMissed(event: MouseEvent): void
}

export interface Hands {
  /** Empty until the code is there. */
  readonly hand: RefObject<ClothHand | null>
  readonly clicks: ClickHandlers | undefined
}

/**
 * @param identity changes when `mesh` is another one
 * @param redraw asks for a frame
 */
export function useHands(
  mesh: RefObject<ClothMesh<AnyCloth> | null>,
  identity: unknown,
  { pointer, keyboard, hand: link, lang, label, texts }: HandOptions,
  redraw: () => void,
): Hands {
  const get = useThree((three) => three.get)
  const hand = useRef<ClothHand>(null)
  const keys = useRef<ClothKeys>(null)
  const spoken = useRef({ lang, label, texts })
  const byClick = pointer === 'click'

  useEffect(() => {
    spoken.current = { lang, label, texts }
    keys.current?.say(spoken.current)
  }, [lang, label, texts])

  useEffect(() => {
    const canvas = get().gl.domElement as Partial<HTMLCanvasElement>
    const isOnPage = Boolean(canvas.parentElement && canvas.ownerDocument)
    const hasKeys = keyboard === true && isOnPage
    if (!hasKeys && !byClick && !link) return undefined
    const ends: (() => void)[] = []
    let isMounted = true
    const start = async (): Promise<void> => {
      const { ClothHand, ClothKeys } = await import('./handsCode.js')
      if (!isMounted || !mesh.current) return
      const made = new ClothHand(mesh.current)
      const camera = (): Camera => get().camera
      hand.current = made
      ends.push(made.subscribe(redraw), () => {
        made.release()
        hand.current = null
      })
      if (link) ends.push(link.attach(made, camera))
      if (!hasKeys) return
      const board = new ClothKeys(made, {
        canvas: canvas as HTMLCanvasElement,
        camera,
        redraw,
        ...spoken.current,
      })
      keys.current = board
      ends.push(() => {
        board.dispose()
        keys.current = null
      })
    }
    void start()
    return () => {
      isMounted = false
      for (const end of ends.reverse()) end()
      redraw()
    }
  }, [get, mesh, identity, keyboard, byClick, link, redraw])

  useStepFrame((_, delta) => {
    if (hand.current?.update(Math.min(delta, LONGEST_FRAME))) redraw()
    if (!keys.current) return
    keys.current.isShared = byClick || link?.isWatched === true
    keys.current.update()
  }, AFTER_STEPPED)

  const clicks = useMemo((): ClickHandlers | undefined => {
    if (!byClick) return undefined
    return {
      onClick(event) {
        const { current } = hand
        // Pointers of headsets have no way in pixels; they click within a time.
        if (!current || (!isTracked(event) && event.delta > CLICK)) return
        const isCloth = ({ object }: { object: object }): boolean => object === current.mesh
        // What hits a child of the cloth comes here, too.
        if (!isCloth(event)) {
          if (!event.intersections.some(isCloth)) current.clickBeside(event.ray, event.camera)
          return
        }
        event.stopPropagation()
        const { camera, size } = get()
        const place = current.placeOf('particle', new Vector3())
        current.clickOn(event, place !== undefined && gap(place, event.point, camera, size) < NEAR)
      },
      onPointerMissed(event) {
        // The ray of the click, which has just been looked at, is still there.
        if (event.type === 'click') hand.current?.clickBeside(get().raycaster.ray, get().camera)
      },
    }
  }, [byClick, get])

  return { hand, clicks }
}

/** Distance of two places on the screen, CSS pixels. */
function gap(
  one: Vector3,
  other: Vector3,
  camera: Camera,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const a = one.clone().project(camera)
  const b = other.clone().project(camera)
  return Math.hypot(((a.x - b.x) * width) / 2, ((a.y - b.y) * height) / 2)
}
