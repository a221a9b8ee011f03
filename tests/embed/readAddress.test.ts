// The parameters of the player's address, which anybody can write.
import { expect, test } from 'vitest'
import { readAddress } from '../../packages/embed/src/readAddress.js'

const known = ['preset', 'wind', 'windx']

test('known names become attributes whatever their case; the last of two counts', () => {
  const { attributes, unknown } = readAddress('?preset=drape&windX=1&windX=2', known)
  expect([...attributes]).toEqual([
    ['preset', 'drape'],
    ['windx', '2'],
  ])
  expect(unknown).toEqual([])
})

test('other names are reported once, shortened, and only some of them', () => {
  const search = `?__proto__=1&onclick=alert(1)&onclick=2&${'z'.repeat(300)}=1`
  const { attributes, unknown } = readAddress(search, known)
  expect(attributes.size).toBe(0)
  expect(unknown).toEqual(['__proto__', 'onclick', `${'z'.repeat(40)}…`])
  const many = Array.from({ length: 5000 }, (_, n) => `a${n}=1`).join('&')
  expect(readAddress(`?${many}`, known).unknown.length).toBeLessThan(10)
})

test('markup stays text', () => {
  const markup = '<img src=x onerror=alert(1)>'
  const { attributes } = readAddress(`?preset=${encodeURIComponent(markup)}`, known)
  expect(attributes.get('preset')).toBe(markup)
})
