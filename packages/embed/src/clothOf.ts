/** A simulation from attributes, and a running one brought in line with changed attributes. */
import {
  type ClothParamKey,
  type ClothParams,
  ClothSimulation,
  clothParams,
  type ColliderOptions,
  triangleCollision,
  triangleContact,
} from '@billow/core'
import { type Preset, type PresetName, presets } from './presets.js'

/** A page that cannot keep up goes into slow motion instead of stalling. */
const MAX_STEPS_PER_FRAME = 6

const FLOOR: ColliderOptions = { type: 'plane', point: [0, 0, 0], friction: 0.5 }

export function createCloth(name: PresetName, params: ClothParams): ClothSimulation {
  const preset: Preset = presets[name]
  return new ClothSimulation({
    ...params,
    ...placement(preset, params),
    triangleCollision,
    triangleContact,
    colliders: [...preset.bodies, FLOOR],
    clock: { maxSteps: MAX_STEPS_PER_FRAME },
  })
}

/** @param presetChanged starts anew, whatever the parameters */
export function changeCloth(
  cloth: ClothSimulation,
  name: PresetName,
  params: ClothParams,
  presetChanged: boolean,
): void {
  const keys = Object.keys(clothParams) as ClothParamKey[]
  const changed = keys.filter((key) => String(params[key]) !== String(cloth.params[key]))
  const preset: Preset = presets[name]
  if (presetChanged) cloth.setColliders([...preset.bodies, FLOOR])
  if (presetChanged || changed.some((key) => clothParams[key].change === 'rebuild')) {
    cloth.rebuild({ ...params, ...placement(preset, params) })
  } else if (changed.length > 0) {
    cloth.setParams(Object.fromEntries(changed.map((key) => [key, params[key]])))
  }
}

/** Where the sheet is, how it is pleated and what holds it. */
function placement(
  { pins, clearance, pleats }: Preset,
  { size, segments, orientation, jitter }: ClothParams,
) {
  const [width, height] = size
  const depth = orientation === 'vertical' ? 0 : -height / 2
  const turn = pleats && (2 * Math.PI * pleats.count) / segments[0]
  return {
    pins,
    origin: [-width / 2, clearance, depth] as const,
    // Zero everywhere stands for none: a setting once given is kept by a rebuild.
    offsetAt: turn
      ? (column: number) => pleats.depth * Math.sin(turn * column)
      : jitter > 0
        ? undefined
        : () => 0,
  }
}
