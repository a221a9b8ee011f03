'use client'
/** A picture of the user's in place of the one that is made in code: chosen as a file, or dropped. */
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Texture } from 'three'
import type { ChooserTexts } from '../texts/ChooserTexts.js'
import { IMAGE_TYPES, ImageError, LARGEST_FILE, readImage } from './readImage.js'
import { textureLimit } from './ShaderPreviews.js'

export interface TextureFieldProps {
  readonly id: string
  readonly content: 'color' | 'height'
  /** Undefined is the one that is made in code. */
  readonly texture: Texture | undefined
  readonly onChange: (texture: Texture) => void
  readonly texts: ChooserTexts
}

export function TextureField({
  id,
  content,
  texture,
  onChange,
  texts,
}: TextureFieldProps): ReactNode {
  const [problem, setProblem] = useState('')
  const [isOver, setOver] = useState(false)
  const isGone = useRef(false)
  const newest = useRef<File>(null)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    newest.current = file
    setProblem('')
    try {
      const read = await readImage(file, content, textureLimit())
      // While it was read, another may have been chosen, or the field has gone.
      if (isGone.current || newest.current !== file) read.dispose()
      else onChange(read)
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      if (newest.current === file) setProblem(describe(error, texts))
    }
  }
  const over = (next: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(next)
  }

  return (
    <div
      className="billow-shaders-image"
      data-over={isOver}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event)
        void take(event.dataTransfer.files[0])
      }}
    >
      <input
        id={id}
        type="file"
        accept={IMAGE_TYPES.join()}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          void take(event.target.files?.[0])
          // The same file can be chosen again after it was changed.
          event.target.value = ''
        }}
      />
      <p id={`${id}-hint`}>{texts.drop}</p>
      <p role="status">{texture ? texts.ownImage(texture.name) : texts.madeImage}</p>
      <p role="alert" className="billow-shaders-error">
        {problem}
      </p>
    </div>
  )
}

const megabytes = (bytes: number, language: string): string =>
  (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1 })

function describe({ problem, file }: ImageError, { imageErrors, language }: ChooserTexts): string {
  switch (problem) {
    case 'type':
      return imageErrors.type(file.type || file.name)
    case 'size':
      return imageErrors.size(megabytes(file.size, language), megabytes(LARGEST_FILE, language))
    case 'broken':
      return imageErrors.broken
  }
}
