/** A heat map of strain. */
import { cividisGlsl } from '../cividis.js'

export const strainVertex = /* glsl */ `
// Passes on how far the cloth is stretched at each vertex.
#include <billow/vertex>

attribute float strain; // (length - rest) / rest
varying float vStrain;

void main() {
  #include <billow/vertex_begin>
  vStrain = strain;
  #include <billow/vertex_end>
}
`.trim()

export const strainFragment = /* glsl */ `
// A heat map: the strain from minStrain to maxStrain as a colour from dark blue to yellow.
#include <billow/fragment>

uniform float minStrain, maxStrain;
uniform float shade; // how much the surface darkens where it turns away, so that its shape is seen
varying float vStrain;

// Cividis, sRGB: the same scale to all eyes (Nunez, Anderton and Renslow 2018).
vec3 cividis( float t ) {
  vec3 rgb = ${cividisGlsl};
  return clamp( rgb / 255.0, 0.0, 1.0 );
}

void main() {
  #include <billow/begin>

  float range = maxStrain - minStrain;
  float t = range == 0.0 ? step( minStrain, vStrain ) : clamp( ( vStrain - minStrain ) / range, 0.0, 1.0 );
  gl_FragColor = sRGBTransferEOTF( vec4( cividis( t ), 1.0 ) );
  gl_FragColor.rgb *= 1.0 - shade * ( 1.0 - abs( dot( s.n, s.v ) ) );

  #include <billow/end>
}
`.trim()
