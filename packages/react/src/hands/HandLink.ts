'use client'
/**
 * What joins a `<Cloth>` in the canvas and buttons beside it: `useHand` makes one, `interactive={{ hand }}`
 * gives it to the cloth, `<HandButtons hand={hand}>` reads it.
 */
import type { ClothHand } from '@billow/three/hands'
import { useState } from 'react'
import type { Camera } from 'three'

export class HandLink {
  private hand: ClothHand | undefined
  private look: (() => Camera) | undefined
  private changes = 0
  private readonly listeners = new Set<() => void>()

  /** The hand of the cloth; undefined while there is none. Of several cloths that of the last one. */
  get current(): ClothHand | undefined {
    return this.hand
  }

  /** The camera of its canvas. */
  get camera(): Camera | undefined {
    return this.look?.()
  }

  /** Does anybody look? */
  get isWatched(): boolean {
    return this.listeners.size > 0
  }

  /** Called by the cloth; returns what takes it back. */
  attach(hand: ClothHand, camera: () => Camera): () => void {
    this.hand = hand
    this.look = camera
    const stop = hand.subscribe(this.note)
    this.note()
    return () => {
      stop()
      if (this.hand !== hand) return
      this.hand = undefined
      this.note()
    }
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Grows with every change. */
  readonly version = (): number => this.changes

  private readonly note = (): void => {
    this.changes++
    for (const listener of [...this.listeners]) listener()
  }
}

/** The same link in every render. */
export function useHand(): HandLink {
  const [link] = useState(() => new HandLink())
  return link
}
