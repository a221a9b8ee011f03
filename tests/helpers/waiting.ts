/** Waiting for what a page does: what a canvas gets from React arrives there some frames later. */
import { expect, vi } from 'vitest'

/** For `vi.waitFor`: software rendering on a busy machine takes its time. */
export const SOON = { timeout: 40_000, interval: 50 }

/** Longer than any frame takes here, ms. */
export const LULL = 700

/**
 * Waits until something has not changed for a while, and returns it.
 * @param read for example frames drawn, or simulated time; undefined while it is about to change
 */
export async function untilStill(read: () => number | undefined): Promise<number> {
  let seen = read()
  let since = performance.now()
  await vi.waitFor(() => {
    const now = read()
    if (now === undefined || now !== seen) [seen, since] = [now, performance.now()]
    expect(performance.now() - since).toBeGreaterThan(LULL)
  }, SOON)
  return seen!
}
