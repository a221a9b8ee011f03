// Child processes: one way to run a command, with a bound on its time and clean handling of
// Ctrl-C. A command that overruns is ended together with everything it started (a browser, say).
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const isWindows = process.platform === 'win32'
/** How long a command has to end after it was asked to, before it is killed (ms). */
const GRACE_MS = 5000
/** Commands now running, so that a signal to this process reaches all of them. */
const running = new Set()

function signalGroup(child, signal) {
  try {
    // A negative id means the whole process group; the command was started as a group of its own.
    if (isWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has already gone.
  }
}

function stop(child) {
  signalGroup(child, 'SIGTERM')
  setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref()
}

/**
 * Runs a command and gives back its exit code and, with `capture`, what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number,
 *   capture?: boolean, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, timedOut: boolean, output: string }>}
 */
export function run(command, args, options = {}) {
  const { cwd, env, timeoutMs = 0, capture = false, shell = false } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
      detached: !isWindows,
      shell,
    })
    running.add(child)
    let output = ''
    let timedOut = false
    const timer =
      timeoutMs > 0
        ? setTimeout(() => {
            timedOut = true
            stop(child)
          }, timeoutMs)
        : undefined
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    const finish = (code) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ code: timedOut ? 124 : code, timedOut, output })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      if (!capture) console.error(error.message)
      finish(127)
    })
    child.on('close', (code, signal) => finish(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGTERM')
})

/**
 * Ends the running commands and then this process on Ctrl-C or a polite request to stop.
 * @param {(signal: NodeJS.Signals) => number} exitCode
 */
export function onStopSignal(exitCode) {
  let stopping = false
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      const ended = [...running].map((child) => new Promise((done) => child.once('close', done)))
      for (const child of running) stop(child)
      await Promise.all(ended)
      process.exit(exitCode(signal))
    })
  }
}
