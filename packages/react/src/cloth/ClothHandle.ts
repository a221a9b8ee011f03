/**
 * What a ref to `<Cloth>` gives: the mesh, the simulation, and verbs that also redraw. In a worker,
 * verbs that give something back give a promise.
 */
import type {
  ClothMeasurements,
  ClothSimulation,
  ClothSnapshot,
  ClothView,
  LiveClothParams,
  PinOffset,
  PinTarget,
  TeleportOptions,
} from '@billow/core'
import type { ClothMesh } from '@billow/three'
import type { SimulationLoop } from '../simulation/SimulationLoop.js'
import type { AnyCloth } from './useClothSimulation.js'

/** What works alike on the page and in a worker. */
interface CommonHandle {
  setParams(changes: Partial<LiveClothParams>): void
  /** Holds a particle in place, moves it to a point (m, in the cloth's own space) or lets it follow. */
  pin(particle: number, target?: PinTarget, offset?: PinOffset): void
  unpin(particle: number): void
  /** Takes a particle by the hand; call again to drag it on. */
  grab(particle: number, target: readonly [number, number, number]): void
  release(particle?: number): void
  /** Puts the whole cloth elsewhere, as it is and moves. */
  teleport(options: TeleportOptions): void
}

export interface ClothHandle extends CommonHandle {
  /** The mesh in the scene. */
  readonly object: ClothMesh
  /** Who changes it by hand, on a canvas that draws on demand, calls `invalidate`. */
  readonly simulation: ClothSimulation
  /** One fixed step, also while paused; with `clothCollision` of all cloths that touch each other. */
  step(): void
  /** Back to the start. */
  reset(): void
  snapshot(): ClothSnapshot
  restore(snapshot: ClothSnapshot): void
  measure(): ClothMeasurements
  hash(): string
}

/** The handle of a cloth in a worker. */
export interface ClothWorkerHandle extends CommonHandle {
  /** The mesh in the scene. */
  readonly object: ClothMesh<ClothView>
  /** A `ClothSimulation` where workers are refused. */
  readonly simulation: AnyCloth
  /** One fixed step, also while paused. */
  step(): Promise<void>
  /** Back to the start. */
  reset(): Promise<void>
  snapshot(): Promise<ClothSnapshot>
  restore(snapshot: ClothSnapshot): Promise<void>
  measure(): Promise<ClothMeasurements>
  hash(): Promise<string>
}

type Mesh<Cloth extends AnyCloth> = ClothMesh<Cloth>

/** @param redraw asks for a frame, for canvases that draw on demand */
export function createClothHandle(
  object: Mesh<ClothSimulation>,
  redraw: () => void,
  loop: SimulationLoop,
): ClothHandle {
  const { simulation } = object
  return {
    object,
    simulation,
    ...commonVerbs(simulation, redraw),
    step() {
      loop.stepOne(simulation)
      redraw()
    },
    reset() {
      simulation.reset()
      redraw()
    },
    snapshot: () => simulation.snapshot(),
    restore(snapshot) {
      simulation.restore(snapshot)
      redraw()
    },
    measure: () => simulation.measure(),
    hash: () => simulation.hash(),
  }
}

export function createWorkerHandle(object: Mesh<AnyCloth>, redraw: () => void): ClothWorkerHandle {
  const { simulation } = object
  return {
    object,
    simulation,
    ...commonVerbs(simulation, redraw),
    async step() {
      await stepOf(simulation)
      redraw()
    },
    async reset() {
      await simulation.reset()
      redraw()
    },
    // Async, since it may be a simulation on the page after all.

    snapshot: async () => simulation.snapshot(),
    async restore(snapshot) {
      await simulation.restore(snapshot)
      redraw()
    },

    measure: async () => simulation.measure(),

    hash: async () => simulation.hash(),
  }
}

/** A cloth that touches others steps with them. */
function stepOf(simulation: AnyCloth): void | Promise<void> {
  const group = 'group' in simulation ? simulation.group : undefined
  return (group ?? simulation).step()
}

function commonVerbs(simulation: AnyCloth, redraw: () => void): CommonHandle {
  return {
    setParams(changes) {
      simulation.setParams(changes)
      redraw()
    },
    pin(particle, target, offset) {
      simulation.pin(particle, target, offset)
      redraw()
    },
    unpin(particle) {
      simulation.unpin(particle)
      redraw()
    },
    grab(particle, target) {
      simulation.grab(particle, target)
      redraw()
    },
    release(particle) {
      simulation.release(particle)
      redraw()
    },
    teleport(options) {
      simulation.teleport(options)
      redraw()
    },
  }
}
