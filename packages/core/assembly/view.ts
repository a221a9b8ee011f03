/**
 * What is drawn of a cloth, in one call: positions between two states, box and sphere around them,
 * smooth normals, and both again for the vertices along seams. Twin of
 * `src/cloth/plainDrawing.ts`, bit by bit.
 *
 * Points are packed, xyz after xyz. Loads and stores take four numbers at once all the same: the
 * fourth belongs to the next point, is written by it afterwards, and after the last one there is room
 * for it. Sums of normals take a whole vector each. Functions hold no state and allocate nothing; all
 * numbers that are no counts or addresses lie in memory, since what is passed may become an object.
 */
import { firstHalves, firstPairs, secondHalves, secondPairs, VECTOR } from './lanes'

/** Three numbers of 4 bytes. */
const POINT: usize = 12

/** Four points. */
const FOUR_POINTS: usize = 48

/**
 * Where `numbers` has its parts, bytes: the corners of the box, a vector each, the square of the radius
 * in double precision, and the share.
 */
const MAX: usize = 16
const SQUARE: usize = 32
const ALPHA: usize = 40

/** y z x of a vector. */
function turn(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 1, 2, 0, 3)
}

/**
 * @param now, before positions per particle after the last step and one earlier
 * @param drawn, normals out: per particle
 * @param sums room for a vector per particle, and up to three more
 * @param triangles three particles each
 * @param numbers the share of `now` at `ALPHA`; the others are results
 */
export function draw(
  now: usize,
  before: usize,
  drawn: usize,
  normals: usize,
  sums: usize,
  count: usize,
  triangles: usize,
  triangleCount: usize,
  numbers: usize,
): void {
  place(now, before, drawn, count, numbers)
  memory.fill(sums, 0, count << 4)
  addNormals(drawn, sums, triangles, triangleCount)
  let squares = f64x2.splat(0)
  const cx = middle(numbers)
  const cy = middle(numbers + 4)
  const cz = middle(numbers + 8)
  const fours = count >> 2
  for (let n: usize = 0; n < fours; n++) {
    const p0 = v128.load(drawn)
    const p1 = v128.load(drawn, 12)
    const p2 = v128.load(drawn, 24)
    const p3 = v128.load(drawn, 36)
    const pxy01 = firstHalves(p0, p1)
    const pxy23 = firstHalves(p2, p3)
    const px = firstPairs(pxy01, pxy23)
    const py = secondPairs(pxy01, pxy23)
    const pz = firstPairs(secondHalves(p0, p1), secondHalves(p2, p3))
    squares = f64x2.pmax(squares, distances(px, py, pz, cx, cy, cz))
    squares = f64x2.pmax(squares, distances(last(px), last(py), last(pz), cx, cy, cz))

    const s0 = v128.load(sums)
    const s1 = v128.load(sums, 16)
    const s2 = v128.load(sums, 32)
    const s3 = v128.load(sums, 48)
    const zx01 = firstHalves(s0, s1)
    const zx23 = firstHalves(s2, s3)
    const z = firstPairs(zx01, zx23)
    const x = secondPairs(zx01, zx23)
    const y = firstPairs(secondHalves(s0, s1), secondHalves(s2, s3))
    const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z))
    const length = f32x4.sqrt(squared)
    if (v128.all_true<i32>(f32x4.gt(length, f32x4.splat(0)))) {
      const nx = f32x4.div(x, length)
      const ny = f32x4.div(y, length)
      const nz = f32x4.div(z, length)
      const nxy01 = firstHalves(nx, ny)
      const nxy23 = secondHalves(nx, ny)
      const nz01 = firstHalves(nz, nz)
      const nz23 = secondHalves(nz, nz)
      v128.store(normals, firstPairs(nxy01, nz01))
      v128.store(normals, secondPairs(nxy01, nz01), 12)
      v128.store(normals, firstPairs(nxy23, nz23), 24)
      // The last one must leave the next point alone, which may keep its normal.
      v128.store64_lane(normals, nxy23, 1, 36)
      f32.store(normals, f32x4.extract_lane(nz, 3), 44)
    } else {
      for (let k: usize = 0; k < 4; k++) setNormal(normals + k * POINT, sums + k * VECTOR)
    }
    drawn += FOUR_POINTS
    normals += FOUR_POINTS
    sums += 64
  }
  for (let n = fours << 2; n < count; n++) {
    const x = v128.load32_splat(drawn)
    const y = v128.load32_splat(drawn, 4)
    const z = v128.load32_splat(drawn, 8)
    squares = f64x2.pmax(squares, distances(x, y, z, cx, cy, cz))
    setNormal(normals, sums)
    drawn += POINT
    normals += POINT
    sums += VECTOR
  }
  const square = max<f64>(f64x2.extract_lane(squares, 0), f64x2.extract_lane(squares, 1))
  f64.store(numbers, square, SQUARE)
}

