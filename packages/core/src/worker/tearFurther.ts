/**
 * Tears the page's sheet like the worker's. A torn sheet follows from the list of its splits, so the
 * list is all that has to be sent.
 */
import type { TearableSheet } from '../mesh/TearableSheet.js'

/** Makes the splits that are new, or all of them where the list is another one. */
export function tearFurther(sheet: TearableSheet, splits: readonly number[]): void {
  const { splits: made } = sheet
  if (made.length > splits.length || made.some((particle, n) => particle !== splits[n])) {
    sheet.tearAlong(splits)
  } else {
    for (let n = made.length; n < splits.length; n += 2) sheet.split(splits[n]!, splits[n + 1]!)
    sheet.respring()
  }
  // Nobody here moves the new particles: their positions come from the worker.
  sheet.births.length = 0
}
