/** Parts that shaders share, by the name after `billow/` in `#include <billow/vertex>`. */
import { begin, end, fragment } from './fragment.js'
import { lights } from './lights.js'
import { relief, tangents } from './relief.js'
import { vertex, vertexBegin, vertexEnd } from './vertex.js'

export const shaderChunks = {
  vertex,
  vertex_begin: vertexBegin,
  vertex_end: vertexEnd,
  fragment,
  begin,
  end,
  lights,
  tangents,
  relief,
} as const
