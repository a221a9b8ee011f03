/**
 * One step of four blades at once, after the model `stable`: the wind at their roots, forces, and
 * validation. Twin of `src/grass/ArrayMover.ts` and `src/grass/stepBlades.ts` in single precision; why
 * it is done like that is told in `src/grass/blade/`. Bodies are not in it.
 */
import { firstHalves, secondHalves } from './lanes'
import { windX, windY, windZ, sampleFour } from './windOfFour'

/** What four blades have that never changes: eleven vectors. See `src/grass/BladeMemory.ts`. */
const BLOCK: usize = 176
const HEIGHT: usize = 0
const FIRMNESS: usize = 16
const UP: usize = 32
const FRONT: usize = 80
const ROOT: usize = 128

/** Tips of four blades, xyz each. */
const TIPS: usize = 48

/** Where `numbers` have what acts on all blades alike. */
const DT: usize = 0
const STIFFNESS: usize = 4
const LIFT: usize = 8
const DECAY: usize = 12
const BOW: usize = 16
const GRAVITY: usize = 20

const FRONT_LEAST: f32 = 0.1
const LEAST_GUIDE: f32 = 0.05
/** A tip nearer to its root than this share of the height points nowhere. */
const POINTLESS: f32 = 2.220446e-16

function each(address: usize): v128 {
  return v128.load32_splat(address)
}

function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b)
}

function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b)
}

function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b)
}

function num(value: f32): v128 {
  return f32x4.splat(value)
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz))
}

/** a where the mask is set, else b. */
function choose(mask: v128, a: v128, b: v128): v128 {
  return v128.bitselect(a, b, mask)
}

/**
 * e to the power of x, for x ≤ 0: 2ⁿ e^r with |r| ≤ ln 2 / 2, and e^r by the polynomial of Cephes (Moshier
 * 1992, expf); wrong by 1e-7 of itself.
 */
function exp(given: v128): v128 {
  // Below, e^x is nothing beside 1.
  const x = f32x4.pmax(given, num(-87))
  const n = f32x4.floor(add(mul(x, num(1.4426950408889634)), num(0.5)))
  // ln 2 in two parts, the first of few digits, so that nothing is lost.
  const r = sub(sub(x, mul(n, num(0.693359375))), mul(n, num(-2.1219444e-4)))
  let p = num(1.98756915e-4)
  p = add(mul(p, r), num(1.3981999507e-3))
  p = add(mul(p, r), num(8.3334519073e-3))
  p = add(mul(p, r), num(4.1665795894e-2))
  p = add(mul(p, r), num(1.6666665459e-1))
  p = add(mul(p, r), num(5.0000001201e-1))
  const series = add(add(mul(p, mul(r, r)), r), num(1))
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23)
  return mul(series, power)
}

/** Where `turn` leaves a tip. */
let turnedX: v128 = f32x4(0, 0, 0, 0)
let turnedY: v128 = f32x4(0, 0, 0, 0)
let turnedZ: v128 = f32x4(0, 0, 0, 0)

/** |a × b|²: beside a · b it says what 1 − cos of a small angle is, which a difference from 1 does not. */
function crossSquares(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  const x = sub(mul(ay, bz), mul(az, by))
  const y = sub(mul(az, bx), mul(ax, bz))
  const z = sub(mul(ax, by), mul(ay, bx))
  return dot(x, y, z, x, y, z)
}

/**
 * How much of the wind w gets hold of tips p, (1 − |ŵ · p̂|) max(p · up, 0), where 1 − |cos| is
 * sin² / (1 + |cos|).
 *
 * @param both |w| |p|
 */
function holdOf(both: v128, along: v128, crossed: v128, rise: v128): v128 {
  const zero = num(0)
  const divisor = mul(both, add(both, f32x4.abs(along)))
  const dividend = mul(crossed, f32x4.pmax(rise, zero))
  return v128.and(f32x4.div(dividend, divisor), f32x4.gt(divisor, zero))
}

/**
 * Turns tips p towards equilibria e, as far as the angle falls; see `turnTowards`. With B = |p| |e|,
 * D = p · e, W = B + D, the fall f of tan ψ/2 and Q = W² + f² |p × e|², the new tip is
 * (|p|² (W² − f² |p × e|² − 2 f W D) / B e + 2 f B W p) / Q.
 *
 * @param squares |p|², and what it divides
 */
