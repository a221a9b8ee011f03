/** Vertex shader of all surfaces that stay where they are. */
export const plainVertex = /* glsl */ `
#include <billow/vertex>

void main() {
  #include <billow/vertex_begin>
  #include <billow/vertex_end>
}
`.trim()
