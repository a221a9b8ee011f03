/**
 * Puts Billow's chunks into a source, and numbers lines so that a compiler's message names the line
 * of the source as it was written: the source itself is string 1 (`ERROR: 1:12: …` is its line 12),
 * whatever is included is string 2.
 */
import { BillowError } from '@billow/core'
import { shaderChunks } from './chunks/shaderChunks.js'

const INCLUDE = /^[ \t]*#include +<([\w./]+)>.*$/
const OURS = 'billow/'

/** @throws BillowError for a chunk that does not exist */
export function expandChunks(source: string): string {
  const lines = source.split('\n').flatMap((line, index) => {
    const name = INCLUDE.exec(line)?.[1]
    if (name === undefined) return line
    return ['#line 1 2', included(line), `#line ${index + 2} 1`]
  })
  return ['#line 1 1', ...lines].join('\n')
}

/** Text with the chunks of ours in it; those of three.js are left to it. */
function included(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const name = INCLUDE.exec(line)?.[1]
      return name?.startsWith(OURS) ? included(chunk(name)) : line
    })
    .join('\n')
}

function chunk(name: string): string {
  const text = (shaderChunks as Readonly<Record<string, string>>)[name.slice(OURS.length)]
  if (text !== undefined) return text
  const known = Object.keys(shaderChunks).map((key) => `<${OURS}${key}>`)
  throw new BillowError(
    `@billow/three: a shader includes <${name}>, expected one of ${known.join(', ')}`,
  )
}
