/**
 * The wind over a field as arrows on its ground, one for a square of it: what blades feel there now. A
 * child of the `GrassMesh`, in whose space it draws.
 */
import { checkNumber } from '@billow/core'
import { Vector3 } from 'three'
import type { GrassMesh } from './GrassMesh.js'
import { Strokes } from './Strokes.js'

/** Most arrows along a side of a field. */
const MOST_PER_SIDE = 48

/** Arrows of weak and strong wind; in between they are mixed. */
export const windColors = { calm: 0x74a9cf, strong: 0xb30059 } as const

const from = /* @__PURE__ */ new Vector3()
const to = /* @__PURE__ */ new Vector3()

export class WindArrows extends Strokes {
  /** Length of an arrow for 1 m/s, in parts of the distance between arrows. */
  lengthScale = 0.15
  /** Speed that has the colour of strong wind, m/s. */
  strongSpeed = 8
  private readonly speed = new Float64Array(3)
  private roots: Float64Array | undefined
  private revision = -1

  /**
   * @param spacing between arrows, m
   * @throws BillowError for a wrong spacing
   */
  constructor(
    private readonly grass: GrassMesh,
    private readonly spacing = 1,
  ) {
    checkNumber('WindArrows', 'spacing', spacing, { above: 0 }, 'm')
    super(MOST_PER_SIDE * MOST_PER_SIDE)
    this.name = 'Wind arrows'
  }

  /** Draws the wind as it is now. */
  update(): void {
    this.begin()
    const { simulation } = this.grass
    if (this.revision !== simulation.revision || !this.roots) this.place()
    const { speed, spacing, lengthScale, strongSpeed } = this
    const { origin, time, wind, blades } = simulation
    const roots = this.roots!
    for (let i = 0; i < roots.length; i += 3) {
      from.fromArray(roots, i)
      wind.sample(from.x + origin[0], from.y + origin[1], from.z + origin[2], time, speed)
      from.y += HOVER * (blades.heights[0] ?? 0)
      const metres = spacing * lengthScale
      to.set(speed[0]!, speed[1]!, speed[2])
      const share = Math.min(to.length() / strongSpeed, 1)
      to.multiplyScalar(metres).add(from)
      this.arrow(from, to, WIDTH * spacing, mix(share))
    }
  }

  /** One root per square of the ground, wherever the ground is. */
  private place(): void {
    const { simulation } = this.grass
    const { roots, count } = simulation.blades
    const { spacing } = this
    const squares = new Map<string, number>()
    for (let n = 0; n < count && squares.size < MOST_PER_SIDE * MOST_PER_SIDE; n++) {
      const key = [0, 1, 2].map((k) => Math.floor(roots[3 * n + k]! / spacing)).join()
      if (!squares.has(key)) squares.set(key, n)
    }
    this.roots = new Float64Array(3 * squares.size)
    let i = 0
    for (const [key, n] of squares) {
      const [x, , z] = key.split(',').map(Number)
      // In the middle of its square, so that arrows stand in rows; as high as a blade of it grows.
      this.roots.set([(x! + 0.5) * spacing, roots[3 * n + 1]!, (z! + 0.5) * spacing], i)
      i += 3
    }
    this.revision = simulation.revision
  }
}

/** Above the ground, in heights of a blade: between the blades nobody would see them. */
const HOVER = 1.2

/** Thickness of an arrow in parts of the spacing. */
const WIDTH = 0.03

/** Colour between calm and strong. */
function mix(share: number): number {
  let color = 0
  for (const shift of [16, 8, 0]) {
    const a = (windColors.calm >> shift) & 255
    const b = (windColors.strong >> shift) & 255
    color |= Math.round(a + share * (b - a)) << shift
  }
  return color
}
