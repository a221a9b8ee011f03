// The workspace: where it lies, which pnpm it asks for, and its dependencies. pnpm is fetched
// through npx at the version in package.json, so that Node and git are all a machine needs.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './process.mjs'

/** The root of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The published packages, in the order in which they build on each other. */
export const packages = ['core', 'three', 'react', 'embed']

const stampFile = join(root, 'node_modules', '.billow-install')

/** `pnpm@x.y.z`, from the packageManager field (which may carry a hash after a plus sign). */
export function pnpmVersion() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return manifest.packageManager.split('+')[0]
}

/**
 * Runs pnpm at the pinned version. Needs no pnpm on the machine.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function pnpm(args, options) {
  const isWindows = process.platform === 'win32'
  return run(isWindows ? 'npx.cmd' : 'npx', ['-y', pnpmVersion(), ...args], {
    cwd: root,
    shell: isWindows,
    // The versions are pinned: no advice to take newer ones.
    env: { npm_config_update_notifier: 'false' },
    ...options,
  })
}

/** The path of a JavaScript tool of the workspace, to be run by this Node without a shell. */
export function tool(packageName, binName = packageName) {
  const directory = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return join(directory, typeof bin === 'string' ? bin : bin[binName])
}

/** What the installed packages depend on: manifests, lockfile, and pnpm's own record of them. */
function fingerprint() {
  const hash = createHash('sha256')
  const files = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...packages.map((name) => `packages/${name}/package.json`),
    'node_modules/.pnpm/lock.yaml',
  ]
  for (const file of files) {
    const path = join(root, file)
    hash.update(file).update(existsSync(path) ? readFileSync(path) : '')
  }
  return hash.digest('hex')
}

function isInstalled() {
  if (!existsSync(stampFile)) return false
  // Each package has its own node_modules; deleting one must not go unnoticed.
  const complete = packages.every((name) => {
    const path = join(root, 'packages', name, 'node_modules')
    return existsSync(path) && readdirSync(path).length > 0
  })
  return complete && readFileSync(stampFile, 'utf8').trim() === fingerprint()
}

/**
 * Fetches the dependencies the lockfile names, unless they are there already.
 * @returns {Promise<boolean>} false when they could not be had
 */
export async function installDependencies() {
  if (isInstalled()) return true
  console.log(`Fetching dependencies with ${pnpmVersion()} (the first time takes a minute or two)`)
  // Without a terminal pnpm would stop to ask before it replaces an older node_modules.
  const args = ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false']
  let { code } = await pnpm(args)
  if (code !== 0) {
    console.error('Fetching failed; trying once more.')
    code = (await pnpm(args)).code
  }
  if (code !== 0) {
    console.error('\nThe dependencies could not be fetched. The lines above say why.')
    console.error('Check that this machine reaches the npm registry, and that pnpm-lock.yaml')
    console.error('matches the package.json files (after editing those: pnpm install).')
    return false
  }
  writeFileSync(stampFile, `${fingerprint()}\n`)
  return true
}
