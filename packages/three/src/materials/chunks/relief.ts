/** Directions of the texture on the surface, and normals from a height map along them. */

export const tangents = /* glsl */ `
varying vec4 vTangent; // zero where the geometry has none

// Where u and v grow, as vectors in the space of the eye: dp/du and dp/dv, m. From what changes between
// this pixel and the next (Mikkelsen 2010, "Bump mapping unparametrized surfaces on the GPU").
// False where there are no texture coordinates.
bool alongTexture( vec3 p, vec2 uv, out vec3 alongU, out vec3 alongV ) {
  vec3 px = dFdx( p ), py = dFdy( p );
  vec2 x = dFdx( uv ), y = dFdy( uv );
  float area = x.x * y.y - x.y * y.x;
  float inverse = area == 0.0 ? 0.0 : 1.0 / area;
  alongU = ( px * y.y - py * x.y ) * inverse;
  alongV = ( py * x.x - px * y.x ) * inverse;
  return area != 0.0;
}

// Unit vectors at right angles to the normal of the front: t along u and b along v. From the tangents
// of the vertices where there are any.
bool tangentFrame( Surface s, vec2 uv, out vec3 t, out vec3 b ) {
  vec3 alongU, alongV;
  bool isMapped = alongTexture( s.p, uv, alongU, alongV );
  bool isGiven = dot( vTangent.xyz, vTangent.xyz ) > 0.0;
  t = isGiven ? vTangent.xyz : alongU;
  t -= s.front * dot( s.front, t );
  t /= max( length( t ), 1e-12 );
  float hand = isGiven ? vTangent.w : sign( dot( cross( s.front, t ), alongV ) );
  b = cross( s.front, t ) * hand;
  return isGiven || isMapped;
}
`

export const relief = /* glsl */ `
#include <billow/tangents>

uniform sampler2D heightMap;  // H, in the red channel
uniform vec2 repeat;          // how often it lies along u and v
uniform float heightScaling;  // kh, m
uniform float normalScaling;  // kn, for the slopes of the lecture
uniform int slopes;           // 0: as in the lecture, 1: as the surface has them

// The normal n_d of the relief, on the side that is seen: a bump of the front is a dent of the back.
vec3 reliefNormal( Surface s ) {
  // By how much the height changes from one texel to the next, at the map's own resolution.
  vec2 uv = repeat * s.uv;
  vec2 texel = 1.0 / vec2( textureSize( heightMap, 0 ) );
  float h = texture2D( heightMap, uv ).r;
  float right = texture2D( heightMap, uv + vec2( texel.x, 0.0 ) ).r;
  float up = texture2D( heightMap, uv + vec2( 0.0, texel.y ) ).r;
  float dU = ( right - h ) * heightScaling;
  float dV = ( up - h ) * heightScaling;

  vec3 t, b, alongU, alongV;
  bool hasFrame = tangentFrame( s, uv, t, b );
  bool isMapped = alongTexture( s.p, uv, alongU, alongV );
  if ( slopes == 0 ) {
    if ( ! hasFrame ) return s.n;
    return s.side * normalize( mat3( t, b, s.front ) * vec3( - dU * normalScaling, - dV * normalScaling, 1.0 ) );
  }
  // The gradient of the height along the surface, m/m (Mikkelsen 2020, "Surface gradient-based bump
  // mapping framework"): the slope of what the same map displaces, whatever kn is.
  if ( ! isMapped ) return s.n;
  vec3 towardsU = cross( alongV, s.front ), towardsV = cross( s.front, alongU );
  float area = dot( s.front, cross( alongU, alongV ) );
  if ( area == 0.0 ) return s.n; // seen from its edge
  vec3 gradient = ( dU / texel.x * towardsU + dV / texel.y * towardsV ) / area;
  return s.side * normalize( s.front - gradient );
}
`
