/** Blinn-Phong reflection: ambient, diffuse and specular. */

/** The formula and its uniforms, which bump and displacement have, too. */
export const reflection = /* glsl */ `
uniform vec3 color;
uniform float ka, kd, ks, shininess;
uniform bool ambient, diffuse, specular; // which of the three are shown

// What of the light E = I / r^2 from the direction l goes to the eye.
vec3 reflectLight( Surface s, vec3 l, vec3 E ) {
  float nl = dot( s.n, l );
  vec3 halfWay = s.v + l; // between the light and the eye
  vec3 h = halfWay / max( length( halfWay ), 1e-6 );
  vec3 L = vec3( 0.0 );
  if ( diffuse ) L += kd * color * s.tint * E * max( 0.0, nl );
  // Light from behind the surface does not shine through it, as it would by the formula alone.
  float front = smoothstep( - 0.1, 0.0, nl );
  if ( specular ) L += ks * E * front * pow( max( 0.0, dot( s.n, h ) ), shininess );
  return L;
}

#include <billow/lights>

vec3 reflectAll( Surface s ) {
  Lighting lighting = lightAt( s );
  vec3 L = lighting.direct;
  if ( ambient ) L += ka * color * s.tint * lighting.ambient;
  return L;
}
`

export const blinnPhongFragment = /* glsl */ `
// Blinn-Phong (Blinn 1977, "Models of light reflection for computer synthesized pictures"):
//
//   L = ka Ia + kd (I / r^2) max(0, n . l) + ks (I / r^2) max(0, n . h)^p
#include <billow/fragment>
${reflection}
void main() {
  #include <billow/begin>

  gl_FragColor = vec4( reflectAll( s ), 1.0 );

  #include <billow/end>
}
`.trim()
