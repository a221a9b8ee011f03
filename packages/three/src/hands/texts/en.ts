/** English texts of hands. */
import type { HandTexts } from './HandTexts.js'

export const english: HandTexts = {
  language: 'en',
  cloth: 'Cloth',
  clothKeys:
    'Arrow keys choose a point; Home, End, Page Up and Page Down go as far as there are any. Enter ' +
    'takes the point or lets it go. While it is held, arrow keys move it, Page Up and Page Down move it ' +
    'away from you and towards you, with Shift by small steps. P pins or unpins it. Escape lets go, and ' +
    'then leaves.',
  grass: 'Grass',
  grassKeys:
    'Enter puts a foot down or lifts it. Arrow keys move it over the ground, with Shift by small steps. ' +
    'Escape lifts it, and then leaves.',
  point: (row, column) => `Point row ${row}, column ${column}`,
  numberedPoint: (number, count) => `Point ${number} of ${count}`,
  held: 'held',
  pinned: 'pinned',
  moved: (way) => `moved ${way}`,
  foot: (x, z) => `Foot at ${x} m, ${z} m`,
  footLifted: (x, z) => `Foot lifted at ${x} m, ${z} m`,
  buttons: {
    hand: 'Hand',
    next: 'Next point',
    previous: 'Previous point',
    grab: 'Take',
    release: 'Let go',
    pin: 'Pin',
    unpin: 'Unpin',
    fine: 'Small steps',
    left: 'Left',
    right: 'Right',
    up: 'Up',
    down: 'Down',
    near: 'Nearer',
    far: 'Farther',
    nothing: 'No point is chosen',
  },
}
