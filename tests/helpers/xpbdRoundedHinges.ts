/** Bending by angle with `Math.fround` around every operation, as `xpbdRounded.ts` has the others. */
import {
  type HingeMemory,
  LEAST_GIVE,
  MAX_TURN,
} from '../../packages/core/src/cloth/solvers/xpbd/dihedral.js'

type Vector = readonly [number, number, number]

const f = Math.fround
const add = (a: number, b: number): number => f(a + b)
const sub = (a: number, b: number): number => f(a - b)
const mul = (a: number, b: number): number => f(a * b)
const div = (a: number, b: number): number => f(a / b)
const sqrt = (a: number): number => f(Math.sqrt(a))

const each = (f: (k: 0 | 1 | 2) => number): Vector => [f(0), f(1), f(2)]
const scaled = (by: number, v: Vector): Vector => each((k) => mul(by, v[k]))
const sum = (a: Vector, b: Vector): Vector => each((k) => add(a[k], b[k]))
const dot = (a: Vector, b: Vector): number =>
  add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]))
const cross = (a: Vector, b: Vector): Vector => [
  sub(mul(a[1], b[2]), mul(a[2], b[1])),
  sub(mul(a[2], b[0]), mul(a[0], b[2])),
  sub(mul(a[0], b[1]), mul(a[1], b[0])),
]

const LARGEST = 3.4028234663852886e38
const SMALLEST = 1.1754943508222875e-38

const finite = (a: number): boolean => Math.abs(a) <= LARGEST

const halved = (tangent: number): number =>
  div(tangent, add(1, sqrt(add(1, mul(tangent, tangent)))))

/** The kernel's `angles`, one by one. */
export function roundedAngle(sine: number, cosine: number): number {
  const size = Math.abs(sine)
  const tangent =
    cosine > 0 ? div(size, add(1, cosine)) : div(sub(1, cosine), Math.max(size, SMALLEST))
  const u = halved(halved(Math.min(tangent, 1e8)))
  const s = mul(u, u)
  let series = f(-1 / 15)
  for (const c of [1 / 13, -1 / 11, 1 / 9, -1 / 7, 1 / 5, -1 / 3, 1])
    series = add(f(c), mul(s, series))
  const angle = mul(mul(8, u), series)
  return sine < 0 ? -angle : angle
}

export function createRoundedHinges(memory: HingeMemory): (count: number, scale: number) => void {
  const { particles, offsets, hingeEnds, restCosines, restSines, shapes } = memory

  const way = (from: number, to: number): Vector =>
    each((k) =>
      add(sub(particles[to + k]!, particles[from + k]!), sub(offsets[to + k]!, offsets[from + k]!)),
    )

  const move = (particle: number, factor: number, v: Vector, sound: boolean): void => {
    const moved = sound ? scaled(factor, v) : ([0, 0, 0] as const)
    for (let k = 0; k < 3; k++) offsets[particle + k] = add(offsets[particle + k]!, moved[k]!)
  }

  return (count, scale) => {
    for (let n = 0; n < count; n++) {
      const [a, b, c, d] = hingeEnds.subarray(4 * n, 4 * n + 4) as unknown as [
        number,
        number,
        number,
        number,
      ]
      const [e, p, q] = [way(c, d), way(c, a), way(c, b)]
      const [A, B] = [cross(e, p), cross(q, e)]
      const [ee, aa, bb] = [dot(e, e), dot(A, A), dot(B, B)]
      const length = sqrt(ee)
      const sizes = mul(sqrt(aa), sqrt(bb))
      const cosine = div(dot(A, B), sizes)
      const sine = -div(mul(length, dot(p, B)), sizes)
      const [rc, rs] = [restCosines[n]!, restSines[n]!]
      const error = roundedAngle(
        sub(mul(sine, rc), mul(cosine, rs)),
        add(mul(cosine, rc), mul(sine, rs)),
      )
      const [na, nb] = [scaled(div(length, aa), A), scaled(div(length, bb), B)]
      const nc = sum(scaled(sub(1, div(dot(p, e), ee)), na), scaled(sub(1, div(dot(q, e), ee)), nb))
      const both = sum(na, nb)
      const nd = each((k) => sub(both[k], nc[k]))
      const [wa, wb, wc, wd] = [a, b, c, d].map((i) => particles[i + 3]!) as [
        number,
        number,
        number,
        number,
      ]
      const inertia = add(
        add(mul(wa, div(ee, aa)), mul(wb, div(ee, bb))),
        add(mul(wc, dot(nc, nc)), mul(wd, dot(nd, nd))),
      )
      const give = Math.max(div(mul(shapes[n]!, f(scale)), inertia), LEAST_GIVE)
      const turn = div(error, add(1, give))
      const lambda = div(Math.max(Math.min(turn, MAX_TURN), -MAX_TURN), inertia)
      const sound = [aa, bb, inertia, lambda].every(finite) && inertia > 0
      move(a, mul(lambda, wa), na, sound)
      move(b, mul(lambda, wb), nb, sound)
      move(c, mul(-lambda, wc), nc, sound)
      move(d, mul(-lambda, wd), nd, sound)
    }
  }
}