function turn(
  px: v128,
  py: v128,
  pz: v128,
  squares: v128,
  perSquare: v128,
  ex: v128,
  ey: v128,
  ez: v128,
  decay: v128,
): void {
  const squared = mul(dot(ex, ey, ez, ex, ey, ez), squares)
  const both = f32x4.sqrt(squared)
  const along = dot(px, py, pz, ex, ey, ez)
  const wide = add(both, along)
  const fall = exp(f32x4.neg(mul(mul(decay, both), perSquare)))
  const crossed = mul(mul(crossSquares(px, py, pz, ex, ey, ez), fall), fall)
  const widest = mul(wide, wide)
  const whole = add(widest, crossed)
  // Not one division by B Q: of next to no stiffness that would be more than single precision has.
  const scale = f32x4.div(num(1), whole)
  // Where there is no direction to turn to, no side to turn, or no number, it stays.
  const isNumber = v128.and(f32x4.lt(whole, num(Infinity)), f32x4.lt(scale, num(Infinity)))
  const turns = v128.and(f32x4.gt(wide, num(0)), isNumber)
  const twice = mul(add(fall, fall), wide)
  const share = mul(sub(sub(widest, crossed), mul(twice, along)), scale)
  const towards = f32x4.div(mul(squares, share), both)
  const stays = mul(twice, mul(both, scale))
  turnedX = choose(turns, add(mul(towards, ex), mul(stays, px)), px)
  turnedY = choose(turns, add(mul(towards, ey), mul(stays, py)), py)
  turnedZ = choose(turns, add(mul(towards, ez), mul(stays, pz)), pz)
}

/**
 * @param blocks `BLOCK` bytes per four blades
 * @param tips in and out, m
 * @param previous gets the tips as they were
 * @param fours how many times four blades
 * @param air the mean wind, and after it the modes, at places from the origin of the field
 * @param sources point sources of wind, also from there: place, strength, radius
 * @param windHold factor on the wind
 */
