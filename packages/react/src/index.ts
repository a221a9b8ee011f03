/** @billow/react: Billow simulations as react-three-fiber components. */
export { Cloth, type ClothProps, type ClothWorkerProps } from './cloth/Cloth.js'
export type { ClothHandle, ClothWorkerHandle } from './cloth/ClothHandle.js'
export type { ClothPins, PinObject, PinOnObject } from './cloth/followedPins.js'
export { Simulation, type SimulationProps } from './simulation/Simulation.js'
