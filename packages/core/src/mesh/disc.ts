/**
 * A round sheet: rings of 6, 12, 18 … vertices around the centre, the densest pattern in which all
 * triangles are of nearly the same size. Spokes alone would make slivers at the centre.
 */
import { checkNumber, fail, show } from '../params/check.js'
import { LARGEST_COORDINATE, type MeshArrays } from './meshArrays.js'
import { MAX_PARTICLES } from './weld.js'

export interface DiscOptions {
  /** m. Default 0.5. */
  readonly radius?: number | undefined
  /** Rings of triangles around the centre. Default 16. */
  readonly rings?: number | undefined
  /** Hangs in the xy plane and faces +z (default), or lies in the xz plane and faces +y. */
  readonly orientation?: 'vertical' | 'horizontal' | undefined
}

const WHO = 'createDisc'

/** 1 + 3·n·(n + 1) vertices for n rings: the most whose particles a sheet can have. */
const MAX_RINGS = Math.floor((Math.sqrt(9 + 12 * (MAX_PARTICLES - 1)) - 3) / 6)

/**
 * The centre is at the origin; the picture of a texture covers the square around the disc.
 *
 * @throws BillowError for a wrong value
 */
export function createDisc({
  radius = 0.5,
  rings = 16,
  orientation = 'vertical',
}: DiscOptions = {}): MeshArrays {
  checkNumber(WHO, 'radius', radius, { above: 0, atMost: LARGEST_COORDINATE }, 'm')
  if (!Number.isInteger(rings) || rings < 1 || rings > MAX_RINGS) {
    fail(WHO, `rings must be an integer from 1 to ${MAX_RINGS}, got ${show(rings)}`)
  }
  if (orientation !== 'vertical' && orientation !== 'horizontal') {
    fail(WHO, `orientation must be one of "vertical", "horizontal", got ${show(orientation)}`)
  }
  const vertexCount = startOf(rings + 1)
  const positions = new Float32Array(3 * vertexCount)
  const uvs = new Float32Array(2 * vertexCount)
  uvs.fill(0.5, 0, 2)
  for (let ring = 1; ring <= rings; ring++) {
    const share = ring / rings
    for (let n = 0; n < 6 * ring; n++) {
      const vertex = startOf(ring) + n
      const angle = (2 * Math.PI * n) / (6 * ring)
      const right = share * Math.cos(angle)
      const up = share * Math.sin(angle)
      positions[3 * vertex] = radius * right
      // Seen from above, what is up in the picture lies at the back.
      if (orientation === 'vertical') positions[3 * vertex + 1] = radius * up
      else positions[3 * vertex + 2] = -radius * up
      uvs[2 * vertex] = (1 + right) / 2
      uvs[2 * vertex + 1] = (1 + up) / 2
    }
  }
  return { positions, indices: createTriangles(rings), uvs }
}

/** The first vertex of a ring; the centre is ring 0. */
function startOf(ring: number): number {
  return ring === 0 ? 0 : 1 + 3 * ring * (ring - 1)
}

/**
 * In each sixth of a ring, k outer edges face k − 1 inner ones: outward and inward triangles take
 * turns. Rings are closed, so the vertex after the last is the first.
 */
function createTriangles(rings: number): Uint32Array {
  const triangles = new Uint32Array(3 * 6 * rings * rings)
  let t = 0
  for (let ring = 1; ring <= rings; ring++) {
    const outer = (n: number): number => startOf(ring) + (n % (6 * ring))
    const inner = (n: number): number =>
      ring === 1 ? 0 : startOf(ring - 1) + (n % (6 * (ring - 1)))
    for (let sixth = 0; sixth < 6; sixth++) {
      for (let step = 0; step < ring; step++) {
        const out = sixth * ring + step
        const into = sixth * (ring - 1) + step
        triangles.set([inner(into), outer(out), outer(out + 1)], t)
        t += 3
        if (step === ring - 1) continue
        triangles.set([inner(into), outer(out + 1), inner(into + 1)], t)
        t += 3
      }
    }
  }
  return triangles
}
