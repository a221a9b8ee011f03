/** A picture on the surface. */
export const textureFragment = /* glsl */ `
// The colour of the picture at the texture coordinates u, v; what is transparent in it stays so.
#include <billow/fragment>

uniform sampler2D map;
uniform vec2 repeat; // how often it lies along u and v
uniform bool lit;    // false: as bright as the picture itself

// A matt surface, kd = 1.
vec3 reflectLight( Surface s, vec3 l, vec3 E ) {
  return E * max( 0.0, dot( s.n, l ) );
}

#include <billow/lights>

void main() {
  #include <billow/begin>

  vec4 texel = texture2D( map, repeat * s.uv );
  vec3 L = texel.rgb * s.tint;
  if ( lit ) {
    Lighting lighting = lightAt( s );
    L *= lighting.direct + lighting.ambient;
  }

  gl_FragColor = vec4( L, texel.a );
  #include <billow/end>
}
`.trim()