/** The centre of the box along one axis. */
function middle(numbers: usize): v128 {
  const low: f64 = f32.load(numbers)
  const high: f64 = f32.load(numbers, MAX)
  return f64x2.splat((low + high) / 2)
}

/** The last two numbers of a vector first. */
function last(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 2, 3, 2, 3)
}

/** Of the first two points from the centre, squared; in double precision. */
function distances(x: v128, y: v128, z: v128, cx: v128, cy: v128, cz: v128): v128 {
  const dx = f64x2.sub(f64x2.promote_low_f32x4(x), cx)
  const dy = f64x2.sub(f64x2.promote_low_f32x4(y), cy)
  const dz = f64x2.sub(f64x2.promote_low_f32x4(z), cz)
  return f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz))
}

/** Copies points of particles to the vertices that share them. */
export function spread(points: usize, particleOfVertex: usize, out: usize, count: usize): void {
  for (let n: usize = 0; n < count; n++) {
    v128.store(out, v128.load(points + load<usize>(particleOfVertex) * POINT))
    particleOfVertex += 4
    out += POINT
  }
}

/** Positions between the states, and the box of them. */
function place(now: usize, before: usize, drawn: usize, count: usize, numbers: usize): void {
  const alpha = v128.load32_splat(numbers, ALPHA)
  const isLast = f32.load(numbers, ALPHA) == 1
  let low = f32x4.splat(f32.POSITIVE_INFINITY)
  let high = f32x4.splat(f32.NEGATIVE_INFINITY)
  for (let n: usize = 0; n < count; n++) {
    let point = v128.load(now)
    if (!isLast) {
      const earlier = v128.load(before)
      point = f32x4.add(earlier, f32x4.mul(alpha, f32x4.sub(point, earlier)))
    }
    v128.store(drawn, point)
    low = f32x4.pmin(low, point)
    high = f32x4.pmax(high, point)
    now += POINT
    before += POINT
    drawn += POINT
  }
  v128.store(numbers, low)
  v128.store(numbers, high, MAX)
}

/**
 * Adds the cross product of every triangle to the sums of its corners, as z x y: turned so, it takes
 * one product of vectors less to turn.
 */
function addNormals(drawn: usize, sums: usize, triangles: usize, count: usize): void {
  for (let n: usize = 0; n < count; n++, triangles += POINT) {
    const a = load<usize>(triangles)
    const b = load<usize>(triangles, 4)
    const c = load<usize>(triangles, 8)
    const start = v128.load(drawn + a * POINT)
    const u = f32x4.sub(v128.load(drawn + b * POINT), start)
    const v = f32x4.sub(v128.load(drawn + c * POINT), start)
    const zxy = f32x4.sub(f32x4.mul(u, turn(v)), f32x4.mul(turn(u), v))
    const ofA = sums + (a << 4)
    const ofB = sums + (b << 4)
    const ofC = sums + (c << 4)
    v128.store(ofA, f32x4.add(v128.load(ofA), zxy))
    v128.store(ofB, f32x4.add(v128.load(ofB), zxy))
    v128.store(ofC, f32x4.add(v128.load(ofC), zxy))
  }
}

/** One normal from its sum z x y; where triangles have no area it stays. */
function setNormal(normal: usize, sum: usize): void {
  const z = f32.load(sum)
  const x = f32.load(sum, 4)
  const y = f32.load(sum, 8)
  const length = sqrt<f32>(x * x + y * y + z * z)
  if (!(length > 0)) return
  f32.store(normal, x / length)
  f32.store(normal, y / length, 4)
  f32.store(normal, z / length, 8)
}
