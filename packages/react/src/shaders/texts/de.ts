/** German texts of the chooser. */
import type { ChooserTexts } from './ChooserTexts.js'

export const german: ChooserTexts = {
  language: 'de',
  shader: 'Shader',
  drop: 'oder hierher ziehen: PNG, JPEG, WebP oder AVIF',
  ownImage: (name) => `Dein Bild ${name}`,
  madeImage: 'Im Programm berechnet',
  imageErrors: {
    type: (type) =>
      `Das ist kein Bild als PNG, JPEG, WebP oder AVIF, sondern ${type}. Speichere es in einem dieser Formate.`,
    size: (size, largest) =>
      `Das Bild hat ${size} MB, möglich sind höchstens ${largest} MB. Verkleinere es.`,
    broken: 'Das Bild lässt sich nicht lesen, vielleicht ist es beschädigt. Speichere es neu.',
  },
}
