/** German texts of shaders. */
import type { ShaderTexts } from './ShaderTexts.js'

export const shaderTexts: ShaderTexts = {
  language: 'de',
  shaders: {
    normal: { label: 'Normalen', description: 'Wohin die Fläche zeigt, als Farbe.' },
    'blinn-phong': {
      label: 'Blinn-Phong',
      description: 'Ambiente, diffuse und spiegelnde Reflexion eines Lichts.',
    },
  },
  groups: { light: 'Licht', surface: 'Oberfläche', terms: 'Anteile' },
  uniforms: {
    space: 'Raum',
    color: 'Farbe',
    ambient: 'Ambient',
    diffuse: 'Diffus',
    specular: 'Spiegelnd',
    ka: 'Ambienter Anteil ka',
    kd: 'Diffuser Anteil kd',
    ks: 'Spiegelnder Anteil ks',
    shininess: 'Glanzexponent p',
    light: 'Licht von',
    lightPosition: 'Ort der Lampe',
    lightIntensity: 'Lichtstärke I',
    ambientLight: 'Umgebungslicht Ia',
  },
  choices: { lamp: 'Einer Lampe', scene: 'Der Szene', world: 'Welt', eye: 'Auge' },
  axes: { X: 'x', Y: 'y', Z: 'z', R: 'Rot', G: 'Grün', B: 'Blau' },
}
