/**
 * Compiles the kernels in this folder to WebAssembly, each with what it imports from here, and writes
 * them as hexadecimal text to `src/kernels/<name>.generated.ts`. The text is part of the sources, so
 * that they run without a build and a package holds no file that a bundler would have to find.
 *
 *   node packages/core/assembly/build.mjs
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main } from 'assemblyscript/asc'

const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url))

export const KERNELS = ['xpbd', 'view', 'pairs', 'blades']

/**
 * Memory comes from outside, one per simulation. The kernels allocate nothing (stub) and have no
 * assertions. Nothing here lets the compiler contract or reorder floating-point operations.
 */
const FLAGS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'],
  ...['--importMemory', '--noExportMemory'],
]

/** @returns the text of `src/kernels/<name>.generated.ts` */
export async function compileKernel(name) {
  let binary
  const { error, stderr } = await main([`${name}.ts`, '-o', `${name}.wasm`, ...FLAGS], {
    readFile: readSource,
    writeFile: (file, contents) => {
      if (file.endsWith('.wasm')) binary = contents
    },
    listFiles: () => [],
  })
  if (error) throw new Error(`${name}.ts does not compile\n${stderr.toString()}`)
  const constant = `${name.toUpperCase()}_MODULE`
  return [
    `// assembly/${name}.ts as compiled by assembly/build.mjs (hexadecimal). Not to be edited.`,
    `export const ${constant} =`,
    `  '${Buffer.from(binary).toString('hex')}'`,
    '',
  ].join('\n')
}

/** @returns null for what does not lie in this folder; the compiler then looks elsewhere */
function readSource(file) {
  const source = fromHere(basename(file))
  return existsSync(source) ? readFileSync(source, 'utf8') : null
}

/** Where the text belongs. */
export const generatedFile = (name) => fromHere(`../src/kernels/${name}.generated.ts`)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of KERNELS) writeFileSync(generatedFile(name), await compileKernel(name))
}
