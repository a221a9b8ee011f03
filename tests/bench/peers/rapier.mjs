/**
 * Cloth of Rapier: soft constraints by natural frequency (Hz) and damping ratio.
 *
 * Settings: `frequency` (Hz, its default is 30) and `iterations` of its solver (default 4); `ball` to
 * fall on (centre, radius, friction) and `selfContacts`, with `thickness` (m). Where there is neither,
 * its collision surface is off.
 */
export async function prepare() {
  const { default: rapier } = await import('@dimforge/rapier3d-compat')
  await quietly(() => rapier.init())
  return (core, sheet, { frequency, iterations, ball, selfContacts, thickness }) => {
    const [x, y, z] = sheet.gravity
    const world = new rapier.World({ x, y, z })
    world.timestep = sheet.timeStep
    if (iterations !== undefined) world.numSolverIterations = iterations
    const { restPositions: rest, side } = sheet
    const point = (p) => ({ x: rest[3 * p], y: rest[3 * p + 1], z: rest[3 * p + 2] })
    const step = (p) => {
      const [from, to] = [point(0), point(p)]
      return { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z }
    }
    // Its second direction is the inner loop, ours are columns.
    const description = rapier.SoftBodyDesc.cloth(point(0), step(side), step(1), side, side)
      .setMasses(sheet.masses)
      .setLinearDamping(sheet.damping)
      .setCanSleep(false)
    if (sheet.pins.length > 0) description.setPinnedParticles(sheet.pins)
    if (thickness !== undefined) description.setParticleRadius(thickness)
    if (selfContacts) description.setSelfContacts(true)
    else if (!ball) description.setNoSurfaceCollider()
    if (ball) {
      const { center, radius, friction } = ball
      const shape = rapier.ColliderDesc.ball(radius)
      world.createCollider(shape.setTranslation(...center).setFriction(friction))
    }
    if (frequency !== undefined) description.setSoftness(frequency, 1)
    const body = world.createSoftBody(description)
    return {
      step: () => world.step(),
      readPositions: (out) => out.set(body.particlePositions()),
    }
  }
}

/** Its initialisation warns about how its own package calls it. */
async function quietly(run) {
  const { warn } = console
  console.warn = () => {}
  try {
    await run()
  } finally {
    console.warn = warn
  }
}
