/** Makes what is measured: core and scenes bundled from their sources, and C twins, in `.cache/`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions } from 'vite'

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const CACHE = fromRoot('.cache/bench')

/** @returns address of one ES module with the whole of @billow/core, as an application bundles it */
export async function bundleCore() {
  await bundle({ core: fromRoot('packages/core/src/index.ts') }, '')
  return cacheFile('core.mjs')
}

/** @returns address of a scene of the stories, as a module that Node can read */
export async function bundleScene(name) {
  await bundle({ [name]: fromRoot(`stories/scenes/${name}.ts`) }, 'scenes')
  return cacheFile(`scenes/${name}.mjs`)
}

/**
 * Sources as ES modules in a folder of the cache.
 *
 * @param entries sources by the names of the modules
 */
export async function bundle(entries, folder) {
  await build({
    configFile: false,
    logLevel: 'error',
    // The packages from their sources, too.
    resolve: { conditions: ['@billow/source', ...defaultClientConditions] },
    build: {
      target: 'es2022',
      minify: false,
      outDir: cacheFile(folder),
      emptyOutDir: false,
      lib: { entry: entries, formats: ['es'] },
      rollupOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  })
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
