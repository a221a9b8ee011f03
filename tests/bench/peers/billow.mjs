/** Billow, with the parameters of its table that a setting names and the defaults for the others. */
export function prepare() {
  return (core, sheet, settings) => {
    const cloth = new core.ClothSimulation({ ...sheet.options, ...settings })
    return {
      step: () => cloth.step(),
      readPositions: (out) => out.set(cloth.positions),
    }
  }
}
