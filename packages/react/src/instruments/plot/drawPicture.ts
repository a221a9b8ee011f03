/** A plot as a picture in PNG: its title, the chart as it is drawn, and what the lines mean. */
import type { LineLook } from './lines.js'

export interface Picture {
  readonly title: string
  readonly chart: HTMLCanvasElement
  /** Pixels of the screen per pixel of the page. */
  readonly scale: number
  readonly ink: string
  readonly paper: string
  readonly font: string
  readonly lines: readonly { readonly label: string; readonly look: LineLook }[]
}

/** Pixels of the page. */
const MARGIN = 12
const ROW = 22
const SAMPLE = 36

export async function drawPicture(picture: Picture): Promise<Blob> {
  const { title, chart, scale, ink, paper, font, lines } = picture
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')!
  const width = chart.width / scale + 2 * MARGIN
  const text = `14px ${font}`
  pen.font = text
  const places = layOut(
    lines.map(({ label }) => SAMPLE + pen.measureText(label).width + 2 * MARGIN),
    width - 2 * MARGIN,
  )
  const rows = (places.at(-1)?.row ?? 0) + 1
  const top = MARGIN + ROW
  const bottom = top + chart.height / scale + MARGIN
  canvas.width = Math.round(scale * width)
  canvas.height = Math.round(scale * (bottom + rows * ROW + MARGIN))

  pen.scale(scale, scale)
  pen.fillStyle = paper
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = ink
  pen.textBaseline = 'middle'
  pen.font = `bold 15px ${font}`
  pen.fillText(title, MARGIN, MARGIN + ROW / 2)
  pen.drawImage(chart, MARGIN, top, chart.width / scale, chart.height / scale)
  pen.font = text
  lines.forEach(({ label, look }, n) => {
    const x = MARGIN + places[n]!.x
    const y = bottom + (places[n]!.row + 0.5) * ROW
    pen.strokeStyle = look.color
    pen.lineWidth = look.width
    pen.setLineDash([...look.dash])
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + SAMPLE - 6, y)
    pen.stroke()
    pen.fillText(label, x + SAMPLE, y)
  })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('@billow/react: TimePlot: this browser makes no PNG of a canvas'))
    }, 'image/png')
  })
}

/** From left to right, and on the next row where there is no room. */
function layOut(widths: readonly number[], room: number): { x: number; row: number }[] {
  let [x, row] = [0, 0]
  return widths.map((width) => {
    if (x > 0 && x + width > room) {
      x = 0
      row++
    }
    const place = { x, row }
    x += width
    return place
  })
}
