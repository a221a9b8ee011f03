/**
 * What contact costs: a sheet on a body of each kind beside the same sheet in empty space, more bodies
 * and more triangles; layers (self-collision) beside none; a drape with layers beside Rapier's; and a
 * clump of particles. Both sides take turns, frame by frame, in one process; of the
 * frames the median counts.
 */
import { benchClumps } from './clump.mjs'
import { median } from './measure.mjs'
import { isInstalled, loadEngine } from './peers/engines.mjs'
import { connectWoven, measureStrain } from './peers/sheet.mjs'
import { formatTable } from './table.mjs'

const SIDE = 64

/** By particles along a side: as many as the hanging sheet needs. */
const SUBSTEPS = { 12: 2, 50: 2, 64: 2, 128: 3, 256: 4 }

/** So that the sheet stays on the body. */
const FRICTION = 0.6

/** Frames until the sheet lies on the body, and those that are measured. */
const SETTLE = 90
const FRAMES = 60

/** Layers may cost this much more than the plain step. */
const LAYERS_SHARE = 1

const BALL = { type: 'sphere', center: [0, -0.4, 0], radius: 0.4, friction: FRICTION }

export async function benchContact(bundles, { quick }) {
  const core = await import(bundles.core)
  const counts = quick ? { side: 12, settle: 2, frames: 2 } : {}
  const bodies = bodyCases(core, quick)
  const lying = bodies.map((item) => measureBody(core, item, counts))
  const layers = (quick ? [12] : [64, 128, 256]).flatMap((side) =>
    [false, true].map((drapes) => measureLayers(core, { side, drapes }, counts)),
  )
  const drapes = await measureDrapes(core, quick ? { side: 12, settle: 2, frames: 2 } : {})
  const clumps = await benchClumps(quick ? [100] : [1000, 4000, 16_000])
  const tables = [
    formatBodies(lying),
    formatLayers(layers),
    formatDrapes(drapes),
    formatClumps(clumps),
  ]
  return { text: tables.join('\n\n'), results: { lying, layers, drapes, clumps } }
}

/** Lists of bodies, each under the middle of the sheet. */
function bodyCases(core, quick) {
  const floor = { type: 'plane', point: [0, -0.02, 0], friction: FRICTION }
  const far = (n) => ({ type: 'sphere', center: [10 + n, 0, 10], radius: 0.4 })
  const near = (n) => ({
    type: 'sphere',
    center: [0.3 * Math.cos(n), -0.25, 0.3 * Math.sin(n)],
    radius: 0.2,
    friction: FRICTION,
  })
  const many = (count, make) => Array.from({ length: count }, (_, n) => make(n))
  const turned = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.3, 0, 1]
  const upright = { transform: turned, friction: FRICTION }
  const box = { type: 'box', size: [0.5, 0.5, 0.5], ...upright }
  const { triangleContact } = core
  const whole = { colliderContact: 'triangles', triangleContact }
  return [
    ['sphere', [BALL]],
    ['sphere, whole triangles', [BALL], whole],
    ['plane', [floor]],
    ['box', [box]],
    ['box, whole triangles', [box], whole],
    ['capsule', [{ type: 'capsule', height: 0.2, radius: 0.2, ...upright }]],
    ['cylinder', [{ type: 'cylinder', height: 0.5, radius: 0.3, ...upright }]],
    ['cone', [{ type: 'cone', height: 0.5, radii: [0.3, 0.1], ...upright }]],
    ['4 spheres', many(4, near)],
    ['16 spheres', many(16, near)],
    ['64 spheres', many(64, near)],
    ['64 spheres far away', many(64, far)],
    ...(quick ? [8] : [8, 32, 128]).map((rings) => {
      const mesh = ballMesh(rings)
      return [
        `mesh, ${mesh.indices.length / 3} triangles`,
        [new core.MeshCollider({ ...mesh, friction: FRICTION })],
      ]
    }),
    ...(quick ? [8] : [8, 64, 256]).map((cells) => {
      const field = heightField(cells)
      return [`height field, ${2 * cells ** 2} triangles`, [new core.HeightFieldCollider(field)]]
    }),
  ].map(([label, colliders, options]) => ({ label, colliders, options }))
}

