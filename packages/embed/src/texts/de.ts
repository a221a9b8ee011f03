/** German texts of the element. */
import { labels } from '@billow/core/locales/de'
import type { Texts } from './Texts.js'

export const texts: Texts = {
  labels,
  presets: {
    flag: {
      title: 'Fahne im Wind',
      description: 'Simulation: Eine Fahne, links an einem Mast befestigt, weht im Wind.',
    },
    curtain: {
      title: 'Vorhang',
      description:
        'Simulation: Ein Vorhang hängt in Falten an einer Stange und bewegt sich im leichten Luftzug.',
    },
    drape: {
      title: 'Tuch über einer Kugel',
      description: 'Simulation: Ein quadratisches Tuch fällt auf eine Kugel und legt sich um sie.',
    },
  },
  controls: 'Steuerung der Simulation',
  closeNotes: 'Hinweise schließen',
  noWebGL:
    'Die Simulation kann hier nicht gezeigt werden: Dieser Browser hat kein WebGL 2, oder es ist abgeschaltet.',
  contextLost: 'Der Browser hat dieser Simulation den Grafikspeicher entzogen.',
  showAgain: 'Wieder zeigen',
  failed: 'Die Simulation konnte nicht gestartet werden.',
  notAChoice: (name, choices) =>
    `${name}: erwartet wird eines von ${choices.join(', ')}; nicht übernommen`,
  unknownName: (name) => `${name}: diese Einstellung gibt es nicht; nicht übernommen`,
  tooMuchWork: (substeps, iterations) =>
    `So viele Teilchen, Teilschritte und Iterationen sind zu viel für eine Seite; genommen werden ${substeps} Teilschritte und ${iterations} Iterationen`,
}
