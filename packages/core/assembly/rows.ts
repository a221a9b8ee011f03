/**
 * Sweeps over whole grids, row by row: what `solveDistances` and `limitDistances` do over the lists that
 * `rowOrder.ts` makes, bit by bit, but without looking up particles one by one.
 *
 * A row is turned once into blocks of four particles (`blocks.ts`), in which neighbours lie block
 * beside block. Rows stay there while all families pass over them, bend two rows ahead of shear and
 * shear, which leaves out every other two rows at first, four ahead of structural: that is as far as
 * each reaches, so every particle meets its constraints in the same order as if one family after the
 * other had gone over the whole sheet.
 */
import {
  BLOCK,
  loadRow,
  OFFSET_X,
  OFFSET_Y,
  OFFSET_Z,
  storeRow,
  turnBack,
  turnBlock,
  VALID,
  WEIGHT,
  X,
  Y,
  Z,
} from './blocks'
import { LARGEST, largestOf, VECTOR } from './lanes'

/** Rows that are in blocks at once, a power of two. */
const RING: usize = 8

/** What all runs of a sweep have in common, in front of the blocks: vectors, and two numbers. */
const MOST_SQUARED: usize = 0
const STRETCHES: usize = 16
const ALPHAS: usize = 32
const RATIOS: usize = 48
const IS_LIMIT: usize = 64
const HAS_MOVED: usize = 68
const SPARE: usize = 80
const FIRST_ROW: usize = SPARE + BLOCK

/**
 * Four constraints at a time, between blocks from `a` and `b` on, of which every `step` bytes one has
 * its turn.
 *
 * @param rests rest lengths, four of each; where the next ones are is returned
 */
function run(common: usize, a: usize, b: usize, count: usize, step: usize, rests: usize): usize {
  const zero = f32x4.splat(0)
  const isLimit = load<i32>(common, IS_LIMIT)
  for (; count > 0; count--, a += step, b += step, rests += VECTOR) {
    const ax = v128.load(a, OFFSET_X)
    const ay = v128.load(a, OFFSET_Y)
    const az = v128.load(a, OFFSET_Z)
    const bx = v128.load(b, OFFSET_X)
    const by = v128.load(b, OFFSET_Y)
    const bz = v128.load(b, OFFSET_Z)
    const dx = f32x4.add(f32x4.sub(v128.load(b, X), v128.load(a, X)), f32x4.sub(bx, ax))
    const dy = f32x4.add(f32x4.sub(v128.load(b, Y), v128.load(a, Y)), f32x4.sub(by, ay))
    const dz = f32x4.add(f32x4.sub(v128.load(b, Z), v128.load(a, Z)), f32x4.sub(bz, az))
    const sum = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz))
    const squared = f32x4.pmin(sum, v128.load(common, MOST_SQUARED))
    const longest = f32x4.mul(v128.load(common, STRETCHES), v128.load(rests))
    let meant = v128.and(v128.load(a, VALID), v128.load(b, VALID))
    if (isLimit) {
      meant = v128.and(meant, f32x4.gt(squared, f32x4.mul(longest, longest)))
      // Most constraints are short enough most of the time.
      if (!v128.any_true(meant)) continue
      store<i32>(common, 1, HAS_MOVED)
      const ratio = f32x4.div(f32x4.sqrt(squared), v128.load(rests))
      v128.store(common, f32x4.pmax(v128.load(common, RATIOS), v128.and(ratio, meant)), RATIOS)
    }
    const length = f32x4.sqrt(squared)
    const wa = v128.load(a, WEIGHT)
    const wb = v128.load(b, WEIGHT)
    const give = f32x4.add(f32x4.add(wa, wb), v128.load(common, ALPHAS))
    const divisor = f32x4.mul(give, length)
    const part = f32x4.div(f32x4.sub(length, longest), divisor)
    const share = v128.and(v128.and(part, f32x4.gt(divisor, zero)), meant)
    const sa = f32x4.mul(share, wa)
    const sb = f32x4.mul(share, wb)
    v128.store(a, f32x4.add(ax, f32x4.mul(sa, dx)), OFFSET_X)
    v128.store(a, f32x4.add(ay, f32x4.mul(sa, dy)), OFFSET_Y)
    v128.store(a, f32x4.add(az, f32x4.mul(sa, dz)), OFFSET_Z)
    v128.store(b, f32x4.sub(bx, f32x4.mul(sb, dx)), OFFSET_X)
    v128.store(b, f32x4.sub(by, f32x4.mul(sb, dy)), OFFSET_Y)
    v128.store(b, f32x4.sub(bz, f32x4.mul(sb, dz)), OFFSET_Z)
  }
  return rests
}

/** The last block of a row beside the first one of a row: only three lanes have a neighbour. */
function runAround(common: usize, a: usize, b: usize, rests: usize): usize {
  turnBlock(b, common + SPARE)
  const next = run(common, a, common + SPARE, 1, 0, rests)
  turnBack(common + SPARE, b)
  return next
}

/**
 * A row's constraints along it, between particles that are `distance` columns apart. First every other
 * `distance` blocks, so that one constraint need not wait for the one before, then those between.
 */
