/**
 * Commands that run in Node beside the browser: real mouse input, which pointer capture needs, and
 * real touches, which scroll.
 */
import type { BrowserCommand, BrowserCommandContext } from 'vitest/node'
import '@vitest/browser-playwright'

const SWIPE_STEPS = 8

interface Point {
  readonly x: number
  readonly y: number
}

export interface MouseStep {
  readonly action: 'move' | 'down' | 'up'
  /** Page coordinates inside the test's frame, CSS pixels; for `move`. */
  readonly x?: number
  readonly y?: number
}

/** From the test's frame to its page. Vitest scales the frame down when it does not fit the window. */
async function toPage(context: BrowserCommandContext): Promise<(x: number, y: number) => Point> {
  const element = await (await context.frame()).frameElement()
  const box = (await element.boundingBox())!
  const width = await element.evaluate(
    (iframe) => (iframe as HTMLIFrameElement).contentWindow!.innerWidth,
  )
  const scale = box.width / width
  return (x, y) => ({ x: box.x + x * scale, y: box.y + y * scale })
}

/** Plays mouse steps in the test's own frame. */
export const mouse: BrowserCommand<[steps: readonly MouseStep[]]> = async (context, steps) => {
  const { page } = context
  const at = await toPage(context)
  for (const { action, x = 0, y = 0 } of steps) {
    const point = at(x, y)
    if (action === 'move') await page.mouse.move(point.x, point.y, { steps: 4 })
    else if (action === 'down') await page.mouse.down()
    else await page.mouse.up()
  }
}

/** One finger goes from a point to another, in page coordinates of the test's frame, CSS pixels. */
export const swipe: BrowserCommand<[from: Point, to: Point]> = async (context, from, to) => {
  const at = await toPage(context)
  const { page } = context
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] })
  await touch('touchStart', [at(from.x, from.y)])
  for (let n = 1; n <= SWIPE_STEPS; n++) {
    const share = n / SWIPE_STEPS
    const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)]
    await touch('touchMove', [at(x, y)])
  }
  await touch('touchEnd', [])
  await session.detach()
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    mouse(steps: readonly MouseStep[]): Promise<void>
    swipe(from: Point, to: Point): Promise<void>
  }
}
