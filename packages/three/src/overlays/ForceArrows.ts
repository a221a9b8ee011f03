/**
 * Forces on particles of a cloth as arrows: gravity, springs, wind and contact with bodies, for picked
 * particles or for some all over the sheet. A child of the `ClothMesh`, whose cloth is on this page; call
 * `update()` after that of the mesh.
 */
import { checkNumber, ForceGauge, type ForceReading } from '@billow/core'
import { Vector3 } from 'three'
import type { ClothMesh } from '../ClothMesh.js'
import { Strokes } from '../grass/Strokes.js'

export const forceNames = ['gravity', 'spring', 'wind', 'contact'] as const
export type ForceName = (typeof forceNames)[number]

/** Colours that red-green blindness leaves apart (Okabe and Ito 2008). */
export const forceColors: Readonly<Record<ForceName, number>> = {
  gravity: 0xd55e00,
  spring: 0x0072b2,
  wind: 0x56b4e9,
  contact: 0xe69f00,
}

/** Most particles with arrows. */
const MOST = 1024

/** Of an arrow, in cells of the sheet. */
const WIDTH = 0.05

/** Length that the weight of a particle has where nobody says, in cells. */
const WEIGHT = 1.5

/** m/s², where there is no gravity to compare with. */
const STANDARD_GRAVITY = 9.81

const from = /* @__PURE__ */ new Vector3()
const to = /* @__PURE__ */ new Vector3()

export class ForceArrows extends Strokes {
  /** Numbers of the particles that have arrows; undefined for all over the sheet. */
  particles: readonly number[] | undefined
  /** All over the sheet, every so many particles have arrows, 1 or more. */
  stride = 4
  /** Length of an arrow for 1 N, m; undefined for one that suits the weight of a particle. */
  forceScale: number | undefined
  readonly shown: Record<ForceName, boolean> = {
    gravity: true,
    spring: true,
    wind: true,
    contact: true,
  }
  private readonly gauge: ForceGauge

  /** @throws BillowError where the cloth is in a worker, which keeps its forces to itself */
  constructor(
    private readonly mesh: Pick<ClothMesh, 'particles'> & { readonly simulation: object },
  ) {
    const gauge = new ForceGauge(mesh.simulation)
    super(MOST * forceNames.length)
    this.gauge = gauge
    this.name = 'Forces'
  }

  /** Forces on a particle over the last step, N. */
  read(particle: number): ForceReading {
    return this.gauge.read(particle)
  }

  /** @throws BillowError for a particle that there is none, or a wrong stride or scale */
  update(): void {
    const { stride, forceScale, particles } = this
    const { particleCount, sheet } = (this.mesh as ClothMesh).simulation
    checkNumber('ForceArrows', 'stride', stride, { atLeast: 1 })
    if (forceScale !== undefined)
      checkNumber('ForceArrows', 'forceScale', forceScale, { above: 0 }, 'm/N')
    this.begin()
    const cell = Math.min(...sheet.cell)
    if (particles) for (const particle of particles) this.draw(particle, cell)
    else {
      const every = Math.max(Math.floor(stride), Math.ceil(particleCount / MOST))
      for (let particle = 0; particle < particleCount; particle += every) this.draw(particle, cell)
    }
  }

  override dispose(): void {
    super.dispose()
    this.gauge.dispose()
  }

  private draw(particle: number, cell: number): void {
    const reading = this.gauge.read(particle)
    const weight = Math.hypot(...reading.gravity) || STANDARD_GRAVITY * reading.mass
    const scale = this.forceScale ?? (WEIGHT * cell) / weight
    from.fromArray(this.mesh.particles, 3 * particle)
    for (const name of forceNames) {
      if (!this.shown[name]) continue
      const [x, y, z] = reading[name]
      to.set(x, y, z).multiplyScalar(scale).add(from)
      this.arrow(from, to, WIDTH * cell, forceColors[name])
    }
  }
}