export function stepBlades(
  blocks: usize,
  tips: usize,
  previous: usize,
  guides: usize,
  strengths: usize,
  fours: usize,
  numbers: usize,
  air: usize,
  modes: usize,
  sources: usize,
  sourceCount: usize,
  windHold: f32,
): void {
  const zero = num(0)
  const one = num(1)
  const dt = each(numbers + DT)
  const stiffness = each(numbers + STIFFNESS)
  const lift = each(numbers + LIFT)
  const decay = each(numbers + DECAY)
  const bow = each(numbers + BOW)
  const gravityX = each(numbers + GRAVITY)
  const gravityY = each(numbers + GRAVITY + 4)
  const gravityZ = each(numbers + GRAVITY + 8)
  const grip = num(windHold)
  for (let n: usize = 0; n < fours; n++) {
    const h = v128.load(blocks, HEIGHT)
    const ux = v128.load(blocks, UP)
    const uy = v128.load(blocks, UP + 16)
    const uz = v128.load(blocks, UP + 32)

    sampleFour(
      v128.load(blocks, ROOT),
      v128.load(blocks, ROOT + 16),
      v128.load(blocks, ROOT + 32),
      air,
      modes,
      sources,
      sourceCount,
    )
    const wx = mul(windX, grip)
    const wy = mul(windY, grip)
    const wz = mul(windZ, grip)

    // x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3: into one vector of each.
    const t0 = v128.load(tips)
    const t1 = v128.load(tips, 16)
    const t2 = v128.load(tips, 32)
    v128.store(previous, t0)
    v128.store(previous, t1, 16)
    v128.store(previous, t2, 32)
    const perHeight = f32x4.div(one, h)
    // In parts of the height from here on, so that the smallest blade is like any other.
    const px = mul(
      perHeight,
      v128.shuffle<f32>(v128.shuffle<f32>(t0, t1, 0, 3, 6, 6), t2, 0, 1, 2, 5),
    )
    const py = mul(
      perHeight,
      v128.shuffle<f32>(v128.shuffle<f32>(t0, t1, 1, 4, 7, 7), t2, 0, 1, 2, 6),
    )
    const pz = mul(
      perHeight,
      v128.shuffle<f32>(v128.shuffle<f32>(t0, t1, 2, 5, 5, 5), t2, 0, 1, 4, 7),
    )

    const strength = f32x4.pmax(sub(v128.load(strengths), decay), zero)
    v128.store(strengths, strength)
    const eased = f32x4.pmax(sub(one, strength), num(FRONT_LEAST))
    const firm = mul(v128.load(blocks, FIRMNESS), add(stiffness, mul(lift, perHeight)))
    const rate = mul(firm, eased)
    const soft = f32x4.div(perHeight, rate)
    const way = mul(rate, dt)

    // Where blades would stand without wind.
    const sx = add(ux, mul(soft, add(gravityX, mul(bow, v128.load(blocks, FRONT)))))
    const sy = add(uy, mul(soft, add(gravityY, mul(bow, v128.load(blocks, FRONT + 16)))))
    const sz = add(uz, mul(soft, add(gravityZ, mul(bow, v128.load(blocks, FRONT + 32)))))

    const squares = dot(px, py, pz, px, py, pz)
    const perSquare = f32x4.div(one, squares)
    // The tip keeps its length while it turns.
    const both = f32x4.sqrt(mul(dot(wx, wy, wz, wx, wy, wz), squares))
    // Half the way first: how blades then stand in the wind is what counts for the whole.
    turnedX = px
    turnedY = py
    turnedZ = pz
    for (let share: f32 = 0.5; share <= 1; share += share) {
      const hold = mul(
        soft,
        holdOf(
          both,
          dot(wx, wy, wz, turnedX, turnedY, turnedZ),
          crossSquares(wx, wy, wz, turnedX, turnedY, turnedZ),
          dot(turnedX, turnedY, turnedZ, ux, uy, uz),
        ),
      )
      const ex = add(sx, mul(hold, wx))
      const ey = add(sy, mul(hold, wy))
      const ez = add(sz, mul(hold, wz))
      turn(px, py, pz, squares, perSquare, ex, ey, ez, mul(num(share), way))
    }

    // Above the ground, the guide where it belongs, and the curve as long as the blade is high.
    const height = dot(turnedX, turnedY, turnedZ, ux, uy, uz)
    const rise = f32x4.pmax(height, zero)
    const ax = sub(turnedX, mul(height, ux))
    const ay = sub(turnedY, mul(height, uy))
    const az = sub(turnedZ, mul(height, uz))
    const asides = dot(ax, ay, az, ax, ay, az)
    const aside = f32x4.sqrt(asides)
    const far = f32x4.sqrt(add(asides, mul(rise, rise)))
    const reach = reachPerLength(aside, rise, far)
    const stands = f32x4.le(far, num(POINTLESS))
    const qx = mul(h, choose(stands, ux, mul(reach, add(ax, mul(rise, ux)))))
    const qy = mul(h, choose(stands, uy, mul(reach, add(ay, mul(rise, uy)))))
    const qz = mul(h, choose(stands, uz, mul(reach, add(az, mul(rise, uz)))))
    const guide = mul(h, f32x4.pmax(sub(one, mul(reach, aside)), num(LEAST_GUIDE)))
    v128.store(guides, choose(stands, h, guide))

    const xy01 = firstHalves(qx, qy)
    const xy23 = secondHalves(qx, qy)
    const zx = v128.shuffle<f32>(qz, qx, 0, 5, 2, 7)
    v128.store(tips, v128.shuffle<f32>(xy01, zx, 0, 1, 4, 5))
    v128.store(tips, v128.shuffle<f32>(v128.shuffle<f32>(qy, qz, 1, 5, 1, 5), xy23, 0, 1, 4, 5), 16)
    v128.store(tips, v128.shuffle<f32>(zx, v128.shuffle<f32>(qy, qz, 3, 7, 3, 7), 2, 3, 4, 5), 32)

    blocks += BLOCK
    tips += TIPS
    previous += TIPS
    guides += 16
    strengths += 16
  }
}

/**
 * λ / |p| of tips p that are `aside` and `rise` away from their roots, with `far` = |p|: λ is the distance
 * of tip and root as a share of the height, for a blade that validation leaves as it is. As
 * `restingReach` has it, times |p|, with 9 + (7 − c − 12 s) / (1 + c) = 4 (4 + 2 c − 3 s) / (1 + c).
 */
function reachPerLength(aside: v128, rise: v128, far: v128): v128 {
  const wide = add(far, rise)
  const three = mul(num(3), aside)
  const four = mul(num(4), far)
  const under = f32x4.div(sub(add(four, add(rise, rise)), three), wide)
  const slope = mul(add(aside, aside), f32x4.sqrt(under))
  const divisor = add(sub(sub(four, three), rise), slope)
  const half = sub(mul(num(5.9), far), mul(num(0.05), rise))
  const root = f32x4.sqrt(sub(mul(half, half), mul(num(26.1), mul(far, far))))
  // Is the guide higher than the least, 1 − 3 aside / divisor > 0.05?
  const isHigh = f32x4.gt(mul(num(1 - LEAST_GUIDE), divisor), three)
  return f32x4.div(choose(isHigh, num(3), num(8.7)), choose(isHigh, divisor, add(half, root)))
}
