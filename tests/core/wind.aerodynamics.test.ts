/**
 * Drag and lift of flat plates: ½ ρ c_d A |u|² |cos θ| along the wind and ½ ρ c_l A |u|² sin θ cos θ
 * across it, whatever the mesh, the frame and the precision; and bounded, whatever the wind.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import {
  addAirForces,
  type AirCoefficients,
  type AirLoad,
  areasOf,
  massesInAir,
} from '../../packages/core/src/wind/aerodynamics.js'

const SEED = 11

/** ½ ρ A U² = 15 N on 1 m² at 5 m/s. */
const AIR: AirCoefficients = { airDensity: 1.2, drag: 1.2, lift: 0.8 }
const SPEED = 5
const DYNAMIC = 15

/** So short that no bound is near. */
const INSTANT = 1e-9

/** A plate of 1 m² in the xy plane of `columns` × `rows` cells. */
function plate(columns: number, rows: number) {
  const positions: number[] = []
  const triangles: number[] = []
  for (let y = 0; y <= rows; y++) {
    for (let x = 0; x <= columns; x++) positions.push(x / columns, y / rows, 0)
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const a = y * (columns + 1) + x
      const b = a + columns + 1
      triangles.push(a, a + 1, b, a + 1, b + 1, b)
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) }
}

function loadOf(
  { positions, triangles }: ReturnType<typeof plate>,
  windAt: (particle: number) => readonly number[],
  mass = 1,
): AirLoad {
  const points = Float64Array.from(positions)
  const count = positions.length / 3
  return {
    positions: points,
    velocities: new Float64Array(points.length),
    wind: Float64Array.from({ length: points.length }, (_, i) => windAt((i - (i % 3)) / 3)[i % 3]!),
    stride: 3,
    triangles,
    restAreas: areasOf(triangles, points),
    masses: massesInAir(triangles, count, mass),
    dt: INSTANT,
  }
}

function forcesOn(load: AirLoad, air = AIR, dt = load.dt): Float64Array {
  const forces = new Float64Array(load.positions.length)
  addAirForces({ ...load, dt }, air, forces)
  return forces
}

function total(forces: ArrayLike<number>, stride = 3): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < forces.length; i += stride) {
    for (let k = 0; k < 3; k++) sum[k]! += forces[i + k]!
  }
  return sum
}

/** Drag along and lift across a wind at `degrees` to the normal, turned from z towards x. */
function dragAndLift(degrees: number, mesh = plate(1, 1), air = AIR) {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [fx, fy, fz] = total(
    forcesOn(
      loadOf(mesh, () => [SPEED * sin, 0, SPEED * cos]),
      air,
    ),
  )
  // Across the wind, to the lee side: the part of the normal z that is across it.
  return { drag: fx * sin + fz * cos, lift: fz * sin - fx * cos, sideways: fy }
}

const meshes: readonly [string, ReturnType<typeof plate>][] = [
  ['2 triangles', plate(1, 1)],
  ['2000 triangles', plate(40, 25)],
]

describe.each(meshes)('a plate of 1 m² in 5 m/s, %s', (_, mesh) => {
  it('normal to the wind: ½ ρ c_d A U² = 18 N, no lift (V60, F48)', () => {
    const { drag, lift, sideways } = dragAndLift(0, mesh)
    expect(drag).toBeCloseTo(18, 10)
    expect(Math.abs(lift)).toBeLessThan(1e-10)
    expect(Math.abs(sideways)).toBeLessThan(1e-10)
  })

  it('at any angle: drag ∝ |cos θ|, lift ∝ sin θ cos θ (V60)', () => {
    for (let degrees = -180; degrees <= 180; degrees += 5) {
      const angle = (degrees * Math.PI) / 180
      const { drag, lift, sideways } = dragAndLift(degrees, mesh)
      expect(drag).toBeCloseTo(1.2 * DYNAMIC * Math.abs(Math.cos(angle)), 9)
      expect(lift).toBeCloseTo(0.8 * DYNAMIC * Math.sin(angle) * Math.cos(angle), 9)
      expect(Math.abs(sideways)).toBeLessThan(1e-10)
    }
  })

  it('at 45°: the largest lift, ½ · 0.8 · 15 = 6 N', () => {
    const lifts = [40, 44, 45, 46, 50].map((degrees) => dragAndLift(degrees, mesh).lift)
    expect(lifts[2]).toBeCloseTo(6, 9)
    expect(Math.max(...lifts)).toBe(lifts[2])
  })

  it('parallel to the wind: nothing (V60)', () => {
    const forces = forcesOn(loadOf(mesh, () => [3, 4, 0]))
    expect(Math.max(...forces.map(Math.abs))).toBeLessThan(1e-12)
  })
})

