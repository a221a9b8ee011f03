/** @billow/react/shader-editor: GLSL to be read and written. Needs the optional peers of CodeMirror. */
export { checkSource, LONGEST_SOURCE, MOST_TURNS, type SourceProblem } from './checkSource.js'
export { compileShader, readLogs, type ShaderPart, type ShaderProblem } from './compileShader.js'
export { ShaderEditor, type ShaderEditorProps } from './ShaderEditor.js'
