/** The parameters of a table that change in one way, out of all of them. */
import type { Change, ParameterTable, ParameterValues } from '@billow/core'

export function paramsOf<Table extends ParameterTable>(
  table: Table,
  change: Change,
  params: ParameterValues<Table>,
): Partial<ParameterValues<Table>> {
  const entries = Object.keys(table)
    .filter((key) => table[key]!.change === change)
    .map((key) => [key, params[key]])
  return Object.fromEntries(entries) as Partial<ParameterValues<Table>>
}
