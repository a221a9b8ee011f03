/**
 * The blade model in GLSL, formula by formula as in `core/grass/blade` (Jahrmann & Wimmer 2017,
 * section 4), in single precision. Points are relative to the root of a blade, which is v0 = 0.
 */
import { bladeNumbers } from '@billow/core'
import { float } from './glsl.js'

/** `guideOf`: what drawing needs, too, since state is kept without guides. */
export const guideShader = /* glsl */ `
  const float LEAST_GUIDE = ${float(bladeNumbers.leastGuide)};
  const float UPRIGHT_REST = ${float(bladeNumbers.uprightRest)};

  // Height of the guide as a share of the blade's, from the tip's way aside / height.
  float guideFactor(float aside) {
    return max(1.0 - aside, LEAST_GUIDE * max(aside, 1.0));
  }

  // |v1| of a validated tip, as core's blade/guides says.
  float guideOf(vec3 tip, vec3 up, float height, bool isStable) {
    float rise = dot(tip, up);
    float squared = dot(tip, tip);
    float rest = 3.0 * height - 2.0 * sqrt(squared);
    if (isStable || rest - rise < UPRIGHT_REST * height)
      return height * guideFactor(length(tip - rise * up) / height);
    return (rest * rest - squared) / (2.0 * (rest - rise));
  }
`

export const bladeModelShader = /* glsl */ `
  const float FRONT_SHARE = ${float(bladeNumbers.frontShare)};
  const float LEAST_RECOVERY = ${float(bladeNumbers.leastRecovery)};

  struct Blade {
    vec3 root;       // m from the origin of the field
    vec3 up;
    vec3 front;
    float height;    // m
    float firmness;
  };

  // Section 4.1: gE + gF, gravity and a quarter of its size along the front.
  vec3 gravityOn(vec3 gravity, vec3 front) {
    return gravity + FRONT_SHARE * length(gravity) * front;
  }

  // s max(1 - eta, 0.1): the recovery is this times (I - v2), with the idle tip I = h up.
  float recoveryRate(float stiffness, float strength) {
    return stiffness * max(1.0 - strength, LEAST_RECOVERY);
  }

  // theta = (1 - |w . v2| / (|w| |v2|)) (v2 . up) / h: how much of the wind gets hold.
  float windAlignment(vec3 tip, vec3 up, float height, vec3 wind) {
    float squares = dot(wind, wind) * dot(tip, tip);
    if (!(squares > 0.0)) return 0.0;
    float along = abs(dot(wind, tip)) / sqrt(squares);
    return max(1.0 - along, 0.0) * max(dot(tip, up), 0.0) / height;
  }

  // As published: Euler.
  vec3 stepByEuler(vec3 tip, vec3 idle, float rate, vec3 force, float dt) {
    return tip + dt * (rate * (idle - tip) + force);
  }

  // The direction of the tip turns towards the equilibrium E = I + f / r, and tan psi/2 of the angle
  // between them falls by exp(-r |E| dt / |v2|), as core's blade/motion says.
  vec3 turnToEquilibrium(vec3 tip, vec3 idle, float rate, vec3 force, float dt) {
    vec3 e = idle + force / rate;
    float size = length(e);
    float reach = length(tip);
    if (!(size > 0.0 && reach > 0.0)) return tip;
    float cosine = dot(tip, e) / (size * reach);
    if (!(cosine > -1.0)) return tip;
    float fall = exp(-rate * dt * size / reach);
    float squared = max(1.0 - cosine, 0.0) / (1.0 + cosine) * fall * fall;
    float across = 2.0 * fall / ((1.0 + squared) * (1.0 + cosine));
    float along = reach * ((1.0 - squared) / (1.0 + squared) - across * cosine) / size;
    return along * e + across * tip;
  }

  // Section 4.3: a tip below the ground is put up to it.
  vec3 aboveGround(vec3 tip, vec3 up) {
    return tip - min(dot(tip, up), 0.0) * up;
  }

  // One pass of validation: the curve is scaled to its length (2 L0 + L1) / 3 = h.
  vec3 validateOnce(vec3 given, vec3 up, float height, out float guide) {
    vec3 tip = aboveGround(given, up);
    float aside = length(tip - dot(tip, up) * up);
    float along = height * guideFactor(aside / height);
    float r = 3.0 * height / (2.0 * length(tip) + along + length(tip - along * up));
    guide = r * along;
    return r * tip;
  }

  // |v2| / h that validation leaves as it is, the smaller root of a x^2 - 2 b x + 3 as in core's
  // blade/validate; b^2 - 3 a is written in s and 1 - c, so that nothing cancels when both are small.
  float restingReach(float s, float c) {
    float d = s * s / (1.0 + c);
    float b = 3.0 - 3.0 * s + d;
    float reach = 3.0 / (b + sqrt(max(s * (9.0 * s - 12.0 * d) + d * (6.0 + d), 0.0)));
    if (1.0 - reach * s > LEAST_GUIDE) return reach;
    float middle = 5.9 - 0.05 * c;
    return 8.7 / (middle + sqrt(middle * middle - 26.1));
  }

  // Validation until nothing changes any more.
  vec3 validateFully(vec3 given, vec3 up, float height, out float guide) {
    vec3 tip = aboveGround(given, up);
    float size = length(tip);
    guide = height;
    // A tip at its root points nowhere: the blade stands.
    if (!(size > 1e-7 * height)) return height * up;
    float rise = dot(tip, up);
    float sine = min(length(tip - rise * up) / size, 1.0);
    float reach = restingReach(sine, max(rise / size, 0.0));
    guide = height * max(1.0 - reach * sine, LEAST_GUIDE);
    return height * reach / size * tip;
  }

  vec3 validate(vec3 tip, vec3 up, float height, bool isStable, out float guide) {
    if (isStable) return validateFully(tip, up, height, guide);
    return validateOnce(tip, up, height, guide);
  }
`
