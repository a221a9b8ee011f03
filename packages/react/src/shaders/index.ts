/** @billow/react/shaders: materials by name, and a chooser for people. */
export {
  type ShaderChoiceProps,
  ShaderMaterialPicker,
  type ShaderMaterialPickerProps,
  type ShaderPickerHandle,
} from './ShaderMaterialPicker.js'
export {
  type ShaderPickerOptions,
  type ShaderPickerState,
  useShaderPicker,
} from './useShaderPicker.js'
export type { CreateMaterial, PickedMaterial } from './MaterialHost.js'
export type { AnyUniforms, ShaderIdOf, ShaderRegistry, UniformsOf } from './registry.js'
export { ShaderChooser, type ShaderChooserProps } from './chooser/ShaderChooser.js'
export type { ShaderLabels } from './texts/texts.js'
