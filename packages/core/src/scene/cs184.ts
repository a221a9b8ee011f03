/**
 * Scene files of UC Berkeley's CS184 cloth assignment (clothsim), read as they are: an object
 * `cloth` and optionally `plane` and `sphere`. The settings that the assignment's program fixes in
 * code are set here.
 */
import type { ClothOptions } from '../cloth/ClothOptions.js'
import type { Pin } from '../cloth/pins.js'
import { checkThickness } from '../cloth/thickness.js'
import type { ColliderOptions } from '../collision/colliders/Collider.js'
import { show } from '../params/check.js'
import { atPath, SceneError, type SceneReader, type SceneWarnings } from './SceneReader.js'
import {
  LARGEST_COORDINATE,
  LARGEST_QUANTITY,
  LARGEST_SIZE,
  MAX_PARTICLES,
  MAX_POINTS_PER_SIDE,
} from './limits.js'

/** What the assignment's program has in code rather than in its files. */
const PROGRAM = {
  solver: 'mass-spring',
  spacing: 'points',
  timeStep: 1 / 90,
  substeps: 30,
  gravity: [0, -9.8, 0],
  bendRatio: 0.2,
  limitStrain: true,
  strainLimit: 0.1,
  selfCollision: true,
  hashCell: 'truncate',
  damping: 0,
  airDensity: 0,
  sleep: false,
} as const satisfies ClothOptions

/** A vertical sheet starts with random offsets up to this, m, so that it can fall over. */
const VERTICAL_JITTER = 0.001

const POSITIVE = { above: 0, atMost: LARGEST_QUANTITY }
const SHARE = { atLeast: 0, atMost: 1 }

export function readCs184(
  file: SceneReader,
  warnings: SceneWarnings,
): { cloth: ClothOptions; colliders: ColliderOptions[] } {
  const cloth = readCloth(file.object('cloth'), warnings)
  const colliders: ColliderOptions[] = []
  // The assignment works through the keys in alphabetical order: plane, then sphere.
  if (file.has('plane')) {
    const plane = file.object('plane')
    const normal = plane.point('normal', LARGEST_COORDINATE)
    if (!(Math.hypot(...normal) > 0)) plane.refuse('normal', 'a direction, not zero', normal)
    colliders.push({
      type: 'plane',
      point: plane.point('point', LARGEST_COORDINATE),
      normal,
      friction: plane.number('friction', SHARE),
    })
    plane.finish()
  }
  if (file.has('sphere')) {
    const sphere = file.object('sphere')
    colliders.push({
      type: 'sphere',
      center: sphere.point('origin', LARGEST_COORDINATE),
      radius: sphere.number('radius', POSITIVE),
      friction: sphere.number('friction', SHARE),
    })
    sphere.finish()
  }
  file.finish()
  return { cloth, colliders }
}

function readCloth(cloth: SceneReader, warnings: SceneWarnings): ClothOptions {
  const side = { above: 0, atMost: LARGEST_SIZE }
  const columns = cloth.integer('num_width_points', 2, MAX_POINTS_PER_SIDE)
  const rows = cloth.integer('num_height_points', 2, MAX_POINTS_PER_SIDE)
  if (columns * rows > MAX_PARTICLES) {
    throw new SceneError(
      cloth.path,
      `must have at most ${MAX_PARTICLES} points, got ${columns} × ${rows}`,
    )
  }
  // The assignment reads the thickness, and only that, in single precision.
  const thickness = Math.fround(cloth.number('thickness', POSITIVE))
  if (thickness === 0) cloth.refuse('thickness', 'above 0 in single precision', thickness)
  const size: [number, number] = [cloth.number('width', side), cloth.number('height', side)]
  const vertical = cloth.integer('orientation', 0, 1) === 1
  const options: ClothOptions = {
    ...PROGRAM,
    size,
    segments: [columns - 1, rows - 1],
    orientation: vertical ? 'vertical' : 'horizontal',
    origin: vertical ? [0, 0, 0] : [0, 1, 0],
    jitter: vertical ? VERTICAL_JITTER : 0,
    density: cloth.number('density', POSITIVE),
    thickness,
    ks: cloth.number('ks', { atLeast: 0, atMost: LARGEST_QUANTITY }),
    stepDamping: cloth.number('damping', { atLeast: 0, atMost: 100 }),
    structural: cloth.boolean('enable_structural'),
    shear: cloth.boolean('enable_shearing'),
    bend: cloth.boolean('enable_bending'),
    pins: cloth.has('pinned') ? readPins(cloth, columns, rows, warnings) : [],
  }
  atPath(cloth.pathOf('thickness'), () => {
    checkThickness('', { ...PROGRAM, size, thickness }, undefined)
  })
  cloth.finish()
  return options
}

/** Pins that are repeated or outside the grid occur in files in circulation and mean nothing. */
function readPins(
  cloth: SceneReader,
  columns: number,
  rows: number,
  warnings: SceneWarnings,
): Pin[] {
  const pins = new Map<number, Pin>()
  for (const [n, entry] of cloth.array('pinned').entries()) {
    const key = `pinned[${n}]`
    if (
      !Array.isArray(entry) ||
      entry.length !== 2 ||
      ![...(entry as unknown[])].every(Number.isInteger)
    ) {
      cloth.refuse(key, 'two integers [column, row]', entry)
    }
    const [column, row] = entry as [number, number]
    if (column < 0 || column >= columns || row < 0 || row >= rows) {
      warnings.add(
        cloth.pathOf(key),
        `${show(entry)} is outside the ${columns} × ${rows} grid, left out`,
      )
    } else if (pins.has(row * columns + column)) {
      warnings.add(cloth.pathOf(key), `${show(entry)} is repeated, left out`)
    } else {
      pins.set(row * columns + column, [column, row])
    }
  }
  return [...pins.values()]
}
