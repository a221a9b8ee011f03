/** Bump and displacement: normals from a height map, and vertices that it moves. */
import {
  cross,
  dot,
  float,
  int,
  mix,
  normalize,
  normalLocal,
  positionLocal,
  textureSize,
  uv,
  vec2,
} from 'three/tsl'
import type { Node, TextureNode } from 'three/webgpu'
import type { Float, NodeShader, UniformNodes, Vec2, Vec3 } from '../NodeShader.js'
import { alongTexture, type Surface, tangentFrame } from '../surface.js'
import { blinnPhong } from './reflection.js'

/** The relief as the light finds it: a bump of the front is a dent of the back. */
function surface(u: UniformNodes, s: Surface): Surface {
  // By how much the height changes from one texel to the next, at the map's own resolution.
  const at = s.uv.mul(u.vec2('repeat')).toVar()
  const texel = vec2(1)
    .div(vec2(sizeOf(u.texture('heightMap'))))
    .toVar()
  const h = heightAt(u, at).toVar()
  const scale = u.float('heightScaling')
  const dU = heightAt(u, at.add(vec2(texel.x, 0)))
    .sub(h)
    .mul(scale)
    .toVar()
  const dV = heightAt(u, at.add(vec2(0, texel.y)))
    .sub(h)
    .mul(scale)
    .toVar()

  // As in the lecture: n_d = [ t b n ] (−dU kn, −dV kn, 1).
  const { t, b } = tangentFrame(s, at)
  const kn = u.float('normalScaling')
  const ofLecture = s.front.sub(t.mul(dU).add(b.mul(dV)).mul(kn))
  // The gradient of the height along the surface, m/m (Mikkelsen 2020).
  const { alongU, alongV } = alongTexture(s.p, at)
  const area = dot(s.front, cross(alongU, alongV)).toVar()
  const isFlat = float(area.equal(0)).toVar()
  const towardsU = cross(alongV, s.front).mul(dU.div(texel.x))
  const towardsV = cross(s.front, alongU).mul(dV.div(texel.y))
  const gradient = towardsU.add(towardsV).div(area.add(isFlat)).mul(float(1).sub(isFlat))
  const relief = mix(ofLecture, s.front.sub(gradient), float(u.int('slopes')))
  return { ...s, n: normalize(relief).mul(s.side).toVar() }
}

/** Texels along u and v; three's types do not say what it is. */
function sizeOf(map: TextureNode): Node<'uvec2'> {
  return textureSize(map, int(0)) as unknown as Node<'uvec2'>
}

function heightAt(u: UniformNodes, at: Vec2): Float {
  return (u.texture('heightMap').sample(at) as unknown as Vec3).x
}

export const bump: NodeShader = { ...blinnPhong, surface }

/** p' = p + n H(u, v) kh, in depth and shadows, too. */
export const displacement: NodeShader = {
  ...bump,
  position: (u) => {
    const at = uv().mul(u.vec2('repeat'))
    const height = (u.texture('heightMap').sample(at).level(int(0)) as unknown as Vec3).x
    return positionLocal.add(normalize(normalLocal).mul(height.mul(u.float('heightScaling'))))
  },
}
