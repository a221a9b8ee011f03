/**
 * The force of moving air on the triangles of a sheet. Each is a flat plate that feels the air
 * relative to itself, u = wind − velocity, at an angle θ between u and the normal n:
 *
 *     drag = ½ ρ c_d A |u|² |cos θ|        along u
 *     lift = ½ ρ c_l A |u|² sin θ cos θ    across u, to the lee side of the plate
 *
 * as in NvCloth's wind model. Drag of a plate normal to the wind is ½ ρ c_d A U²; lift is largest at
 * 45°. A is the area at rest: an overstretched triangle must not catch more wind, or stretch feeds
 * on itself. A third of the force goes to each corner.
 *
 * The forces act over a substep, so both are bounded by what that substep can take (see the loop):
 * no triangle comes to move faster relative to the air than before, whatever the wind.
 */
import type { ParticleArray } from '../cloth/ClothState.js'

/**
 * A force this many times as large as what stops the triangle is bounded anyway; larger numbers
 * would only lose digits.
 */
const OVERWHELMING = 1e6

/** A sheet in moving air. Particle arrays hold xyz at every `stride` numbers. */
export interface AirLoad {
  /** m */
  readonly positions: ParticleArray
  /** m/s */
  readonly velocities: ParticleArray
  /** Velocity of the air at each particle, m/s. */
  readonly wind: ParticleArray
  /** Numbers per particle in all particle arrays, 3 or more; 1 where `triangles` has offsets. */
  readonly stride: number
  /** Three particles each. */
  readonly triangles: Uint32Array | Int32Array
  /** Area at rest per triangle, m². */
  readonly restAreas: Float64Array | Float32Array
  /** Mass that each triangle can speed up, kg; see `massesInAir`. */
  readonly masses: Float64Array | Float32Array
  /** Time over which the forces act before they are computed anew, s. */
  dt: number
}

export interface AirCoefficients {
  /** kg/m³ */
  readonly airDensity: number
  readonly drag: number
  readonly lift: number
}

/** Is there any force of the air? */
export function feelsAir({ airDensity, drag, lift }: AirCoefficients): boolean {
  return airDensity > 0 && (drag > 0 || lift > 0)
}

/**
 * Adds the force of the air on every triangle, N. Allocates nothing.
 *
 * @param forces per particle, laid out as the positions are
 */
export function addAirForces(
  load: AirLoad,
  { airDensity, drag, lift }: AirCoefficients,
  forces: ParticleArray,
): void {
  const { positions, velocities, wind, stride, triangles, restAreas, masses, dt } = load
  const third = 1 / 3
  for (let t = 0, corner = 0; t < restAreas.length; t++, corner += 3) {
    const a = stride * triangles[corner]!
    const b = stride * triangles[corner + 1]!
    const c = stride * triangles[corner + 2]!
    const ux =
      (wind[a]! - velocities[a]! + wind[b]! - velocities[b]! + wind[c]! - velocities[c]!) * third
    const uy =
      (wind[a + 1]! -
        velocities[a + 1]! +
        wind[b + 1]! -
        velocities[b + 1]! +
        wind[c + 1]! -
        velocities[c + 1]!) *
      third
    const uz =
      (wind[a + 2]! -
        velocities[a + 2]! +
        wind[b + 2]! -
        velocities[b + 2]! +
        wind[c + 2]! -
        velocities[c + 2]!) *
      third
    const ax = positions[a]!
    const ay = positions[a + 1]!
    const az = positions[a + 2]!
    const px = positions[b]! - ax
    const py = positions[b + 1]! - ay
    const pz = positions[b + 2]! - az
    const qx = positions[c]! - ax
    const qy = positions[c + 1]! - ay
    const qz = positions[c + 2]! - az
    const nx = py * qz - pz * qy
    const ny = pz * qx - px * qz
    const nz = px * qy - py * qx
    const speed = Math.sqrt(ux * ux + uy * uy + uz * uz)
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz)
    // What stops the triangle in the air within dt, kg/s.
    const strength = masses[t]! / dt
    // Degenerate triangles, still air, and what is past the range of numbers: no force.
    if (!(speed > 0 && speed < Infinity && size > 0 && size < Infinity && strength > 0)) continue

    const cosine = (ux * nx + uy * ny + uz * nz) / (size * speed)
    const pressure = Math.min((0.5 * airDensity * restAreas[t]! * speed) / strength, OVERWHELMING)
    const facing = pressure * cosine
    let along = Math.min(drag * Math.abs(facing), 1)
    let across = Math.max(Math.min(lift * facing, OVERWHELMING), -OVERWHELMING)
    // Afterwards the relative speed is |u| times √((1 − along)² + across² sin² θ): drag may at most
    // stop it, and lift, which does no work on the air, must not add to it.
    const bend = across * across * (1 - cosine * cosine)
    if (bend > along * (2 - along)) {
      if (bend > 1) across /= Math.sqrt(bend)
      along = 1 - Math.sqrt(1 - Math.min(bend, 1))
    }
    // Lift is what of the normal is across u: n − cos θ u / |u|.
    const alongU = strength * (along - across * cosine) * third
    const alongN = ((strength * across * speed) / size) * third
    const fx = alongU * ux + alongN * nx
    const fy = alongU * uy + alongN * ny
    const fz = alongU * uz + alongN * nz
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

/** Area per triangle, m², from xyz per particle. */
export function areasOf(triangles: Uint32Array, positions: ParticleArray): Float64Array {
  const areas = new Float64Array(triangles.length / 3)
  for (let t = 0; t < areas.length; t++) {
    const a = 3 * triangles[3 * t]!
    const b = 3 * triangles[3 * t + 1]!
    const c = 3 * triangles[3 * t + 2]!
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    areas[t] = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
  }
  return areas
}

/**
 * The mass that a triangle can speed up without help, kg. A particle shares its mass among the
 * triangles it is in, and each of these passes on a third of its force; so a triangle has three
 * times the smallest of its corners' shares.
 *
 * @param particleMasses kg, of pinned particles too; one number if all are the same
 */
export function massesInAir(
  triangles: AirLoad['triangles'],
  particleCount: number,
  particleMasses: ArrayLike<number> | number,
): Float64Array {
  const valences = new Uint32Array(particleCount)
  for (const particle of triangles) valences[particle]!++
  const massOf = (particle: number): number =>
    typeof particleMasses === 'number' ? particleMasses : particleMasses[particle]!
  const masses = new Float64Array(triangles.length / 3)
  for (let t = 0; t < masses.length; t++) {
    let smallest = Infinity
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const particle = triangles[corner]!
      smallest = Math.min(smallest, massOf(particle) / valences[particle]!)
    }
    masses[t] = 3 * smallest
  }
  return masses
}
