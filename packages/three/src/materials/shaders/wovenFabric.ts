/** Woven cloth: threads of two directions with a weave, a shine along each and a sheen of fibres. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import type { UniformTable } from '../UniformTable.js'
import { ambientLight, lightUniforms } from './lightUniforms.js'
import { plainVertex } from './plainVertex.glsl.js'
import { wovenFabricFragment } from './wovenFabric.glsl.js'

const share = {
  kind: 'number',
  min: 0,
  max: 1,
  step: 0.01,
  valid: { atLeast: 0, atMost: 1 },
  unit: '',
  change: 'live',
} as const

const uniforms = {
  weave: {
    kind: 'choice',
    choices: ['plain', 'twill', 'satin'],
    default: 'plain',
    group: 'weave',
    change: 'live',
  },
  warpColor: { kind: 'color', default: '#8c2f39', group: 'weave', change: 'live' },
  weftColor: { kind: 'color', default: '#b5545c', group: 'weave', change: 'live' },
  threads: {
    kind: 'vector',
    axes: ['U', 'V'],
    default: [120, 120],
    min: 1,
    max: 1000,
    step: 1,
    valid: { above: 0 },
    unit: '',
    group: 'weave',
    change: 'live',
  },
  roundness: { ...share, default: 0.6, group: 'weave' },
  // Below these, single pixels would shine.
  roughness: {
    ...share,
    default: 0.35,
    min: 0.1,
    valid: { atLeast: 0.1, atMost: 1 },
    group: 'shine',
  },
  spread: { ...share, default: 0.8, min: 0.1, valid: { atLeast: 0.1, atMost: 1 }, group: 'shine' },
  sheen: { ...share, default: 0.4, group: 'shine' },
  sheenColor: { kind: 'color', default: '#f2d9d0', group: 'shine', change: 'live' },
  sheenRoughness: {
    ...share,
    default: 0.5,
    min: 0.25,
    valid: { atLeast: 0.25, atMost: 1 },
    group: 'shine',
  },
  ...lightUniforms,
  // It is for scenes rather than for the lecture.
  light: { ...lightUniforms.light, default: 'scene' },
  ambientLight,
} as const satisfies UniformTable

export const wovenFabric = {
  id: 'woven-fabric',
  uniforms,
  vertexShader: plainVertex,
  fragmentShader: wovenFabricFragment,
  needs: { uv: true, tangents: true, lights: true },
} as const satisfies ShaderDescriptor
