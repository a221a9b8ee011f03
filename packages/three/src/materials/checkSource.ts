/**
 * Looks at GLSL that a person has written before it goes to the graphics card, where a loop without an
 * end takes the whole page along. Loops are those of GLSL ES 1.00, appendix A: `for` with constant
 * bounds, whose counter nothing else changes.
 */

export interface ShaderProblem {
  readonly stage: 'vertex' | 'fragment' | 'program'
  /** Line of the source as it was written, from 1; absent where it lies in none. */
  readonly line?: number
  /** What the compiler or this check has to say, in English. */
  readonly message: string
}

/** Characters of one source; built-in shaders have about 4000. */
export const MAX_SOURCE = 20_000

/** Rounds of all loops of a source multiplied, as if they were nested. */
export const MAX_ROUNDS = 65_536

const LOOP =
  /^for\s*\(\s*int\s+(\w+)\s*=\s*(\d+)\s*;\s*\1\s*(<=?)\s*(\d+)\s*;\s*(?:\1\s*\+\+|\+\+\s*\1|\1\s*\+=\s*([1-9]\d*))\s*\)/

/** What is wrong with a source, in order of lines; empty where nothing is. */
export function checkSource(source: string, stage: 'vertex' | 'fragment'): ShaderProblem[] {
  if (source.length > MAX_SOURCE) {
    const message = `the source must have at most ${MAX_SOURCE} characters, got ${source.length}`
    return [{ stage, message }]
  }
  const code = withoutComments(source)
  const problems: ShaderProblem[] = []
  let rounds = 1
  for (const { 0: word, index } of code.matchAll(/\b(?:for|while|do)\b/g)) {
    const line = code.slice(0, index).split('\n').length
    const complain = (message: string): void => void problems.push({ stage, line, message })
    if (word !== 'for') {
      complain(`'${word}' may never end: use 'for ( int i = 0; i < 8; i++ )'`)
      continue
    }
    const loop = LOOP.exec(code.slice(index))
    if (!loop) {
      complain("a loop must have constant bounds, as in 'for ( int i = 0; i < 8; i++ )'")
      continue
    }
    const [header, counter, from, comparison, to, step = '1'] = loop
    const rest = code.slice(index + header.length)
    if (changes(rest, counter!)) complain(`'${counter}' must be changed by the loop's head alone`)
    const steps = (Number(to) - Number(from) + (comparison === '<=' ? 1 : 0)) / Number(step)
    rounds *= Math.max(1, Math.ceil(steps))
    if (rounds > MAX_ROUNDS) complain(`loops must have at most ${MAX_ROUNDS} rounds in all`)
  }
  return problems
}

/** Assignments up to where another loop declares the same counter. */
function changes(code: string, counter: string): boolean {
  const [body] = code.split(new RegExp(`\\bint\\s+${counter}\\b`))
  const name = `\\b${counter}\\b`
  return new RegExp(
    `${name}\\s*(?:[-+*/%&|^]=|<<=|>>=|=(?!=)|\\+\\+|--)|(?:\\+\\+|--)\\s*${name}`,
  ).test(body!)
}

/** Comments as blanks, so that lines stay where they are. */
function withoutComments(source: string): string {
  return source.replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (text) => text.replace(/[^\n]/g, ' '))
}
