/**
 * The part of the vertex shader that makes a blade: a point on its curve and across its width, with a
 * rounded normal. Colour, depth and shadow materials all contain it, so that they agree.
 */
import { BLADES_PER_ROW, TIPS_PER_ROW } from './BladeTextures.js'

export const bladeVertexPars = /* glsl */ `
  attribute uint blade;
  uniform highp sampler2D bladeMap;
  uniform highp sampler2D tipMap;
  uniform vec3 eye;               // camera, in coordinates of the field
  uniform float pixelsPerMetre;   // at a distance of 1 m; 0 where pixels do not matter
  uniform float minPixels;
  uniform float farthest;         // m, where the last blade is gone; 0 draws all
  uniform float edgeOn;           // |cos| past which a blade is not drawn; 2 draws all
  uniform float roundness;
  uniform float uprightness;

  varying float vAlong;
  varying float vTint;

  // What a blade that is thinned out leaves bare, those that stay cover by their width, up to this.
  const float WIDEST = 3.0;
  // Over this share of all ranks a blade shrinks before it is gone, so that nothing pops.
  const float FADE = 0.08;

  vec4 fetchBlade(int part) {
    int n = int(blade);
    int row = n / ${BLADES_PER_ROW};
    return texelFetch(bladeMap, ivec2(3 * (n - row * ${BLADES_PER_ROW}) + part, row), 0);
  }

  vec4 fetchTip() {
    int n = int(blade);
    int row = n / ${TIPS_PER_ROW};
    return texelFetch(tipMap, ivec2(n - row * ${TIPS_PER_ROW}, row), 0);
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

  void growBlade(out vec3 place, out vec3 normal) {
    vec4 root = fetchBlade(0);
    vec4 up = fetchBlade(1);
    vec4 across = fetchBlade(2);
    vec4 tip = fetchTip();
    float rank = floor(root.w) / 1024.0;
    vTint = fract(root.w);
    vAlong = position.y;

    float v = position.y;
    vec3 guide = tip.w * up.xyz;
    vec3 a = v * guide;
    vec3 b = mix(guide, tip.xyz, v);
    vec3 along = b - a;
    vec3 tangent = dot(along, along) > 1e-12 ? normalize(along) : up.xyz;
    vec3 c = root.xyz + mix(a, b, v);

    vec3 toEye = eye - root.xyz;
    float distance = length(toEye);
    vec3 level = toEye - up.xyz * dot(toEye, up.xyz);
    float left = farthest > 0.0 ? 1.0 - length(level) / farthest : 1.0;
    float size = clamp((left - rank) / FADE, 0.0, 1.0);
    if (abs(dot(toEye, across.xyz)) > edgeOn * distance) size = 0.0;
    float width = across.w * min(1.0 / max(left, 1.0 / WIDEST), WIDEST);
    float pixels = width * pixelsPerMetre / max(distance, 1e-3);
    if (pixelsPerMetre > 0.0) width *= max(1.0, minPixels / max(pixels, 1e-6));

    float t = outline(position.x, v) - 0.5;
    place = size > 0.0 ? root.xyz + size * (c - root.xyz) + size * width * t * across.xyz : root.xyz;

    vec3 flatNormal = normalize(cross(across.xyz, tangent));
    // Towards the eye, whichever side that is: a blade is lit on the side that is seen.
    flatNormal *= dot(flatNormal, eye - c) < 0.0 ? -1.0 : 1.0;
    vec3 rounded = flatNormal + roundness * 2.0 * (position.x - 0.5) * across.xyz;
    normal = normalize(mix(rounded, up.xyz, uprightness));
  }
`
