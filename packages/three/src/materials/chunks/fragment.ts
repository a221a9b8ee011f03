/**
 * What every fragment shader has: the place on the surface that is seen, in the space of the eye, and
 * after the shader's colour what three.js makes of it: cut-outs, tone mapping, colour space, fog,
 * dithering.
 */

/** Before `main`. */
export const fragment = /* glsl */ `
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>

uniform float opacity;

varying vec3 vViewPosition;
varying vec3 vNormal;
varying vec2 vUv;

// What is seen, in the space of the eye: the eye is at the origin and looks along -z.
struct Surface {
  vec3 p;     // place, m
  vec3 n;     // unit normal, on the side that is seen
  vec3 v;     // unit vector to the eye
  vec3 front; // unit normal of the front
  float side; // 1 where the front is seen, -1 where the back is
  vec2 uv;
  vec3 tint;  // colour of the vertex or instance; white where there is none
};

Surface surfaceHere() {
  Surface s;
  s.p = - vViewPosition;
  s.v = isOrthographic ? vec3( 0.0, 0.0, 1.0 ) : normalize( vViewPosition );
  s.uv = vUv;
  s.tint = vec3( 1.0 );
  #if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
    s.tint = vColor.rgb;
  #endif
  s.side = 1.0;
  #if defined( FLIP_SIDED )
    s.side = - 1.0;
  #elif defined( DOUBLE_SIDED )
    s.side = gl_FrontFacing ? 1.0 : - 1.0;
  #endif
  #ifdef FLAT_SHADED
    s.n = normalize( cross( dFdx( s.p ), dFdy( s.p ) ) );
    s.front = s.side * s.n;
  #else
    float size = length( vNormal );
    s.front = size > 0.0 ? vNormal / size : s.side * s.v;
    s.n = s.side * s.front;
  #endif
  return s;
}
`

/** First in `main`: gives `s`, the surface. */
export const begin = /* glsl */ `
  vec4 diffuseColor = vec4( 1.0, 1.0, 1.0, opacity );
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  #ifdef USE_COLOR_ALPHA
    diffuseColor.a *= vColor.a;
  #endif
  Surface s = surfaceHere();
`

/** Last in `main`: takes `gl_FragColor`, linear light and how much of it covers, to the screen. */
export const end = /* glsl */ `
  diffuseColor.a *= gl_FragColor.a;
  #include <alphatest_fragment>
  #include <alphahash_fragment>
  #ifdef OPAQUE
    diffuseColor.a = 1.0;
  #endif
  gl_FragColor.a = diffuseColor.a;
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
  #include <dithering_fragment>
`
