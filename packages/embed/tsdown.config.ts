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
  // For pages: one file that registers the elements by being loaded.
  {
    ...shared,
    name: 'page',
    entry: { 'billow-embed': 'src/register.ts' },
    dts: false,
    minify: true,
    outputOptions: { codeSplitting: false },
  },
])
