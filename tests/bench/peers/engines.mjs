/**
 * The engines that are compared. Each makes a cloth of a sheet (`sheet.mjs`):
 *
 *   { step(), readPositions(out) }   a frame; xyz per particle into a Float32Array
 *
 * An engine whose package is not installed is left out.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const ENGINES = {
  billow: { load: () => import('./billow.mjs') },
  jolt: { load: () => import('./jolt.mjs'), package: 'jolt-physics' },
  rapier: { load: () => import('./rapier.mjs'), package: '@dimforge/rapier3d-compat' },
}

export const engineNames = Object.keys(ENGINES)

/** Whether its package is installed; Billow always is. */
export function isInstalled(name) {
  const { package: needed } = ENGINES[name]
  if (needed === undefined) return true
  try {
    require.resolve(needed)
    return true
  } catch {
    return false
  }
}

/** `@dimforge/rapier3d-compat 0.21.0` */
export function versionOf(name) {
  const { package: needed } = ENGINES[name]
  if (needed === undefined || !isInstalled(name)) return name
  const { devDependencies } = require('../../../package.json')
  return `${needed} ${devDependencies[needed]}`
}

/** @returns `create(core, sheet, settings)` of an engine, its WebAssembly being ready */
export async function loadEngine(name) {
  const { prepare } = await ENGINES[name].load()
  return prepare()
}
