/** A dot in the colour that something has on the stage. */
export function Swatch({ color }: { color: number }) {
  const background = `#${color.toString(16).padStart(6, '0')}`
  return <span aria-hidden="true" className="stage-swatch" style={{ background }} />
}
