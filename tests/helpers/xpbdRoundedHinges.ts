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

const finite = (a: number): boolean => Math.abs(a) <= LARGEST

/** Of the polynomial of Abramowitz and Stegun (4.4.49), from the constant on. */
const [A0, A2, A4, A6, A8, A10, A12, A14, A16] = [
  1, -0.3333314528, 0.1999355085, -0.1420889944, 0.1065626393, -0.07528964, 0.0429096138,
  -0.0161657367, 0.0028662257,
].map(f) as unknown as readonly [
  ...[number, number, number],
  ...[number, number, number],
  ...[number, number, number],
]

/** The kernel's `angles`, one by one. */
export function roundedAngle(sine: number, cosine: number): number {
  const [rise, run] = [Math.abs(sine), Math.abs(cosine)]
  const u = div(Math.min(rise, run), Math.max(rise, run))
  const s = mul(u, u)
  const [s2, s4] = [mul(s, s), mul(mul(s, s), mul(s, s))]
  const low = add(add(A0, mul(A2, s)), mul(s2, add(A4, mul(A6, s))))
  const middle = add(add(A8, mul(A10, s)), mul(s2, add(A12, mul(A14, s))))
  let angle = mul(u, add(low, mul(s4, add(middle, mul(s4, A16)))))
  if (rise > run) angle = sub(f(Math.PI / 2), angle)
  if (cosine < 0) angle = sub(f(Math.PI), angle)
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
      const cosine = dot(A, B)
      const sine = -mul(length, dot(p, B))
      const [rc, rs] = [restCosines[n]!, restSines[n]!]
      const error = roundedAngle(
        sub(mul(sine, rc), mul(cosine, rs)),
        add(mul(cosine, rc), mul(sine, rs)),
      )
      const [ga, gb] = [div(length, aa), div(length, bb)]
      const [na, nb] = [scaled(ga, A), scaled(gb, B)]
      const perSquare = div(1, ee)
      const nc = sum(
        scaled(sub(1, mul(dot(p, e), perSquare)), na),
        scaled(sub(1, mul(dot(q, e), perSquare)), nb),
      )
      const both = sum(na, nb)
      const nd = each((k) => sub(both[k], nc[k]))
      const [wa, wb, wc, wd] = [a, b, c, d].map((i) => particles[i + 3]!) as [
        number,
        number,
        number,
        number,
      ]
      const opposite = mul(length, add(mul(wa, ga), mul(wb, gb)))
      const edge = add(mul(wc, dot(nc, nc)), mul(wd, dot(nd, nd)))
      const inertia = add(opposite, edge)
      const give = Math.max(mul(shapes[n]!, f(scale)), mul(LEAST_GIVE, inertia))
      const bound = div(MAX_TURN, inertia)
      const lambda = Math.max(Math.min(div(error, add(inertia, give)), bound), -bound)
      const sound = [aa, bb, inertia, lambda].every(finite) && inertia > 0
      move(a, mul(lambda, wa), na, sound)
      move(b, mul(lambda, wb), nb, sound)
      move(c, mul(-lambda, wc), nc, sound)
      move(d, mul(-lambda, wd), nd, sound)
    }
  }
}
