/** Where a shader of one's own begins. */
export const customVertex = /* glsl */ `
// Moves each vertex: p is its place and n its unit normal, in the object's own space, m.
#include <billow/vertex>

uniform float a, b; // free, 0 to 1
uniform float time; // s

void main() {
  #include <billow/vertex_begin>

  p += n * 0.02 * a * sin( 40.0 * uv.x + 4.0 * time );

  #include <billow/vertex_end>
}
`.trim()

export const customFragment = /* glsl */ `
// Colours each pixel: s.p is its place, s.n the unit normal, s.v the direction to the eye, s.uv its
// place on the texture.
#include <billow/fragment>

uniform vec3 color;
uniform float a, b; // free, 0 to 1
uniform float time; // s

// What of the light E from the direction l goes to the eye.
vec3 reflectLight( Surface s, vec3 l, vec3 E ) {
  return E * max( 0.0, dot( s.n, l ) );
}

#include <billow/lights>

void main() {
  #include <billow/begin>

  Lighting lighting = lightAt( s );
  vec3 stripes = color * mix( 1.0 - b, 1.0, step( 0.5, fract( 8.0 * s.uv.y ) ) );
  vec3 L = stripes * s.tint * ( lighting.direct + lighting.ambient );

  gl_FragColor = vec4( L, 1.0 );
  #include <billow/end>
}
`.trim()
