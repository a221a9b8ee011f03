/**
 * How blades are made, drawn over them: the control points v0, v1 and v2 with their polygon, the curve,
 * and the forces on the tip as arrows (Jahrmann & Wimmer 2017, figures 2 and 3). A child of the
 * `GrassMesh`, in whose space it draws.
 *
 * ```ts
 * const anatomy = new GrassAnatomy(grass)
 * grass.add(anatomy)
 * anatomy.blades = [grass.bladeAt(raycaster.ray)]
 * anatomy.update() // in every frame, after grass.update
 * ```
 */
import { type BladeReading, inspectBlade } from '@billow/core'
import { Vector3 } from 'three'
import type { GrassMesh } from './GrassMesh.js'
import { Strokes } from './Strokes.js'

/** What is drawn of a blade, and in which colour. */
export const anatomyColors = {
  v0: 0x8a5a2b,
  v1: 0xd98a00,
  v2: 0xc2255c,
  curve: 0x0b7a3b,
  gravity: 0x6f42c1,
  recovery: 0x1c7ed6,
  wind: 0x0aa2a2,
  total: 0xc92a2a,
} as const

/** Pieces of a curve. */
const PIECES = 16

/** Strokes per blade: curve, polygon, control points and arrows of four forces. */
const STROKES = PIECES + 8

/** Most blades at once; more would be a thicket. */
const MOST_BLADES = 64

/** Thickness of the curve in parts of a blade's height. */
const WIDTH = 0.02

const from = /* @__PURE__ */ new Vector3()
const to = /* @__PURE__ */ new Vector3()
const total = /* @__PURE__ */ new Vector3()

export class GrassAnatomy extends Strokes {
  /** Numbers of the blades that are shown; those that are not there are left out. */
  blades: readonly number[] = []
  showCurve = true
  showForces = true
  /** Length of an arrow for 1 m/s, in parts of the blade's height. Gravity alone is 10 m/s. */
  forceScale = 0.05

  constructor(private readonly grass: GrassMesh) {
    super(STROKES * MOST_BLADES)
    this.name = 'Grass anatomy'
  }

  /** Draws the blades as the simulation has them. */
  update(): void {
    this.begin()
    const { simulation } = this.grass
    for (const blade of this.blades.slice(0, MOST_BLADES)) {
      if (blade >= simulation.bladeCount) continue
      const reading = inspectBlade(simulation, blade)
      if (this.showCurve) this.drawCurve(reading)
      if (this.showForces) this.drawForces(reading)
    }
  }

  private drawCurve({ root, guide, tip, height }: BladeReading): void {
    const width = WIDTH * height
    const at = (t: number, out: Vector3): Vector3 => {
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
      return out.set(
        a * root[0] + b * guide[0] + c * tip[0],
        a * root[1] + b * guide[1] + c * tip[1],
        a * root[2] + b * guide[2] + c * tip[2],
      )
    }
    for (let n = 0; n < PIECES; n++)
      this.line(at(n / PIECES, from), at((n + 1) / PIECES, to), width, anatomyColors.curve)
    this.line(from.set(...root), to.set(...guide), width / 2, anatomyColors.v1)
    this.line(from.set(...guide), to.set(...tip), width / 2, anatomyColors.v1)
    this.dot(from.set(...root), 3 * width, anatomyColors.v0)
    this.dot(from.set(...guide), 3 * width, anatomyColors.v1)
    this.dot(from.set(...tip), 3 * width, anatomyColors.v2)
  }

  private drawForces(reading: BladeReading): void {
    const { tip, height } = reading
    total.set(0, 0, 0)
    for (const name of ['gravity', 'recovery', 'wind'] as const) {
      to.set(...reading[name])
      total.add(to)
      this.drawForce(tip, to, height, name)
    }
    this.drawForce(tip, total, height, 'total')
  }

  private drawForce(
    tip: BladeReading['tip'],
    force: Vector3,
    height: number,
    name: keyof typeof anatomyColors,
  ): void {
    from.set(...tip)
    to.copy(force)
      .multiplyScalar(this.forceScale * height)
      .add(from)
    this.arrow(from, to, WIDTH * height, anatomyColors[name])
  }
}