/** Hills of 5 cm, as high as the sheet. */
function heightField(cells) {
  const side = cells + 1
  const heights = Array.from({ length: side ** 2 }, (_, n) => {
    const [u, v] = [(n % side) / cells, Math.floor(n / side) / cells]
    return 0.05 * Math.sin(8 * u) * Math.cos(6 * v) - 0.1
  })
  return { heights, columns: side, rows: side, size: [1.2, 1.2], friction: FRICTION }
}

/** The ball as triangles: 2 rings² · 2 of them. */
function ballMesh(rings) {
  const positions = []
  const indices = []
  for (let row = 0; row <= rings; row++) {
    for (let column = 0; column < 2 * rings; column++) {
      const [a, b] = [(Math.PI * row) / rings, (Math.PI * column) / rings]
      // At the poles, where sin π is not quite 0, the ball has to close.
      const across = row % rings === 0 ? 0 : BALL.radius * Math.sin(a)
      positions.push(
        across * Math.cos(b),
        BALL.center[1] + BALL.radius * Math.cos(a),
        across * Math.sin(b),
      )
    }
  }
  const at = (row, column) => 2 * rings * row + (column % (2 * rings))
  for (let row = 0; row < rings; row++) {
    for (let column = 0; column < 2 * rings; column++) {
      const [a, b, c, d] = [
        at(row, column),
        at(row, column + 1),
        at(row + 1, column),
        at(row + 1, column + 1),
      ]
      if (row > 0) indices.push(a, b, c)
      if (row < rings - 1) indices.push(b, d, c)
    }
  }
  return { positions, indices }
}

function createSheet(core, side, options) {
  return new core.ClothSimulation({
    size: [1, 1],
    segments: [side - 1, side - 1],
    orientation: 'horizontal',
    substeps: SUBSTEPS[side],
    sleep: false,
    ...options,
  })
}

/** ms per step of each, in turn. */
function race(cloths, frames) {
  const times = cloths.map(() => [])
  for (let frame = 0; frame < frames; frame++) {
    cloths.forEach((cloth, n) => {
      const before = process.cpuUsage()
      cloth.step()
      const { user, system } = process.cpuUsage(before)
      times[n].push((user + system) / 1000)
    })
  }
  return times.map(median)
}

function measureBody(
  core,
  { label, colliders, options },
  { side = SIDE, settle = SETTLE, frames = FRAMES },
) {
  // Without weight the other sheet stays flat, so that it does the same work without a body.
  const lying = createSheet(core, side, { colliders, ...options })
  const free = createSheet(core, side, { gravity: [0, 0, 0] })
  race([lying, free], settle)
  const [withBody, without] = race([lying, free], frames)
  const { contacts, maxStrain } = lying.measure()
  const each = ((withBody - without) * 1e6) / (side * side * SUBSTEPS[side])
  return { label, ms: withBody, plain: without, each, contacts, maxStrain }
}

function measureLayers(core, { side, drapes }, { settle = SETTLE, frames = FRAMES }) {
  const thickness = 0.5 / side
  const options = drapes
    ? { colliders: [BALL], thickness }
    : { orientation: 'vertical', pins: ['top-left', 'top-right'], thickness }
  const touching = createSheet(core, side, { ...options, selfCollision: true })
  const plain = createSheet(core, side, options)
  race([touching, plain], settle)
  const [withLayers, without] = race([touching, plain], frames)
  const { contacts, maxStrain, meanStrain } = touching.measure()
  return {
    label: `${side}² ${drapes ? 'on a ball' : 'at two corners'}`,
    ms: withLayers,
    plain: without,
    share: withLayers / without - 1,
    contacts,
    maxStrain,
    meanStrain,
  }
}

