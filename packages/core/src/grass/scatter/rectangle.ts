/**
 * Level ground, or ground of a given height, over a rectangle in the xz plane with its centre at
 * the origin. Density counts blades per area of the plan, as a map does.
 */
import { fail, show } from '../../params/check.js'
import type { Ground, Spot } from './ground.js'

/** y of the ground over x and z, m. */
export type HeightAt = (x: number, z: number) => number

/** Normals are taken over this share of the shorter side: fine enough for hills, safe from rounding. */
const SLOPE_SHARE = 1e-4

/** @param size along x and z, m */
export function createRectangle(
  who: string,
  [width, depth]: readonly [number, number],
  heightAt?: HeightAt,
): Ground {
  const step = SLOPE_SHARE * Math.min(width, depth)
  const height = (x: number, z: number): number => {
    const y: unknown = heightAt!(x, z)
    if (typeof y !== 'number' || !Number.isFinite(y))
      fail(who, `heightAt must give a finite number (m), got ${show(y)} at x ${x}, z ${z}`)
    return y
  }
  return {
    area: width * depth,
    isPlan: true,
    place(_choice: number, across: number, along: number, { root, up, uv }: Spot): boolean {
      const x = (across - 0.5) * width
      const z = (along - 0.5) * depth
      uv[0] = across
      uv[1] = along
      root[0] = x
      root[2] = z
      root[1] = heightAt ? height(x, z) : 0
      const sx = heightAt ? (height(x + step, z) - height(x - step, z)) / (2 * step) : 0
      const sz = heightAt ? (height(x, z + step) - height(x, z - step)) / (2 * step) : 0
      const scale = 1 / Math.sqrt(1 + sx * sx + sz * sz)
      up[0] = -sx * scale
      up[1] = scale
      up[2] = -sz * scale
      return true
    },
  }
}
