/** Woven cloth: the weave, the shine of threads and the sheen of fibres. */
export const wovenFabricFragment = /* glsl */ `
// Woven cloth. Which thread is on top is the weave's matter; a thread shines along itself (GGX with two
// roughnesses, Heitz 2014, "Understanding the masking-shadowing function in microfacet-based BRDFs");
// over all lies the sheen of fibres that stand up (Estevez and Kulla 2017, "Production friendly
// microfacet sheen BRDF").
#include <billow/fragment>
#include <billow/tangents>

uniform int weave;            // 0: plain, 1: 2/2 twill, 2: satin of five
uniform vec3 warpColor;       // of the threads along v
uniform vec3 weftColor;       // of the threads along u
uniform vec2 threads;         // how many lie side by side along u and v
uniform float roundness;      // how far a thread bends the normal, 0 to 1
uniform float roughness;      // of a thread along itself
uniform float spread;         // the same across it: it is round
uniform float sheen;
uniform vec3 sheenColor;
uniform float sheenRoughness;

const float F0 = 0.04; // cellulose, with an index of refraction of 1.5

// What is woven at this pixel.
vec3 alongU, alongV; // unit vectors along the weft and the warp
float warp;          // share of the warp
vec3 yarn;           // colour

// 1 where the warp is on top, 0 where the weft is.
float warpOnTop( vec2 cell ) {
  if ( weave == 0 ) return step( mod( cell.x + cell.y, 2.0 ), 0.5 );
  if ( weave == 1 ) return step( mod( cell.x + cell.y, 4.0 ), 1.5 );
  return step( 0.5, mod( 2.0 * cell.x + cell.y, 5.0 ) );
}

// Microfacets that face h, and the share of them that both see (Heitz 2014, equations 85 and 99).
// Along t the thread runs, b is across.
float shineOf( vec3 n, vec3 t, vec3 b, vec3 v, vec3 l, vec3 h ) {
  vec2 a = vec2( roughness * roughness, spread * spread );
  vec3 m = vec3( dot( t, h ) / a.x, dot( b, h ) / a.y, dot( n, h ) );
  float D = 1.0 / ( PI * a.x * a.y * pow2( dot( m, m ) ) );
  float nl = dot( n, l ), nv = max( dot( n, v ), 1e-3 );
  float lambdaV = nl * length( vec3( a * vec2( dot( t, v ), dot( b, v ) ), nv ) );
  float lambdaL = nv * length( vec3( a * vec2( dot( t, l ), dot( b, l ) ), nl ) );
  return D * 0.5 / ( lambdaV + lambdaL );
}

// Fibres that face h (Estevez and Kulla 2017, equation 2), seen as in Neubelt and Pettineo 2013.
float sheenOf( float nl, float nv, float nh ) {
  float inverse = 1.0 / ( sheenRoughness * sheenRoughness );
  float D = ( 2.0 + inverse ) * pow( max( 1.0 - nh * nh, 0.0 ), 0.5 * inverse ) / ( 2.0 * PI );
  return D / ( 4.0 * ( nl + nv - nl * nv ) );
}

// What the sheen takes of all light that comes from v, so that the threads below have the rest. Fitted
// to the integral of the above over the hemisphere, within 0.04 for roughnesses from 0.25.
float sheenAlbedo( float nv ) {
  vec3 q = vec3( 1.0, 1.0 / sheenRoughness, 1.0 / ( sheenRoughness * sheenRoughness ) );
  vec3 terms = vec3( dot( q, vec3( - 0.985, 0.470, - 0.031 ) ),
    dot( q, vec3( - 0.642, - 0.772, - 0.106 ) ), dot( q, vec3( 0.824, - 0.760, 0.128 ) ) );
  return exp( dot( terms, vec3( 1.0, nv, nv * nv ) ) );
}

// What of the light E from the direction l goes to the eye.
vec3 reflectLight( Surface s, vec3 l, vec3 E ) {
  float nl = dot( s.n, l );
  if ( nl <= 0.0 ) return vec3( 0.0 );
  vec3 halfWay = s.v + l;
  vec3 h = halfWay / max( length( halfWay ), 1e-6 );
  float nv = max( dot( s.n, s.v ), 1e-3 );
  float F = F0 + ( 1.0 - F0 ) * pow( 1.0 - clamp( dot( s.v, h ), 0.0, 1.0 ), 5.0 );
  float albedo = sheenAlbedo( nv );
  float most = max( 1.0, albedo ); // at grazing angles the model gives more than it gets

  // E is 1/pi of the irradiance: what a matt white surface sends back. So the others come times pi.
  float ofWeft = shineOf( s.n, alongU, alongV, s.v, l, h );
  float ofWarp = shineOf( s.n, alongV, alongU, s.v, l, h );
  vec3 base = ( 1.0 - F ) * yarn + PI * F * mix( ofWeft, ofWarp, warp );
  vec3 top = PI * sheen * sheenColor * sheenOf( nl, nv, dot( s.n, h ) ) / most;
  float below = 1.0 - sheen * max( max( sheenColor.r, sheenColor.g ), sheenColor.b ) * albedo / most;
  return E * nl * ( below * base + top );
}

#include <billow/lights>

void main() {
  #include <billow/begin>

  vec2 place = threads * s.uv;
  vec2 cell = floor( place );
  // From the middle of the crossing, -1 to 1.
  vec2 offset = 2.0 * ( place - cell ) - 1.0;
  // Far away no single thread is seen, but their mean.
  vec2 width = fwidth( place );
  float detail = 1.0 - smoothstep( 0.25, 0.75, max( width.x, width.y ) );
  warp = mix( weave == 2 ? 0.8 : 0.5, warpOnTop( cell ), detail );
  if ( s.side < 0.0 ) warp = 1.0 - warp; // what is below on the front is on top of the back
  yarn = mix( weftColor, warpColor, warp ) * s.tint;

  // A thread is round across itself, and bends down to both sides where it goes under the next.
  tangentFrame( s, s.uv, alongU, alongV );
  vec2 tilt = offset * mix( vec2( 0.6, 1.0 ), vec2( 1.0, 0.6 ), warp );
  s.n = normalize( s.n + 0.8 * roundness * detail * ( tilt.x * alongU + tilt.y * alongV ) );
  // No thread that is seen faces away.
  s.n = normalize( s.n + max( 0.0, 0.01 - dot( s.n, s.v ) ) * s.v );
  alongU = normalize( alongU - s.n * dot( s.n, alongU ) );
  alongV = normalize( alongV - s.n * dot( s.n, alongV ) );

  Lighting lighting = lightAt( s );
  vec3 L = lighting.direct + yarn * lighting.ambient;

  gl_FragColor = vec4( L, 1.0 );
  #include <billow/end>
}
`.trim()
