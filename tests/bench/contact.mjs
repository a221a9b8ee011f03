/**
 * What contact costs: a sheet on a body of each kind beside the same sheet in empty space, more bodies
 * and more triangles, and layers (self-collision) beside none. Both sides take turns, frame by
 * frame, in one process; of the frames the median counts.
 */
import { median } from './measure.mjs'
import { formatTable } from './table.mjs'

const SIDE = 64

/** By particles along a side: as many as the hanging sheet needs. */
const SUBSTEPS = { 12: 2, 64: 2, 128: 3, 256: 4 }

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
  return {
    text: [formatBodies(lying), formatLayers(layers)].join('\n\n'),
    results: { lying, layers },
  }
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
  return [
    ['sphere', [BALL]],
    ['plane', [floor]],
    ['box', [{ type: 'box', size: [0.5, 0.5, 0.5], ...upright }]],
    ['capsule', [{ type: 'capsule', height: 0.2, radius: 0.2, ...upright }]],
    ['cylinder', [{ type: 'cylinder', height: 0.5, radius: 0.3, ...upright }]],
    ['cone', [{ type: 'cone', height: 0.5, radii: [0.3, 0.1], ...upright }]],
    ['4 spheres', many(4, near)],
    ['16 spheres', many(16, near)],
    ['64 spheres far away', many(64, far)],
    ...(quick ? [8] : [8, 32, 128]).map((rings) => {
      const mesh = ballMesh(rings)
      return [
        `mesh, ${mesh.indices.length / 3} triangles`,
        [new core.MeshCollider({ ...mesh, friction: FRICTION })],
      ]
    }),
  ].map(([label, colliders]) => ({ label, colliders }))
}

/** The ball as triangles: 2 rings² · 2 of them. */
function ballMesh(rings) {
  const positions = []
  const indices = []
  for (let row = 0; row <= rings; row++) {
    for (let column = 0; column < 2 * rings; column++) {
      const [a, b] = [(Math.PI * row) / rings, (Math.PI * column) / rings]
      positions.push(
        BALL.radius * Math.sin(a) * Math.cos(b),
        BALL.center[1] + BALL.radius * Math.cos(a),
        BALL.radius * Math.sin(a) * Math.sin(b),
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
  { label, colliders },
  { side = SIDE, settle = SETTLE, frames = FRAMES },
) {
  // Without weight the other sheet stays flat, so that it does the same work without a body.
  const lying = createSheet(core, side, { colliders })
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
