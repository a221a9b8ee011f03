/** Options that make a collider as it is now; plain numbers, as files have them. */
import type { Collider, ColliderOptions } from '../collision/colliders/Collider.js'

type Axis = Extract<Collider, { from: Float64Array }>

export function describeCollider(collider: Collider): ColliderOptions {
  return { ...describeShape(collider), ...describeSurface(collider) }
}

function describeShape(collider: Collider): ColliderOptions {
  const { type } = collider
  switch (type) {
    case 'sphere':
      return { type, center: triple(collider.center), radius: collider.radius }
    case 'plane': {
      const { point, normal, twoSided } = collider
      const plane: ColliderOptions = { type, point: triple(point), normal: triple(normal) }
      return twoSided ? { ...plane, twoSided } : plane
    }
    case 'box':
      return { type, size: triple(collider.size) }
    case 'capsule':
      return { type, ...describeAxis(collider), radius: collider.radius }
    case 'cylinder':
      return { type, ...describeAxis(collider), radius: collider.radius }
    case 'cone':
      return { type, ...describeAxis(collider), radii: pair(collider.radii) }
    case 'mesh': {
      const { positions, indices, twoSided } = collider
      const mesh: ColliderOptions = {
        type,
        positions: Array.from(positions),
        indices: Array.from(indices),
      }
      return twoSided ? { ...mesh, twoSided } : mesh
    }
    case 'heightField': {
      const { heights, columns, rows, size } = collider
      return { type, heights: Array.from(heights), columns, rows, size: pair(size) }
    }
  }
}

function describeAxis({ from, to }: Axis): Record<'from' | 'to', [number, number, number]> {
  return { from: triple(from), to: triple(to) }
}

/** Friction always; what else is as it is by default is left out. */
function describeSurface({ friction, thickness, enabled, matrix }: Collider): object {
  const isMoved = matrix.some((value, n) => value !== (n % 5 === 0 ? 1 : 0))
  return {
    friction,
    ...(thickness === 0 ? {} : { thickness }),
    ...(enabled ? {} : { enabled }),
    ...(isMoved ? { transform: Array.from(matrix) } : {}),
  }
}

function triple(values: Float64Array): [number, number, number] {
  return [values[0]!, values[1]!, values[2]!]
}

function pair(values: Float64Array): [number, number] {
  return [values[0]!, values[1]!]
}
