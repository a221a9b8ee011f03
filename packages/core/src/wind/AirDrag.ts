/**
 * The force of moving air on the triangles of a cloth. Each triangle is a flat plate that feels the
 * air relative to itself: F = ½ ρ c_d A |cos θ| |u| u, with u = wind − velocity, A the area at rest
 * (an overstretched triangle must not catch more wind, or stretch feeds on itself) and θ the angle
 * between u and the normal. A third of it goes to each corner.
 *
 * Gusts are smooth noise carried along by the mean wind (Taylor's frozen turbulence), sampled once
 * per step and triangle.
 */
import type { ClothState } from '../cloth/ClothState.js'
import type { ClothParams } from '../params/clothParams.js'
import { writeNoise3 } from '../math/noise.js'

/** Size of a gust, m: about the scale at which a sheet or a lawn is seen to ripple. */
const GUST_SIZE = 1.5

/** Gusts also change while they drift, so that they do not repeat: cells per second. */
const GUST_CHANGE_RATE = 0.4

/** On a grid six triangles meet at a particle and a third of each acts on it. */
const TRIANGLE_FORCES_PER_PARTICLE = 2

export class AirDrag {
  /** Area at rest per triangle, m². */
  private readonly restAreas: Float64Array
  /** Air velocity at each triangle, m/s. */
  private readonly wind: Float64Array
  /** Where noise is wanted, in cells. */
  private readonly point = new Float64Array(3)

  constructor(private readonly state: ClothState) {
    const { triangles, restPositions } = state.grid
    this.restAreas = areasOf(triangles, restPositions)
    this.wind = new Float64Array(triangles.length)
  }

  /** Air moves or the cloth is in air: is there anything to compute? */
  static isActive({ airDensity, drag }: ClothParams): boolean {
    return airDensity > 0 && drag > 0
  }

  /** Samples the wind at every triangle at `time` seconds. */
  sample({ wind, turbulence, seed }: ClothParams, time: number): void {
    const wx = wind[0]
    const wy = wind[1]
    const wz = wind[2]
    const deviation = turbulence * Math.sqrt(wx * wx + wy * wy + wz * wz)
    const { wind: samples, point } = this
    if (deviation === 0) {
      for (let t = 0; t < samples.length; t += 3) {
        samples[t] = wx
        samples[t + 1] = wy
        samples[t + 2] = wz
      }
      return
    }
    const { positions } = this.state
    const { triangles } = this.state.grid
    const perCell = 1 / (3 * GUST_SIZE)
    const shift = GUST_CHANGE_RATE * time
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t]!
      const b = 3 * triangles[t + 1]!
      const c = 3 * triangles[t + 2]!
      // The centroid, three times over, in the frame that drifts with the mean wind.
      const x = (positions[a]! + positions[b]! + positions[c]! - 3 * wx * time) * perCell
      const y =
        (positions[a + 1]! + positions[b + 1]! + positions[c + 1]! - 3 * wy * time) * perCell
      const z =
        (positions[a + 2]! + positions[b + 2]! + positions[c + 2]! - 3 * wz * time) * perCell
      point[0] = x + shift
      point[1] = y
      point[2] = z
      writeNoise3(seed, point, samples, t)
      point[0] = x
      point[1] = y + shift
      writeNoise3(seed + 1, point, samples, t + 1)
      point[1] = y
      point[2] = z + shift
      writeNoise3(seed + 2, point, samples, t + 2)
      samples[t] = wx + deviation * samples[t]!
      samples[t + 1] = wy + deviation * samples[t + 1]!
      samples[t + 2] = wz + deviation * samples[t + 2]!
    }
  }

  /**
   * Adds the force on every triangle to `state.forces`.
   *
   * @param mass of one particle, kg
   * @param dt substep, s
   */
  addForces({ airDensity, drag }: ClothParams, mass: number, dt: number): void {
    const { positions, lastPositions, forces } = this.state
    const { triangles } = this.state.grid
    const { wind, restAreas } = this
    const perThird = 1 / (3 * dt)
    const halfDensityDrag = (airDensity * drag) / 2
    // A stronger force than this would carry a particle past the speed of the air in one substep.
    const strongest = mass / (TRIANGLE_FORCES_PER_PARTICLE * dt)
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t]!
      const b = 3 * triangles[t + 1]!
      const c = 3 * triangles[t + 2]!
      const ax = positions[a]!
      const ay = positions[a + 1]!
      const az = positions[a + 2]!
      const bx = positions[b]!
      const by = positions[b + 1]!
      const bz = positions[b + 2]!
      const cx = positions[c]!
      const cy = positions[c + 1]!
      const cz = positions[c + 2]!
      const ux =
        wind[t]! -
        (ax - lastPositions[a]! + bx - lastPositions[b]! + cx - lastPositions[c]!) * perThird
      const uy =
        wind[t + 1]! -
        (ay - lastPositions[a + 1]! + by - lastPositions[b + 1]! + cy - lastPositions[c + 1]!) *
          perThird
      const uz =
        wind[t + 2]! -
        (az - lastPositions[a + 2]! + bz - lastPositions[b + 2]! + cz - lastPositions[c + 2]!) *
          perThird
      const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay)
      const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
      const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
      const normalLength = Math.sqrt(nx * nx + ny * ny + nz * nz)
      if (normalLength === 0) continue
      // |cos θ| |u| = |u · n|
      const facing = Math.abs(ux * nx + uy * ny + uz * nz) / normalLength
      const strength = Math.min(halfDensityDrag * restAreas[t / 3]! * facing, strongest) / 3
      const fx = strength * ux
      const fy = strength * uy
      const fz = strength * uz
      forces[a]! += fx
      forces[a + 1]! += fy
      forces[a + 2]! += fz
      forces[b]! += fx
      forces[b + 1]! += fy
      forces[b + 2]! += fz
      forces[c]! += fx
      forces[c + 1]! += fy
      forces[c + 2]! += fz
    }
  }
}

function areasOf(triangles: Uint32Array, positions: Float64Array): Float64Array {
  const areas = new Float64Array(triangles.length / 3)
  for (let t = 0; t < areas.length; t++) {
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[3 * t + corner]!) as [
      number,
      number,
      number,
    ]
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b + k]! - positions[a + k]!) as [
      number,
      number,
      number,
    ]
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c + k]! - positions[a + k]!) as [
      number,
      number,
      number,
    ]
    areas[t] = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
  }
  return areas
}
