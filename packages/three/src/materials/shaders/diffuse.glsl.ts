/** Diffuse reflection (Lambert 1760). */
export const diffuseFragment = /* glsl */ `
// Diffuse reflection (Lambert 1760, "Photometria"):
//
//   L = kd (I / r^2) max(0, n . l)
#include <billow/fragment>

uniform vec3 color;
uniform float kd;

// What of the light E = I / r^2 from the direction l goes to the eye.
vec3 reflectLight( Surface s, vec3 l, vec3 E ) {
  return kd * E * max( 0.0, dot( s.n, l ) );
}

#include <billow/lights>

void main() {
  #include <billow/begin>

  Lighting lighting = lightAt( s );
  vec3 L = color * s.tint * ( lighting.direct + kd * lighting.ambient );

  gl_FragColor = vec4( L, 1.0 );
  #include <billow/end>
}
`.trim()
