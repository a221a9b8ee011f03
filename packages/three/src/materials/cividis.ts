/**
 * Cividis: a scale of colours that grows evenly in lightness and looks nearly the same with and
 * without red-green blindness (Nuñez, Anderton and Renslow 2018, "Optimizing colormaps with
 * consideration for color vision deficiency", PLoS ONE 13(7)). Their table as polynomials of the fifth
 * degree, as d3-scale-chromatic has them (`interpolateCividis`, ISC licence): sRGB, 0 to 255.
 */
export const CIVIDIS = [
  [-4.54, -35.34, 2381.73, -6402.7, 7024.72, -2710.57],
  [32.49, 170.73, 52.82, -131.46, 176.58, -67.37],
  [81.24, 442.36, -2482.43, 6167.24, -6614.94, 2475.67],
] as const

/** Colour at t, 0 to 1, as sRGB from 0 to 1. */
export function cividis(t: number): [number, number, number] {
  const x = Math.min(1, Math.max(0, t))
  const [r, g, b] = CIVIDIS.map((terms) => {
    const value = terms.reduceRight<number>((sum, term) => sum * x + term, 0)
    return Math.min(1, Math.max(0, value / 255))
  })
  return [r!, g!, b!]
}

/** The same in GLSL. */
export const cividisGlsl = /* @__PURE__ */ CIVIDIS[0]
  .map((_, n) => n)
  .reduceRight((sum, n) => {
    const terms = CIVIDIS.map((channel) => channel[n]!.toFixed(2)).join(', ')
    return sum === '' ? `vec3( ${terms} )` : `vec3( ${terms} ) + t * (\n    ${sum} )`
  }, '')
