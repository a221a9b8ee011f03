/**
 * The scenes that are measured, as options of `ClothSimulation`, and their translation to the
 * command line of the C twin. The CS184 scenes are the files that stories and tests use as well.
 */
import { readFileSync } from 'node:fs'

const CS184 = new URL('../../stories/scenes/cs184/', import.meta.url)

/** The classic browser cloth: 30 × 24 particles, 12 passes, 5 substeps, in still, empty space. */
const CURTAIN = {
  solver: 'pbd',
  size: [1.45, 1.15],
  segments: [29, 23],
  origin: [-0.725, -0.575, 0],
  orientation: 'vertical',
  pins: 'top',
  substeps: 5,
  iterations: 12,
  limitStrain: false,
  // Damping per substep, since an exponential could differ in the last digit between libraries.
  damping: 0,
  stepDamping: 1,
  airDensity: 0,
  colliderOffset: 0.15,
  colliders: [{ type: 'sphere', center: [0, -0.2, 0.3], radius: 0.25, friction: 0.3 }],
}

/** Every row of the table: a scene, with or without self-collision. */
export const rows = ['pinned2', 'pinned4', 'sphere', 'plane', 'selfCollision', 'curtain'].flatMap(
  (scene) => [
    { scene, selfCollision: false },
    { scene, selfCollision: true },
  ],
)

/** Options of a scene as its author meant it. */
export function sceneOptions({ parseScene }, scene) {
  if (scene === 'curtain') return CURTAIN
  const { cloth, colliders } = parseScene(readFileSync(new URL(`${scene}.json`, CS184), 'utf8'))
  return { ...cloth, colliders }
}

/** The cloth of a row. */
export function createCloth(core, { scene, selfCollision }) {
  return new core.ClothSimulation({ ...sceneOptions(core, scene), selfCollision })
}

/** `key=value` arguments that make the C twin build the same cloth. */
export function nativeArguments(core, row) {
  const options = sceneOptions(core, row.scene)
  const cloth = createCloth(core, row)
  const { params, grid } = cloth
  const pins = Array.from({ length: cloth.particleCount }, (_, p) => p).filter((p) =>
    cloth.isPinned(p),
  )
  const settings = {
    solver: params.solver,
    columns: grid.columns,
    rows: grid.rows,
    size: params.size,
    spacing: params.spacing,
    orientation: params.orientation,
    origin: options.origin,
    jitter: params.jitter,
    seed: params.seed,
    pins,
    density: params.density,
    thickness: params.thickness,
    stiffness: params.solver === 'pbd' ? params.stiffness : params.ks,
    bendRatio: params.bendRatio,
    families: [params.structural, params.shear, params.bend].map(Number),
    limitStrain: Number(params.limitStrain),
    strainLimit: params.strainLimit,
    gravity: params.gravity,
    // All scenes have damping per substep only, see CURTAIN.
    kept: 1 - params.stepDamping / 100,
    timeStep: params.timeStep,
    substeps: params.substeps,
    iterations: params.iterations,
    selfCollision: Number(params.selfCollision),
    hashCell: params.hashCell,
    colliderOffset: params.colliderOffset,
  }
  return [
    ...Object.entries(settings).map(([key, value]) => `${key}=${String(value)}`),
    ...cloth.colliders.map((collider) =>
      collider.type === 'sphere'
        ? `sphere=${[...collider.center, collider.radius, collider.friction].join()}`
        : `plane=${[...collider.point, ...collider.normal, collider.friction].join()}`,
    ),
  ]
}
