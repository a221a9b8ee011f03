/** A cloth as it is described to the worker, and the sheet that the page has of it. */
import { type ClothOptions, createSheet } from '../cloth/ClothOptions.js'
import { resolvePins } from '../cloth/pins.js'
import { plainSettings } from '../cloth/plainSettings.js'
import { createTearing } from '../cloth/Tearing.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import type { ClothParams } from '../params/clothParams.js'
import type { PinBook } from './PinBook.js'
import type { SentCloth } from './protocol.js'

/**
 * @param pins takes the pins of the new cloth, once everything else has been found right
 * @throws BillowError for a wrong value
 */
export function sendCloth(
  who: string,
  values: ClothParams,
  options: ClothOptions,
  pins: PinBook,
): { readonly sheet: ClothSheet; readonly sent: SentCloth } {
  const intact = createSheet(who, values, options)
  const settings = plainSettings(who, { ...options, pins: undefined }, intact, values)
  const resolved = resolvePins(who, options.pins ?? [], intact, values.orientation)
  const tearing = values.tear ? createTearing(who, intact, values, options.strengthAt) : undefined
  return {
    sheet: tearing?.sheet ?? intact,
    sent: { params: values, settings, pins: pins.start(resolved, intact) },
  }
}
