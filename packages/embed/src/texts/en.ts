/** English texts of the element. */
import { labels } from '@billow/core/locales/en'
import type { Texts } from './Texts.js'

export const texts: Texts = {
  labels,
  presets: {
    flag: {
      title: 'Flag in the wind',
      description: 'Simulation: a flag, held along its left edge by a pole, blows in the wind.',
    },
    curtain: {
      title: 'Curtain',
      description:
        'Simulation: a curtain hangs in pleats from a rail and moves in a light draught.',
    },
    drape: {
      title: 'Cloth over a sphere',
      description: 'Simulation: a square cloth falls onto a sphere and drapes around it.',
    },
  },
  controls: 'Simulation controls',
  closeNotes: 'Close notes',
  noWebGL:
    'The simulation cannot be shown here: this browser has no WebGL 2, or it is switched off.',
  contextLost: 'The browser has taken the graphics memory of this simulation away.',
  showAgain: 'Show again',
  failed: 'The simulation could not be started.',
  notAChoice: (name, choices) => `${name}: expected one of ${choices.join(', ')}; left out`,
  unknownName: (name) => `${name}: there is no such setting; left out`,
  tooMuchWork: (substeps, iterations) =>
    `That many particles, substeps and iterations are too much for a page; took ${substeps} substeps and ${iterations} iterations`,
}
