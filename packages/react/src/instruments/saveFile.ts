/** Hands a file to the person at the screen, as the browser saves files. */

/** How long a browser may take to begin, ms. */
const PATIENCE = 10_000

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  }, PATIENCE)
}
