/** The place on the surface that is seen, in the space of the eye: `materials/chunks/fragment.ts` in nodes. */
import {
  cross,
  dFdx,
  dFdy,
  diffuseColor,
  dot,
  faceDirection,
  float,
  max,
  normalViewGeometry,
  positionView,
  positionViewDirection,
  uv,
} from 'three/tsl'
import type { Float, Vec2, Vec3 } from './NodeShader.js'

export interface Surface {
  /** Place, m. */
  readonly p: Vec3
  /** Unit normal, on the side that is seen. */
  readonly n: Vec3
  /** Unit vector to the eye. */
  readonly v: Vec3
  /** Unit normal of the front. */
  readonly front: Vec3
  /** 1 where the front is seen, −1 where the back is. */
  readonly side: Float
  readonly uv: Vec2
  /** Colour of the vertex or instance; white where there is none. */
  readonly tint: Vec3
}

export function surfaceHere(): Surface {
  const front = normalViewGeometry
  return {
    p: positionView,
    n: front.mul(faceDirection).toVar(),
    v: positionViewDirection,
    front,
    side: faceDirection,
    uv: uv(),
    // The material's own colour is white: what is left of it is the tint.
    tint: diffuseColor.rgb,
  }
}

/**
 * Where u and v grow, as vectors in the space of the eye, m, from what changes between this pixel and
 * the next (Mikkelsen 2010).
 */
export function alongTexture(p: Vec3, at: Vec2): { alongU: Vec3; alongV: Vec3 } {
  const [px, py] = [dFdx(p).toVar(), dFdy(p).toVar()]
  const [x, y] = [dFdx(at).toVar(), dFdy(at).toVar()]
  const area = x.x.mul(y.y).sub(x.y.mul(y.x)).toVar()
  const inverse = area.equal(0).select(float(0), float(1).div(area)).toVar()
  return {
    alongU: px.mul(y.y).sub(py.mul(x.y)).mul(inverse).toVar(),
    alongV: py.mul(x.x).sub(px.mul(y.x)).mul(inverse).toVar(),
  }
}

/** Unit vectors at right angles to the normal of the front, t along u and b along v. */
export function tangentFrame(s: Surface, at: Vec2): { t: Vec3; b: Vec3 } {
  const { alongU, alongV } = alongTexture(s.p, at)
  const across = alongU.sub(s.front.mul(dot(s.front, alongU))).toVar()
  const t = across.div(max(across.length(), 1e-12)).toVar()
  const up = cross(s.front, t).toVar()
  return { t, b: up.mul(dot(up, alongV).sign()).toVar() }
}
