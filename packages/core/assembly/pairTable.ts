/**
 * Where the search for pairs has what it works on, in bytes: the head of its memory, which holds counts
 * and addresses, and places in arrays that both halves of the search read. As `PairMemory.ts` lays it out.
 */

/** Counts in the head. */
export const ROW_COUNT: usize = 0
export const SPAN_COUNT: usize = 4
export const AXIS: usize = 8
export const LAST_COLUMN: usize = 12
export const BITS: usize = 16
export const MASK_U: usize = 20
export const MASK_V: usize = 24
export const FOUND: usize = 28
export const CROWDED: usize = 32

/** Addresses in it of arrays. */
export const NUMBERS: usize = 36
export const SPANS: usize = 40
export const PLACES: usize = 44
export const COLUMNS: usize = 48
export const ROWS: usize = 52
export const COLUMN_STARTS: usize = 56
export const ROW_STARTS: usize = 60
export const ORDERED: usize = 64
export const MEMBERS: usize = 68
export const SORTED_COLUMNS: usize = 72
export const XS: usize = 76
export const YS: usize = 80
export const ZS: usize = 84
export const GROUPS: usize = 88
export const EDGE_STARTS: usize = 92
export const EDGE_ENDS: usize = 96
export const STRETCHES: usize = 100
export const LISTED: usize = 104
export const PAIRS: usize = 108

/** Three numbers of 8 bytes. */
export const POINT: usize = 24

/** Where `numbers` have the corners of the grid, then the axes, then cells per metre along each of these. */
export const LOW: usize = 0
export const HIGH: usize = 24
export const INVERSES: usize = 48
export const SQUARE: usize = 72
export const SURELY: usize = 80
export const REACH: usize = 88
