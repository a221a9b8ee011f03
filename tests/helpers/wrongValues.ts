/** Values that a parameter must refuse, by kind and bounds. */
import type { Parameter } from '@billow/core'

export function wrongValues(parameter: Parameter): unknown[] {
  switch (parameter.kind) {
    case 'boolean':
      return [null, 0, 1, 'true', [], {}]
    case 'choice':
      return [null, 0, '', 'nothing', String(parameter.default).toUpperCase(), [parameter.default]]
    case 'number':
      return wrongNumbers(parameter.valid)
    case 'integer':
      return [...wrongNumbers(parameter.valid), parameter.default + 0.5]
    case 'vector': {
      const { default: fallback, valid, integer } = parameter
      const numbers = [...wrongNumbers(valid), ...(integer ? [1.5] : [])]
      return [
        ...[null, 1, '1 2 3', {}, [], fallback.slice(1), [...fallback, 1]],
        ...numbers.flatMap((wrong) =>
          fallback.map((_, component) => fallback.with(component, wrong as number)),
        ),
      ]
    }
  }
}

function wrongNumbers(valid: { above?: number; atLeast?: number; atMost?: number }): unknown[] {
  const { above, atLeast, atMost } = valid
  return [
    ...[null, NaN, Infinity, -Infinity, '1', '', true, [1], {}],
    ...(above === undefined ? [] : [above, above - 1]),
    ...(atLeast === undefined ? [] : [atLeast - 1]),
    ...(atMost === undefined ? [] : [atMost + 1]),
  ]
}
