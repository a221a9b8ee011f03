/**
 * A recording as a table in CSV (RFC 4180), for spreadsheets and programs: lines that begin with # say what
 * it is of, the header has names and units, and numbers have a decimal point in any language.
 */
import type { RecordedSeries } from './Recording.js'

const NEW_LINE = '\r\n'

/** @param title what it is called, in the first line */
export function toCsv(recorded: RecordedSeries, title: string): string {
  const { quantities, conditions, times } = recorded
  const columns = quantities.map(({ id }) => recorded.valuesOf(id))
  const lines = [
    `# ${plain(title)}`,
    ...Object.entries(conditions).map(([name, value]) => `# ${plain(name)}: ${plain(value)}`),
    ['time (s)', ...quantities.map(({ id, unit }) => (unit === '' ? id : `${id} (${unit})`))]
      .map(cell)
      .join(),
  ]
  for (let n = 0; n < times.length; n++)
    lines.push([times[n]!, ...columns.map((column) => column[n]!)].map(figure).join())
  return lines.join(NEW_LINE) + NEW_LINE
}

/** The shortest that reads back as the same number; nothing for what is none. */
function figure(value: number): string {
  return Number.isFinite(value) ? String(value) : ''
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** In one line. */
function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(/[\r\n]+/g, ' ')
}
