// Packs the packages as they would be published and unpacks them where an application would have
// them: a node_modules with real copies, beside the peers of the workspace.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { packages, pnpm, root } from '../../.ci/workspace.mjs'

const { peerDependencies } = JSON.parse(
  readFileSync(join(root, 'packages', 'react', 'package.json'), 'utf8'),
)
const PEERS = [...Object.keys(peerDependencies), 'react-dom']

/**
 * @typedef {object} Packed
 * @property {string} name folder name, `core`
 * @property {string} tarball
 * @property {string} directory the unpacked package
 * @property {string[]} files paths within the package
 * @property {any} manifest package.json as published
 */

/**
 * @param {string} into an empty folder
 * @returns {Promise<Packed[]>}
 */
export async function packAll(into) {
  const modules = join(into, 'node_modules')
  for (const peer of PEERS) {
    mkdirSync(join(modules, peer, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', peer), join(modules, peer), 'junction')
  }
  const { code, output } = await pnpm(
    ['--filter', './packages/*', 'pack', '--pack-destination', into],
    { capture: true },
  )
  if (code !== 0) throw new Error(`pnpm pack failed:\n${output}`)
  return packages.map((name) => unpack(name, into, modules))
}

/** @returns {Packed} */
function unpack(name, into, modules) {
  const { version } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  const tarball = join(into, `billow-${name}-${version}.tgz`)
  const directory = join(modules, '@billow', name)
  mkdirSync(directory, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1'])
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return { name, tarball, directory, files, manifest }
}
