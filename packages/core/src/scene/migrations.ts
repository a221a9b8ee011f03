/**
 * Scene files of older versions, brought up to the present one step by step. Files outlive the
 * programs that wrote them, so a step is never changed and never taken out.
 *
 * A new version is needed when a file would be read as something else than it was written as: a key
 * changes its name, unit or meaning, or a default changes (the step then writes the old default into
 * files that rely on it). A new key whose default is what there was before needs none. Then: raise
 * `SCENE_VERSION`, add the step below under the version that it starts from, and keep a file of that
 * version in `tests/fixtures/scenes`.
 */
import { show } from '../params/check.js'
import { SceneError } from './SceneReader.js'

export const SCENE_VERSION = 1

export type SceneMembers = Readonly<Record<string, unknown>>

/** Turns a file of one version into one of the next. It may be given anything, and must not throw. */
export type Migration = (file: SceneMembers) => SceneMembers

/** By the version they start from. */
export const migrations: Readonly<Record<number, Migration>> = {}

/**
 * A file in the present version.
 *
 * @throws SceneError for a version that is missing, no version, or later than the present one
 */
export function migrate(
  file: SceneMembers,
  steps: Readonly<Record<number, Migration>> = migrations,
  present = SCENE_VERSION,
): SceneMembers {
  let version = readVersion(file, present)
  let migrated = file
  while (version < present) {
    migrated = { ...steps[version]!(migrated), version: version + 1 }
    version++
  }
  return migrated
}

function readVersion(file: SceneMembers, present: number): number {
  if (!Object.hasOwn(file, 'version'))
    throw new SceneError('version', `is missing; must be an integer from 1 to ${present}`)
  const { version } = file
  if (!Number.isInteger(version) || (version as number) < 1) {
    throw new SceneError('version', `must be an integer from 1 to ${present}, got ${show(version)}`)
  }
  if ((version as number) > present) {
    throw new SceneError(
      'version',
      `must be at most ${present} for this version of Billow, got ${show(version)}`,
    )
  }
  return version as number
}
