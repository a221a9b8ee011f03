/**
 * Validation for programs: a wrong value throws, and the message names the value, what is expected
 * and its unit. People's input goes through `fromText` instead, which clamps and warns.
 */
import type { Bounds, Parameter, ParameterTable, ParameterValues } from './Parameter.js'

/** Thrown for any value a Billow object cannot take. */
export class BillowError extends RangeError {
  override readonly name = 'BillowError'
}

/** `who` is the class or function that was called, as in `ClothSimulation`. */
export function fail(who: string, what: string): never {
  throw new BillowError(`@billow/core: ${who}: ${what}`)
}

/** A short, safe rendering of any value for an error message. */
export function show(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (Array.isArray(value)) {
    // Arrays in arrays are not looked into: made to, they would overflow the stack or fill pages.
    const short = (item: unknown): string => (Array.isArray(item) ? 'an array' : show(item))
    const items = value.slice(0, 4).map(short).join(', ')
    return value.length > 4 ? `[${items}, … ${value.length} items]` : `[${items}]`
  }
  if (value === null) return 'null'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'symbol') return 'a symbol'
  return `${value as number | bigint | boolean | undefined}`
}

/** `noun` with its bounds, in words: `an integer from 2 to 1024`. */
export function boundsText(noun: string, bounds: Bounds): string {
  const { above, atLeast, atMost } = bounds
  if (atLeast !== undefined && atMost !== undefined) return `${noun} from ${atLeast} to ${atMost}`
  if (above !== undefined && atMost !== undefined) return `${noun} > ${above} and <= ${atMost}`
  if (above !== undefined) return `${noun} > ${above}`
  if (atLeast !== undefined) return `${noun} >= ${atLeast}`
  if (atMost !== undefined) return `${noun} <= ${atMost}`
  return noun
}

export function within(value: number, { above, atLeast, atMost }: Bounds): boolean {
  return (
    (above === undefined || value > above) &&
    (atLeast === undefined || value >= atLeast) &&
    (atMost === undefined || value <= atMost)
  )
}

function unitText(unit: string): string {
  return unit === '' ? '' : ` (${unit})`
}

/** What a parameter accepts, in words: `a finite number > 0 (kg/m²)`. */
export function expectation(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'number':
      return boundsText('a finite number', parameter.valid) + unitText(parameter.unit)
    case 'integer':
      return boundsText('an integer', parameter.valid) + unitText(parameter.unit)
    case 'boolean':
      return 'true or false'
    case 'choice':
      return `one of ${parameter.choices.map(show).join(', ')}`
    case 'vector': {
      const noun = parameter.integer ? 'integers' : 'finite numbers'
      return `${parameter.axes.length} ${boundsText(noun, parameter.valid)}${unitText(parameter.unit)}`
    }
  }
}

function accepts(parameter: Parameter, value: unknown): boolean {
  switch (parameter.kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && within(value, parameter.valid)
    case 'integer':
      return Number.isInteger(value) && within(value as number, parameter.valid)
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return parameter.choices.some((choice) => choice === value)
    case 'vector': {
      const component = parameter.integer ? Number.isInteger : Number.isFinite
      return (
        Array.isArray(value) &&
        value.length === parameter.axes.length &&
        // Spread, since `every` passes over holes.
        [...(value as unknown[])].every(
          (item) => component(item) && within(item as number, parameter.valid),
        )
      )
    }
  }
}

/** @throws BillowError when `value` is not what `parameter` accepts. */
export function checkValue(who: string, key: string, parameter: Parameter, value: unknown): void {
  if (!accepts(parameter, value)) {
    fail(who, `${key} must be ${expectation(parameter)}, got ${show(value)}`)
  }
}

/**
 * The values in `given` that belong to `table`, checked. Keys set to `undefined` count as absent,
 * as they do for React props; keys of other tables are not looked at.
 *
 * @throws BillowError for the first wrong value, before anything is changed.
 */
export function checkValues<Table extends ParameterTable>(
  who: string,
  table: Table,
  given: object,
): Partial<ParameterValues<Table>> {
  const values: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(table)) {
    const value = (given as Readonly<Record<string, unknown>>)[key]
    if (value === undefined) continue
    checkValue(who, key, parameter, value)
    values[key] = Array.isArray(value) ? value.map(plain) : plain(value)
  }
  return values as Partial<ParameterValues<Table>>
}

/** −0 becomes 0, which is what JSON makes of it: a scene that is written and read stays the same. */
function plain(value: unknown): unknown {
  return value === 0 ? 0 : value
}

/** A checked finite number, for arguments that are not in a table. */
export function checkNumber(
  who: string,
  name: string,
  value: unknown,
  bounds: Bounds = {},
  unit = '',
): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || !within(value, bounds)) {
    fail(
      who,
      `${name} must be ${boundsText('a finite number', bounds)}${unitText(unit)}, got ${show(value)}`,
    )
  }
  return value
}

/** A checked point or direction `[x, y, z]`. */
export function checkPoint(
  who: string,
  name: string,
  value: unknown,
  unit = 'm',
): readonly [number, number, number] {
  const ok =
    (Array.isArray(value) || ArrayBuffer.isView(value)) &&
    (value as ArrayLike<unknown>).length === 3 &&
    [0, 1, 2].every((axis) => Number.isFinite((value as ArrayLike<unknown>)[axis]))
  if (!ok)
    fail(who, `${name} must be 3 finite numbers [x, y, z]${unitText(unit)}, got ${show(value)}`)
  const point = value as ArrayLike<number>
  // −0 becomes 0, as above.
  return [point[0]! + 0, point[1]! + 0, point[2]! + 0]
}
