// Applications that have installed the tarballs, with the lowest and the newest versions of their peers: they
// type-check, build, and show a cloth in Chromium without a word in the console. Needs the npm registry.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { run } from '../../.ci/process.mjs'
import { tool } from '../../.ci/workspace.mjs'
import { nextApp, serverScript, viteApp } from './apps.mjs'
import { browse } from './browse.mjs'

const MINUTE = 60_000

const FAST_REFRESH = fileURLToPath(new URL('fastRefresh.mjs', import.meta.url))

/** The lowest that the manifest of @billow/react allows, with the types of their time. */
function lowestOf(packed) {
  const { peerDependencies: peers } = packed.find(({ name }) => name === 'react').manifest
  const lowest = (name) => /^>=(\S+)/.exec(peers[name])[1]
  const [react, three] = [lowest('react'), lowest('three')]
  return {
    react,
    'react-dom': react,
    '@react-three/fiber': lowest('@react-three/fiber'),
    three,
    '@types/react': react,
    '@types/react-dom': react,
    '@types/three': three,
  }
}

/** What the registry calls latest, within the major versions that the manifest allows. */
const NEWEST = {
  react: '19',
  'react-dom': '19',
  '@react-three/fiber': '9',
  three: 'latest',
  '@types/react': '19',
  '@types/react-dom': '19',
  '@types/three': 'latest',
}

/** Share of the canvas that the red sheet of the applications covers at least; it is 1 m² of 1.6 m². */
const LEAST_RED = 0.2

const packagesOf = (packed) =>
  Object.fromEntries(
    packed
      .filter(({ name }) => name !== 'embed')
      .map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
  )

async function install(directory, packed, files, dependencies) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { ...packagesOf(packed), ...dependencies },
  }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest))
  const isWindows = process.platform === 'win32'
  // Without --force or --legacy-peer-deps: peers that do not fit are an error.
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const { code, output } = await run(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd: directory,
    capture: true,
    timeoutMs: 4 * MINUTE,
    shell: isWindows,
  })
  if (code !== 0)
    throw new Error(`npm install failed; this check needs the npm registry:\n${output}`)
}

async function says(directory, ...args) {
  const { code, output } = await run(process.execPath, args, {
    capture: true,
    timeoutMs: 4 * MINUTE,
    cwd: directory,
    env: { NEXT_TELEMETRY_DISABLED: '1' },
  })
  return code === 0 ? undefined : output.trim() || `ended with ${code}`
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves a folder to this machine while `use` looks at it. */
async function served(folder, use) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://_')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    try {
      const body = readFileSync(file)
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream')
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function freePort() {
  const socket = createSocket()
  await new Promise((resolve) => socket.listen(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise((resolve) => socket.close(resolve))
  return port
}

/** Runs Next's own server while `use` looks at it. */
async function started(directory, use) {
  const port = await freePort()
  const args = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)]
  const server = spawn(process.execPath, args, {
    cwd: directory,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}/`
  try {
    for (let n = 0; ; n++) {
      const response = await fetch(address).catch(() => undefined)
      if (response?.ok) break
      if (n > 300) throw new Error('next start does not answer')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return await use(address)
  } finally {
    server.kill()
  }
}

/** What is wrong with what a page shows. */
const look = (address, picture) =>
  browse(address, async (page) => {
    const redness = () =>
      page.evaluate(() => {
        const { document } = globalThis
        const canvas = document.querySelector('canvas')
        const copy = document.createElement('canvas')
        copy.width = canvas.width
        copy.height = canvas.height
        if (!(copy.width * copy.height > 0)) return 0
        const context = copy.getContext('2d')
        context.drawImage(canvas, 0, 0)
        const { data } = context.getImageData(0, 0, copy.width, copy.height)
        let red = 0
        for (let n = 0; n < data.length; n += 4)
          if (data[n + 3] > 200 && data[n] > 150 && data[n + 1] < 60 && data[n + 2] < 60) red++
        return (4 * red) / data.length
      })
    let red = 0
    for (let n = 0; n < 100 && red < LEAST_RED; n++) {
      await page.waitForTimeout(200)
      red = await redness()
    }
    // Whatever goes wrong after the first pictures, too.
    await page.waitForTimeout(1000)
    if (process.env.BILLOW_PICTURES)
      await page.screenshot({ path: join(process.env.BILLOW_PICTURES, `${picture}.png`) })
    return red < LEAST_RED ? [`red is ${(100 * red).toFixed(1)} % of the canvas`] : []
  })

async function viteShows(directory, picture) {
  await build({
    configFile: false,
    logLevel: 'error',
    root: directory,
    build: { outDir: 'dist', rollupOptions: { onwarn: () => undefined } },
  })
  return served(join(directory, 'dist'), (address) => look(address, picture))
}

/**
 * @param {(label: string, find: () => unknown) => Promise<void>} check
 * @param {string} work an empty folder
 * @param {import('./pack.mjs').Packed[]} packed
 */
export async function checkConsumers(check, work, packed) {
  for (const [name, versions] of Object.entries({ lowest: lowestOf(packed), newest: NEWEST })) {
    const directory = join(work, name)
    let isInstalled = false
    await check(`an application with the ${name} versions of all peers installs`, async () => {
      await install(directory, packed, viteApp, versions)
      isInstalled = true
    })
    if (!isInstalled) continue
    await check(`${name} versions: it type-checks, with all declaration files`, () =>
      says(directory, tool('typescript', 'tsc'), '-p', '.'),
    )
    await check(`${name} versions: Vite builds it, and it shows a cloth`, () =>
      viteShows(directory, `vite-${name}`),
    )
    await check(`${name} versions: Node renders it, as a string and as a stream`, () => {
      writeFileSync(join(directory, 'server.mjs'), serverScript)
      return says(directory, 'server.mjs')
    })
    if (name === 'newest')
      await check('it is edited while it is shown: what an edit does not concern stays', () =>
        says(directory, FAST_REFRESH, directory),
      )
  }
  const directory = join(work, 'next')
  await check('Next: a page that is a server component builds', async () => {
    const { react, 'react-dom': dom, '@react-three/fiber': fiber, three } = NEWEST
    const peers = { react, 'react-dom': dom, '@react-three/fiber': fiber, three }
    await install(directory, packed, nextApp, { ...peers, next: '16' })
    return says(directory, 'node_modules/next/dist/bin/next', 'build')
  })
  await check('Next: it shows a cloth, and hydrates without a word', () =>
    started(directory, (address) => look(address, 'next')),
  )
}
