/** German texts of hands. */
import type { HandTexts } from './HandTexts.js'

export const german: HandTexts = {
  language: 'de',
  cloth: 'Tuch',
  clothKeys:
    'Die Pfeiltasten wählen einen Punkt; Pos1, Ende, Bild auf und Bild ab gehen so weit wie möglich. ' +
    'Die Eingabetaste greift den Punkt oder lässt ihn los. Ist er gegriffen, bewegen ihn die Pfeiltasten, ' +
    'Bild auf und Bild ab von dir weg und zu dir hin, mit der Umschalttaste in kleinen Schritten. P steckt ' +
    'ihn fest oder löst ihn. Escape lässt los und geht danach hinaus.',
  grass: 'Gras',
  grassKeys:
    'Die Eingabetaste setzt einen Fuß auf oder hebt ihn. Die Pfeiltasten bewegen ihn über den Boden, mit ' +
    'der Umschalttaste in kleinen Schritten. Escape hebt ihn und geht danach hinaus.',
  point: (row, column) => `Punkt Reihe ${row}, Spalte ${column}`,
  numberedPoint: (number, count) => `Punkt ${number} von ${count}`,
  held: 'festgehalten',
  pinned: 'festgesteckt',
  moved: (way) => `um ${way} bewegt`,
  foot: (x, z) => `Fuß bei ${x} m, ${z} m`,
  footLifted: (x, z) => `Fuß gehoben bei ${x} m, ${z} m`,
  buttons: {
    hand: 'Hand',
    next: 'Nächster Punkt',
    previous: 'Voriger Punkt',
    grab: 'Greifen',
    release: 'Loslassen',
    pin: 'Feststecken',
    unpin: 'Lösen',
    fine: 'Kleine Schritte',
    left: 'Nach links',
    right: 'Nach rechts',
    up: 'Nach oben',
    down: 'Nach unten',
    near: 'Näher',
    far: 'Weiter weg',
    nothing: 'Kein Punkt ist gewählt',
  },
}
