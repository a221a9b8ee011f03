/**
 * Every component and hook that @billow/react exports has a story, a documentation page with its props,
 * and a smoke test: those that have not are named here. A stories file says in
 * `parameters: { api: ['Cloth'] }` what it shows, and its page gets the tables of that.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiMarkdown } from '../../.storybook/api/apiMarkdown.js'
import { type ApiEntry, entriesOfPackage, extractApi } from '../../.storybook/api/extractApi.js'
import { smokeCases } from './smokeCases.js'

const STORIES = fileURLToPath(new URL('../../stories', import.meta.url))

/** Names that mean the same wherever they are. */
const PLAIN = ['children', 'className', 'ref']

interface StoriesFile {
  readonly file: string
  /** What its page documents. */
  readonly api: readonly string[]
  /** What it imports from the package, itself or through files beside it. */
  readonly imports: ReadonlySet<string>
  readonly hasPage: boolean
}

/** What `missingOf` complains about; none of a name is all right. */
function missingOf(
  name: string,
  stories: readonly StoriesFile[],
  cases: Readonly<Record<string, unknown>>,
): string[] {
  const pages = stories.filter(({ api, hasPage }) => hasPage && api.includes(name))
  return [
    stories.some(({ imports }) => imports.has(name)) ? '' : `${name} is in no story`,
    pages.length > 0 ? '' : `${name} is in no parameters.api of a stories file`,
    pages.every(({ imports }) => imports.has(name))
      ? ''
      : `${name} is not in the stories on the page that documents it`,
    Object.hasOwn(cases, name) ? '' : `${name} has no smoke test (tests/react/smokeCases.tsx)`,
  ].filter((text) => text !== '')
}

function readStories(): StoriesFile[] {
  return readdirSync(STORIES)
    .filter((name) => name.endsWith('.stories.tsx'))
    .map((file) => {
      const text = readFileSync(join(STORIES, file), 'utf8')
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
      const api: string[] = []
      const visit = (node: ts.Node): void => {
        if (
          ts.isPropertyAssignment(node) &&
          node.name.getText(source) === 'api' &&
          ts.isArrayLiteralExpression(node.initializer)
        )
          for (const item of node.initializer.elements)
            if (ts.isStringLiteral(item)) api.push(item.text)
        ts.forEachChild(node, visit)
      }
      visit(source)
      const imports = new Set<string>()
      collectImports(join(STORIES, file), imports, new Set())
      return { file, api, imports, hasPage: !/['"]!autodocs['"]/.test(text) }
    })
}

function collectImports(path: string, names: Set<string>, seen: Set<string>): void {
  if (seen.has(path)) return
  seen.add(path)
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue
    const from = statement.moduleSpecifier.text
    const bindings = statement.importClause?.namedBindings
    if (/^@billow\/react(\/|$)/.test(from) && bindings && ts.isNamedImports(bindings))
      for (const { name, propertyName, isTypeOnly } of bindings.elements)
        if (!isTypeOnly) names.add((propertyName ?? name).text)
    if (from.startsWith('./') || from.startsWith('../')) {
      const file = ['.tsx', '.ts']
        .map((ending) => join(dirname(path), from) + ending)
        .find((candidate) => ts.sys.fileExists(candidate))
      if (file) collectImports(file, names, seen)
    }
  }
}

let api: ApiEntry[]
let stories: StoriesFile[]

beforeAll(() => {
  api = extractApi()
  stories = readStories()
}, 240_000)

describe('what @billow/react exports', () => {
  it('is read from all its entries', () => {
    const modules = new Set(api.map(({ module }) => module))
    expect([...entriesOfPackage().keys()].filter((module) => !modules.has(module))).toEqual([])
    expect(api.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Cloth', 'useBeforeStep', 'ShaderMaterialPicker', 'ControlPanel']),
    )
  })

  it('has a story, a documentation page and a smoke test', () => {
    expect(api.flatMap(({ name }) => missingOf(name, stories, smokeCases))).toEqual([])
  })

  it('is all that pages and smoke tests name', () => {
    const known = new Set(api.map(({ name }) => name))
    const named = [...stories.flatMap((file) => file.api), ...Object.keys(smokeCases)]
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('says what it is, and what each of its props is', () => {
    const bare = api.flatMap(({ name, description, props }) => [
      ...(description === '' ? [name] : []),
      ...props
        .filter((prop) => !prop.isParameter && prop.description === '')
        .filter((prop) => !PLAIN.includes(prop.name))
        .map((prop) => `${name}.${prop.name}`),
    ])
    expect(bare).toEqual([])
  })

  it('is missed where it is missing', () => {
    const story = {
      file: 'a.stories.tsx',
      api: ['Gale'],
      imports: new Set(['Gale']),
      hasPage: true,
    }
    expect(missingOf('Gale', [story], { Gale: 1 })).toEqual([])
    expect(missingOf('Gale', [story], {})).toEqual([
      expect.stringMatching(/Gale has no smoke test/),
    ])
    expect(missingOf('Gale', [{ ...story, api: [] }], { Gale: 1 })).toHaveLength(1)
    expect(missingOf('Gale', [{ ...story, hasPage: false }], { Gale: 1 })).toHaveLength(1)
    expect(missingOf('Gale', [{ ...story, imports: new Set() }], { Gale: 1 })).toHaveLength(2)
  })
})

describe('documentation', () => {
  const pageOf = (name: string) => apiMarkdown(api.find((entry) => entry.name === name)!)

  it('has parameters with type, default, unit, range and kind of change, as the table has them', () => {
    const page = pageOf('Cloth')
    expect(page).toContain('| `density` | a finite number > 0 (kg/m²) |')
    expect(page).toContain('| `0.2` | 0.05 to 500 kg/m² | at once |')
    expect(page).toMatch(/\| `segments` \|.*\| builds anew \|/)
    expect(pageOf('GrassField')).toMatch(/\| `droop` \|.*\| `0.4` \|/)
  })

  it('has own props with type, default and comment, and none of three.js', () => {
    const page = pageOf('Wind')
    expect(page).toContain('| `velocity` (required) | `readonly [number, number, number]` |')
    expect(page).toMatch(/\| `arrowScale` \| `number` \| .* \| `0.1` \|/)
    expect(page).not.toContain('castShadow')
    expect(page).toContain('All other props go to')
    expect(page).toContain('```tsx\n<Simulation>')
  })

  it('has the signature and options of a hook, and what it gives', () => {
    const page = pageOf('useClothPanel')
    expect(page).toContain('useClothPanel(options?: ClothPanelOptions<Key>): Panel')
    expect(page).toContain('| `keys` | `readonly Key[]` |')
    expect(page).toMatch(/It gives:[^]*`setPreset`/)
    expect(page).not.toContain('#store')
  })
})
