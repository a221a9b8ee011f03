/** What is recorded of a cloth, and reading it into numbers. */
import {
  type ClothMeasurements,
  type ClothSimulation,
  type ClothView,
  PinForces,
  WindWork,
} from '@billow/core'
import type { ClothMesh } from '@billow/three'
import type { Quantity } from './Recording.js'

/** What every cloth has; `total` is the sum of the energies before it. */
const BASIC = [
  { id: 'kinetic', unit: 'J' },
  { id: 'gravitational', unit: 'J' },
  { id: 'elastic', unit: 'J' },
  { id: 'total', unit: 'J' },
  { id: 'maxStrain', unit: '' },
  { id: 'meanStrain', unit: '' },
  { id: 'contacts', unit: '' },
] as const satisfies readonly Quantity[]

const WIND_WORK = { id: 'windWork', unit: 'J' } as const

/** Something that an application reads of the cloth itself. */
export interface OwnQuantity extends Quantity {
  readonly read: (cloth: ClothView) => number
}

export interface MeasuredQuantities {
  /** Record `windWork`: the work of the air, J (`WindWork` of core). @defaultValue false */
  readonly windWork?: boolean | undefined
  /**
   * Record how strongly the pins of these particles pull, N, as `tension 0` for particle 0 (`PinForces` of
   * core); a particle that is not pinned has none. @defaultValue none
   */
  readonly tensionAt?: readonly number[] | undefined
  /** Further ones. */
  readonly also?: readonly OwnQuantity[] | undefined
}

export function quantitiesOf({
  windWork,
  tensionAt = [],
  also = [],
}: MeasuredQuantities): Quantity[] {
  return [
    ...BASIC,
    ...(windWork === true ? [WIND_WORK] : []),
    ...tensionAt.map((particle) => ({ id: `tension ${particle}`, unit: 'N' })),
    ...also,
  ]
}

/** A cloth as it may be measured; one in a worker answers later. */
type Measurable = ClothView & {
  readonly time: number
  readonly params?: object
  measure(): ClothMeasurements | Promise<ClothMeasurements>
}

export function measurableOf(mesh: Pick<ClothMesh<ClothView>, 'simulation'>): Measurable {
  return mesh.simulation as Measurable
}

export class ClothMeter {
  private readonly values: Float64Array
  private readonly work: WindWork | undefined
  private readonly pins: PinForces | undefined

  /** @throws BillowError when forces of a cloth in a worker are asked for */
  constructor(
    readonly cloth: Measurable,
    private readonly asked: MeasuredQuantities,
  ) {
    this.values = new Float64Array(quantitiesOf(asked).length)
    this.work = asked.windWork === true ? new WindWork(cloth) : undefined
    this.pins = (asked.tensionAt?.length ?? 0) > 0 ? new PinForces(cloth) : undefined
  }

  /** Calls back with the time of the values, s; later, where the cloth is in a worker. */
  read(take: (time: number, values: Float64Array) => void): void {
    const measured = this.cloth.measure()
    const write = (measurements: ClothMeasurements): void => {
      this.write(measurements)
      take(measurements.time, this.values)
    }
    if ('then' in measured) {
      // A worker that has ended does not answer.
      measured.then(write, () => undefined)
    } else write(measured)
  }

  /** Sums go on from what they were. @param was what was recorded then */
  rewind(was: (id: string) => number | undefined): void {
    this.work?.begin(was(WIND_WORK.id))
  }

  dispose(): void {
    this.work?.dispose()
    this.pins?.dispose()
  }

  private write(measured: ClothMeasurements): void {
    const { values, asked } = this
    const { kinetic, gravitational, elastic } = measured
    BASIC.forEach(({ id }, n) => {
      values[n] = id === 'total' ? kinetic + gravitational + elastic : measured[id]
    })
    let n = BASIC.length
    if (this.work) values[n++] = this.work.joules
    for (const particle of asked.tensionAt ?? []) values[n++] = this.tension(particle)
    for (const { read } of asked.also ?? []) values[n++] = read(this.cloth)
  }

  private tension(particle: number): number {
    if (!(this.cloth as unknown as ClothSimulation).isPinned(particle)) return NaN
    return Math.hypot(...this.pins!.read(particle))
  }
}
