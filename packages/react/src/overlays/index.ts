/** @billow/react/overlays: what is inside a cloth, drawn over it, and tools to measure the scene. */
export {
  HashGrid,
  type HashGridProps,
  Particles,
  type ParticlesProps,
  Springs,
  type SpringsProps,
  StrainMap,
  type StrainMapProps,
} from './clothOverlays.js'
export { ForceArrows, type ForceArrowsProps } from './ForceArrows.js'
export {
  Protractor,
  type ProtractorProps,
  Ruler,
  type RulerProps,
  type ScenePlace,
} from './measuringTools.js'
export { StrainLegend, type StrainLegendProps } from './StrainLegend.js'
