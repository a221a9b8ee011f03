/** How far a cloth is stretched, as a colour; `ClothStrain` brings the numbers. */
import { cividis } from '../cividis.js'
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { strainFragment, strainVertex } from './strain.glsl.js'

/** (length − rest) / rest; 0.01 is one per cent. */
const strainValue = {
  kind: 'number',
  min: -0.1,
  max: 0.5,
  step: 0.005,
  valid: {},
  unit: '',
  group: 'scale',
  change: 'live',
} as const

export const strain = {
  id: 'strain',
  uniforms: {
    minStrain: { ...strainValue, default: 0 },
    maxStrain: { ...strainValue, default: 0.1 },
    shade: {
      kind: 'number',
      default: 0.25,
      min: 0,
      max: 1,
      step: 0.05,
      valid: { atLeast: 0, atMost: 1 },
      unit: '',
      group: 'scale',
      change: 'live',
    },
  },
  vertexShader: strainVertex,
  fragmentShader: strainFragment,
  needs: { strain: true },
  toneMapped: false,
} as const satisfies ShaderDescriptor

export interface StrainMark {
  readonly strain: number
  /** sRGB, `#rrggbb`. */
  readonly color: string
}

/**
 * The scale of colours for a legend, from the least to the largest strain.
 * @param marks how many, 2 or more
 */
export function strainLegend(minStrain: number, maxStrain: number, marks = 5): StrainMark[] {
  return Array.from({ length: marks }, (_, n) => {
    const t = n / (marks - 1)
    const parts = cividis(t).map((part) =>
      Math.round(255 * part)
        .toString(16)
        .padStart(2, '0'),
    )
    return { strain: minStrain + t * (maxStrain - minStrain), color: `#${parts.join('')}` }
  })
}
