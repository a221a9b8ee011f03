/**
 * The xpbd kernels with `Math.fround` around every operation: what single precision gives, number by
 * number, for the WebAssembly kernels to be compared with bit by bit. Far too slow for anything else.
 */
import type { XpbdKernels } from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import type { XpbdMemory } from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'

const f = Math.fround
const add = (a: number, b: number): number => f(a + b)
const sub = (a: number, b: number): number => f(a - b)
const mul = (a: number, b: number): number => f(a * b)
const div = (a: number, b: number): number => f(a / b)
const sqrt = (a: number): number => f(Math.sqrt(a))

const LARGEST = 3.4028234663852886e38

export function createRoundedKernels(memory: XpbdMemory): XpbdKernels {
  const { particles, velocities, predicted, residuals, accelerations } = memory
  const { ends, restLengths, tetherEnds, tetherLengths } = memory

  function difference(from: number, to: number): readonly [number, number, number, number] {
    const [dx, dy, dz] = [0, 1, 2].map((k) => sub(particles[to + k]!, particles[from + k]!))
    const squared = add(add(mul(dx!, dx!), mul(dy!, dy!)), mul(dz!, dz!))
    return [dx!, dy!, dz!, Math.min(squared, LARGEST)]
  }

  function move(particle: number, scale: number, d: readonly number[]): void {
    for (let k = 0; k < 3; k++) {
      particles[particle + k] = add(particles[particle + k]!, mul(scale, d[k]!))
    }
  }

  function share(error: number, divisor: number): number {
    return divisor > 0 ? div(error, divisor) : 0
  }

  return {
    integrate(kept, gravity, h) {
      const lost = f(1 - kept)
      const step = f(h)
      for (let i = 0; i < particles.length; i += 4) {
        predicted.set(particles.subarray(i, i + 4), i)
        if (particles[i + 3] === 0) continue
        for (let k = 0; k < 3; k++) {
          const x = particles[i + k]!
          const v = velocities[i + k]!
          const a = add(f(gravity[k]!), accelerations[i + k]!)
          const pull = add(mul(step, a), residuals[2 * i + 4 + k]!)
          const change = sub(pull, mul(lost, add(v, pull)))
          const fast = add(v, change)
          const way = add(mul(step, fast), residuals[2 * i + k]!)
          const moved = add(x, way)
          velocities[i + k] = fast
          residuals[2 * i + 4 + k] = sub(change, sub(fast, v))
          particles[i + k] = moved
          residuals[2 * i + k] = sub(way, sub(moved, x))
          predicted[i + k] = moved
        }
      }
    },

    solveTethers(start, count) {
      for (let t = start; t < start + count; t++) {
        const i = tetherEnds[2 * t]!
        const d = difference(tetherEnds[2 * t + 1]!, i)
        const longest = tetherLengths[t]!
        if (d[3] <= mul(longest, longest) || particles[i + 3] === 0) continue
        move(i, -sub(1, div(longest, sqrt(d[3]))), d)
      }
    },

    solveDistances(start, count, alpha) {
      for (let c = start; c < start + count; c++) {
        const [a, b] = [ends[2 * c]!, ends[2 * c + 1]!]
        const [wa, wb] = [particles[a + 3]!, particles[b + 3]!]
        const d = difference(a, b)
        const length = sqrt(d[3])
        const divisor = mul(add(add(wa, wb), f(alpha)), length)
        const own = share(sub(length, restLengths[c]!), divisor)
        move(a, mul(own, wa), d)
        move(b, -mul(own, wb), d)
      }
    },

    limitDistances(start, count, stretch) {
      let largest = 0
      for (let c = start; c < start + count; c++) {
        const [a, b] = [ends[2 * c]!, ends[2 * c + 1]!]
        const [wa, wb] = [particles[a + 3]!, particles[b + 3]!]
        const d = difference(a, b)
        const longest = mul(f(stretch), restLengths[c]!)
        if (d[3] <= mul(longest, longest)) continue
        const length = sqrt(d[3])
        largest = Math.max(largest, div(length, restLengths[c]!))
        const own = share(sub(length, longest), mul(add(wa, wb), length))
        move(a, mul(own, wa), d)
        move(b, -mul(own, wb), d)
      }
      return largest
    },

    updateVelocities(h) {
      const perSecond = f(1 / h)
      for (let i = 0; i < particles.length; i += 4) {
        if (particles[i + 3] === 0) continue
        for (let k = 0; k < 3; k++) {
          const way = sub(particles[i + k]!, predicted[i + k]!)
          velocities[i + k] = add(velocities[i + k]!, mul(way, perSecond))
        }
      }
    },
  }
}
