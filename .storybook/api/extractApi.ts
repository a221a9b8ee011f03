/**
 * Every component and hook that @billow/react exports, with what its types and comments say of it: read
 * by the TypeScript compiler, since props that come out of parameter tables are mapped types, which
 * parsers of single files cannot follow. Runs in Node, for documentation pages and for the test that
 * nothing is missing.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export interface ApiMember {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly description: string
  /** As the comment has it; parameters have theirs in the table. */
  readonly fallback: string
  /** A key of a parameter table, which says the rest. */
  readonly isParameter: boolean
}

export interface ApiEntry {
  readonly name: string
  readonly kind: 'component' | 'hook'
  /** What it is imported from: `@billow/react/overlays`. */
  readonly module: string
  readonly description: string
  /** TypeScript, out of the comment at the top of its file. */
  readonly example: string
  /** `useCloth(): ClothSimulation`; components have none. */
  readonly signature: string
  /** Props, or what the options of a hook hold. */
  readonly props: readonly ApiMember[]
  /** What a hook gives, where that is an object of Billow's. */
  readonly returns: readonly ApiMember[]
  /** Everything else goes to an element of three.js or HTML, such as `group`. */
  readonly passesOn: boolean
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGE = join(ROOT, 'packages/react')

const FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteArrowStyleSignature

/** Source files of the package's entries, by the name they are imported by. */
export function entriesOfPackage(): Map<string, string> {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    exports: Record<string, { '@billow/source'?: string } | string>
  }
  const entries = new Map<string, string>()
  for (const [path, target] of Object.entries(exports)) {
    const source = typeof target === 'string' ? undefined : target['@billow/source']
    if (source) entries.set(join('@billow/react', path), join(PACKAGE, source))
  }
  return entries
}

/** @throws Error where the sources cannot be read as the package's configuration has it */
export function extractApi(): ApiEntry[] {
  const path = join(PACKAGE, 'tsconfig.json')
  const read = ts.readConfigFile(path, (file) => ts.sys.readFile(file))
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(path))
  const entries = entriesOfPackage()
  const program = ts.createProgram([...entries.values()], options)
  const checker = program.getTypeChecker()
  const parameters = parameterKeys(program, checker)
  const found = new Map<string, ApiEntry>()
  for (const [module, file] of entries) {
    const source = program.getSourceFile(file)
    if (!source) throw new Error(`There is no ${relative(ROOT, file)}`)
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(source)!)) {
      const entry = readExport(checker, parameters, module, exported)
      if (entry && !found.has(entry.name)) found.set(entry.name, entry)
    }
  }
  return [...found.values()]
}

function readExport(
  checker: ts.TypeChecker,
  parameters: ReadonlySet<string>,
  module: string,
  exported: ts.Symbol,
): ApiEntry | undefined {
  const symbol =
    exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declaration = symbol.valueDeclaration
  if (!declaration) return undefined
  const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures()
  const { name } = exported
  const kind = /^use[A-Z]/.test(name) ? 'hook' : /^[A-Z]/.test(name) ? 'component' : undefined
  if (!kind || signatures.length === 0) return undefined
  const { text, example } = openingComment(declaration.getSourceFile(), name)
  const common: Omit<ApiEntry, 'signature' | 'props' | 'returns' | 'passesOn'> = {
    ...{ name, kind, module, example },
    description: ts.displayPartsToString(symbol.getDocumentationComment(checker)) || text,
  }
  const last = signatures.at(-1)!
  const given = signatures.flatMap((signature) =>
    signature.parameters.map((parameter) => checker.getTypeOfSymbol(parameter)),
  )
  const { members: props, isCut: passesOn } = membersOf(
    checker,
    given,
    declaration,
    parameters,
    true,
  )
  if (kind === 'component') return { ...common, signature: '', props, returns: [], passesOn }
  const returned = last.getReturnType()
  const { members: returns } = membersOf(checker, [returned], declaration, parameters)
  const signature = name + writeSignature(declaration as ts.FunctionDeclaration)
  return { ...common, signature, props, returns, passesOn }
}

/** As it is declared, with the type of options in place of their names. */
function writeSignature({ parameters, type }: ts.SignatureDeclaration): string {
  const written = parameters.map((parameter) => {
    const name = ts.isIdentifier(parameter.name) ? parameter.name.text : 'options'
    const isOptional = parameter.questionToken || parameter.initializer
    return `${name}${isOptional ? '?' : ''}: ${parameter.type?.getText() ?? 'unknown'}`
  })
  return `(${written.join(', ')}): ${type?.getText() ?? 'void'}`.replaceAll(/\s+/g, ' ')
}

