// What a built file imports, read from its syntax.
import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** Module names in the import and export statements and import() calls of JavaScript. */
export function importsOf(file) {
  const found = new Set()
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!node || typeof node.type !== 'string') return
    const names = /^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(node.type)
    if (names && node.source) found.add(node.source.value ?? '(computed)')
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(parseAst(readFileSync(file, 'utf8')).body)
  return [...found]
}

/** Module names in a declaration file: its statements and `import('...')` types. */
export function typeImportsOf(file) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|<reference types=)["']([^"']+)["']/g
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name))]
}

/** True for a file of the same package. */
export const isRelative = (name) => name.startsWith('.')
