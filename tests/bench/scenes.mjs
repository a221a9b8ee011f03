/**
 * The scenes that are measured, as options of `ClothSimulation`, and their translation to the
 * command line of the C twin. They are the scenes of the stories.
 */
import { readFileSync } from 'node:fs'

const CS184 = new URL('../../stories/scenes/cs184/', import.meta.url)

/**
 * What the C twin does not have: wind, and damping over time, since an exponential could differ in the
 * last digit between libraries.
 */
const STILL = { wind: [0, 0, 0], turbulence: 0, airDensity: 0, damping: 0, stepDamping: 1 }

/** Every row of the table: a scene, with or without self-collision. */
export const rows = [
  ...['pinned2', 'pinned4', 'sphere', 'plane', 'selfCollision'].flatMap((scene) => [
    { scene, selfCollision: false },
    { scene, selfCollision: true },
  ]),
  { scene: 'curtain', selfCollision: false },
]

/**
 * Options of a scene as its author meant it; the curtain in still, empty space, since contact of pbd
 * with bodies and layers has no C twin.
 *
 * @param modules what the bundled core and the bundled scene of the curtain export
 */
export function sceneOptions({ parseScene, curtain }, scene) {
  if (scene === 'curtain') {
    const [width, height] = curtain.size
    const origin = [-width / 2, -height / 2, 0]
    return { ...curtain, ...STILL, origin, pins: 'top', colliders: [] }
  }
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
    // All scenes have damping per substep only, see STILL.
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