describe('the force on a plate', () => {
  const random = createRandom(SEED)
  const vector = (size: number): number[] => [0, 0, 0].map(() => size * (2 * random() - 1))
  /** A crumpled sheet that moves, in a wind that differs from particle to particle. */
  const crumpled = (): AirLoad => {
    const mesh = plate(5, 4)
    const load = loadOf(mesh, () => vector(8))
    for (let i = 0; i < load.positions.length; i++) {
      load.positions[i]! += 0.1 * (2 * random() - 1)
      load.velocities[i] = 3 * (2 * random() - 1)
    }
    return load
  }

  it('does not depend on which side is its front', () => {
    const load = crumpled()
    const turned = load.triangles.slice()
    for (let t = 0; t < turned.length; t += 3) turned.subarray(t, t + 3).reverse()
    const [a, b] = [forcesOn(load), forcesOn({ ...load, triangles: turned })]
    a.forEach((force, i) => expect(b[i]).toBeCloseTo(force, 12))
  })

  it('depends on the velocity relative to the air alone, to 1e-12', () => {
    const load = crumpled()
    const drift = vector(4)
    const moved = {
      ...load,
      velocities: load.velocities.map((v, i) => v + drift[i % 3]!),
      wind: load.wind.map((w, i) => w + drift[i % 3]!),
    }
    const [a, b] = [forcesOn(load), forcesOn(moved)]
    a.forEach((force, i) => expect(Math.abs(b[i]! - force)).toBeLessThan(1e-12))
  })

  it.each([INSTANT, 1 / 60, 10])('turns and mirrors with the scene, to 1e-12, dt %d s', (dt) => {
    for (let n = 0; n < 20; n++) {
      const load = crumpled()
      // Householder reflections, one or two: mirrored or turned.
      const mirrors = [vector(1), vector(1)].slice(n % 2)
      const turn = (array: AirLoad['positions']): Float64Array => {
        const out = Float64Array.from(array)
        for (const m of mirrors) {
          const squared = m[0]! ** 2 + m[1]! ** 2 + m[2]! ** 2
          for (let i = 0; i < out.length; i += 3) {
            const along =
              (2 * (out[i]! * m[0]! + out[i + 1]! * m[1]! + out[i + 2]! * m[2]!)) / squared
            for (let k = 0; k < 3; k++) out[i + k]! -= along * m[k]!
          }
        }
        return out
      }
      const expected = turn(forcesOn(load, AIR, dt))
      const { positions, velocities, wind } = load
      const actual = forcesOn(
        { ...load, positions: turn(positions), velocities: turn(velocities), wind: turn(wind) },
        AIR,
        dt,
      )
      const largest = Math.max(...expected.map(Math.abs))
      actual.forEach((f, i) => expect(Math.abs(f - expected[i]!)).toBeLessThan(1e-12 * largest))
    }
  })

  it('does not grow when the plate is stretched: the area at rest counts', () => {
    const load = loadOf(plate(2, 2), () => [0, 0, SPEED])
    for (let i = 0; i < load.positions.length; i++) load.positions[i]! *= 3
    expect(total(forcesOn(load))[2]).toBeCloseTo(18, 10)
  })

  it('is the same for particles of four numbers in single precision, to 1e-6', () => {
    const load = crumpled()
    const widen = (array: AirLoad['positions']): Float32Array => {
      const out = new Float32Array((array.length / 3) * 4).fill(7)
      array.forEach((value, i) => (out[4 * ((i - (i % 3)) / 3) + (i % 3)] = value))
      return out
    }
    const { positions, velocities, wind } = load
    const wide: AirLoad = {
      ...load,
      positions: widen(positions),
      velocities: widen(velocities),
      wind: widen(wind),
      stride: 4,
    }
    const forces = new Float32Array(wide.positions.length)
    addAirForces(wide, AIR, forces)
    const expected = widen(forcesOn(load))
    const largest = Math.max(...expected.map(Math.abs))
    forces.forEach((force, i) => {
      if (i % 4 === 3) expect(force).toBe(0)
      else expect(Math.abs(force - expected[i]!)).toBeLessThan(1e-6 * largest)
    })
  })
})

