/**
 * The search for near pairs of points in two halves; what they do is told by their twins in TypeScript.
 * Functions hold no state: all is in one memory, at whose address 0 is told where. Coordinates are in
 * double precision, and all arithmetic is in the same order as in the twins.
 */
export { sort } from './pairCells'
export { list } from './pairLists'
