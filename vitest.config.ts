// Three projects: `unit` in Node, `browser` and `stories` in a real Chromium. All three read the
// packages from their sources, so tests need no build.
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { fingers, heap, mouse, preferMotion, swipe } from './tests/browser/commands.ts'
import { findChromium, launchOptions, WITHOUT_MULTISAMPLING } from './.ci/chromium.mjs'

type Project = TestProjectInlineConfiguration

/** One copy of each, or React hooks and three's instanceof checks fail in odd ways. */
const dedupe = ['react', 'react-dom', 'three', '@react-three/fiber']

const clientResolve = { conditions: ['@billow/source', ...defaultClientConditions], dedupe }
const serverConditions = ['@billow/source', ...defaultServerConditions]

/** Bundled up front: found in mid-run, Vite would bundle again, and two copies of three would meet. */
const heavy = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
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
]

/** Without mainFields Node takes React Three Fiber's CommonJS build, and with it a second three. */
const unitResolve = { conditions: serverConditions, mainFields: ['module', 'main'], dedupe }

const unit = (): Project => ({
  // Files that ask for happy-dom are resolved by the first, the others by the second.
  resolve: unitResolve,
  ssr: { resolve: unitResolve },
  test: {
    name: 'unit',
    environment: 'node',
    setupFiles: ['./vitest.setup.ts'],
    include: ['tests/{core,three,react,embed,stories,bench}/**/*.test.{ts,tsx}'],
    server: { deps: { inline: [/@react-three/, /its-fine/] } },
    // Each worker loads three.js and the kernels once, not for every file.
    isolate: false,
    // All cores: by default Vitest leaves one free, which on two cores is half.
    maxWorkers: '100%',
    sequence: { groupOrder: 0 },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

async function inChromium(width: number, height: number, ...flags: string[]) {
  return {
    enabled: true,
    headless: true,
    provider: playwright({ launchOptions: launchOptions(await findChromium(), ...flags) }),
    instances: [{ browser: 'chromium' as const }],
    viewport: { width, height },
    // Pages are served to this machine only.
    api: { host: '127.0.0.1' },
    screenshotFailures: false,
  }
}

/** Pages that may share memory with their workers. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

const browser = async (): Promise<Project> => ({
  resolve: clientResolve,
  server: { headers: isolation },
  optimizeDeps: {
    include: [...heavy, 'react-dom/server', 'three/tsl', 'three/webgpu', 'vitest-browser-react'],
  },
  test: {
    name: 'browser',
    include: ['tests/browser/**/*.test.{ts,tsx}'],
    browser: {
      ...(await inChromium(800, 600)),
      commands: { fingers, heap, mouse, preferMotion, swipe },
      expect: {
        toMatchScreenshot: {
          // One for every machine: Chromium draws in software.
          resolveScreenshotPath: ({ arg, ext, root }) =>
            `${root}/tests/browser/pictures/${arg}${ext}`,
          comparatorOptions: { threshold: 0.1, allowedMismatchedPixelRatio: 0.005 },
        },
      },
    },
    // `expect.element` asks again for so long: a page that draws in software may be busy.
    expect: { poll: { timeout: 20_000 } },
    provide: { mounts: Number(process.env.BILLOW_MOUNTS ?? 2) },
    // All cores, a page each: one page alone leaves a third of two cores idle.
    maxWorkers: '100%',
    sequence: { groupOrder: 1 },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

async function stories(): Promise<Project> {
  const { storybookTest } = await import('@storybook/addon-vitest/vitest-plugin')
  return {
    resolve: clientResolve,
    optimizeDeps: { include: heavy },
    plugins: [storybookTest({ configDir: '.storybook' })],
    test: {
      name: 'stories',
      // Wide enough for what stands beside a canvas, and no larger: every pixel is drawn in software.
      browser: await inChromium(960, 640, WITHOUT_MULTISAMPLING),
      // One page that goes from story to story, as in Storybook itself.
      isolate: false,
      sequence: { groupOrder: 2 },
      testTimeout: 90_000,
      hookTimeout: 90_000,
    },
  }
}

/** Vitest sets up every project before it filters; a unit run should not pay for Storybook. */
function askedFor(name: string) {
  const asked = process.argv.flatMap((arg, i, all) => {
    if (arg === '--project') return all[i + 1] ?? []
    return arg.startsWith('--project=') ? arg.slice('--project='.length) : []
  })
  return asked.length === 0 || asked.some((filter) => filter === name || /[*!]/.test(filter))
}

/** What is aimed at and not reached yet: runs only when it is named, and is no part of the gate. */
const targets = (): Project => {
  const project = unit()
  return {
    ...project,
    test: { ...project.test, name: 'targets', include: ['tests/targets/**/*.test.ts'] },
  }
}

const projects: Record<string, () => Project | Promise<Project>> = {
  unit,
  browser,
  stories,
  targets,
}
const chosen = Object.keys(projects).filter(
  (name) => askedFor(name) && (name !== 'targets' || process.argv.includes('targets')),
)

export default defineConfig({
  test: {
    // React Three Fiber still uses THREE.Clock; three says so once per canvas.
    onConsoleLog: (text) => !text.startsWith('THREE.Clock: This module has been deprecated'),
    coverage: { provider: 'v8', include: ['packages/*/src/**'] },
    projects: await Promise.all(chosen.map(async (name) => projects[name]!())),
  },
})
