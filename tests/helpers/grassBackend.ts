/** A backend that keeps blades in arrays of its own, as a graphics card does in textures. */
import type { GrassArrays, GrassBackend, GrassSimulation, GrassStep } from '@billow/core'
import { ArrayMover } from '../../packages/core/src/grass/ArrayMover.js'
import { createGrassState, raise } from '../../packages/core/src/grass/GrassBlades.js'

export class OtherArrays implements GrassBackend {
  readonly resolution = 1e-9
  steps = 0
  reads = 0
  private readonly blades
  private readonly own: GrassArrays
  private readonly mover = new ArrayMover()
  private touched = 0

  constructor({ blades }: GrassSimulation) {
    const state = createGrassState(blades, 'float64')
    this.blades = blades
    this.own = { state, previous: state.tips.slice() }
  }

  step(step: GrassStep): void {
    this.steps++
    this.touched = this.mover.step(this.blades, this.own, step)
  }

  raise(): void {
    raise(this.own.state, this.blades.heights, this.blades.ups)
    this.own.previous.set(this.own.state.tips)
  }

  write(arrays: GrassArrays): void {
    copy(arrays, this.own)
    // What follows from tips is made anew before it is used.
    this.own.state.guides.fill(NaN)
  }

  read(arrays: GrassArrays): number {
    this.reads++
    const guides = arrays.state.guides.slice()
    copy(this.own, arrays)
    arrays.state.guides.set(guides)
    return this.touched
  }
}

function copy(from: GrassArrays, to: GrassArrays): void {
  to.state.tips.set(from.state.tips)
  to.state.guides.set(from.state.guides)
  to.state.strengths.set(from.state.strengths)
  to.previous.set(from.previous)
}
