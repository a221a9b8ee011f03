// Chromium for the tests: where it is, how it is started, and how to get one where there is none.
// Looked for in this order: CHROMIUM_PATH, Playwright's own, a Chromium or Chrome of the system.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './process.mjs'
import { tool } from './workspace.mjs'

const SYSTEM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const SYSTEM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

const isRoot = process.getuid?.() === 0

/** WebGL2 and WebGPU on the CPU, so that pictures do not depend on the machine's graphics card. */
const SOFTWARE_RENDERING = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
]

/** No traffic but to this machine: the browser's own, and a page's that should not be there. */
const NO_NETWORK = [
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
]

/** Command line for every Chromium the project starts. */
export const chromiumArgs = [
  ...SOFTWARE_RENDERING,
  ...NO_NETWORK,
  // Containers give /dev/shm 64 MB, too little for WebGL pages.
  '--disable-dev-shm-usage',
  // Chromium's sandbox refuses to start as root.
  ...(isRoot ? ['--no-sandbox'] : []),
]

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Ubuntu's `chromium-browser` is a stub that asks for a snap, so a file alone proves nothing. */
function answers(path) {
  // On these systems a browser's --version opens a window or prints nothing.
  if (process.platform === 'win32' || process.platform === 'darwin') return true
  try {
    const options = { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] }
    return /\d+\.\d+/.test(execFileSync(path, ['--version'], options))
  } catch {
    return false
  }
}

function systemChromium() {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
  ]
  const candidates = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...SYSTEM_PATHS].find((path) => isExecutable(path) && answers(path))
}

async function playwrightChromium() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

/**
 * The browser to use, or undefined where there is none. `path` is undefined for Playwright's own,
 * which Playwright starts by itself.
 * @returns {Promise<{ source: string, path?: string } | undefined>}
 */
export async function findChromium() {
  const asked = process.env.CHROMIUM_PATH
  if (asked) {
    if (!isExecutable(asked)) throw new Error(`CHROMIUM_PATH is ${asked}, which is not a program.`)
    return { source: `CHROMIUM_PATH (${asked})`, path: asked }
  }
  if (await playwrightChromium()) return { source: "Playwright's Chromium" }
  const path = systemChromium()
  return path ? { source: path, path } : undefined
}

/**
 * Draws without smoothed edges, which software pays for per sample: for pages whose pixels nobody
 * looks at.
 */
export const WITHOUT_MULTISAMPLING = '--disable_chromium_framebuffer_multisample'

/**
 * Playwright's launch options for a browser that was found; Playwright's own needs `channel`.
 * @param {{ source: string, path?: string } | undefined} found
 * @param {...string} flags for this browser alone
 */
export function launchOptions(found, ...flags) {
  const args = [...chromiumArgs, ...flags]
  if (!found) return { args }
  // Without the channel Playwright starts its headless shell, which has no WebGPU.
  return found.path ? { executablePath: found.path, args } : { channel: 'chromium', args }
}

function isDebianLike() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release)
}

async function installFromDebian() {
  console.log('No Chromium found: installing the one of the system with apt-get.')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-o', 'Acquire::Retries=3', '-o', 'Dpkg::Use-Pty=0']
  await run('apt-get', [...options, 'update', '-q'], { env })
  const names = ['chromium', 'fonts-liberation']
  await run('apt-get', [...options, 'install', '-y', '-q', '--no-install-recommends', ...names], {
    env,
  })
}

async function installFromPlaywright() {
  console.log('No Chromium found: fetching the one of Playwright.')
  const withSystemLibraries = isRoot && isDebianLike() ? ['--with-deps'] : []
  await run(process.execPath, [tool('playwright'), 'install', ...withSystemLibraries, 'chromium'])
}

/** Finds a Chromium, or gets one; prints what to do and gives undefined where neither works. */
export async function ensureChromium() {
  let found = await findChromium()
  if (!found && isRoot && isDebianLike()) {
    await installFromDebian()
    found = await findChromium()
  }
  if (!found) {
    await installFromPlaywright()
    found = await findChromium()
  }
  if (!found) {
    console.error(
      '\nThe browser tests need Chromium, and none could be found or fetched. Any of these helps:',
    )
    console.error(
      '  - install Chromium or Chrome with the system (Debian, as root: apt-get install chromium)',
    )
    console.error('  - npx playwright install chromium')
    console.error('  - CHROMIUM_PATH=/path/to/chrome npm test')
  }
  return found
}
