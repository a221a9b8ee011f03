/**
 * Support functions of convex bodies: the point of a body that is farthest along a direction. A body
 * under an affine map A takes that of the body itself along Aᵀ times the direction, so scaled and
 * sheared ones are no other case. Round bodies are what a ball sweeps along a point or an axis: their
 * core is that, and the ball's radius is their margin.
 */
import type { ColliderPose } from '../ColliderPose.js'
import { isRound } from '../ellipsoid.js'
import { createFrame, ORIGIN } from '../frames.js'

/** Direction of the next call, any length: numbers passed to large functions become objects. */
export const direction = new Float64Array(3)

/** Answer of the last call: the point of the core, world, m. */
export const farthest = new Float64Array(3)

/** The body in question: its frame, and half its sides, half its axis, and radii, in its own space. */
const frame = createFrame()
const sides = new Float64Array(3)
const numbers = new Float64Array(3)
const HALF = 0
const BELOW = 1
const ABOVE = 2

const Kind = { point: 0, segment: 1, box: 2, cylinder: 3, balls: 4 } as const
let kind: number = Kind.point

/** Is the body convex, and does it have an inside? Others meet particles alone. */
export function hasSupport({ collider }: ColliderPose): boolean {
  const { type } = collider
  return type !== 'plane' && type !== 'mesh' && type !== 'heightField'
}

/**
 * Takes a body for the calls to come.
 *
 * @returns radius of the ball around its core, m
 */
export function takeBody(pose: ColliderPose): number {
  const { collider, shape } = pose
  frame.set(pose.frame)
  switch (collider.type) {
    case 'sphere':
      if (isRound(pose)) return takeRound(Kind.point, 0, shape[0]!)
      return takeBalls(0, collider.radius, collider.radius)
    case 'capsule':
      if (isRound(pose)) return takeRound(Kind.segment, shape[12]!, shape[0]!)
      return takeBalls(shape[12]!, collider.radius, collider.radius)
    case 'cone': {
      const [below, above] = [collider.radii[0]!, collider.radii[1]!]
      // What both ends have is margin.
      const least = isRound(pose) ? Math.min(below, above) : 0
      takeBalls(shape[12]!, below - least, above - least)
      return (least * shape[0]!) / Math.max(below, above)
    }
    case 'cylinder':
      takeBalls(collider.length / 2, collider.radius, collider.radius)
      kind = Kind.cylinder
      return 0
    case 'box':
      kind = Kind.box
      for (let k = 0; k < 3; k++) sides[k] = collider.size[k]! / 2
  }
  return 0
}

function takeRound(core: number, half: number, radius: number): number {
  kind = core
  numbers[HALF] = half
  return radius
}

function takeBalls(half: number, below: number, above: number): number {
  kind = Kind.balls
  numbers[HALF] = half
  numbers[BELOW] = below
  numbers[ABOVE] = above
  return 0
}

/** Finds the point of the core that is farthest along `direction`. */
export function findFarthest(): void {
  const dx = direction[0]!
  const dy = direction[1]!
  const dz = direction[2]!
  // In the body's own space.
  const ux = frame[0]! * dx + frame[1]! * dy + frame[2]! * dz
  const uy = frame[3]! * dx + frame[4]! * dy + frame[5]! * dz
  const uz = frame[6]! * dx + frame[7]! * dy + frame[8]! * dz
  let x = 0
  let y = 0
  let z = 0
  if (kind === Kind.box) {
    x = ux < 0 ? -sides[0]! : sides[0]!
    y = uy < 0 ? -sides[1]! : sides[1]!
    z = uz < 0 ? -sides[2]! : sides[2]!
  } else if (kind !== Kind.point) {
    const half = numbers[HALF]!
    y = uy < 0 ? -half : half
    if (kind === Kind.cylinder) {
      const across = Math.sqrt(ux * ux + uz * uz)
      const share = across > 0 ? numbers[BELOW]! / across : 0
      x = share * ux
      z = share * uz
    } else if (kind === Kind.balls) {
      // Of the balls at both ends, the one that reaches farther.
      const length = Math.sqrt(ux * ux + uy * uy + uz * uz)
      const isAbove = 2 * half * uy + (numbers[ABOVE]! - numbers[BELOW]!) * length > 0
      const share = length > 0 ? numbers[isAbove ? ABOVE : BELOW]! / length : 0
      x = share * ux
      y = (isAbove ? half : -half) + share * uy
      z = share * uz
    }
  }
  farthest[0] = frame[ORIGIN]! + frame[0]! * x + frame[3]! * y + frame[6]! * z
  farthest[1] = frame[ORIGIN + 1]! + frame[1]! * x + frame[4]! * y + frame[7]! * z
  farthest[2] = frame[ORIGIN + 2]! + frame[2]! * x + frame[5]! * y + frame[8]! * z
}
