'use client'
/** What people have told their system of motion: `prefers-reduced-motion`. */
import { useSyncExternalStore } from 'react'

const LESS_MOTION = '(prefers-reduced-motion: reduce)'

/** Of a page; elsewhere nobody can say what they prefer. */
const ask = (): MediaQueryList | undefined =>
  typeof matchMedia === 'function' ? matchMedia(LESS_MOTION) : undefined

function subscribe(listen: () => void): () => void {
  const query = ask()
  query?.addEventListener('change', listen)
  return () => {
    query?.removeEventListener('change', listen)
  }
}

const isWanted = (): boolean => ask()?.matches === true

/** A server cannot know; nothing runs there. */
const onServer = (): boolean => true

/**
 * Do people prefer less motion? Follows the setting. On a server, and in the first render on the page that
 * it sends, yes.
 */
export function useLessMotion(): boolean {
  return useSyncExternalStore(subscribe, isWanted, onServer)
}
