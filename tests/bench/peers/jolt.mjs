/**
 * Soft body of Jolt: XPBD, of which each iteration is a substep. Single-threaded build.
 *
 * Settings: `iterations` (its default is 5), `tethers` (its long range attachments, geodesic) and the
 * compliances of edges, m/N: `stretch` 0 (its default), `shear` 0.1 (below, it becomes noisy in single
 * precision: 41 % strain at 1e-4) and `bend` as Billow's. Bends by distance.
 */
const STRETCH = 0
const SHEAR = 0.1
const BEND = 1

/** Above what anything reaches here, m/s. */
const MAX_SPEED = 500

export async function prepare() {
  const { default: init } = await import('jolt-physics')
  const jolt = await init()
  return (core, sheet, settings) => createCloth(jolt, sheet, settings)
}

function createCloth(jolt, sheet, { iterations = 5, tethers = true, shear = SHEAR }) {
  const world = createWorld(jolt)
  const [x, y, z] = sheet.gravity
  world.GetPhysicsSystem().SetGravity(new jolt.Vec3(x, y, z))

  const creation = new jolt.SoftBodyCreationSettings(
    createShape(jolt, sheet, tethers, shear),
    new jolt.RVec3(0, 0, 0),
    jolt.Quat.prototype.sIdentity(),
    0,
  )
  creation.mNumIterations = iterations
  creation.mLinearDamping = sheet.damping
  creation.mMaxLinearVelocity = MAX_SPEED
  // Positions stay relative to the origin, and nothing falls asleep.
  creation.mUpdatePosition = false
  creation.mAllowSleeping = false
  const bodies = world.GetPhysicsSystem().GetBodyInterface()
  const body = bodies.CreateSoftBody(creation)
  bodies.AddBody(body.GetID(), jolt.EActivation_Activate)
  const motion = jolt.castObject(body.GetMotionProperties(), jolt.SoftBodyMotionProperties)
  return {
    step: () => world.Step(sheet.timeStep, 1),
    readPositions: createReader(jolt, motion.GetVertices(), sheet.particleCount),
  }
}

/** Straight from its memory: a call per coordinate would cost more than the simulation. */
function createReader(jolt, vertices, count) {
  const start = jolt.getPointer(vertices.at(0))
  const stride = (jolt.getPointer(vertices.at(1)) - start) / 4
  const offset = jolt.getPointer(vertices.at(0).mPosition) - start
  return (out) => {
    const { HEAPF32: heap } = jolt
    let at = (jolt.getPointer(vertices.at(0)) + offset) / 4
    for (let i = 0; i < 3 * count; i += 3, at += stride) {
      out[i] = heap[at]
      out[i + 1] = heap[at + 1]
      out[i + 2] = heap[at + 2]
    }
  }
}

function createWorld(jolt) {
  const settings = new jolt.JoltSettings()
  settings.mMaxWorkerThreads = 0
  const pairs = new jolt.ObjectLayerPairFilterTable(1)
  const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1)
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0))
  settings.mObjectLayerPairFilter = pairs
  settings.mBroadPhaseLayerInterface = layers
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    1,
    pairs,
    1,
  )
  return new jolt.JoltInterface(settings)
}

function createShape(jolt, { restPositions, masses, pins, triangles }, tethers, shear) {
  const shape = new jolt.SoftBodySharedSettings()
  const vertex = new jolt.SoftBodySharedSettingsVertex()
  const place = new jolt.Float3(0, 0, 0)
  masses.forEach((mass, p) => {
    place.x = restPositions[3 * p]
    place.y = restPositions[3 * p + 1]
    place.z = restPositions[3 * p + 2]
    vertex.mPosition = place
    vertex.mInvMass = pins.includes(p) ? 0 : 1 / mass
    shape.mVertices.push_back(vertex)
  })
  const face = new jolt.SoftBodySharedSettingsFace(0, 0, 0, 0)
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) face.set_mVertex(k, triangles[i + k])
    shape.AddFace(face)
  }
  const attributes = new jolt.SoftBodySharedSettingsVertexAttributes()
  attributes.mCompliance = STRETCH
  attributes.mShearCompliance = shear
  attributes.mBendCompliance = BEND
  attributes.mLRAType = tethers
    ? jolt.SoftBodySharedSettings_ELRAType_GeodesicDistance
    : jolt.SoftBodySharedSettings_ELRAType_None
  attributes.mLRAMaxDistanceMultiplier = 1
  shape.CreateConstraints(attributes, 1, jolt.SoftBodySharedSettings_EBendType_Distance)
  shape.Optimize()
  return shape
}
