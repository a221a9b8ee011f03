/** Waiting for what a page does: what a canvas gets from React arrives there some frames later. */
import { expect, vi } from 'vitest'

/** For `vi.waitFor`: software rendering on a busy machine takes its time. */
export const SOON = { timeout: 40_000, interval: 50 }

/** Longer than any frame takes here, ms. */
export const LULL = 700

/** So many frames of the page at least must have brought nothing, for one that is slow. */
const QUIET_FRAMES = 3

/** For so long of simulated time a place must not have moved to be at rest, s. */
const REST = 0.3

/** And by no more than this, m. */
const REST_WAY = 1e-4

/**
 * Waits until something has not changed for a while, and returns it.
 * @param read for example frames drawn, or simulated time; undefined while it is about to change
 */
export async function untilStill(read: () => number | undefined): Promise<number> {
  let seen = read()
  let since = performance.now()
  let frames = 0
  let request = requestAnimationFrame(function count() {
    frames++
    request = requestAnimationFrame(count)
  })
  try {
    await vi.waitFor(() => {
      const now = read()
      if (now === undefined || now !== seen) [seen, since, frames] = [now, performance.now(), 0]
      expect(performance.now() - since).toBeGreaterThan(LULL)
      expect(frames).toBeGreaterThan(QUIET_FRAMES)
    }, SOON)
  } finally {
    cancelAnimationFrame(request)
  }
  return seen!
}

/**
 * Waits until something that moves with simulated time is at rest, however long a frame takes, and returns
 * where that is, m.
 * @param time simulated, s
 */
export async function atRest(
  read: () => readonly number[],
  time: () => number,
): Promise<readonly number[]> {
  let [seen, since] = [read(), time()]
  await vi.waitFor(() => {
    const now = read()
    if (now.some((x, axis) => Math.abs(x - seen[axis]!) > REST_WAY)) [seen, since] = [now, time()]
    expect(time() - since).toBeGreaterThan(REST)
  }, SOON)
  return seen
}
