'use client'
/** A native slider with its value in the writing of the language: arrow keys, Home and End work. */
import { Fragment, type ReactNode } from 'react'

interface Range {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: string
}

export interface SliderProps {
  readonly id: string
  readonly range: Range
  readonly value: number
  readonly onChange: (value: number) => void
  readonly language: string
}

/** Digits after the point that a step has: 0.005 has 3. */
const digitsOf = (step: number): number => (String(step).split('.')[1] ?? '').length

export function Slider({ id, range, value, onChange, language }: SliderProps): ReactNode {
  const { min, max, step, unit } = range
  const number = value.toLocaleString(language, { maximumFractionDigits: digitsOf(step) })
  const text = unit === '' ? number : `${number} ${unit}`
  return (
    <Fragment>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => {
          onChange(event.target.valueAsNumber)
        }}
      />
      <output htmlFor={id}>{text}</output>
    </Fragment>
  )
}