/** Members that our sources declare; `isCut` says whether there were others. */
function membersOf(
  checker: ts.TypeChecker,
  types: readonly ts.Type[],
  at: ts.Node,
  parameters: ReadonlySet<string>,
  isArgument = false,
): { members: ApiMember[]; isCut: boolean } {
  const members = new Map<string, ApiMember>()
  let isCut = false
  for (const type of types) {
    // Options are often optional, props a generic.
    const whole = checker.getApparentType(checker.getNonNullableType(type))
    if (!(whole.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) continue
    if (whole.getCallSignatures().length > 0 || checker.isArrayType(whole)) continue
    if (isArgument && whole.symbol?.flags & ts.SymbolFlags.Class) continue
    for (const property of checker.getPropertiesOfType(whole)) {
      const declared = property.declarations?.[0]
      // What is mapped out of tables has no declaration of its own; what a hook gives of it is all.
      if (parameters.has(property.name) && (!declared || !isArgument)) {
        if (isArgument) members.set(property.name, parameterOf(property))
        continue
      }
      if (!declared || declared.getSourceFile().fileName.includes('/node_modules/')) {
        isCut = true
        continue
      }
      if (/#/.test(property.name)) continue
      // What an element takes by its class is as good as what it takes from three.js.
      if (isArgument && ts.isClassElement(declared)) {
        isCut = true
        continue
      }
      members.set(property.name, readMember(checker, property, declared, at))
    }
  }
  return { members: [...members.values()], isCut }
}

/** Keys of the tables that props are made of. */
function parameterKeys(program: ts.Program, checker: ts.TypeChecker): Set<string> {
  const keys = new Set<string>()
  for (const name of ['clothParams', 'grassParams']) {
    const source = program.getSourceFile(join(ROOT, `packages/core/src/params/${name}.ts`))
    const symbols = source ? checker.getExportsOfModule(checker.getSymbolAtLocation(source)!) : []
    const table = symbols.find((symbol) => symbol.name === name)
    if (!table) throw new Error(`There is no table ${name}`)
    for (const { name: key } of checker.getTypeOfSymbol(table).getProperties()) keys.add(key)
  }
  return keys
}

const parameterOf = ({ name }: ts.Symbol): ApiMember => ({
  ...{ name, type: '', isOptional: true, description: '', fallback: '', isParameter: true },
})

function readMember(
  checker: ts.TypeChecker,
  property: ts.Symbol,
  declared: ts.Declaration,
  at: ts.Node,
): ApiMember {
  let written: string | undefined
  if (ts.isMethodDeclaration(declared) || ts.isMethodSignature(declared))
    written = writeSignature(declared).replace(/\): (?=[^)]*$)/, ') => ')
  else if ('type' in declared) written = (declared.type as ts.TypeNode | undefined)?.getText()
  const type =
    written ?? checker.typeToString(checker.getTypeOfSymbolAtLocation(property, at), at, FORMAT)
  const text = ts.displayPartsToString(property.getDocumentationComment(checker))
  const tag = property.getJsDocTags(checker).find(({ name }) => /^default(Value)?$/.test(name))
  const said = /\s*Default: ([^.]+)\.$/.exec(text)
  return {
    name: property.name,
    type: type
      .replaceAll(/\s+/g, ' ')
      .replace(/^\| /, '')
      .replace(/ \| undefined$/, ''),
    isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    description: text,
    fallback: tag ? ts.displayPartsToString(tag.text) : (said?.[1] ?? ''),
    isParameter: false,
  }
}

/** What the comment at the top of a file says, and its code, if that is about this name. */
function openingComment(source: ts.SourceFile, name: string): { text: string; example: string } {
  const comment = /\/\*\*([\s\S]*?)\*\//.exec(source.text)?.[1] ?? ''
  const lines = comment.replaceAll(/^\s*\* ?/gm, '').trim()
  const code = /```tsx?\n([\s\S]*?)```/.exec(lines)?.[1] ?? ''
  const [first = ''] = lines.split(/\n\n|```/)
  return {
    text: first.replace(/^`?<?\w+>?`?: (\w)/, (_, letter: string) => letter.toUpperCase()).trim(),
    example: new RegExp(`\\b${name}\\b`).test(code) ? code.trim() : '',
  }
}
