/**
 * Loops of a shader that somebody writes, by GLSL ES 1.00, appendix A, section 4: a `for` over one
 * variable with constant bounds and step, which the loop does not change inside.
 */
import { checkSource, LONGEST_SOURCE, MOST_TURNS } from '@billow/react/shader-editor'
import { editorTextsFor } from '../../packages/react/src/shader-editor/EditorTexts.js'
import { describe, expect, it } from 'vitest'

const texts = editorTextsFor('en')
const problemsOf = (source: string) => checkSource(source, texts)

describe('lets pass', () => {
  it.each([
    'for (int i = 0; i < 8; i++) x += 1.0;',
    'for ( int i = 10; i >= 0; --i ) { x += float(i); }',
    'for (float t = 0.0; t <= 1.0; t += 0.1) { if (t > 0.5) break; }',
    '#define N 16\nfor (int i = 0; i < N; i++) { x += 1.0; }',
    'const int COUNT = 4;\nfor (int i = 0; i != COUNT; i += 2) x++;',
    'for (int i = 0; i < 100; i++) for (int j = 0; j < 100; j++) x++;',
    'for (int i = 0; i < 200; i++) x++; for (int j = 0; j < 200; j++) x++;',
    'for (int i = 0; i < 8; i++) { if (i == 3) x = 1.0; float di = 2.0; di = 3.0; }',
    '// while (true) {}\n/* for (;;) {} */ float forward = 1.0;',
    'for (int i = 5; i < 2; i++) x++;',
  ])('%s', (source) => {
    expect(problemsOf(source)).toEqual([])
  })
})

describe('stops', () => {
  it.each([
    ['while (true) {}', texts.whileLoop],
    ['do { x++; } while (x < 3.0);', texts.whileLoop],
    ['for (;;) {}', texts.openLoop],
    ['for (int i = 0; true; i++) {}', texts.openLoop],
    ['for (int i = 0; i < n; i++) {}', texts.openLoop],
    ['for (int i = 0; i < 8;) { i++; }', texts.openLoop],
    ['for (int i = 0; i < 8; i--) {}', texts.openLoop],
    ['for (int i = 0; i < 8; i += 0) {}', texts.openLoop],
    ['for (int i = 0; i != 7; i += 2) {}', texts.openLoop],
    ['for (int i = 0; i < 8; i++) { i = 0; }', texts.openLoop],
    ['for (int i = 0; i < 8; i++) --i;', texts.openLoop],
    ['for (int i = 0; j < 8; i++) {}', texts.openLoop],
    ['#define FOREVER while (true)\nvoid main() { FOREVER {} }', texts.loopInMacro],
  ])('%s', (source, message) => {
    expect(problemsOf(source)).toContainEqual({ line: 1, message })
  })

  it('loops that together turn too often, in the line of the inner one', () => {
    const source = `for (int i = 0; i < 1000; i++)\n  for (int j = 0; j < 11; j++)\n    x++;`
    expect(problemsOf(source)).toEqual([{ line: 2, message: texts.longLoop(11_000, MOST_TURNS) }])
  })

  it('names the line, behind comments of several lines, too', () => {
    expect(problemsOf('/* one\n two */\n\n  while (x < 1.0) {}')[0]!.line).toBe(4)
  })

  it('what is too long, without reading it', () => {
    const source = ' '.repeat(LONGEST_SOURCE + 1)
    expect(problemsOf(source)).toEqual([
      { message: texts.tooLong(LONGEST_SOURCE + 1, LONGEST_SOURCE) },
    ])
  })
})
