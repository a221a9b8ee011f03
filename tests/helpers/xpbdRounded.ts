/**
 * The xpbd kernels with `Math.fround` around every operation: what single precision gives, number by
 * number, for the WebAssembly kernels to be compared with bit by bit. Far too slow for anything else.
 */
import { createRoundedHinges } from './xpbdRoundedHinges.js'
import { sampleRoundedWind } from './xpbdRoundedWind.js'
import { linkOf, type XpbdKernels } from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import { endStep } from '../../packages/core/src/cloth/solvers/xpbd/plainEndStep.js'
import type { XpbdMemory } from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'

const f = Math.fround
const add = (a: number, b: number): number => f(a + b)
const sub = (a: number, b: number): number => f(a - b)
const mul = (a: number, b: number): number => f(a * b)
const div = (a: number, b: number): number => f(a / b)
const sqrt = (a: number): number => f(Math.sqrt(a))

const LARGEST = 3.4028234663852886e38

export function createRoundedKernels(memory: XpbdMemory): XpbdKernels {
  const { particles, offsets, predicted, before, velocities, residuals, accelerations } = memory
  const { ends, restLengths, tetherEnds, tetherLengths } = memory
  const { winds, corners, areas, airMasses } = memory
  const { parents, shares, factors, particleCount } = memory
  const firstNode = 4 * (particleCount + 1)

  function difference(from: number, to: number): readonly [number, number, number, number] {
    const [dx, dy, dz] = [0, 1, 2].map((k) =>
      add(sub(particles[to + k]!, particles[from + k]!), sub(offsets[to + k]!, offsets[from + k]!)),
    )
    const squared = add(add(mul(dx!, dx!), mul(dy!, dy!)), mul(dz!, dz!))
    return [dx!, dy!, dz!, Math.min(squared, LARGEST)]
  }

  function move(particle: number, scale: number, d: readonly number[]): void {
    for (let k = 0; k < 3; k++) {
      offsets[particle + k] = add(offsets[particle + k]!, mul(scale, d[k]!))
    }
  }

  function share(error: number, divisor: number): number {
    return divisor > 0 ? div(error, divisor) : 0
  }

  function change(i: number, by: number): void {
    const v = velocities[i]!
    const fast = add(v, by)
    velocities[i] = fast
    residuals[i] = sub(by, sub(fast, v))
  }

  const kernels: XpbdKernels = {
    pushByAir({ airDensity, drag, lift, dt }) {
      const third = f(1 / 3)
      const most = 1e6
      accelerations.fill(0)
      for (let t = 0; t < areas.length; t++) {
        const [a, b, c] = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!]
        const relative = (k: number): number => {
          const [atA, atB, atC] = [a, b, c].map((i) => sub(winds[i + k]!, velocities[i + k]!))
          return mul(add(add(atA!, atB!), atC!), third)
        }
        const u = [0, 1, 2].map(relative)
        const p = [0, 1, 2].map((k) => sub(particles[b + k]!, particles[a + k]!))
        const q = [0, 1, 2].map((k) => sub(particles[c + k]!, particles[a + k]!))
        const cross = (i: number, j: number): number => sub(mul(p[i]!, q[j]!), mul(p[j]!, q[i]!))
        const n = [cross(1, 2), cross(2, 0), cross(0, 1)]
        const dot = (x: readonly number[], y: readonly number[]): number =>
          add(add(mul(x[0]!, y[0]!), mul(x[1]!, y[1]!)), mul(x[2]!, y[2]!))
        const speed = sqrt(dot(u, u))
        const size = sqrt(dot(n, n))
        const strength = mul(airMasses[t]!, f(1 / dt))
        if (!(speed > 0 && speed < Infinity && size > 0 && size < Infinity && strength > 0))
          continue
        const cosine = div(dot(u, n), mul(size, speed))
        const pressure = Math.min(
          div(mul(mul(f(airDensity / 2), areas[t]!), speed), strength),
          most,
        )
        const facing = mul(pressure, cosine)
        let along = Math.min(mul(f(drag), Math.abs(facing)), 1)
        let across = Math.max(Math.min(mul(f(lift), facing), most), -most)
        const bend = mul(mul(across, across), sub(1, mul(cosine, cosine)))
        if (bend > mul(along, sub(2, along))) {
          if (bend > 1) across = div(across, sqrt(bend))
          along = sub(1, sqrt(sub(1, Math.min(bend, 1))))
        }
        const scale = mul(strength, third)
        const alongU = mul(scale, sub(along, mul(across, cosine)))
        const alongN = div(mul(mul(scale, across), speed), size)
        for (const corner of [a, b, c]) {
          for (let k = 0; k < 3; k++) {
            const force = add(mul(alongU, u[k]!), mul(alongN, n[k]!))
            const own = mul(force, particles[corner + 3]!)
            accelerations[corner + k] = add(accelerations[corner + k]!, own)
          }
        }
      }
    },

    integrate({ kept, pull, gravity }, h) {
      const lost = f(1 - kept)
      for (let i = 0; i < 4 * particleCount; i += 4) {
        const held = particles[i + 3] === 0
        for (let k = i; k < i + 3; k++) {
          if (!held) {
            const a = add(f(gravity[k - i]!), accelerations[k]!)
            const gain = add(mul(f(pull), a), residuals[k]!)
            change(k, sub(gain, mul(lost, velocities[k]!)))
            offsets[k] = add(mul(f(h), velocities[k]!), offsets[k]!)
          }
          predicted[k] = offsets[k]!
        }
      }
    },

    solveTethers(start, count, stretch) {
      for (let t = start; t < start + count; t++) {
        const i = tetherEnds[2 * t]!
        const d = difference(tetherEnds[2 * t + 1]!, i)
        const longest = mul(f(stretch), tetherLengths[t]!)
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

    solveRows({ bends, shears, structurals, end }, [structural, shear, bend]) {
      if (bend >= 0) kernels.solveDistances(bends, shears - bends, bend)
      if (shear >= 0) kernels.solveDistances(shears, structurals - shears, shear)
      if (structural >= 0) kernels.solveDistances(structurals, end - structurals, structural)
    },

    limitRows({ shears, structurals, end }, stretch) {
      const first = kernels.limitDistances(shears, structurals - shears, stretch)
      return Math.max(first, kernels.limitDistances(structurals, end - structurals, stretch))
    },

    solveHinges: createRoundedHinges(memory),

    sampleWind(modes) {
      sampleRoundedWind(memory, modes)
    },

    // In double precision on both sides.
    endStep: () => endStep(memory),

    gatherNodes(nodes, nodeCount, children, childCount) {
      for (let n = nodes; n < nodes + nodeCount; n++) {
        particles.fill(0, 4 * n, 4 * n + 3)
        offsets.fill(0, 4 * n, 4 * n + 3)
      }
      for (let c = children; c < children + childCount; c++) {
        const link = linkOf(c, particleCount)
        for (let k = 0; k < 3; k++) {
          const parent = parents[link]! + k
          const share = shares[link]!
          particles[parent] = add(particles[parent]!, mul(share, particles[4 * c + k]!))
          offsets[parent] = add(offsets[parent]!, mul(share, offsets[4 * c + k]!))
        }
      }
    },

    moveChildren(children, childCount) {
      for (let c = children; c < children + childCount; c++) {
        const link = linkOf(c, particleCount)
        for (let k = 0; k < 3; k++) {
          const parent = parents[link]! + k
          const way = sub(offsets[parent]!, before[parent - firstNode]!)
          offsets[4 * c + k] = add(offsets[4 * c + k]!, mul(factors[link]!, way))
        }
      }
    },

    updateVelocities(h) {
      const perSecond = f(1 / h)
      for (let i = 0; i < 4 * particleCount; i += 4) {
        const held = particles[i + 3] === 0
        for (let k = i; k < i + 3; k++) {
          if (!held) {
            const way = sub(offsets[k]!, predicted[k]!)
            change(k, add(mul(way, perSecond), residuals[k]!))
          }
          const x = particles[k]!
          const moved = add(x, offsets[k]!)
          offsets[k] = sub(offsets[k]!, sub(moved, x))
          particles[k] = moved
        }
      }
    },
  }
  return kernels
}
