/**
 * @billow/core: physics of cloth and grass, without DOM, three or React.
 *
 * Start with `ClothSimulation`. `clothParams` is the table that its options, panels, attributes and
 * docs are derived from; `parseScene` reads scene files.
 */
export { ClothSimulation } from './cloth/ClothSimulation.js'
export { ClothGroup, type ClothGroupOptions, type ClothGroupSnapshot } from './cloth/ClothGroup.js'
export { ClothDrawing } from './cloth/ClothDrawing.js'
export type { ClothOptions, ClothSettings, StrengthAt } from './cloth/ClothOptions.js'
export type { ParticleArray, Precision } from './cloth/ClothState.js'
export type { ClothView } from './cloth/ClothView.js'
export {
  type ClothMaterial,
  materialNames,
  type MaterialName,
  materialParams,
  type MaterialParams,
  materialPresets,
  materials,
} from './cloth/materials.js'
export { type Pin, type PinName, pinNames, type TargetedPin } from './cloth/pins.js'
export type { PinFrame, PinOffset, PinPath, PinTarget } from './cloth/pinTargets.js'
export {
  type SheetStiffness,
  type SpringCompliances,
  springCompliances,
} from './cloth/sheetStiffness.js'
export type { TeleportOptions } from './cloth/rigidMotion.js'
export type { ClothSnapshot } from './cloth/snapshot.js'

export { BoxCollider, type BoxOptions } from './collision/colliders/BoxCollider.js'
export { CapsuleCollider, type CapsuleOptions } from './collision/colliders/CapsuleCollider.js'
export type { Collider, ColliderOptions, ColliderType } from './collision/colliders/Collider.js'
export type { ColliderContact } from './collision/ColliderPoses.js'
export type { SurfaceOptions } from './collision/colliders/ColliderBase.js'
export { ConeCollider, type ConeOptions } from './collision/colliders/ConeCollider.js'
export { createCollider } from './collision/colliders/createCollider.js'
export { toCollider } from './collision/colliders/toCollider.js'
export { CylinderCollider, type CylinderOptions } from './collision/colliders/CylinderCollider.js'
export {
  HeightFieldCollider,
  type HeightFieldOptions,
} from './collision/colliders/HeightFieldCollider.js'
export { MeshCollider, type MeshColliderOptions } from './collision/colliders/MeshCollider.js'
export { PlaneCollider, type PlaneOptions } from './collision/colliders/PlaneCollider.js'
export { SphereCollider, type SphereOptions } from './collision/colliders/SphereCollider.js'

export type { CreateLayerGuard, LayerGuard } from './collision/Layers.js'
export type { CreateFaceStage, FaceStage } from './collision/Contacts.js'
export { triangleContact } from './collision/faces/FaceContacts.js'
export { triangleCollision } from './collision/triangles/TriangleGuard.js'

export { ForceGauge, type ForceReading } from './diagnostics/ForceGauge.js'
export { PinForces } from './diagnostics/PinForces.js'
export { WindWork } from './diagnostics/WindWork.js'
export type { ClothMeasurements } from './diagnostics/measure.js'
export type { Infeasible } from './diagnostics/infeasible.js'
export type { Finding } from './diagnostics/validate.js'

export { checkWindSources, WindField, type WindOptions, type WindSource } from './wind/WindField.js'
export { bladeNumbers } from './grass/bladeNumbers.js'
export type { GrassArrays, GrassBackend, GrassStep, PackedBodies } from './grass/GrassBackend.js'
export { GrassSimulation } from './grass/GrassSimulation.js'
export type { BladeArray, GrassBlades, GrassChunks, GrassState } from './grass/GrassBlades.js'
export type { GrassOptions, GrassSettings } from './grass/GrassOptions.js'
export type { GrassMeasurements } from './grass/measureGrass.js'
export { type BladeReading, inspectBlade } from './grass/inspectBlade.js'
export type { GrassSnapshot } from './grass/grassSnapshot.js'
export {
  type GrassPresetName,
  grassPresetNames,
  type GrassPresetParams,
  grassPresets,
} from './grass/presets.js'
export type { DensityAt } from './grass/scatter/scatterBlades.js'
export type { HeightAt } from './grass/scatter/rectangle.js'
export {
  cullBlades,
  type CullCounts,
  CullReason,
  type CullRules,
  type GrassCamera,
  OFF_THE_GROUND,
} from './grass/culling/cullBlades.js'
export { DEPTH_BIAS } from './grass/culling/rules.js'
export {
  type GrassParamKey,
  type GrassParams,
  grassParams,
  type LiveGrassParams,
} from './params/grassParams.js'

export { FixedStepper, type StepperOptions } from './time/FixedStepper.js'

export { type Bounds3, computeBounds, createBounds } from './mesh/bounds.js'
export type { ClothSheet } from './mesh/ClothSheet.js'
export { type ClothGrid, type Springs, SpringFamily } from './mesh/grid.js'
export { computeNormals } from './mesh/normals.js'

export {
  BillowError,
  checkNumber,
  checkPoint,
  checkValues,
  expectation,
  show as describeValue,
} from './params/check.js'
export {
  type ClothParamKey,
  type ClothParams,
  clothParams,
  type LiveClothParams,
} from './params/clothParams.js'
export {
  type BooleanParameter,
  type Bounds,
  type Change,
  type ChoiceParameter,
  defaultsOf,
  type NumberParameter,
  type Parameter,
  type ParameterTable,
  type ParameterValue,
  type ParameterValues,
  type VectorParameter,
} from './params/Parameter.js'
export {
  type FlatField,
  flatFields,
  flatten,
  fromText,
  type TextResult,
  unflatten,
} from './params/text.js'

export type { TextWarnings } from './params/textWarnings.js'
export type { Descriptions } from './locales/Descriptions.js'
export type { GrassTexts } from './locales/GrassTexts.js'
export type { Labels } from './locales/Labels.js'

export { parseScene, type Scene } from './scene/parseScene.js'
export { SceneError } from './scene/SceneReader.js'
export { type BillowScene, createScene, writeScene } from './scene/writeScene.js'

export { createDisc, type DiscOptions } from './mesh/disc.js'
export { dihedralAngle } from './mesh/dihedral.js'
export type { MeshArrays, MeshOptions } from './mesh/meshArrays.js'
export { createMeshSheet, type MeshSheet } from './mesh/meshSheet.js'
export { springsOfEdges } from './mesh/meshSprings.js'
export { computeSeamlessNormals, writeVertexPositions } from './mesh/seams.js'
export { createShirt, type ShirtOptions } from './mesh/shirt.js'
