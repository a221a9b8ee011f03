/**
 * The CS184 reference trajectories of `tests/fixtures/cs184`, and how a simulation is held against
 * them: by distance of particles where the motion is not chaotic, by statistics where it is.
 */
import { readFileSync } from 'node:fs'
import { type ClothOptions, ClothSimulation, parseScene } from '@billow/core'

export interface Deviation {
  /** Largest and root mean square distance per particle, m. */
  readonly max: number
  readonly rms: number
}

/** Mean, standard deviation and range of a quantity over the runs of an ensemble. */
export interface Spread {
  readonly mean: number
  readonly sd: number
  readonly min: number
  readonly max: number
  readonly n: number
}

/** Quantities over all particles and springs, under the names of the files. */
export interface Statistics {
  readonly meanY: number
  readonly lowestY: number
  readonly maxStrain: number
  readonly minStrain: number
  readonly minPairDistance: number
  readonly kineticEnergy: number
  readonly potentialEnergy: number
  readonly springEnergy: number
  readonly maxSpeed: number
  readonly extentX: number
  readonly extentZ: number
}

type Extent = readonly [number, number, number]

export interface Sample {
  readonly substeps: number
  readonly frame: number
  /** Of the particles of the subgrid, row by row. Later samples of chaotic scenes have none. */
  readonly positions?: readonly (readonly [number, number, number])[]
  readonly stats: Omit<Statistics, 'extentX' | 'extentZ'> & {
    readonly min: Extent
    readonly max: Extent
  }
  readonly agreement?: Readonly<Record<string, Deviation>>
  readonly variants?: Readonly<Record<string, Deviation>>
  readonly suggestedTolerance?: { readonly sameOrderAndHash: number }
  readonly ensemble?: Readonly<Record<string, Spread>>
  readonly byMember?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export interface Fixture {
  readonly scene: unknown
  readonly sim: {
    readonly gridSpacing: readonly [number, number]
    readonly numPoints: number
    readonly numSprings: number
  }
  readonly subgrid: { readonly columns: readonly number[]; readonly rows: readonly number[] }
  readonly frames: readonly Sample[]
  readonly rest?: Sample | null
}

/** @param name of the file, without `.json` */
export function readFixture(name: string): Fixture {
  const url = new URL(`../fixtures/cs184/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Fixture
}

/** A scene file as text. */
export function readSceneFile(name: string): string {
  return readFileSync(new URL(`../../stories/scenes/cs184/${name}.json`, import.meta.url), 'utf8')
}

/** The simulation of a fixture's scene. One step is one frame of the reference: 30 substeps. */
export function createCloth(fixture: Fixture, changes: ClothOptions = {}): ClothSimulation {
  const { cloth, colliders } = parseScene(fixture.scene)
  return new ClothSimulation({ ...cloth, colliders, ...changes })
}

/** The offset out of the plane that the reference gives a vertical sheet, m. */
export const sineOffset = (column: number, row: number): number =>
  0.001 * Math.sin(12.9898 * column + 78.233 * row)

/**
 * The simulation at one sample: `cloth` is moved on, but the sample after one substep has its own.
 *
 * @param changes with which `cloth` was created
 */
export function moveTo(
  sample: Sample,
  cloth: ClothSimulation,
  fixture: Fixture,
  changes: ClothOptions = {},
): ClothSimulation {
  if (sample.substeps === 1) {
    // One step of one substep. No two particles are near enough for self-collision yet, whose
    // corrections would depend on the number of substeps.
    const { substeps, timeStep } = cloth.params
    const single = createCloth(fixture, {
      ...changes,
      timeStep: timeStep / substeps,
      substeps: 1,
    })
    single.step()
    return single
  }
  const steps = sample.substeps / cloth.params.substeps
  for (let done = cloth.measure().steps; done < steps; done++) cloth.step()
  return cloth
}

/** Largest distance between the subgrid of a simulation and the positions of a sample, m. */
export function farthest(cloth: ClothSimulation, { subgrid }: Fixture, sample: Sample): number {
  if (!sample.positions) throw new Error(`frame ${sample.frame} has no positions`)
  let largest = 0
  let n = 0
  for (const row of subgrid.rows) {
    for (const column of subgrid.columns) {
      const i = 3 * (row * cloth.grid.columns + column)
      const [x, y, z] = sample.positions[n++]!
      largest = Math.max(
        largest,
        Math.hypot(
          cloth.positions[i]! - x,
          cloth.positions[i + 1]! - y,
          cloth.positions[i + 2]! - z,
        ),
      )
    }
  }
  return largest
}

/** The statistics of a simulation as it is; pairs of particles by brute force. */
export function statisticsOf(cloth: ClothSimulation): Statistics {
  const { positions, particleCount } = cloth
  let height = 0
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3
    const value = positions[i]!
    min[axis] = Math.min(min[axis]!, value)
    max[axis] = Math.max(max[axis]!, value)
    if (axis === 1) height += value
  }
  const measured = cloth.measure()
  return {
    meanY: height / particleCount,
    lowestY: min[1]!,
    maxStrain: measured.maxStrain,
    minStrain: measured.minStrain,
    minPairDistance: smallestDistance(positions),
    kineticEnergy: measured.kinetic,
    potentialEnergy: measured.gravitational,
    springEnergy: measured.elastic,
    maxSpeed: measured.maxSpeed,
    extentX: max[0]! - min[0]!,
    extentZ: max[2]! - min[2]!,
  }
}

function smallestDistance(positions: ArrayLike<number>): number {
  let smallest = Infinity
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]!
    const y = positions[i + 1]!
    const z = positions[i + 2]!
    for (let j = i + 3; j < positions.length; j += 3) {
      const dx = x - positions[j]!
      const dy = y - positions[j + 1]!
      const dz = z - positions[j + 2]!
      const squared = dx * dx + dy * dy + dz * dz
      if (squared < smallest) smallest = squared
    }
  }
  return Math.sqrt(smallest)
}
