/** Commands that run in Node beside the browser: real mouse input, which pointer capture needs. */
import type { BrowserCommand } from 'vitest/node'
import '@vitest/browser-playwright'

export interface MouseStep {
  readonly action: 'move' | 'down' | 'up'
  /** Page coordinates inside the test's frame, CSS pixels; for `move`. */
  readonly x?: number
  readonly y?: number
}

/** Plays mouse steps in the test's own frame. */
export const mouse: BrowserCommand<[steps: readonly MouseStep[]]> = async (context, steps) => {
  const { page } = context
  const element = await (await context.frame()).frameElement()
  const box = (await element.boundingBox())!
  const width = await element.evaluate(
    (iframe) => (iframe as HTMLIFrameElement).contentWindow!.innerWidth,
  )
  // Vitest scales the frame down when it does not fit the window.
  const scale = box.width / width
  for (const { action, x = 0, y = 0 } of steps) {
    if (action === 'move') await page.mouse.move(box.x + x * scale, box.y + y * scale, { steps: 4 })
    else if (action === 'down') await page.mouse.down()
    else await page.mouse.up()
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    mouse(steps: readonly MouseStep[]): Promise<void>
  }
}
