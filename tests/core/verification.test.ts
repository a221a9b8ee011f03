/**
 * No verification gets lost: each number has a test that carries it in its title and a row in
 * tests/README.md that names the file, or says why there is none.
 */
import { describe, expect, it } from 'vitest'
import { filesByNumber, readTable } from '../helpers/titles.js'

const numbers = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `${letter}${from + n}`)

const VERIFICATIONS = [
  ...numbers('V', 1, 13),
  ...numbers('V', 20, 33),
  ...numbers('V', 40, 45),
  ...numbers('V', 50, 59),
  ...numbers('V', 60, 69),
]

/** Faults of integration, stiffness, steps, pins, wind, limits, contact and self-collision. */
const FAULTS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 27, 28, 37, 45, 48, 49,
  54,
].map((n) => `F${n}`)

/** Faults of shaders: displacement, bump, back faces, shadows. */
const SHADER_FAULTS = numbers('F', 30, 34)

/** Faults of grass that can occur with WebGL2. */
const GRASS_FAULTS = [
  1, 2, 3, 4, 5, 6, 8, 9, 10, 15, 16, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 30, 33, 35, 37, 42,
  44, 45, 46, 47, 48, 49, 50, 51, 55, 56, 57,
].map((n) => `G${n}`)

const ALL = [...VERIFICATIONS, ...FAULTS, ...SHADER_FAULTS, ...GRASS_FAULTS]

const NO_TEST = /^ *—/

const files = filesByNumber()
const table = readTable()

describe.each(ALL)('%s', (number) => {
  it('has a row, and the files it names have it in a title', () => {
    const row = table.get(number)
    expect(row, `tests/README.md has no row for ${number}`).toBeDefined()
    const [, where] = row!.split('|') as [string, string]
    if (NO_TEST.test(where)) {
      expect(where.length).toBeGreaterThan(20)
      return
    }
    const named = where.match(/`[^`]+`/g)!.map((file) => file.slice(1, -1))
    expect(named.length).toBeGreaterThan(0)
    expect(files.get(number) ?? []).toEqual(
      expect.arrayContaining(named.map((name) => (name.includes('/') ? name : `core/${name}`))),
    )
  })
})

it('the table has no row of a number that nobody asked for', () => {
  expect([...table.keys()].filter((n) => !ALL.includes(n))).toEqual([])
})
