// Storybook: where stories are, and how Vite finds the packages' sources.
import type { StorybookConfig } from '@storybook/react-vite'
import { defaultClientConditions, mergeConfig } from 'vite'
import { apiPlugin } from './api/apiPlugin.ts'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true },
  // Prop tables come from apiPlugin: parsers of single files cannot follow mapped types.
  typescript: { reactDocgen: false },
  viteFinal: (vite) =>
    mergeConfig(vite, {
      plugins: [apiPlugin()],
      resolve: {
        conditions: ['@billow/source', ...defaultClientConditions],
        dedupe: ['react', 'react-dom', 'three', '@react-three/fiber'],
      },
      optimizeDeps: {
        include: [
          'three',
          'three/addons/lines/LineMaterial.js',
          'three/addons/lines/LineSegments2.js',
          'three/addons/lines/LineSegmentsGeometry.js',
          '@react-three/fiber',
          '@react-three/drei/core/OrbitControls.js',
          'leva',
          '@codemirror/commands',
          '@codemirror/language',
          '@codemirror/legacy-modes/mode/clike',
          '@codemirror/lint',
          '@codemirror/state',
          '@codemirror/view',
          '@lezer/highlight',
          'uplot',
        ],
      },
      // three alone is over Vite's default of 500 kB.
      build: { chunkSizeWarningLimit: 2000 },
    }),
}

export default config
