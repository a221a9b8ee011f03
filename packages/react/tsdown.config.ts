import { defineConfig } from 'tsdown'

// One output file per source file, so that a 'use client' line stays at the top of its own file.
export default defineConfig({
  entry: [
    'src/index.ts',
    'src/controls/index.ts',
    'src/instruments/index.ts',
    'src/hands/index.ts',
    'src/leva/index.ts',
    'src/overlays/index.ts',
    'src/shader-editor/index.ts',
    'src/shaders/index.ts',
  ],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  unbundle: true,
  root: 'src',
  dts: true,
  deps: {
    neverBundle: [
      /^@billow\//,
      /^three(\/|$)/,
      /^react(\/|$)/,
      /^react-dom(\/|$)/,
      /^@react-three\//,
      'leva',
      'uplot',
      /^@codemirror\//,
      /^@lezer\//,
    ],
  },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
})
