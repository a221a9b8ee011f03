/** For the play functions of stories: waits until the stage's clock shows that its cloths move. */
import { expect, waitFor } from 'storybook/test'

/** @param seconds simulated; more than these have to pass within `timeout` milliseconds */
export async function untilTime(
  canvasElement: HTMLElement,
  seconds: number,
  timeout = 30_000,
): Promise<void> {
  const time = () =>
    Number.parseFloat(canvasElement.querySelector('[data-value="time"]')!.textContent)
  await waitFor(() => expect(time()).toBeGreaterThan(seconds), { timeout })
}
