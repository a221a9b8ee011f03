/**
 * Bounds for a source that somebody is writing: no longer than a lesson needs, and with loops that end.
 * A loop that does not end hangs the graphics card, and with it the screen, until the driver gives up.
 *
 * Loops follow the rules of GLSL ES 1.00, appendix A, section 4: `for` alone, over one variable, with
 * constant bounds and a constant step, and the variable is not changed inside.
 */
import type { EditorTexts } from './EditorTexts.js'

/** Characters in one source. */
export const LONGEST_SOURCE = 20_000

/** Turns of a loop, times those of the loops around it. */
export const MOST_TURNS = 10_000

export interface SourceProblem {
  /** From 1; undefined where it concerns all of the source. */
  readonly line?: number | undefined
  readonly message: string
}

export function checkSource(source: string, texts: EditorTexts): SourceProblem[] {
  if (source.length > LONGEST_SOURCE) {
    return [{ message: texts.tooLong(source.length, LONGEST_SOURCE) }]
  }
  return checkLoops(withoutComments(source), texts)
}

/** Comments as blanks, so that places stay the same. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '))
}

interface Loop {
  readonly start: number
  readonly end: number
  readonly turns: number
}

function checkLoops(code: string, texts: EditorTexts): SourceProblem[] {
  const problems: SourceProblem[] = []
  const say = (place: number, message: string): void => {
    problems.push({ line: code.slice(0, place).split('\n').length, message })
  }
  for (const { index, 0: line } of code.matchAll(/^[ \t]*#[ \t]*define\b.*$/gm)) {
    if (/\b(for|while|do)\b/.test(line)) say(index, texts.loopInMacro)
  }
  const constants = readConstants(code)
  const loops: Loop[] = []
  for (const { index, 0: word } of code.matchAll(/\b(for|while|do)\b/g)) {
    if (word !== 'for') {
      say(index, texts.whileLoop)
      continue
    }
    const open = code.indexOf('(', index)
    const close = open < 0 ? -1 : closing(code, open, '(', ')')
    // Without its brackets it is no loop: the compiler says so.
    if (close < 0) continue
    const body = bodyOf(code, close + 1)
    const turns = turnsOf(code.slice(open + 1, close), body.text, constants)
    if (turns === undefined) say(index, texts.openLoop)
    else loops.push({ start: index, end: body.end, turns })
  }
  for (const loop of loops) {
    const around = loops.filter(({ start, end }) => start <= loop.start && loop.start < end)
    const turns = around.reduce((product, outer) => product * outer.turns, 1)
    if (turns > MOST_TURNS) say(loop.start, texts.longLoop(turns, MOST_TURNS))
  }
  return problems.sort((a, b) => a.line! - b.line!)
}

type Constants = ReadonlyMap<string, number>

function readConstants(code: string): Constants {
  const constants = new Map<string, number>()
  const found = code.matchAll(
    /#[ \t]*define[ \t]+(\w+)[ \t]+([-\w.]+)[ \t]*$|\bconst\s+(?:int|uint|float)\s+(\w+)\s*=\s*([-\w.]+)\s*;/gm,
  )
  for (const { 1: macro, 2: text, 3: name, 4: initial } of found) {
    const value = numberOf(text ?? initial ?? '', constants)
    if (value !== undefined) constants.set((macro ?? name)!, value)
  }
  return constants
}

function numberOf(text: string, constants: Constants): number | undefined {
  const word = text.trim()
  if (/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?[uf]?$/i.test(word)) return Number.parseFloat(word)
  return constants.get(word)
}

/** How often it turns; undefined for what appendix A does not allow. */
function turnsOf(header: string, body: string, constants: Constants): number | undefined {
  const [init = '', condition = '', change = '', ...rest] = header.split(';')
  const { name, from } =
    /^\s*(?:int|uint|float)\s+(?<name>\w+)\s*=\s*(?<from>[-\w.]+)\s*$/.exec(init)?.groups ?? {}
  if (!name || rest.length > 0) return undefined
  const { left, sign, bound } =
    /^\s*(?<left>\w+)\s*(?<sign><=?|>=?|!=)\s*(?<bound>[-\w.]+)\s*$/.exec(condition)?.groups ?? {}
  const step = stepOf(change, name, constants)
  const [start, end] = [numberOf(from ?? '', constants), numberOf(bound ?? '', constants)]
  if (left !== name || start === undefined || end === undefined || !step) return undefined
  if (isChanged(name, body)) return undefined
  const turns = (end - start) / step
  if (sign === '!=') return turns >= 0 && Number.isInteger(turns) ? turns : undefined
  const isUpward = sign!.startsWith('<')
  // It starts beyond its end, or moves away from it.
  if (isUpward ? start > end : start < end) return 0
  if (isUpward !== step > 0) return undefined
  return sign!.endsWith('=') ? Math.floor(turns) + 1 : Math.ceil(turns)
}

function stepOf(change: string, name: string, constants: Constants): number | undefined {
  const text = change.replaceAll(/\s/g, '')
  if (text === `${name}++` || text === `++${name}`) return 1
  if (text === `${name}--` || text === `--${name}`) return -1
  const { sign, step } =
    new RegExp(`^${name}(?<sign>[-+])=(?<step>[\\w.]+)$`).exec(text)?.groups ?? {}
  const size = step === undefined ? undefined : numberOf(step, constants)
  if (size === undefined) return undefined
  return sign === '-' ? -size : size
}

function isChanged(name: string, body: string): boolean {
  return new RegExp(
    `(\\+\\+|--)\\s*${name}\\b|\\b${name}\\s*(\\+\\+|--|[-+*/%&|^]?=(?!=)|<<=|>>=)`,
  ).test(body)
}

/** The place of the bracket that closes the one at `open`; -1 where there is none. */
function closing(code: string, open: number, left: string, right: string): number {
  let depth = 0
  for (let i = open; i < code.length; i++) {
    if (code[i] === left) depth++
    else if (code[i] === right && --depth === 0) return i
  }
  return -1
}

/** What is repeated: a block, or a single statement, which may be a loop itself. */
function bodyOf(code: string, from: number): { readonly text: string; readonly end: number } {
  const start = from + /^\s*/.exec(code.slice(from))![0].length
  if (code[start] === '{') {
    const close = closing(code, start, '{', '}')
    const end = close < 0 ? code.length : close + 1
    return { text: code.slice(start, end), end }
  }
  const inner = /^(for|if)\s*\(/.exec(code.slice(start))
  if (inner) {
    const close = closing(code, start + inner[0].length - 1, '(', ')')
    if (close >= 0) {
      const { end } = bodyOf(code, close + 1)
      return { text: code.slice(start, end), end }
    }
  }
  const semicolon = code.indexOf(';', start)
  const end = semicolon < 0 ? code.length : semicolon + 1
  return { text: code.slice(start, end), end }
}
