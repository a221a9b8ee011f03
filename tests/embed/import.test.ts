// Servers import the elements while they render a page, where there is no DOM.
import { expect, test } from 'vitest'

test('importing the elements needs no DOM, and registering without one does nothing', async () => {
  expect(typeof HTMLElement).toBe('undefined')
  const { BillowCloth, defineBillowElements } = await import('@billow/embed')
  await import('@billow/embed/register')
  expect(() => defineBillowElements()).not.toThrow()
  expect(BillowCloth.observedAttributes).toContain('preset')
})
