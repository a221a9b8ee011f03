/** The stage's colours in light and dark. */
import { createContext, useContext } from 'react'

export interface StageTheme {
  readonly backdrop: string
  readonly ground: string
  readonly ink: string
  readonly panel: string
  readonly panelEdge: string
  readonly body: string
  readonly sky: string
  readonly keyLight: number
  readonly fillLight: number
}

export const themes = {
  light: {
    backdrop: '#e9e6e0',
    ground: '#dcd7ce',
    ink: '#1f2328',
    panel: '#ffffff',
    panelEdge: '#c9c4ba',
    body: '#7f8fa3',
    sky: '#ffffff',
    keyLight: 2.6,
    fillLight: 1.1,
  },
  dark: {
    backdrop: '#16191e',
    ground: '#20242b',
    ink: '#f2f0ec',
    panel: '#262b33',
    panelEdge: '#444b57',
    body: '#8a9ab0',
    sky: '#8fa3c4',
    keyLight: 2.4,
    fillLight: 0.95,
  },
} as const satisfies Record<string, StageTheme>

export const ThemeContext = createContext<StageTheme>(themes.light)

export const useStageTheme = (): StageTheme => useContext(ThemeContext)

/** The colour of ground between blades of grass, in light and dark. */
export const SOIL = '#2c3a1c'
