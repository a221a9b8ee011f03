/** Makes what is measured: the core bundled from its sources, and the C twin, both in `.cache/`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const CACHE = fromRoot('.cache/bench')

/** @returns address of one ES module with the whole of @billow/core, as an application bundles it */
export async function bundleCore() {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      minify: false,
      outDir: CACHE,
      emptyOutDir: false,
      lib: { entry: fromRoot('packages/core/src/index.ts'), formats: ['es'], fileName: 'core' },
      rollupOptions: { output: { entryFileNames: 'core.mjs' } },
    },
  })
  return `${CACHE}/core.mjs`
}

/**
 * Optimised, but with the arithmetic of the C standard: no fused multiply-add, no reordering, no
 * instructions beyond the platform's baseline, as a browser's compiler has them too.
 */
const FLAGS = ['-O3', '-std=gnu11', '-ffp-contract=off', '-Wall', '-Wextra']

/** @returns the program and its compiler's version, or undefined where there is no compiler */
export function compileNative() {
  const compiler = process.env.CC ?? 'gcc'
  let version
  try {
    version = execFileSync(compiler, ['--version'], { encoding: 'utf8' }).split('\n')[0]
  } catch {
    return undefined
  }
  mkdirSync(CACHE, { recursive: true })
  const sources = fromRoot('tests/bench/native')
  const program = `${CACHE}/cloth_bench`
  const files = readdirSync(sources).filter((name) => name.endsWith('.c'))
  execFileSync(
    compiler,
    [...FLAGS, ...files.map((name) => `${sources}/${name}`), '-o', program, '-lm'],
    { stdio: 'inherit' },
  )
  return { program, version, flags: FLAGS.slice(0, 3).join(' ') }
}

/** A file of this name in the cache folder. */
export function cacheFile(name) {
  return `${CACHE}/${name}`
}
