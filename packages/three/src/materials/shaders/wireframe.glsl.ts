/** One colour, without light. */
export const wireframeFragment = /* glsl */ `
// One colour. What makes it a wire frame is how it is drawn: lines along the edges of the triangles.
#include <billow/fragment>

uniform vec3 color;

void main() {
  #include <billow/begin>

  gl_FragColor = vec4( color * s.tint, 1.0 );

  #include <billow/end>
}
`.trim()
