/**
 * What every vertex shader has: place and normal of the vertex in the object's space, which the shader
 * may change in between, and then the way to the screen, with what three.js does on it: instances,
 * batches, skins, morph targets, clipping planes, fog, logarithmic depth and shadows.
 */

/** Before `main`. */
export const vertex = /* glsl */ `
#include <common>
#include <batching_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifndef DEPTH_ONLY
  #include <shadowmap_pars_vertex>
#endif

varying vec3 vViewPosition; // from the place to the eye, in the eye's space
varying vec3 vNormal;       // the same
varying vec2 vUv;

#if defined( NEEDS_TANGENTS ) && ! defined( DEPTH_ONLY )
  #ifndef USE_TANGENT
    attribute vec4 tangent;
  #endif
  varying vec4 vTangent; // zero where the geometry has none
#endif
`

/** First in \`main\`: gives \`p\`, the place, and \`n\`, the unit normal, in the object's space. */
export const vertexBegin = /* glsl */ `
  vUv = uv;
  #include <color_vertex>
  #include <morphinstance_vertex>
  #include <morphcolor_vertex>
  #include <batching_vertex>

  #include <beginnormal_vertex>
  #include <morphnormal_vertex>
  #include <skinbase_vertex>
  #include <skinnormal_vertex>
  #include <begin_vertex>
  #include <morphtarget_vertex>
  #include <skinning_vertex>

  vec3 p = transformed;
  // A vertex without triangles has no normal, and nothing is no number.
  vec3 n = objectNormal / max( length( objectNormal ), 1e-12 );
`

/** Last in `main`: takes `p` and `n` to the screen. */
export const vertexEnd = /* glsl */ `
  transformed = p;
  objectNormal = n;
  #include <defaultnormal_vertex>
  #include <project_vertex>
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>

  vViewPosition = - mvPosition.xyz;
  vNormal = transformedNormal / max( length( transformedNormal ), 1e-12 );
  #ifdef FLIP_SIDED
    vNormal = - vNormal; // three.js turns it for back faces; here it is the front's, always
  #endif
  #if defined( NEEDS_TANGENTS ) && ! defined( DEPTH_ONLY )
    vec3 alongU = tangent.xyz;
    #ifdef USE_BATCHING
      alongU = mat3( batchingMatrix ) * alongU;
    #endif
    #ifdef USE_INSTANCING
      alongU = mat3( instanceMatrix ) * alongU;
    #endif
    vTangent = vec4( mat3( modelViewMatrix ) * alongU, tangent.w );
  #endif

  #ifndef DEPTH_ONLY
    #include <worldpos_vertex>
    #include <shadowmap_vertex>
  #endif
  #include <fog_vertex>
`
