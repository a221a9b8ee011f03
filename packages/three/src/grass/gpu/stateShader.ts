/**
 * State of blades in a texture, one texel each: the tip v2 in parts of the height, and 1 − η, what the
 * collision strength leaves of the recovery; 16 bytes in single precision, 8 in half. Relative to
 * the height half precision is good to 5e-4 of it; and near η = 1, where recovery is weak and its rate counts
 * most, 1 − η has digits that η has not. Guides follow from tips.
 */
import { BLADES_PER_ROW, TIPS_PER_ROW } from '../BladeTextures.js'
import { bladeModelShader, guideShader } from './bladeModelShader.js'
import { bodiesShader } from './bodiesShader.js'
import { windShader } from './windShader.js'

export const fullScreenVertex = /* glsl */ `
  in vec3 position;
  void main() {
    gl_Position = vec4(position, 1.0);
  }
`

const pars = /* glsl */ `
  precision highp float;
  precision highp int;

  uniform highp sampler2D bladeMap;
  uniform int bladeCount;
  layout(location = 0) out highp vec4 state;

  vec4 fetchBlade(int n, int part) {
    int row = n / ${BLADES_PER_ROW};
    return texelFetch(bladeMap, ivec2(3 * (n - row * ${BLADES_PER_ROW}) + part, row), 0);
  }

  int bladeNumber() {
    return int(gl_FragCoord.y) * ${TIPS_PER_ROW} + int(gl_FragCoord.x);
  }
`

/** Fills a state: from a texture, or with upright blades. */
export const seedFragment = /* glsl */ `
  ${pars}
  uniform bool isUpright;
  uniform highp sampler2D seedMap;

  void main() {
    int n = bladeNumber();
    state = vec4(0.0, 1.0, 0.0, 1.0);
    if (n >= bladeCount) return;
    state = isUpright
      ? vec4(fetchBlade(n, 1).xyz, 1.0)
      : texelFetch(seedMap, ivec2(gl_FragCoord.xy), 0);
  }
`

/** One step of one blade, as core's `stepBlades` and `pressBlades`. */
export const stepFragment = /* glsl */ `
  ${pars}
  uniform highp sampler2D firmnessMap;
  uniform highp sampler2D stateMap;
  uniform bool isStable;
  uniform float dt;          // s
  uniform vec3 gravity;      // m/s
  uniform float stiffness;   // 1/s
  uniform float lift;        // stiffness x height, m/s, in addition
  uniform float recovery;    // how much of eta goes in a second

  ${guideShader}
  ${bladeModelShader}
  ${windShader}
  ${bodiesShader}

  vec3 stepStable(Blade blade, vec3 tip, float rate, vec3 force, vec3 wind) {
    vec3 idle = blade.height * blade.up;
    // Half the way first: how the blade then stands in the wind is what counts for the whole.
    float hold = windAlignment(tip, blade.up, blade.height, wind);
    vec3 midway = turnToEquilibrium(tip, idle, rate, force + hold * wind, 0.5 * dt);
    float then = windAlignment(midway, blade.up, blade.height, wind);
    return turnToEquilibrium(tip, idle, rate, force + then * wind, dt);
  }

  vec3 stepPaper(Blade blade, vec3 tip, float rate, vec3 force, vec3 wind) {
    float hold = windAlignment(tip, blade.up, blade.height, wind);
    return stepByEuler(tip, blade.height * blade.up, rate, force + hold * wind, dt);
  }

  void main() {
    int n = bladeNumber();
    state = vec4(0.0, 1.0, 0.0, 1.0);
    if (n >= bladeCount) return;
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 before = texelFetch(stateMap, at, 0);
    vec4 up = fetchBlade(n, 1);
    Blade blade;
    blade.root = fetchBlade(n, 0).xyz;
    blade.up = up.xyz;
    blade.front = cross(up.xyz, fetchBlade(n, 2).xyz);
    blade.height = up.w;
    blade.firmness = texelFetch(firmnessMap, at, 0).x;

    vec3 tip = blade.height * before.xyz;
    float strength = max(1.0 - before.w - recovery * dt, 0.0);
    float rate = recoveryRate(blade.firmness * (stiffness + lift / blade.height), strength);
    vec3 force = gravityOn(gravity, blade.front);
    vec3 wind = windAt(blade.root);
    vec3 moved = isStable
      ? stepStable(blade, tip, rate, force, wind)
      : stepPaper(blade, tip, rate, force, wind);
    float guide = 0.0;
    tip = validate(moved, blade.up, blade.height, isStable, guide);
    pressBlade(blade, isStable, tip, guide, strength);

    // What is no number would stay for ever, and spread to all that blurs the picture.
    bool isSound = dot(tip, tip) < 4.0 * blade.height * blade.height && strength < 1e9;
    state = isSound ? vec4(tip / blade.height, 1.0 - strength) : vec4(blade.up, 1.0);
  }
`
