/** Waiting for what comes to rest on a page: what a canvas gets from React arrives there some frames later. */
import { expect, vi } from 'vitest'

/** Software rendering on a busy machine takes its time, ms. */
const PATIENCE = 40_000

/** Longer than any frame takes here, ms. */
const LULL = 700

/**
 * Waits until something has not changed for a while, and returns it.
 * @param read for example frames drawn, or simulated time; undefined while it is about to change
 */
export async function untilStill(read: () => number | undefined): Promise<number> {
  let seen = read()
  let since = performance.now()
  await vi.waitFor(
    () => {
      const now = read()
      if (now === undefined || now !== seen) [seen, since] = [now, performance.now()]
      expect(performance.now() - since).toBeGreaterThan(LULL)
    },
    { timeout: PATIENCE, interval: 50 },
  )
  return seen!
}
