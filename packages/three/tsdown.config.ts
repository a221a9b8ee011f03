import { defineConfig } from 'tsdown'

// One output file per source file; @billow/core and three stay imports, in the code and in the types.
export default defineConfig({
  entry: [
    'src/index.ts',
    'src/materials/index.ts',
    'src/webgpu/index.ts',
    'src/hands/index.ts',
    'src/overlays/index.ts',
    'src/locales/en.ts',
    'src/locales/de.ts',
  ],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  unbundle: true,
  root: 'src',
  dts: true,
  deps: { neverBundle: [/^@billow\//, /^three(\/|$)/] },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
})
