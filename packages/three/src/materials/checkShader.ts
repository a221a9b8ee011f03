/**
 * Whether a material compiles, before anything is drawn with it: a program that does not would leave a
 * hole in the picture. Messages name the line of the source as it was written.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Mesh,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import type { BillowShaderMaterial } from './BillowShaderMaterial.js'
import { checkSource, type ShaderProblem } from './checkSource.js'

/**
 * Compiles and links the material on this renderer, and draws nothing that is seen.
 *
 * @returns what is wrong; empty where nothing is
 */
export function checkShader(
  renderer: WebGLRenderer,
  material: BillowShaderMaterial,
): ShaderProblem[] {
  const { vertexShader, fragmentShader } = material.descriptor
  const problems = [
    ...checkSource(vertexShader, 'vertex'),
    ...checkSource(fragmentShader, 'fragment'),
  ]
  return problems.length > 0 ? problems : compile(renderer, material)
}

function compile(renderer: WebGLRenderer, material: BillowShaderMaterial): ShaderProblem[] {
  const problems: ShaderProblem[] = []
  const { debug } = renderer
  const { checkShaderErrors, onShaderError } = debug
  const before = renderer.getRenderTarget()
  const target = new WebGLRenderTarget(1, 1)
  // A triangle without area: three.js compiles it, and no pixel is touched.
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3))
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  debug.checkShaderErrors = true
  debug.onShaderError = (gl, program, vertex, fragment) => {
    problems.push(
      ...read(gl.getShaderInfoLog(vertex), 'vertex'),
      ...read(gl.getShaderInfoLog(fragment), 'fragment'),
    )
    if (problems.length > 0) return
    const message = gl.getProgramInfoLog(program)?.trim() || 'the two shaders do not link'
    problems.push({ stage: 'program', message })
  }
  try {
    renderer.setRenderTarget(target)
    renderer.render(mesh, new Camera())
  } finally {
    renderer.setRenderTarget(before)
    Object.assign(debug, { checkShaderErrors, onShaderError })
    target.dispose()
    geometry.dispose()
  }
  return problems
}

/** `ERROR: 1:12: 'x' : undeclared identifier` is about line 12 of source string 1. */
const MESSAGE = /^ERROR:\s*(\d+):(\d+):\s*(.*)$/

/** Source string of what was written itself (`expandChunks`). */
const WRITTEN = '1'

function read(log: string | null, stage: 'vertex' | 'fragment'): ShaderProblem[] {
  return (log ?? '').split('\n').flatMap((text): ShaderProblem[] => {
    const [, source, line, message] = MESSAGE.exec(text.replace('\0', '')) ?? []
    if (message === undefined) return []
    return [source === WRITTEN ? { stage, line: Number(line), message } : { stage, message }]
  })
}