function runAlong(common: usize, row: usize, width: usize, distance: usize, rests: usize): usize {
  const step = distance << 1
  for (let first = distance; first < distance + step; first++) {
    const count = (width - first + step - 1) / step
    const a = row + first * BLOCK
    rests = run(common, a, a - distance * BLOCK, count, step * BLOCK, rests)
  }
  for (let k: usize = 0; k < distance; k++)
    rests = runAround(common, row + k * BLOCK, row + (width + k - distance) * BLOCK, rests)
  return rests
}

/** Both diagonals between a row and the one before: from particles to those a column before. */
function runDiagonals(common: usize, ring: usize, size: usize, row: usize, rests: usize): usize {
  const count = size / BLOCK - 1
  const a = rowAt(ring, size, row)
  const b = rowAt(ring, size, row - 1)
  const last = size - BLOCK
  rests = run(common, a + BLOCK, b, count, BLOCK, rests)
  rests = runAround(common, a, b + last, rests)
  rests = run(common, b + BLOCK, a, count, BLOCK, rests)
  return runAround(common, b, a + last, rests)
}

/** Diagonals of two rows, as far as there are rows, with those before them. */
function runRows(
  common: usize,
  ring: usize,
  size: usize,
  first: usize,
  rows: usize,
  rests: usize,
): usize {
  for (let row = first; row < first + 2; row++)
    if (row > 0 && row < rows) rests = runDiagonals(common, ring, size, row, rests)
  return rests
}

/**
 * @param room zeros: for what sweeps have in common, and eight rows in blocks
 * @param bends, shears, structurals rest lengths per family, 0 where a family has no turn
 */
function sweep(
  particles: usize,
  apart: usize,
  nobody: usize,
  columns: usize,
  rows: usize,
  room: usize,
  bends: usize,
  shears: usize,
  structurals: usize,
  bendAlpha: f32,
  shearAlpha: f32,
  structuralAlpha: f32,
  stretch: f32,
  isLimit: i32,
): void {
  const width = (columns + 3) >> 2
  v128.store(room, f32x4.splat(LARGEST), MOST_SQUARED)
  v128.store(room, f32x4.splat(stretch), STRETCHES)
  v128.store(room, f32x4.splat(0), RATIOS)
  store<i32>(room, isLimit, IS_LIMIT)
  const ring = room + FIRST_ROW
  const size = width * BLOCK
  const rowBytes = columns << 4
  // Of shear, those that are left out at first follow after the others.
  const first = ((rows >> 2) << 1) + min<usize>(rows & 3, 2) - 1
  let leftOut = shears + first * 2 * width * VECTOR
  // Rows that a limit has moved, as bits: 0 for the newest.
  let moved: i32 = 0
  for (let r: usize = 0; r < rows + RING - 1; r++) {
    if (r < rows) {
      const row = rowAt(ring, size, r)
      loadRow(particles + r * rowBytes, apart, nobody, columns, row)
      if (bends) {
        v128.store(room, f32x4.splat(bendAlpha), ALPHAS)
        bends = runAlong(room, row, width, 2, bends)
        if (r >= 2) bends = run(room, row, rowAt(ring, size, r - 2), width, BLOCK, bends)
      }
    }
    if (shears && (r & 3) === 3) {
      v128.store(room, f32x4.splat(shearAlpha), ALPHAS)
      shears = runRows(room, ring, size, r - 3, rows, shears)
      if (r > 3) leftOut = runRows(room, ring, size, r - 5, rows, leftOut)
      moved |= takeMoved(room, 0b1111100)
    }
    if (structurals && r >= 6 && r < rows + 6) {
      const row = rowAt(ring, size, r - 6)
      v128.store(room, f32x4.splat(structuralAlpha), ALPHAS)
      structurals = runAlong(room, row, width, 1, structurals)
      if (r > 6) structurals = run(room, row, rowAt(ring, size, r - 7), width, BLOCK, structurals)
      moved |= takeMoved(room, 0b11000000)
    }
    if (r >= 7 && (!isLimit || moved & 0b10000000))
      storeRow(particles + apart + (r - 7) * rowBytes, columns, rowAt(ring, size, r - 7))
    moved <<= 1
  }
}

function rowAt(ring: usize, size: usize, row: usize): usize {
  return ring + (row & (RING - 1)) * size
}

/** @returns those rows of a limit, as bits, if something in them moved */
function takeMoved(common: usize, rows: i32): i32 {
  const hasMoved = load<i32>(common, HAS_MOVED)
  store<i32>(common, 0, HAS_MOVED)
  return hasMoved ? rows : 0
}

/** Ends where `solveDistances` does, called for each family that has a turn in this order. */
export function solveRows(
  particles: usize,
  apart: usize,
  nobody: usize,
  columns: usize,
  rows: usize,
  room: usize,
  bends: usize,
  shears: usize,
  structurals: usize,
  alphas: usize,
): void {
  // prettier-ignore
  sweep(
    particles, apart, nobody, columns, rows, room, bends, shears, structurals,
    f32.load(alphas), f32.load(alphas, 4), f32.load(alphas, 8), 1, 0,
  )
}

/** Ends where `limitDistances` does, called for shear and then for structural, and returns the same. */
export function limitRows(
  particles: usize,
  apart: usize,
  nobody: usize,
  columns: usize,
  rows: usize,
  room: usize,
  shears: usize,
  structurals: usize,
  stretch: f32,
): f32 {
  // prettier-ignore
  sweep(
    particles, apart, nobody, columns, rows, room, 0, shears, structurals,
    0, 0, 0, stretch, 1,
  )
  return largestOf(v128.load(room, RATIOS))
}
