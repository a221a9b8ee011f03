/** Colours of the scene, light and dark. The backdrop itself is a gradient in the style sheet. */
export interface Palette {
  readonly ground: number
  readonly sky: number
  readonly skyIntensity: number
  readonly sun: number
  readonly sunIntensity: number
  readonly body: number
  readonly support: number
}

export type Theme = 'light' | 'dark'

export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    ground: 0xe2dcd1,
    sky: 0xf6f8ff,
    skyIntensity: 1.4,
    sun: 0xfff4e4,
    sunIntensity: 2.1,
    body: 0x7f99a3,
    support: 0x9aa0a5,
  },
  dark: {
    ground: 0x4a525d,
    sky: 0xc4cfe4,
    skyIntensity: 0.9,
    sun: 0xfff0e0,
    sunIntensity: 1.9,
    body: 0x6d8794,
    support: 0x8a9198,
  },
}

/** The two tones of the fabric. */
export const FABRIC = { light: '#f3ead9', deep: '#b3402f' } as const
