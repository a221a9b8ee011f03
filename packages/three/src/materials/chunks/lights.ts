/**
 * Light that reaches a surface, from the one lamp of the lecture or from all lights of the scene.
 *
 * A shader says what it makes of one light before it includes this:
 *
 *     vec3 reflectLight( Surface s, vec3 l, vec3 E ) // l: unit vector to the light; E: what arrives
 *
 * The lamp sends `lightIntensity` I into every direction, so that E = I/r² arrives at the distance r.
 * Lights of the scene come with their shadows, and E is 1/π of the irradiance that three.js has for
 * them: a matte surface with kd = 1 is then as bright as one of `MeshLambertMaterial`.
 */
export const lights = /* glsl */ `
uniform int light;           // 0: the lamp, 1: the lights of the scene
uniform vec3 lightPosition;  // of the lamp, in the world, m
uniform vec3 lightIntensity; // I
uniform vec3 ambientLight;   // Ia

#include <lights_pars_begin>
#include <shadowmap_pars_fragment>

struct Lighting {
  vec3 direct;  // sum of what the shader makes of each light
  vec3 ambient; // Ia, from everywhere
};

void reflectDirect( IncidentLight light, vec3 p, vec3 n, vec3 v, vec3 clearcoat, Surface s, inout ReflectedLight sum ) {
  sum.directDiffuse += reflectLight( s, light.direction, light.color * RECIPROCAL_PI );
}

void reflectIndirect( vec3 irradiance, vec3 p, vec3 n, vec3 v, vec3 clearcoat, Surface s, inout ReflectedLight sum ) {
  sum.indirectDiffuse += irradiance * RECIPROCAL_PI;
}

#define RE_Direct reflectDirect
#define RE_IndirectDiffuse reflectIndirect

Lighting lightOfScene( Surface material ) {
  vec3 normal = material.n;
  ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
  #include <lights_fragment_begin>
  #include <lights_fragment_end>
  return Lighting( reflectedLight.directDiffuse, reflectedLight.indirectDiffuse );
}

Lighting lightOfLamp( Surface s ) {
  vec3 toLight = ( viewMatrix * vec4( lightPosition, 1.0 ) ).xyz - s.p;
  float r = max( length( toLight ), 1e-3 ); // on the lamp itself there is no end to the light
  return Lighting( reflectLight( s, toLight / r, lightIntensity / ( r * r ) ), ambientLight );
}

Lighting lightAt( Surface s ) {
  if ( light == 1 ) return lightOfScene( s );
  return lightOfLamp( s );
}
`
