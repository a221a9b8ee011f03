/** The numbers of verifications (V24) and faults (F9, of grass G9) that test titles carry, file by file. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const tests = fileURLToPath(new URL('..', import.meta.url))

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
/** A text on one line, in any of the three kinds of quotes. */
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
/** As titles end: (V24), (V13, F7), and with words beside them. */
const NUMBERS = /\b[VFG]\d{1,2}\b/g

/** Files below `tests`, by the number that they carry. */
export function filesByNumber(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const name of readdirSync(tests, { recursive: true, encoding: 'utf8' })) {
    const file = name.replaceAll('\\', '/')
    if (!/\.test\.tsx?$/.test(file)) continue
    const source = readFileSync(`${tests}${file}`, 'utf8').replace(COMMENT, '')
    const texts = source.match(TEXT) ?? []
    for (const number of new Set(texts.flatMap((text) => text.match(NUMBERS) ?? [])))
      found.set(number, [...(found.get(number) ?? []), file])
  }
  return found
}

/** Rows of the tables of tests/README.md: what is said of each number. */
export function readTable(): Map<string, string> {
  const text = readFileSync(`${tests}README.md`, 'utf8')
  const rows = text.matchAll(/^\| ([VFG]\d{1,2}) +\|(.*)\|$/gm)
  return new Map(Array.from(rows, ([, number, rest]) => [number!, rest!]))
}
