'use client'
/** A small picture of a shader, for the eye alone: its name stands beside it. */
import type { ShaderDescriptor } from '@billow/three/materials'
import { type ReactNode, useEffect, useRef } from 'react'
import type { AnyUniforms } from '../registry.js'
import { PREVIEW_SIZE, type ShaderPreviews } from './ShaderPreviews.js'

export interface PreviewProps {
  readonly previews: ShaderPreviews | undefined
  readonly shader: ShaderDescriptor
  /** Those of this shader. */
  readonly uniforms: AnyUniforms
}

export function Preview({ previews, shader, uniforms }: PreviewProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    previews?.show(canvas.current!, shader, uniforms)
  }, [previews, shader, uniforms])
  useEffect(() => {
    const { current } = canvas
    return () => previews?.forget(current!)
  }, [previews])
  return <canvas ref={canvas} width={PREVIEW_SIZE} height={PREVIEW_SIZE} aria-hidden="true" />
}
