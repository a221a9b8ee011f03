/**
 * Reads a scene file: Billow's own format, or a CS184 clothsim scene as it is. What a scene does not
 * need is left out with a warning; what it needs and does not have is an error that names the place.
 */
import type { ClothOptions } from '../cloth/ClothOptions.js'
import type { ColliderOptions } from '../collision/colliders/Collider.js'
import { readBillow, SCENE_FORMAT } from './billow.js'
import { readCs184 } from './cs184.js'
import { MAX_SCENE_CHARACTERS } from './limits.js'
import { migrate } from './migrations.js'
import { SceneError, SceneReader, SceneWarnings } from './SceneReader.js'

export interface Scene {
  /** Options for `new ClothSimulation({ ...cloth, colliders })`. */
  readonly cloth: ClothOptions
  readonly colliders: readonly ColliderOptions[]
  /** What was left out of the file, and why; for people to see. */
  readonly warnings: readonly string[]
}

/**
 * @param source JSON text, or the value it stands for
 * @throws SceneError, and nothing else, for anything that is not a usable scene
 */
export function parseScene(source: unknown): Scene {
  const warnings = new SceneWarnings()
  const value = typeof source === 'string' ? parseText(source) : source
  const file = new SceneReader('', value, warnings)
  const scene = file.has('format') ? readVersioned(file, warnings) : readCs184(file, warnings)
  return { ...scene, warnings: warnings.all() }
}

function readVersioned(file: SceneReader, warnings: SceneWarnings): ReturnType<typeof readBillow> {
  if (file.raw('format') !== SCENE_FORMAT)
    file.refuse('format', `"${SCENE_FORMAT}"`, file.raw('format'))
  return readBillow(new SceneReader('', migrate(file.members), warnings), warnings)
}

function parseText(text: string): unknown {
  if (text.length > MAX_SCENE_CHARACTERS) {
    throw new SceneError(
      '',
      `must be at most ${MAX_SCENE_CHARACTERS} characters, got ${text.length}`,
    )
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SceneError(
      '',
      `must be JSON (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}
