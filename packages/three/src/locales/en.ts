/** English texts of shaders. */
import type { ShaderTexts } from './ShaderTexts.js'

export const shaderTexts: ShaderTexts = {
  language: 'en',
  shaders: {
    normal: { label: 'Normals', description: 'Which way the surface faces, as a colour.' },
    'blinn-phong': {
      label: 'Blinn-Phong',
      description: 'Ambient, diffuse and specular reflection of one light.',
    },
  },
  groups: { light: 'Light', surface: 'Surface', terms: 'Terms' },
  uniforms: {
    space: 'Space',
    color: 'Colour',
    ambient: 'Ambient',
    diffuse: 'Diffuse',
    specular: 'Specular',
    ka: 'Ambient share ka',
    kd: 'Diffuse share kd',
    ks: 'Specular share ks',
    shininess: 'Shininess p',
    light: 'Light from',
    lightPosition: 'Position of the lamp',
    lightIntensity: 'Intensity I',
    ambientLight: 'Ambient light Ia',
  },
  choices: { lamp: 'One lamp', scene: 'The scene', world: 'World', eye: 'Eye' },
  axes: { X: 'x', Y: 'y', Z: 'z', R: 'red', G: 'green', B: 'blue' },
}
