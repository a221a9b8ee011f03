/**
 * The part of the vertex shader that makes a blade: a point on its curve and across its width, with a
 * rounded normal. Colour, depth and shadow materials all contain it, so that they agree.
 */
import { CullReason } from '@billow/core'
import { BLADES_PER_ROW, TipKind, TIPS_PER_ROW } from './BladeTextures.js'
import { cullingShader } from './cullingShader.js'
import { guideShader } from './gpu/bladeModelShader.js'

/** What a blade that is thinned out leaves bare, those that stay cover by their width, up to this. */
export const WIDEST = 3

export const bladeVertexPars = /* glsl */ `
  attribute uint blade;
  uniform highp sampler2D bladeMap;
  uniform highp sampler2D tipMap;
  uniform highp sampler2D tipMapBefore;
  uniform float tipShare;         // of the way from the last step to this one
  uniform int tipKind;
  uniform float pixelsPerMetre;   // at a distance of 1 m; 0 where pixels do not matter
  uniform float minPixels;
  uniform float roundness;
  uniform float uprightness;
  uniform float rows;             // segments of this level
  uniform float morphFrom;        // m, from where blades bend into the shape of the next level
  uniform float outlineFrom;      // m, from where the thinnest blades have an outline, too
  uniform float levelEnd;         // m, where they have done so; 0 in the last level

  uniform int paint;              // 0 as by look, 1 by level, 2 by reason
  uniform float levelNumber;
  uniform highp sampler2D reasonMap;

  varying float vAlong;
  varying float vTint;
  varying float vPaint;           // number of a colour; −1 for none

  const float WIDEST = ${WIDEST.toFixed(1)};
  // Over this share of all ranks a blade shrinks before it is gone, so that nothing pops.
  const float FADE = 0.08;
  // A blade gets narrower over this much of |cos| before it counts as seen from its edge.
  const float EDGE_FADE = 0.15;
  // From its very edge, a blade is widened to a pixel no more than by this.
  const float LEAST_FACING = 0.2;

  vec4 fetchBlade(int part) {
    int n = int(blade);
    int row = n / ${BLADES_PER_ROW};
    return texelFetch(bladeMap, ivec2(3 * (n - row * ${BLADES_PER_ROW}) + part, row), 0);
  }

  ${cullingShader}

  ${guideShader}

  // Tip and length of the guide, m.
  vec4 fetchTip(vec3 up, float height) {
    int n = int(blade);
    int row = n / ${TIPS_PER_ROW};
    ivec2 at = ivec2(n - row * ${TIPS_PER_ROW}, row);
    vec4 now = texelFetch(tipMap, at, 0);
    if (tipKind == ${TipKind.metres}) return now;
    vec3 before = texelFetch(tipMapBefore, at, 0).xyz;
    vec3 tip = height * mix(before, now.xyz, tipShare);
    return vec4(tip, guideOf(tip, up, height, tipKind == ${TipKind.stableState}));
  }

  // Where across the blade a corner is: the outlines of the paper.
  float outline(float u, float v) {
    #if defined(SHAPE_QUAD)
      return u;
    #elif defined(SHAPE_TRIANGLE)
      return u + 0.5 * v - u * v;
    #elif defined(SHAPE_QUADRATIC)
      return 0.5 + (u - 0.5) * (1.0 - v * v);
    #else
      return 0.5 + (u - 0.5) * (1.0 - max(v - 0.5, 0.0) / 0.5);
    #endif
  }

  // A pointed blade has one corner at its tip.
  float tipSide(float u, float v) {
    #ifdef SHAPE_QUAD
      return u;
    #else
      return v > 0.999 ? 0.5 : u;
    #endif
  }

  struct Blade {
    vec3 up;
    vec3 across;
    vec3 guide;
    vec3 tip;
    vec3 toEye;
    float width;
    float fullness;               // how much of its outline there is, 0 to 1
  };

  // A corner of the blade from its root, u across and v along.
  void bladeCorner(Blade b, float u, float v, out vec3 place, out vec3 normal) {
    vec3 first = v * b.guide;
    vec3 second = mix(b.guide, b.tip, v);
    vec3 along = second - first;
    vec3 tangent = dot(along, along) > 1e-12 ? normalize(along) : b.up;
    vec3 c = mix(first, second, v);
    place = c + b.width * (mix(u, outline(u, v), b.fullness) - 0.5) * b.across;
    vec3 flatNormal = normalize(cross(b.across, tangent));
    // Towards the eye, whichever side that is: a blade is lit on the side that is seen.
    flatNormal *= dot(flatNormal, b.toEye - c) < 0.0 ? -1.0 : 1.0;
    vec3 rounded = flatNormal + roundness * 2.0 * (u - 0.5) * b.across;
    normal = normalize(mix(rounded, b.up, uprightness));
  }

  void growBlade(out vec3 place, out vec3 normal) {
    vec4 root = fetchBlade(0);
    vec4 up = fetchBlade(1);
    vec4 across = fetchBlade(2);
    vec4 tip = fetchTip(up.xyz, up.w);
    float rank = floor(root.w) / 1024.0;
    vTint = fract(root.w);
    vAlong = position.y;

    vec3 toEye = eye - root.xyz;
    float distance = length(toEye);
    float level = distanceAlongGround(toEye, up.xyz);
    float left = farthest > 0.0 ? 1.0 - level / farthest : 1.0;
    // Before it is thinned out it shrinks.
    float lastLeft = farthest > 0.0 ? (floor(distanceLevels * rank) + 1.0) / distanceLevels : 0.0;
    float size = clamp((left - lastLeft) / FADE, 0.0, 1.0);
    if (farthest == 0.0) size = 1.0;
    vec3 guide = tip.w * up.xyz;

    float width = across.w * min(1.0 / max(left, 1.0 / WIDEST), WIDEST);
    // Seen from the edge a blade is narrower than it is.
    float edge = abs(dot(toEye, across.xyz)) / max(distance, 1e-6);
    float facing = max(sqrt(max(1.0 - edge * edge, 0.0)), LEAST_FACING);
    #ifndef NORMAL_FREE
      // A shadow is that of the whole lawn, wherever the camera is.
      if (edgeOn <= 1.0) width *= clamp((edgeOn - edge) / EDGE_FADE, 0.0, 1.0);
      if (cullReason(root.xyz, up.xyz, across.xyz, rank, guide, tip.xyz) != ${CullReason.drawn})
        size = 0.0;
    #endif
    float fullness = 1.0;
    if (pixelsPerMetre > 0.0) {
      float pixels = width * facing * pixelsPerMetre / max(distance, 1e-3);
      width *= max(1.0, minPixels / max(pixels, 1e-6));
      // A blade of a pixel or two has no outline: tapered, it would be a line of dots.
      // Levels of fewer rows could not draw that, so far away all have their outline again.
      fullness = clamp((pixels / max(minPixels, 1e-6) - 1.0) / 2.0, 0.0, 1.0);
      fullness = mix(fullness, 1.0, smoothstep(0.5 * outlineFrom, outlineFrom, distance));
    }

    vPaint = -1.0;
    #ifndef NORMAL_FREE
      if (paint == 1) vPaint = 8.0 + levelNumber;
      if (paint == 2) {
        // All are shown, as they would be with nothing left out.
        int row = int(blade) / ${TIPS_PER_ROW};
        ivec2 at = ivec2(int(blade) - row * ${TIPS_PER_ROW}, row);
        int reason = int(255.0 * texelFetch(reasonMap, at, 0).r + 0.5);
        vPaint = reason == ${CullReason.drawn} ? -1.0 : float(reason);
        size = 1.0;
        width = max(across.w, minPixels * distance / max(pixelsPerMetre, 1e-6));
        if (pixelsPerMetre == 0.0) width = across.w;
      }
    #endif

    Blade b = Blade(up.xyz, across.xyz, guide, tip.xyz, toEye, width, fullness);
    float u = position.x;
    float v = position.y;
    bladeCorner(b, u, v, place, normal);
    float row = floor(rows * v + 0.5);
    if (levelEnd > 0.0 && distance > morphFrom && mod(row, 2.0) > 0.5) {
      // The next level has no such row: there the corner is halfway between its neighbours.
      vec3 before, after, normalBefore, normalAfter;
      bladeCorner(b, u, v - 1.0 / rows, before, normalBefore);
      bladeCorner(b, tipSide(u, v + 1.0 / rows), v + 1.0 / rows, after, normalAfter);
      float share = clamp((distance - morphFrom) / (levelEnd - morphFrom), 0.0, 1.0);
      place = mix(place, 0.5 * (before + after), share);
      normal = mix(normal, 0.5 * (normalBefore + normalAfter), share);
    }
    place = root.xyz + size * place;
  }
`
