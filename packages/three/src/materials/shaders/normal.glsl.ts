/** Normals as colours. */
export const normalFragment = /* glsl */ `
// The unit normal as a colour: from -1 to 1 along x, y, z is from 0 to 1 of red, green, blue.
#include <billow/fragment>

uniform int space; // 0: of the world, 1: of the eye

void main() {
  #include <billow/begin>

  vec3 n = s.n;
  if ( space == 0 ) n = normalize( n * mat3( viewMatrix ) ); // the inverse of a turn, from the right

  gl_FragColor = vec4( 0.5 + 0.5 * n, 1.0 );
  // What is read off the picture is the number itself, not light.
  gl_FragColor = sRGBTransferEOTF( gl_FragColor );

  #include <billow/end>
}
`.trim()
