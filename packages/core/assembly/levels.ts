/**
 * Coarse levels: nodes are put where the particles below them are in the mean, and take these along
 * (`src/cloth/solvers/xpbd/CoarseLevels.ts`).
 */
import { VECTOR, XYZ } from './lanes'

/** Takes the fourth number of a vector and leaves 0 for the coordinates. */
const FOURTH = i32x4(0, 0, 0, -1)

/**
 * Puts nodes where their children are in the mean. `nodes`, `children`, `parents` and `shares` begin
 * with the first of each.
 */
export function gatherNodes(
  particles: usize,
  apart: usize,
  nodes: usize,
  nodeCount: usize,
  children: usize,
  parents: usize,
  shares: usize,
  count: usize,
): void {
  const zero = f32x4.splat(0)
  for (let n: usize = 0; n < nodeCount; n++, nodes += VECTOR) {
    v128.store(nodes, v128.and(v128.load(nodes), FOURTH))
    v128.store(nodes + apart, zero)
  }
  const stop = children + (count << 4)
  for (; children < stop; children += VECTOR, parents += 4, shares += 4) {
    const parent = particles + (load<usize>(parents) << 2)
    const share = v128.and(v128.load32_splat(shares), XYZ)
    v128.store(parent, f32x4.add(v128.load(parent), f32x4.mul(share, v128.load(children))))
    const offset = f32x4.mul(share, v128.load(children + apart))
    v128.store(parent + apart, f32x4.add(v128.load(parent + apart), offset))
  }
}

/** Moves children by what their parents moved by since `before`, each times its own factor. */
export function moveChildren(
  particles: usize,
  apart: usize,
  before: usize,
  children: usize,
  parents: usize,
  factors: usize,
  count: usize,
): void {
  const stop = children + (count << 4)
  for (; children < stop; children += VECTOR, parents += 4, factors += 4) {
    const parent = particles + (load<usize>(parents) << 2)
    const way = f32x4.sub(v128.load(parent + apart), v128.load(parent + before))
    const own = f32x4.mul(v128.load32_splat(factors), way)
    v128.store(children + apart, f32x4.add(v128.load(children + apart), own))
  }
}
