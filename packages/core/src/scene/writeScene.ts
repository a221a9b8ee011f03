/**
 * Writes scene files: short ones from options, and complete ones of a cloth that is there. Reading
 * is the exact inverse, since JSON keeps every bit of a finite number but the sign of 0.
 */
import type { ClothSettings } from '../cloth/ClothOptions.js'
import type { ClothSimulation } from '../cloth/ClothSimulation.js'
import { type PlainPin, plainSettings } from '../cloth/plainSettings.js'
import type { Collider, ColliderOptions } from '../collision/colliders/Collider.js'
import { describeCollider } from './describeCollider.js'
import type { MeshOptions } from '../mesh/meshArrays.js'
import { type ClothParams, clothParams } from '../params/clothParams.js'
import { SCENE_FORMAT } from './billow.js'
import { SCENE_VERSION } from './migrations.js'

export interface BillowScene {
  readonly format: typeof SCENE_FORMAT
  readonly version: typeof SCENE_VERSION
  readonly cloth: Readonly<Record<string, unknown>>
  readonly colliders: readonly ColliderOptions[]
}

/** A scene that `parseScene` reads back: parameters that differ from their defaults, and colliders. */
export function createScene(
  options: Readonly<Partial<ClothParams>> & {
    readonly pins?: readonly PlainPin[]
    readonly origin?: readonly [number, number, number]
  },
  colliders: readonly Collider[],
): BillowScene {
  const cloth: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(clothParams)) {
    const value = (options as Record<string, unknown>)[key]
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(parameter.default))
      cloth[key] = value
  }
  if (options.origin) cloth.origin = options.origin
  if (options.pins && options.pins.length > 0) cloth.pins = options.pins
  return sceneOf(cloth, colliders)
}

/**
 * The start of a cloth as a scene file: `parseScene` gives options that make a cloth with the same
 * `hash()`, step by step. Every parameter is written, at its default or not, so that the file stays
 * the same run when a default changes. What has happened since the start is not in it; that is what
 * `snapshot` is for.
 *
 * ```ts
 * const text = JSON.stringify(writeScene(cloth))
 * const { cloth: options, colliders } = parseScene(text)
 * const twin = new ClothSimulation({ ...options, colliders })
 * ```
 *
 * `offsetAt` is called once more for every particle, and has to give the same as it did at the start.
 */
export function writeScene(
  cloth: Pick<ClothSimulation, 'params' | 'sheet' | 'colliders'> & {
    readonly settings: ClothSettings
  },
): BillowScene {
  const { params, settings, sheet, colliders } = cloth
  const { mesh, pins, strengths, ...plain } = plainSettings('writeScene', settings, sheet, params)
  return sceneOf(
    {
      ...params,
      ...plain,
      ...(pins === undefined ? {} : { pins: typeof pins === 'string' ? [pins] : pins }),
      ...(mesh === undefined ? {} : { mesh: describeMesh(mesh) }),
      // JSON has no infinity.
      ...(strengths === undefined
        ? {}
        : { strengths: strengths.map((strength) => (strength === Infinity ? null : strength)) }),
    },
    colliders,
  )
}

function sceneOf(
  cloth: Readonly<Record<string, unknown>>,
  colliders: readonly Collider[],
): BillowScene {
  return {
    format: SCENE_FORMAT,
    version: SCENE_VERSION,
    cloth,
    colliders: colliders.map(describeCollider),
  }
}

/** Typed arrays as plain ones: JSON would make objects of them. */
function describeMesh({ positions, indices, uvs, weldDistance }: MeshOptions): object {
  return {
    positions: Array.from(positions),
    ...(indices === undefined ? {} : { indices: Array.from(indices) }),
    ...(uvs === undefined ? {} : { uvs: Array.from(uvs) }),
    ...(weldDistance === undefined ? {} : { weldDistance }),
  }
}
