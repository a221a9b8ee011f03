import { defineConfig } from 'tsdown'

// The elements have no dependencies: @billow/core, @billow/three and three are in the files.
const shared = defineConfig({
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  hash: false,
  deps: { alwaysBundle: [/^@billow\//, /^three(\/|$)/], onlyBundle: false },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
})

const entry = { index: 'src/index.ts', register: 'src/register.ts' }

export default defineConfig([
  // For applications that bundle: `@billow/embed` and `@billow/embed/register`.
  { ...shared, name: 'modules', entry, dts: false, copy: [{ from: 'static/*' }] },
  // Their types, with those of the other packages inside.
  {
    ...shared,
    name: 'types',
    entry,
    dts: { emitDtsOnly: true },
    deps: { ...shared.deps, alwaysBundle: [/^@billow\//], neverBundle: [/^three(\/|$)/] },
  },
  // For pages: files that do their work by being loaded. As classic scripts they also run in a page
  // that was opened from disk, where browsers refuse modules.
  page('billow-embed', 'src/register.ts'),
  page('player', 'src/player.ts'),
])

function page(name: string, source: string) {
  return {
    ...shared,
    name,
    entry: { [name]: source },
    format: 'iife' as const,
    dts: false,
    minify: true,
    outputOptions: { codeSplitting: false, entryFileNames: '[name].js' },
  }
}
