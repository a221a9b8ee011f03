/** English texts of instruments. */
import type { InstrumentTexts } from './InstrumentTexts.js'

export const english: InstrumentTexts = {
  language: 'en',
  energy: 'Energy',
  time: 'Time',
  quantities: {
    kinetic: 'Kinetic',
    gravitational: 'Gravitational',
    elastic: 'Elastic',
    total: 'Total',
    maxStrain: 'Largest strain',
    meanStrain: 'Mean strain',
    contacts: 'Contacts',
    windWork: 'Work of the wind',
    tension: 'Tension at pin',
  },
  share: 'Value',
  earlier: (label) => `${label} (earlier)`,
  pause: 'Hold',
  save: (kind) => `Save ${kind}`,
  reader: (title) => `${title}: values over time`,
  keys: 'Arrow keys move along the time, Page Up and Page Down faster, Home and End to either end, Escape back to the newest values.',
  lines: 'Lines',
  nothing: 'Nothing has been recorded yet.',
  noChart: 'The chart cannot be drawn: the package uplot is not there.',
  summary: (seconds) => `Recorded over ${seconds}.`,
  course: (label, last, least, greatest) =>
    `${label}: ${last} at the end, between ${least} and ${greatest}.`,
}
