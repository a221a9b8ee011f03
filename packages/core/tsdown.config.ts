import { defineConfig } from 'tsdown'

// One output file per source file, so that a bundler takes only what an application uses.
export default defineConfig({
  entry: ['src/index.ts', 'src/locales/en.ts', 'src/locales/de.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  unbundle: true,
  root: 'src',
  dts: true,
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
})
