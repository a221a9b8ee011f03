/** What a ref to `<Cloth>` gives: the mesh, the simulation, and verbs that also redraw. */
import type {
  ClothMeasurements,
  ClothSimulation,
  ClothSnapshot,
  LiveClothParams,
  PinOffset,
  PinTarget,
  TeleportOptions,
} from '@billow/core'
import type { ClothMesh } from '@billow/three'

export interface ClothHandle {
  /** The mesh in the scene. */
  readonly object: ClothMesh
  readonly simulation: ClothSimulation
  /** One fixed step, also while paused. */
  step(): void
  /** Back to the start. */
  reset(): void
  setParams(changes: Partial<LiveClothParams>): void
  /** Holds a particle in place, moves it to a point (m, in the cloth's own space) or lets it follow. */
  pin(particle: number, target?: PinTarget, offset?: PinOffset): void
  unpin(particle: number): void
  /** Takes a particle by the hand; call again to drag it on. */
  grab(particle: number, target: readonly [number, number, number]): void
  release(particle?: number): void
  /** Puts the whole cloth elsewhere, as it is and moves. */
  teleport(options: TeleportOptions): void
  snapshot(): ClothSnapshot
  restore(snapshot: ClothSnapshot): void
  measure(): ClothMeasurements
  hash(): string
}

/** @param redraw asks for a frame, for canvases that draw on demand */
export function createClothHandle(object: ClothMesh, redraw: () => void): ClothHandle {
  const { simulation } = object
  const drawn =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      act(...args)
      redraw()
    }
  return {
    object,
    simulation,
    step: drawn(() => {
      simulation.step()
    }),
    reset: drawn(() => {
      simulation.reset()
    }),
    setParams: drawn((changes: Partial<LiveClothParams>) => {
      simulation.setParams(changes)
    }),
    pin: drawn((particle: number, target?: PinTarget, offset?: PinOffset) => {
      simulation.pin(particle, target, offset)
    }),
    unpin: drawn((particle: number) => {
      simulation.unpin(particle)
    }),
    grab: drawn((particle: number, target: readonly [number, number, number]) => {
      simulation.grab(particle, target)
    }),
    release: drawn((particle?: number) => {
      simulation.release(particle)
    }),
    teleport: drawn((options: TeleportOptions) => {
      simulation.teleport(options)
    }),
    snapshot: () => simulation.snapshot(),
    restore: drawn((snapshot: ClothSnapshot) => {
      simulation.restore(snapshot)
    }),
    measure: () => simulation.measure(),
    hash: () => simulation.hash(),
  }
}
