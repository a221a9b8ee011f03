/** A mirror (Blinn and Newell 1976). */
export const mirrorFragment = /* glsl */ `
// A mirror (Blinn and Newell 1976, "Texture and reflection in computer generated images"): the light
// that goes to the eye along w_o came along w_i, from as far away as the cube map shows,
//
//   w_i = 2 (w_o . n) n - w_o
#include <billow/fragment>

uniform samplerCube environment;
uniform float environmentX; // cubes of three.js are mirrored along x: -1; those it renders are not: 1
uniform vec3 color;         // what the mirror leaves of the light

void main() {
  #include <billow/begin>

  vec3 wo = s.v;
  vec3 wi = 2.0 * dot( wo, s.n ) * s.n - wo;
  wi = wi * mat3( viewMatrix ); // from the space of the eye to the world
  wi.x *= environmentX;

  gl_FragColor = vec4( color * s.tint * textureCube( environment, wi ).rgb, 1.0 );
  #include <billow/end>
}
`.trim()
