// Stops early, in plain words, where Node is too old for the tools. This file and the two that
// import it first (start, test) use only syntax that old versions parse, so the message is seen.

/** The lower bounds of the tools: Vite 8 and Vitest 4 ask for ^20.19.0 || >=22.12.0. */
const SUPPORTED = '20.19 or newer in the 20 line, or 22.12 or newer'

/** True where the tools run. */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major === 20) return minor >= 19
  if (major === 22) return minor >= 12
  return major > 22
}

/** Prints what is needed and ends the process where this Node is too old. */
export function checkNode() {
  if (isSupported(process.versions.node)) return
  console.error(`Billow needs Node ${SUPPORTED}. This is Node ${process.versions.node}.`)
  console.error(
    'Install a newer one (for example the current LTS from nodejs.org) and run this again.',
  )
  process.exit(1)
}