/** A sheet on the ball, with layers: Billow and, where it is installed, Rapier. */
async function measureDrapes(core, { side = 50, settle = SETTLE, frames = 30 }) {
  const spacing = 1 / (side - 1)
  const thickness = spacing / 4
  const options = {
    size: [1, 1],
    segments: [side - 1, side - 1],
    orientation: 'horizontal',
    sleep: false,
    colliders: [BALL],
    thickness,
    selfCollision: true,
  }
  const cloth = new core.ClothSimulation({ ...options, substeps: SUBSTEPS[side] })
  const engines = [
    {
      label: `Billow, ${SUBSTEPS[side]} substeps`,
      step: () => cloth.step(),
      readPositions: (out) => out.set(cloth.positions),
    },
  ]
  const { grid, particleCount, params } = cloth
  if (isInstalled('rapier')) {
    const sheet = {
      side,
      timeStep: cloth.timeStep,
      gravity: params.gravity,
      damping: params.damping,
      particleCount,
      restPositions: Float32Array.from(grid.restPositions),
      masses: Float32Array.from(grid.areas, (area) => params.density * area),
      pins: [],
    }
    const create = await loadEngine('rapier')
    const settings = { ball: BALL, selfContacts: true, thickness }
    engines.push({ label: 'Rapier, default', ...create(core, sheet, settings) })
  }
  race(engines, settle)
  const times = race(engines, frames)
  const woven = connectWoven(grid.restPositions, side)
  return engines.map(({ label, readPositions }, n) => {
    const positions = new Float32Array(3 * particleCount)
    readPositions(positions)
    const { max, mean } = measureStrain(positions, woven)
    return {
      label: `${side}² on a ball, ${label}`,
      ms: times[n],
      ratio: times[n] / times.at(-1),
      maxStrain: max,
      meanStrain: mean,
      near: countNear(positions, grid.restPositions, 2 * thickness),
      inside: countInside(positions),
    }
  })
}

/** Pairs of particles that are nearer than 98 % of a distance, and are farther than that at rest. */
function countNear(positions, rest, distance) {
  const squared = (points, a, b) =>
    [0, 1, 2].reduce((sum, k) => sum + (points[a + k] - points[b + k]) ** 2, 0)
  let near = 0
  for (let a = 0; a < positions.length; a += 3) {
    for (let b = a + 3; b < positions.length; b += 3) {
      const isNear = squared(positions, a, b) < (0.98 * distance) ** 2
      if (isNear && squared(rest, a, b) > distance ** 2) near++
    }
  }
  return near
}

/** Particles under the surface of the ball, by more than rounding. */
function countInside(positions) {
  let inside = 0
  for (let i = 0; i < positions.length; i += 3) {
    const from = [0, 1, 2].map((k) => positions[i + k] - BALL.center[k])
    if (Math.hypot(...from) < BALL.radius - 1e-6) inside++
  }
  return inside
}

const percent = (share) => `${(100 * share).toFixed(1)} %`

function formatBodies(results) {
  const heading = [
    'body under 64²',
    'ms',
    'without',
    'ns per particle, substep',
    'contacts',
    'max strain',
  ]
  const lines = results.map(({ label, ms, plain, each, contacts, maxStrain }) => [
    label,
    ms.toFixed(2),
    plain.toFixed(2),
    each.toFixed(0),
    String(contacts),
    percent(maxStrain),
  ])
  return formatTable([heading, ...lines])
}

function formatLayers(results) {
  const heading = [
    'layers',
    'ms',
    'without',
    'in addition',
    'contacts',
    'max strain',
    'mean strain',
  ]
  const lines = results.map(({ label, ms, plain, share, contacts, maxStrain, meanStrain }) => [
    label,
    ms.toFixed(2),
    plain.toFixed(2),
    `${percent(share)}${share <= LAYERS_SHARE ? '' : ' (over 100 %)'}`,
    String(contacts),
    percent(maxStrain),
    percent(meanStrain),
  ])
  return formatTable([heading, ...lines])
}

function formatDrapes(results) {
  const heading = ['drape', 'ms', 'x last', 'max strain', 'mean', 'pairs too near', 'inside']
  const lines = results.map(({ label, ms, ratio, maxStrain, meanStrain, near, inside }) => [
    label,
    ms.toFixed(2),
    ratio.toFixed(3),
    percent(maxStrain),
    percent(meanStrain),
    String(near),
    String(inside),
  ])
  return formatTable([heading, ...lines])
}

function formatClumps(results) {
  const lines = results.map(({ label, ms, each }) => [label, ms.toFixed(1), each.toFixed(0)])
  return formatTable([['particles in one place', 'ms', 'ns per particle'], ...lines])
}
