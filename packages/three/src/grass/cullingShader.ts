/**
 * Which blades the shader leaves out, and why: core's `culling/rules.ts` and `cullBlades.ts` once more,
 * one blade at a time and in the same order.
 */
import { CullReason, DEPTH_BIAS, OFF_THE_GROUND } from '@billow/core'
import { UNPACK_DEPTH } from './SceneDepth.js'

/** A tolerance of the frustum by which every blade is in the picture, clip units. */
export const BOUNDLESS = 1e9

export const cullingShader = /* glsl */ `
  uniform vec3 eye;               // camera, in coordinates of the field
  uniform mat4 fieldToClip;
  uniform float edgeOn;           // |cos| past which a blade is not drawn; 2 draws all
  uniform float farthest;         // m, where the last blade is gone; 0 draws all
  uniform float distanceLevels;
  uniform float frustumTolerance; // by which the picture is wider, clip units
  uniform highp sampler2D sceneDepth;
  uniform vec2 depthSize;         // texels of sceneDepth; 0 where nothing hides blades
  uniform vec2 clipRange;         // near and far, m

  ${UNPACK_DEPTH}

  bool isEdgeOn(vec3 toEye, vec3 across) {
    return abs(dot(toEye, across)) > edgeOn * length(toEye);
  }

  // How far away a blade counts as: along the ground.
  float distanceAlongGround(vec3 toEye, vec3 up) {
    return length(toEye - up * dot(toEye, up));
  }

  bool isThinnedOut(float level, float rank) {
    return farthest > 0.0 &&
      floor(distanceLevels * rank) >= floor(distanceLevels * (1.0 - level / farthest));
  }

  bool isInPicture(vec3 point) {
    vec4 clip = fieldToClip * vec4(point, 1.0);
    return all(lessThan(abs(clip.xyz), vec3(clip.w + frustumTolerance)));
  }

  // Behind what the camera sees there? Out of the picture nothing is.
  bool isBehind(vec3 point) {
    vec4 clip = fieldToClip * vec4(point, 1.0);
    if (clip.w <= 0.0) return false;
    vec2 at = 0.5 + 0.5 * clip.xy / clip.w;
    if (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, vec2(1.0)))) return false;
    ivec2 texel = ivec2(min(at * depthSize, depthSize - 1.0));
    float depth = min(unpackDepth(texelFetch(sceneDepth, texel, 0).rgb), 1.0);
    float seen = clipRange.x / (clipRange.y - depth * (clipRange.y - clipRange.x));
    return clip.w / clipRange.y > seen + ${DEPTH_BIAS};
  }

  // Guide and tip from the root.
  int cullReason(vec3 root, vec3 up, vec3 across, float rank, vec3 guide, vec3 tip) {
    vec3 toEye = eye - root;
    if (isEdgeOn(toEye, across)) return ${CullReason.orientation};
    if (isThinnedOut(distanceAlongGround(toEye, up), rank)) return ${CullReason.distance};
    vec3 middle = 0.5 * guide + 0.25 * tip;
    if (!isInPicture(root) && !isInPicture(root + middle) && !isInPicture(root + tip))
      return ${CullReason.frustum};
    if (depthSize.x > 0.0 && isBehind(root + middle) && isBehind(root + tip) &&
      isBehind(root + ${OFF_THE_GROUND} * middle)) return ${CullReason.occlusion};
    return ${CullReason.drawn};
  }
`
