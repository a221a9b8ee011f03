/** What the editor says, in English and German. */

export interface EditorTexts {
  /** BCP 47 tag. */
  readonly language: string
  readonly title: (shader: string) => string
  readonly vertex: string
  readonly fragment: string
  readonly copy: string
  readonly startOver: string
  readonly readOnly: string
  readonly compiled: string
  readonly waiting: string
  /** How many problems, and that the last good shader goes on. */
  readonly failed: (count: number) => string
  readonly place: (part: string, line: number | undefined) => string
  readonly tooLong: (length: number, most: number) => string
  readonly whileLoop: string
  readonly openLoop: string
  readonly longLoop: (turns: number, most: number) => string
  readonly loopInMacro: string
  readonly contextLost: string
}

const FOR_EXAMPLE = 'for (int i = 0; i < 8; i++)'

const english: EditorTexts = {
  language: 'en',
  title: (shader) => `GLSL of ${shader}`,
  vertex: 'Vertex shader',
  fragment: 'Fragment shader',
  copy: 'Copy and edit',
  startOver: 'Start over',
  readOnly: 'To be read. Copy it to change it.',
  compiled: 'Compiled without errors.',
  waiting: 'Compiles when you stop typing …',
  failed: (count) =>
    `${count === 1 ? 'One error' : `${count} errors`}: the last version without errors goes on.`,
  place: (part, line) => (line === undefined ? part : `${part}, line ${line}`),
  tooLong: (length, most) => `The source has ${length} characters, at most ${most} are allowed.`,
  whileLoop: `while may never end, and would stop the whole screen: write ${FOR_EXAMPLE}`,
  openLoop:
    'It is not certain that this loop ends: it needs one variable, constant bounds, a constant step, ' +
    `and must not change the variable inside, as in ${FOR_EXAMPLE}`,
  longLoop: (turns, most) =>
    `This turns ${turns} times for every vertex or pixel, with the loops around it; at most ${most} are allowed.`,
  loopInMacro: 'A loop in a #define cannot be checked: write it where it runs.',
  contextLost:
    'The graphics card was taken away while it tried this: it probably had too much to compute. The last ' +
    'version without errors goes on; make this one do less.',
}

const german: EditorTexts = {
  language: 'de',
  title: (shader) => `GLSL von ${shader}`,
  vertex: 'Vertex-Shader',
  fragment: 'Fragment-Shader',
  copy: 'Kopieren und ändern',
  startOver: 'Von vorn beginnen',
  readOnly: 'Zum Lesen. Kopiere ihn, um ihn zu ändern.',
  compiled: 'Fehlerfrei übersetzt.',
  waiting: 'Wird übersetzt, sobald du nicht mehr tippst …',
  failed: (count) =>
    `${count === 1 ? 'Ein Fehler' : `${count} Fehler`}: Die letzte fehlerfreie Fassung läuft weiter.`,
  place: (part, line) => (line === undefined ? part : `${part}, Zeile ${line}`),
  tooLong: (length, most) => `Der Text hat ${length} Zeichen, erlaubt sind höchstens ${most}.`,
  whileLoop: `while endet vielleicht nie und hielte den ganzen Bildschirm an: Schreibe ${FOR_EXAMPLE}`,
  openLoop:
    'Es ist nicht sicher, dass diese Schleife endet: Sie braucht eine Variable, feste Grenzen, eine feste ' +
    `Schrittweite und darf die Variable innen nicht ändern, wie in ${FOR_EXAMPLE}`,
  longLoop: (turns, most) =>
    `Das läuft für jede Ecke oder jeden Bildpunkt ${turns}-mal, mit den Schleifen darum; erlaubt sind höchstens ${most}.`,
  loopInMacro:
    'Eine Schleife in einem #define lässt sich nicht prüfen: Schreibe sie dorthin, wo sie läuft.',
  contextLost:
    'Die Grafikkarte wurde dem Programm dabei weggenommen: Wahrscheinlich hatte sie zu viel zu rechnen. Die ' +
    'letzte fehlerfreie Fassung läuft weiter; lass diese weniger tun.',
}

/** @param lang BCP 47 tag; any other language than German gets English */
export const editorTextsFor = (lang: string): EditorTexts =>
  /^de\b/i.test(lang) ? german : english
