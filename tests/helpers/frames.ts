/** Frames of react-three-fiber's test renderer, one by one, as a browser gives them. */
import type { create } from '@react-three/test-renderer'

type Renderer = Pick<Awaited<ReturnType<typeof create>>, 'advanceFrames'>

/** @param seconds from one frame to the next */
export async function frames(renderer: Renderer, count: number, seconds = 1 / 60): Promise<void> {
  for (let n = 0; n < count; n++) await renderer.advanceFrames(1, seconds)
}
