/**
 * Scenes to start from. A preset is a set of parameters, what holds the sheet and what it touches;
 * attributes then change single parameters. All quantities are SI.
 */
import {
  type ClothParams,
  type ColliderOptions,
  clothParams,
  defaultsOf,
  type PinName,
} from '@billow/core'

/** Two-tone pattern of the fabric: bands along the width (columns) and the height (rows). */
export interface Pattern {
  readonly columns: number
  readonly rows: number
}

export interface Preset {
  readonly params: Readonly<Partial<ClothParams>>
  readonly pins: readonly PinName[]
  /** Besides the ground. */
  readonly bodies: readonly Extract<ColliderOptions, { type: 'sphere' }>[]
  /** Free height between the ground and the lowest particle at the start, m. */
  readonly clearance: number
  /** Number and depth (m) of the pleats in which the sheet starts. */
  readonly pleats?: { readonly count: number; readonly depth: number }
  /** What the sheet visibly hangs from. */
  readonly support: 'pole' | 'rail' | 'none'
  readonly pattern: Pattern
  /** Where the camera stands, seen from the cloth: degrees to the right, degrees up. */
  readonly camera: { readonly azimuth: number; readonly elevation: number }
}

export const presets = {
  flag: {
    params: {
      size: [1.5, 1],
      segments: [36, 24],
      substeps: 4,
      iterations: 6,
      bendRatio: 0.05,
      density: 0.15,
      wind: [4, 0, 0.5],
      turbulence: 0.6,
      damping: 0.3,
    },
    pins: ['left'],
    bodies: [],
    clearance: 0.45,
    support: 'pole',
    pattern: { columns: 0, rows: 5 },
    camera: { azimuth: -18, elevation: 6 },
  },
  curtain: {
    params: {
      size: [1.6, 1.5],
      segments: [48, 24],
      substeps: 4,
      iterations: 6,
      wind: [0, 0, 0.8],
      turbulence: 0.5,
      damping: 0.8,
    },
    pins: ['top'],
    bodies: [],
    clearance: 0.12,
    pleats: { count: 8, depth: 0.045 },
    support: 'rail',
    pattern: { columns: 13, rows: 0 },
    camera: { azimuth: 20, elevation: 6 },
  },
  drape: {
    params: {
      size: [1.5, 1.5],
      segments: [40, 40],
      substeps: 4,
      iterations: 6,
      orientation: 'horizontal',
      density: 0.25,
      damping: 1,
      colliderOffset: 0.012,
    },
    pins: [],
    bodies: [{ type: 'sphere', center: [0, 0.45, 0], radius: 0.4, friction: 0.4 }],
    clearance: 0.88,
    support: 'none',
    pattern: { columns: 9, rows: 9 },
    camera: { azimuth: 28, elevation: 22 },
  },
} as const satisfies Record<string, Preset>

export type PresetName = keyof typeof presets

export const presetNames = Object.keys(presets) as readonly PresetName[]

export const DEFAULT_PRESET: PresetName = 'flag'

/** Every parameter, as it is in a preset when no attribute changes it. */
export function presetParams(name: PresetName): ClothParams {
  const preset: Preset = presets[name]
  return { ...defaultsOf(clothParams), ...structuredClone(preset.params) }
}
