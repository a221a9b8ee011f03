/**
 * The hanging sheet (`stories/scenes/hanging.ts`) in plain arrays, from which every engine builds the
 * same cloth: the same particles in the same order, the same masses, pins and triangles.
 */

/** Column and row step of the constraints that strain is measured over, structural and shear. */
const WOVEN = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
]

/**
 * @param core the bundled core
 * @param scene the bundled scene
 * @param side particles along each edge
 */
export function createHangingSheet(core, { hanging, hangingPins }, side) {
  const options = { ...hanging, segments: [side - 1, side - 1], pins: hangingPins }
  const cloth = new core.ClothSimulation(options)
  const { grid, particleCount } = cloth
  return {
    side,
    options,
    timeStep: hanging.timeStep,
    gravity: hanging.gravity,
    damping: hanging.damping,
    particleCount,
    restPositions: Float32Array.from(grid.restPositions),
    triangles: grid.triangles,
    masses: Float32Array.from(grid.areas, (area) => hanging.density * area),
    pins: Array.from({ length: particleCount }, (_, p) => p).filter((p) => cloth.isPinned(p)),
    springCount: grid.springs.count,
    woven: connectWoven(grid.restPositions, side),
  }
}

/** Pairs of particles and their rest lengths, m: structural and shear of a square grid, by rows. */
export function connectWoven(restPositions, side) {
  const ends = []
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      for (const [right, down] of WOVEN) {
        const [c, r] = [column + right, row + down]
        if (c >= 0 && c < side && r < side) ends.push(row * side + column, r * side + c)
      }
    }
  }
  const restLengths = new Float64Array(ends.length / 2)
  restLengths.forEach((_, s) => (restLengths[s] = length(restPositions, ends, s)))
  return { ends: Uint32Array.from(ends), restLengths }
}

/**
 * Strain, (length − rest) / rest: the largest, and the mean of its absolute value. NaN where a position
 * is.
 */
export function measureStrain(positions, { ends, restLengths }) {
  let max = -Infinity
  let sum = 0
  for (let s = 0; s < restLengths.length; s++) {
    const strain = length(positions, ends, s) / restLengths[s] - 1
    if (strain > max) max = strain
    sum += Math.abs(strain)
  }
  return { max: Number.isNaN(sum) ? NaN : max, mean: sum / restLengths.length }
}

function length(positions, ends, s) {
  const [a, b] = [3 * ends[2 * s], 3 * ends[2 * s + 1]]
  const x = positions[b] - positions[a]
  const y = positions[b + 1] - positions[a + 1]
  const z = positions[b + 2] - positions[a + 2]
  return Math.sqrt(x * x + y * y + z * z)
}

/** The middle of the edge opposite to the pins: what falls freely for the longest. */
export function farParticle({ side }) {
  return side * (side - 1) + (side >> 1)
}

/**
 * Fall from rest with velocity that decays by `damping`, m: ẍ = g − c ẋ, x = g/c (t − (1 − e^(−ct)) / c).
 */
export function freeFall(gravity, damping, t) {
  if (damping === 0) return (gravity * t * t) / 2
  return (gravity / damping) * (t + Math.expm1(-damping * t) / damping)
}
