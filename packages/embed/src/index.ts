/**
 * @billow/embed: Billow simulations as custom elements. Importing this registers nothing; call
 * `defineBillowElements`, or import `@billow/embed/register`.
 */
export { BillowCloth } from './BillowCloth.js'
export { defineBillowElements } from './defineElements.js'
export { type PresetName, presetNames } from './presets.js'
