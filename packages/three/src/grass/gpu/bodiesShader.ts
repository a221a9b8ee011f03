/**
 * Bodies that press blades down, in GLSL as in core's `bodies` (Jahrmann & Wimmer 2017, section 4.4):
 * balls and capsules, the points within a radius of a segment.
 */
import { bladeNumbers, type PackedBodies } from '@billow/core'
import type { IUniform } from 'three'
import { bounded } from './glsl.js'
import { ListTexture } from './ListTexture.js'

const { bodyStride, mostPasses } = bladeNumbers

export const bodiesShader = /* glsl */ `
  uniform int bodies;
  uniform highp sampler2D bodyMap;   // from, radius; to

  // From a body to a point: unit vector, and distance from its surface, < 0 inside. At the very
  // centre every way out is as good; up keeps it finite.
  vec4 awayFrom(int body, vec3 point, vec3 up) {
    vec4 from = texelFetch(bodyMap, ivec2(2 * body, 0), 0);
    vec3 segment = texelFetch(bodyMap, ivec2(2 * body + 1, 0), 0).xyz - from.xyz;
    vec3 away = point - from.xyz;
    float squared = dot(segment, segment);
    if (squared > 0.0) away -= clamp(dot(away, segment) / squared, 0.0, 1.0) * segment;
    float distance = length(away);
    return vec4(distance > 0.0 ? away / distance : up, distance - from.w);
  }

  // Puts v2 out by d, which adds to the collision strength. The paper adds squares without an end.
  void pressTip(float d, vec3 away, float height, bool isStable, inout vec3 tip, inout float strength) {
    tip += d * away;
    strength = isStable ? min(strength + d / height, 1.0) : strength + d * d;
  }

  void pressBlade(Blade blade, bool isStable, inout vec3 tip, inout float guide, inout float strength) {
    int passes = isStable ? ${mostPasses} : 1;
    for (int pass = 0; pass < passes; pass++) {
      bool isMoved = false;
      for (int body = 0; body < bodies; body++) {
        if (awayFrom(body, blade.root, blade.up).w >= blade.height) continue;
        bool isHit = false;
        vec4 away = awayFrom(body, blade.root + tip, blade.up);
        if (away.w < 0.0) {
          pressTip(-away.w, away.xyz, blade.height, isStable, tip, strength);
          isHit = true;
        }
        // m = v0/4 + v1/2 + v2/4 moves by a quarter of what v2 does.
        vec3 middle = 0.5 * guide * blade.up + 0.25 * tip;
        away = awayFrom(body, blade.root + middle, blade.up);
        if (away.w < 0.0) {
          pressTip(-4.0 * away.w, away.xyz, blade.height, isStable, tip, strength);
          isHit = true;
        }
        if (!isHit) continue;
        tip = validate(tip, blade.up, blade.height, isStable, guide);
        isMoved = true;
      }
      if (!isMoved) break;
    }
  }
`

/** What `bodiesShader` reads. */
export class BodyUniforms {
  readonly uniforms: Record<string, IUniform>
  private readonly list = new ListTexture()

  constructor() {
    this.uniforms = { bodies: { value: 0 }, bodyMap: this.list.uniform }
  }

  update({ packed, count }: PackedBodies): void {
    this.uniforms['bodies']!.value = count
    if (count === 0) return
    const texels = this.list.resize(count)
    for (let n = 0; n < count; n++) {
      const b = bodyStride * n
      for (let k = 0; k < 3; k++) {
        texels[8 * n + k] = bounded(packed[b + k]!)
        texels[8 * n + 4 + k] = bounded(packed[b + 3 + k]!)
      }
      texels[8 * n + 3] = bounded(packed[b + 6]!)
    }
  }

  dispose(): void {
    this.list.dispose()
  }
}
