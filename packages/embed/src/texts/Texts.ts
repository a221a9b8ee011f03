/** What the element says beyond the labels of @billow/core. A missing text does not compile. */
import type { Labels } from '@billow/core'
import type { PresetName } from '../presets.js'

export interface Texts {
  readonly labels: Labels
  readonly presets: Readonly<
    Record<PresetName, { readonly title: string; readonly description: string }>
  >
  /** Names the group of buttons. */
  readonly controls: string
  readonly closeNotes: string
  readonly noWebGL: string
  readonly contextLost: string
  readonly showAgain: string
  readonly failed: string
  notAChoice(name: string, choices: readonly string[]): string
  unknownName(name: string): string
  tooMuchWork(substeps: number, iterations: number): string
}