describe('a bounded force', () => {
  it('stops a plate in the air within the substep, and no more', () => {
    const load = loadOf(plate(1, 1), () => [0, 0, 1e6])
    const forces = forcesOn(load, AIR, 1 / 60)
    for (let particle = 0; particle < 4; particle++) {
      // 1 kg each: the change of velocity is F dt.
      const change = forces[3 * particle + 2]! / 60
      expect(change).toBeGreaterThan(0)
      expect(change).toBeLessThanOrEqual(1e6 * (1 + 1e-12))
    }
  })

  it(`never adds to the speed of a triangle relative to the air, seed ${SEED}`, () => {
    const component = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    const coefficient = fc.double({ min: 0, max: 10, noNaN: true })
    fc.assert(
      fc.property(
        fc.tuple(component, component, component),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }),
        fc.record({ airDensity: coefficient, drag: coefficient, lift: coefficient }),
        fc.double({ min: 1e-4, max: 5, noNaN: true }),
        fc.double({ min: 1e-6, max: 1e3, noNaN: true }),
        (wind, positions, air, dt, mass) => {
          const load = loadOf({ positions, triangles: Uint32Array.of(0, 1, 2) }, () => wind, mass)
          const force = total(forcesOn(load, air, dt))
          const before = Math.hypot(...wind)
          const after = Math.hypot(...wind.map((w, k) => w - (force[k]! / (3 * mass)) * dt))
          return after <= before * (1 + 1e-9)
        },
      ),
      { seed: SEED, numRuns: 5000 },
    )
  })

  it('lift alone does no work: the relative speed stays the same, to 1e-12', () => {
    for (const dt of [1e-4, 1e-2, 1]) {
      const wind = [3, 0, 4]
      const load = loadOf(plate(1, 1), () => wind)
      // One triangle with all of its mass, so that its own change can be told.
      const triangle = { ...load, triangles: load.triangles.slice(0, 3) }
      const alone = {
        ...triangle,
        restAreas: load.restAreas.slice(0, 1),
        masses: massesInAir(triangle.triangles, 4, 1),
      }
      const force = total(forcesOn(alone, { ...AIR, drag: 0 }, dt))
      expect(Math.hypot(...force)).toBeGreaterThan(0)
      const after = Math.hypot(...wind.map((w, k) => w - (force[k]! / 3) * dt))
      expect(Math.abs(after / 5 - 1)).toBeLessThan(1e-12)
    }
  })

  it(`is a number for any numbers, seed ${SEED}`, () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true })
    const positive = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })
    const nine = fc.array(any, { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(
        nine,
        nine,
        nine,
        fc.record({ airDensity: positive, drag: positive, lift: positive }),
        fc.double({ min: 1e-6, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (positions, velocities, wind, air, dt, mass) => {
          const forces = forcesOn(
            {
              positions: Float64Array.from(positions),
              velocities: Float64Array.from(velocities),
              wind: Float64Array.from(wind),
              stride: 3,
              triangles: Uint32Array.of(0, 1, 2),
              restAreas: Float64Array.of(mass),
              masses: Float64Array.of(mass),
              dt,
            },
            air,
          )
          return !forces.some(Number.isNaN)
        },
      ),
      { seed: SEED, numRuns: 5000 },
    )
  })
})

describe('masses in air', () => {
  it('an inner particle of a grid has six triangles: each can speed up half of its mass', () => {
    const { triangles, positions } = plate(4, 4)
    const masses = massesInAir(triangles, positions.length / 3, 0.2)
    expect(Math.min(...masses)).toBeCloseTo(0.1, 15)
  })

  it('a lone triangle can speed up all three corners, as the lightest allows', () => {
    expect([...massesInAir(Uint32Array.of(0, 1, 2), 3, [2, 1, 4])]).toEqual([3])
  })
})
