/** Displacement mapping: the vertex shader; the light is that of bump mapping. */
export const displacementVertex = /* glsl */ `
// Displacement mapping (Cook 1984, "Shade trees"): each vertex goes along its normal by the height
// of the map,
//
//   p' = p + n H(u, v) kh
#include <billow/vertex>

uniform sampler2D heightMap; // H, in the red channel
uniform vec2 repeat;
uniform float heightScaling; // kh, m

void main() {
  #include <billow/vertex_begin>

  float H = textureLod( heightMap, repeat * uv, 0.0 ).r;
  p += n * H * heightScaling;

  #include <billow/vertex_end>
}
`.trim()
