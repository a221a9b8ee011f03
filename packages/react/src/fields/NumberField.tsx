'use client'
/**
 * A number as a native slider and a native input that say the same. What is typed beyond the range is
 * taken as the nearest value within, and that is said.
 */
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldTexts } from './FieldTexts.js'
import { inputText, writeQuantity } from './writeNumber.js'

export interface NumberRange {
  readonly min: number
  readonly max: number
  readonly step: number
  /** '' where there is none. */
  readonly unit: string
}

/** How the inputs of a panel answer; the same for all of its fields. */
export interface FieldRules {
  readonly texts: FieldTexts
  /** Says something to those who do not see it, politely. */
  readonly announce: (text: string) => void
}

export interface NumberFieldProps extends FieldRules {
  readonly id: string
  /** Ids of the elements that name the number, to be written one after the other. */
  readonly labelledBy: string
  readonly describedBy?: string | undefined
  readonly range: NumberRange
  /** Whole numbers only. */
  readonly integer?: boolean | undefined
  readonly value: number
  readonly onChange: (value: number) => void
  /** Wait until a slider is let go and a number is left, as the change is costly. */
  readonly onCommit?: boolean | undefined
}

export function NumberField({
  id,
  labelledBy,
  describedBy,
  range,
  integer = false,
  value,
  onChange,
  onCommit = false,
  texts,
  announce,
}: NumberFieldProps): ReactNode {
  const { min, max, step, unit } = range
  const [slid, setSlid] = useState<number>()
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState('')
  const slider = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = slid ?? value
  const write = (number: number, withUnit: string): string =>
    writeQuantity(number, withUnit, texts.language)

  const take = (next: number): void => {
    if (next !== value) onChange(next)
  }
  const commitSlider = (): void => {
    if (slid === undefined) return
    setSlid(undefined)
    take(slid)
  }
  const commitTyped = (): void => {
    // An input that is removed while somebody types says for a last time that it has changed.
    if (typed === undefined || !input.current) return
    setTyped(undefined)
    const number = input.current.valueAsNumber
    const next = Math.min(max, Math.max(min, integer ? Math.round(number) : number))
    let text = ''
    if (Number.isNaN(next)) text = texts.notANumber(write(value, unit))
    else if (next !== number)
      text = texts.outOfRange(
        write(number, ''),
        write(min, ''),
        write(max, unit),
        write(next, unit),
      )
    setProblem(text)
    if (text !== '') announce(text)
    if (!Number.isNaN(next)) take(next)
  }
  useNativeChange(slider, commitSlider)
  useNativeChange(input, commitTyped)

  const isWrong = typed !== undefined && !isWithin(Number(typed || NaN), range, integer)
  const unitId = `${id}-unit`
  return (
    <Fragment>
      <input
        ref={slider}
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={shown}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-valuetext={write(shown, unit)}
        onChange={(event) => {
          const next = event.target.valueAsNumber
          setProblem('')
          if (onCommit) setSlid(next)
          else onChange(next)
        }}
        onBlur={commitSlider}
      />
      <input
        ref={input}
        type="number"
        inputMode={integer && min >= 0 ? 'numeric' : 'decimal'}
        lang={texts.language}
        min={min}
        max={max}
        step={step}
        value={typed ?? inputText(shown)}
        aria-labelledby={unit === '' ? labelledBy : `${labelledBy} ${unitId}`}
        aria-describedby={problem === '' ? describedBy : `${id}-problem`}
        aria-invalid={isWrong}
        onChange={(event) => {
          const text = event.target.value
          setTyped(text)
          setProblem('')
          const next = event.target.valueAsNumber
          if (!onCommit && isWithin(next, range, integer)) take(next)
        }}
        onBlur={commitTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commitTyped()
        }}
      />
      <span className="billow-field-unit" id={unitId}>
        {unit}
      </span>
      {problem === '' ? null : (
        <p className="billow-field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </Fragment>
  )
}

function isWithin(value: number, { min, max }: NumberRange, integer: boolean): boolean {
  return value >= min && value <= max && (!integer || Number.isInteger(value))
}

/** Calls back when a value is meant to stay, of which React, whose `onChange` is `input`, tells nothing. */
function useNativeChange(
  ref: { readonly current: HTMLInputElement | null },
  callback: () => void,
): void {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    const element = ref.current!
    const listener = (): void => {
      latest.current()
    }
    element.addEventListener('change', listener)
    return () => {
      element.removeEventListener('change', listener)
    }
  }, [ref])
}
