/** Text tables: the first column to the left, the others to the right. */

/** @param lines rows of cells; the first row is the heading */
export function formatTable(lines) {
  const widths = lines[0].map((_, k) => Math.max(...lines.map((cells) => cells[k].length)))
  const format = (cells) =>
    cells.map((cell, k) => (k ? cell.padStart(widths[k]) : cell.padEnd(widths[k]))).join('  ')
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [format(lines[0]), rule, ...lines.slice(1).map(format)].join('\n')
}
