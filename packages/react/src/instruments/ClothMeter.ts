/** What is recorded of a cloth, and reading it into numbers. */
import type { ClothMeasurements, ClothView } from '@billow/core'
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

/** Something that an application reads of the cloth itself. */
export interface OwnQuantity extends Quantity {
  readonly read: (cloth: ClothView) => number
}

export interface MeasuredQuantities {
  /** Further ones. */
  readonly also?: readonly OwnQuantity[] | undefined
}

export function quantitiesOf({ also = [] }: MeasuredQuantities): Quantity[] {
  return [...BASIC, ...also]
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

  constructor(
    readonly cloth: Measurable,
    private readonly asked: MeasuredQuantities,
  ) {
    this.values = new Float64Array(quantitiesOf(asked).length)
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

  dispose(): void {
    // Nothing yet.
  }

  private write(measured: ClothMeasurements): void {
    const { values, asked } = this
    const { kinetic, gravitational, elastic } = measured
    BASIC.forEach(({ id }, n) => {
      values[n] = id === 'total' ? kinetic + gravitational + elastic : measured[id]
    })
    let n = BASIC.length
    for (const { read } of asked.also ?? []) values[n++] = read(this.cloth)
  }
}
