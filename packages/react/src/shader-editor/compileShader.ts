/**
 * Compiles a shader for trial, in the renderer of the small pictures, so that the canvas that people look
 * at never meets one that fails.
 */
import { BillowShaderMaterial, type ShaderDescriptor } from '@billow/three/materials'
import type { ShaderPreviews } from '../shaders/chooser/ShaderPreviews.js'
import { checkSource, type SourceProblem } from './checkSource.js'
import type { EditorTexts } from './EditorTexts.js'

export type ShaderPart = 'vertex' | 'fragment'

export interface ShaderProblem extends SourceProblem {
  readonly part: ShaderPart
}

/** What is wrong; nothing where it can be shown. */
export function compileShader(
  shader: ShaderDescriptor,
  previews: ShaderPreviews | undefined,
  texts: EditorTexts,
): ShaderProblem[] {
  const unsafe = [
    ...inPart('vertex', checkSource(shader.vertexShader, texts)),
    ...inPart('fragment', checkSource(shader.fragmentShader, texts)),
  ]
  if (unsafe.length > 0) return unsafe
  let material: BillowShaderMaterial
  try {
    material = new BillowShaderMaterial(shader)
  } catch (error) {
    // An #include of a chunk that does not exist; the message says which.
    const message = (error as Error).message.replace(/^@billow\/three: /, '')
    const part = shader.vertexShader.includes(/<(.*?)>/.exec(message)?.[0] ?? '')
      ? 'vertex'
      : 'fragment'
    return [{ part, message }]
  }
  try {
    return previews ? tryOut(material, previews, texts) : []
  } finally {
    material.dispose()
  }
}

function tryOut(
  material: BillowShaderMaterial,
  previews: ShaderPreviews,
  texts: EditorTexts,
): ShaderProblem[] {
  const lost: ShaderProblem[] = [{ part: 'fragment', message: texts.contextLost }]
  if (previews.isLost) return lost
  for (const each of [material, material.depthMaterial]) {
    const logs = each && previews.compile(each)
    if (logs) return readLogs(logs)
  }
  return previews.survives(material) ? [] : lost
}

/** String 1 is what was written; everything else is included, and its lines are not to be seen. */
const MESSAGE = /^ERROR: (\d+):(\d+): (.*)$/gm
const OWN_STRING = '1'

/** @param logs as WebGL gives them: `ERROR: string:line: what`, a line each */
export function readLogs({
  vertex,
  fragment,
  link,
}: {
  readonly vertex: string
  readonly fragment: string
  readonly link: string
}): ShaderProblem[] {
  const read = (part: ShaderPart, log: string): ShaderProblem[] =>
    [...log.matchAll(MESSAGE)].map(([, string, line, message]) => ({
      part,
      message: message!.trim(),
      ...(string === OWN_STRING ? { line: Number(line) } : {}),
    }))
  const found = [...read('vertex', vertex), ...read('fragment', fragment)]
  if (found.length > 0) return found
  const message = [vertex, fragment, link]
    .map((log) => log.replaceAll('\0', '').trim())
    .find(Boolean)
  return [{ part: 'fragment', message: message ?? '?' }]
}

const inPart = (part: ShaderPart, problems: readonly SourceProblem[]): ShaderProblem[] =>
  problems.map((problem) => ({ part, ...problem }))
