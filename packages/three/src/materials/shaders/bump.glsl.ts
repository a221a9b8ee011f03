/** Bump mapping, also the fragment shader of displacement. */
import { reflection } from './blinnPhong.glsl.js'

export const bumpFragment = /* glsl */ `
// Bump mapping (Blinn 1978, "Simulation of wrinkled surfaces"): the light falls on a relief that is
// not there. With H the height map of w x h texels, t and b along u and v on the surface,
//
//   dU = (H(u + 1/w, v) - H(u, v)) kh kn,   dV = (H(u, v + 1/h) - H(u, v)) kh kn
//   n_d = [ t b n ] (-dU, -dV, 1)
//
// and then Blinn-Phong with n_d.
#include <billow/fragment>
#include <billow/relief>
${reflection}
void main() {
  #include <billow/begin>

  s.n = reliefNormal( s );

  gl_FragColor = vec4( reflectAll( s ), 1.0 );
  #include <billow/end>
}
`.trim()
