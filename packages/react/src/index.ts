/** @billow/react: Billow simulations as react-three-fiber components. */
export { Cloth, type ClothProps, type ClothWorkerProps } from './cloth/Cloth.js'
export type { ClothHandle, ClothWorkerHandle } from './cloth/ClothHandle.js'
export type { HandOptions, Interactive } from './cloth/interactive.js'
export { useCloth } from './cloth/ClothContext.js'
export type { ClothPins, PinObject, PinOnObject } from './cloth/followedPins.js'
export { Pin, type PinProps } from './cloth/Pin.js'
export { GrassField, type GrassFieldProps, type GrassHandle } from './grass/GrassField.js'
export {
  GrassAnatomy,
  type GrassAnatomyProps,
  WindArrows,
  type WindArrowsProps,
} from './grass/GrassViews.js'
export type { GrassHandOptions, GrassInteractive } from './grass/grassInteractive.js'
export type { Trample } from './grass/useTrample.js'
export { Simulation, type SimulationProps } from './simulation/Simulation.js'
export { type SimulationHandle, useSimulation } from './simulation/SimulationHandle.js'
export type { StepCallback, StepMoment } from './simulation/StepCallbacks.js'
export { useAfterStep, useBeforeStep } from './simulation/useStep.js'
export { Wind, type WindProps } from './simulation/Wind.js'
export {
  BoxCollider,
  type BoxColliderProps,
  CapsuleCollider,
  type CapsuleColliderProps,
  ConeCollider,
  type ConeColliderProps,
  CylinderCollider,
  type CylinderColliderProps,
  HeightFieldCollider,
  type HeightFieldColliderProps,
  PlaneCollider,
  type PlaneColliderProps,
  SphereCollider,
  type SphereColliderProps,
} from './colliders/colliders.js'
export type { ColliderProps } from './colliders/Body.js'
export { MeshCollider, type MeshColliderProps } from './colliders/MeshCollider.js'
