/**
 * The air of core's `WindField` in GLSL: mean wind, the Fourier modes of turbulence and point sources,
 * from the same numbers. Sine and cosine are core's polynomials of turns, since those of a shader may
 * be off by 5e-4.
 */
import { bladeNumbers, type GrassStep } from '@billow/core'
import type { IUniform } from 'three'
import { bounded, float } from './glsl.js'
import { ListTexture } from './ListTexture.js'

const { airNumbers, firstMode, modeCount, modeStride, sourceStride, sine, cosine } = bladeNumbers

export const windShader = /* glsl */ `
  uniform vec3 meanWind;                      // m/s
  uniform int modes;
  uniform vec4 modeWaves[${modeCount}];       // turns/m, and turns at the origin
  uniform vec3 modeCosines[${modeCount}];     // m/s
  uniform vec3 modeSines[${modeCount}];
  uniform int sources;
  uniform highp sampler2D sourceMap;          // position, strength; radius
  uniform float windHold;

  vec3 turbulenceAt(vec3 place) {
    vec3 air = vec3(0.0);
    for (int m = 0; m < modes; m++) {
      float turns = dot(modeWaves[m].xyz, place) + modeWaves[m].w;
      float f = turns - floor(turns + 0.5);
      float q = 4.0 * f * f;
      float e = 1.0 - q;
      float s = f * e * (${horner(sine)});
      float c = e * e * (${horner(cosine)}) - 1.0;
      air += c * modeCosines[m] + s * modeSines[m];
    }
    return air;
  }

  // strength / distance^2 away from each source, less and less inside of its radius.
  vec3 sourcesAt(vec3 place) {
    vec3 air = vec3(0.0);
    for (int n = 0; n < sources; n++) {
      vec4 source = texelFetch(sourceMap, ivec2(2 * n, 0), 0);
      float radius = texelFetch(sourceMap, ivec2(2 * n + 1, 0), 0).x;
      vec3 away = place - source.xyz;
      float distance = max(length(away), radius);
      air += source.w / distance / distance / distance * away;
    }
    return clamp(air, -1e9, 1e9);
  }

  // Section 4.2: the wind at a place, m from the origin of the field.
  vec3 windAt(vec3 place) {
    return windHold * (meanWind + turbulenceAt(place) + sourcesAt(place));
  }
`

/** a + q (b + q (c + q d)) */
function horner(coefficients: readonly number[]): string {
  const [last, ...rest] = coefficients.map(float).reverse()
  return rest.reduce((inner, factor) => `${factor} + q * (${inner})`, last!)
}

/** What `windShader` reads. */
export class WindUniforms {
  readonly uniforms: Record<string, IUniform>
  private readonly numbers = new Float32Array(airNumbers)
  private readonly waves = new Float32Array(4 * modeCount)
  private readonly cosines = new Float32Array(3 * modeCount)
  private readonly sines = new Float32Array(3 * modeCount)
  private readonly mean = new Float32Array(3)
  private readonly sources = new ListTexture()

  constructor() {
    this.uniforms = {
      meanWind: { value: this.mean },
      modes: { value: 0 },
      modeWaves: { value: this.waves },
      modeCosines: { value: this.cosines },
      modeSines: { value: this.sines },
      sources: { value: 0 },
      sourceMap: this.sources.uniform,
      windHold: { value: 1 },
    }
  }

  /** Takes over the air in the middle of a step. */
  update({ air, moment, origin, windHold }: GrassStep): void {
    const { uniforms, numbers, waves, cosines, sines, mean } = this
    const count = air.writeModes(moment, origin, numbers)
    for (let k = 0; k < 3; k++) mean[k] = bounded(numbers[k]!)
    for (let m = 0; m < count; m++) {
      const from = firstMode + modeStride * m
      for (let k = 0; k < 4; k++) waves[4 * m + k] = bounded(numbers[from + k]!)
      for (let k = 0; k < 3; k++) {
        cosines[3 * m + k] = bounded(numbers[from + 4 + k]!)
        sines[3 * m + k] = bounded(numbers[from + 7 + k]!)
      }
    }
    uniforms['modes']!.value = count
    uniforms['windHold']!.value = bounded(windHold)
    const { packedSources } = air
    const sourceCount = packedSources.length / sourceStride
    uniforms['sources']!.value = sourceCount
    if (sourceCount === 0) return
    const texels = this.sources.resize(sourceCount)
    for (let n = 0; n < sourceCount; n++) {
      const s = sourceStride * n
      for (let k = 0; k < 3; k++) texels[8 * n + k] = bounded(packedSources[s + k]! - origin[k]!)
      texels[8 * n + 3] = bounded(packedSources[s + 3]!)
      texels[8 * n + 4] = packedSources[s + 4]!
    }
  }

  dispose(): void {
    this.sources.dispose()
  }
}
