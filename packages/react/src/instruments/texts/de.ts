/** German texts of instruments. */
import type { InstrumentTexts } from './InstrumentTexts.js'

export const german: InstrumentTexts = {
  language: 'de',
  energy: 'Energie',
  time: 'Zeit',
  quantities: {
    kinetic: 'Kinetisch',
    gravitational: 'Lageenergie',
    elastic: 'Elastisch',
    total: 'Gesamt',
    maxStrain: 'Größte Dehnung',
    meanStrain: 'Mittlere Dehnung',
    contacts: 'Kontakte',
    windWork: 'Arbeit des Windes',
    tension: 'Zugkraft am Pin',
  },
  share: 'Wert',
  earlier: (label) => `${label} (früher)`,
  pause: 'Anhalten',
  save: (kind) => `${kind} speichern`,
  reader: (title) => `${title}: Werte über der Zeit`,
  keys: 'Pfeiltasten gehen die Zeit entlang, Bild auf und Bild ab schneller, Pos1 und Ende an die Enden, Escape zurück zu den neuesten Werten.',
  lines: 'Linien',
  nothing: 'Es ist noch nichts aufgezeichnet.',
  noChart: 'Das Diagramm lässt sich nicht zeichnen: Das Paket uplot fehlt.',
  summary: (seconds) => `Aufgezeichnet über ${seconds}.`,
  course: (label, last, least, greatest) =>
    `${label}: zuletzt ${last}, zwischen ${least} und ${greatest}.`,
}
