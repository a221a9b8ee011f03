// What an application's bundler makes of a module that uses the packages: readable, or minified and
// weighed. Built as an application, not as a library, whose whitespace Vite would keep.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * @param {string} directory where the packages lie in a node_modules
 * @param {string} name of the file that is written there
 * @param {string} source of the application's only module
 * @param {{ minify?: boolean, external?: RegExp[] }} [options]
 */
async function outputOf(directory, name, source, { minify = false, external = [] } = {}) {
  const input = join(directory, `${name}.mjs`)
  writeFileSync(input, source)
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: directory,
    build: {
      write: false,
      minify,
      target: 'es2022',
      modulePreload: false,
      // What the module exports counts as used.
      rollupOptions: { input, external, preserveEntrySignatures: 'strict' },
    },
  })
  const files = [output].flat().flatMap((result) => result.output)
  return { entry: files.find((file) => file.type === 'chunk' && file.isEntry), files }
}

/** The code of the module, the other files by name, and the modules of which some code is in any of them. */
export async function bundle(directory, name, source) {
  const { entry, files } = await outputOf(directory, name, source)
  return {
    entry: entry.code,
    others: files
      .filter((file) => file !== entry)
      .map((file) => ({ name: file.fileName, code: String(file.code ?? file.source) })),
    modules: files
      .flatMap((file) => Object.entries(file.modules ?? {}))
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([id]) => id.replaceAll('\\', '/')),
  }
}

export const gzipBytes = (code) => gzipSync(code, { level: 9 }).length

/** So many modules are named where too much is loaded. */
const NAMED_MODULES = 8

/**
 * Bytes minified and compressed: `first`, what a page loads at once, and `later`, what it loads
 * when something asks for it by `import()`. Workers are files that pages do not load themselves.
 * `largest` names the longest modules of the first, with their bytes before either.
 */
export async function weigh(directory, name, source, external) {
  const { entry, files } = await outputOf(directory, name, source, { minify: true, external })
  const chunks = files.filter((file) => file.type === 'chunk')
  const first = new Set([entry])
  for (const chunk of first)
    for (const file of chunks) if (chunk.imports.includes(file.fileName)) first.add(file)
  const sum = (list) => list.reduce((bytes, { code }) => bytes + gzipBytes(code), 0)
  const largest = [...first]
    .flatMap(({ modules }) => Object.entries(modules))
    .sort(([, a], [, b]) => b.renderedLength - a.renderedLength)
    .slice(0, NAMED_MODULES)
    .map(([id, { renderedLength }]) => `${id.split('@billow/').pop()} ${renderedLength}`)
  return {
    first: sum([...first]),
    later: sum(chunks.filter((chunk) => !first.has(chunk))),
    largest,
  }
}
