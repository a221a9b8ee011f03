// `npm start`: fetches what is missing and opens Storybook on the Curtain story. Options after
// `--` go to Storybook (`npm start -- --host 0.0.0.0` shows it to other machines too).
import { createServer } from 'node:net'
import { checkNode } from './node-version.mjs'

checkNode()
const { installDependencies, root, tool } = await import('./workspace.mjs')
const { onStopSignal, run } = await import('./process.mjs')

const FIRST_PORT = 6006
const PORTS_TRIED = 50
const FIRST_STORY = '/story/cloth-curtain--default'
/** Time for Storybook to answer before we stop waiting to announce it (ms). It goes on regardless. */
const ANNOUNCE_WITHIN_MS = 180_000

function isFreeOn(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** A port may be taken on one address only, so all that matter are asked, one by one. */
async function isFree(port) {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    if (!(await isFreeOn(port, host))) return false
  }
  return true
}

async function freePort() {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS_TRIED; port++) {
    if (await isFree(port)) return port
  }
  throw new Error(`No free port from ${FIRST_PORT} to ${FIRST_PORT + PORTS_TRIED - 1}.`)
}

function hasDisplay() {
  if (process.env.CI || process.env.SSH_CONNECTION) return false
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

async function announce(url) {
  const until = Date.now() + ANNOUNCE_WITHIN_MS
  while (Date.now() < until) {
    const answered = await fetch(url)
      .then((reply) => reply.ok)
      .catch(() => false)
    if (answered) {
      console.log(`\nBillow is at ${url}\nCtrl-C stops it.\n`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

onStopSignal(() => 0)
if (!(await installDependencies())) process.exit(1)

const extra = process.argv.slice(2)
const port = await freePort()
const host = extra.includes('--host') ? [] : ['--host', '127.0.0.1']
const quiet = hasDisplay() ? [] : ['--no-open']
const url = `http://localhost:${port}/?path=${FIRST_STORY}`
if (port !== FIRST_PORT) console.log(`Port ${FIRST_PORT} is taken; using ${port}.`)
console.log(`Starting Storybook; it will be at ${url}`)

void announce(url)
const { code } = await run(
  process.execPath,
  [
    tool('storybook'),
    'dev',
    '--port',
    String(port),
    '--exact-port',
    '--initial-path',
    FIRST_STORY,
    '--no-version-updates',
    ...host,
    ...quiet,
    ...extra,
  ],
  { cwd: root, env: { STORYBOOK_DISABLE_TELEMETRY: '1' } },
)
process.exit(code)
