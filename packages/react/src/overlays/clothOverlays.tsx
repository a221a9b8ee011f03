'use client'
/** What is inside the `<Cloth>` around, drawn over it; wherever that is simulated. */
import { checkNumber } from '@billow/core'
import {
  HashGrid as Grid,
  ParticleMarks,
  SpringLines,
  StrainMap as Map,
} from '@billow/three/overlays'
import type { ReactNode } from 'react'
import { useCloth } from '../cloth/ClothContext.js'
import { useView } from '../views/useView.js'

export interface SpringsProps {
  /** Those along rows and columns, drawn through. @defaultValue true */
  structural?: boolean
  /** Those across cells, dashed. @defaultValue true */
  shear?: boolean
  /** Those over two cells, dotted. @defaultValue true */
  bend?: boolean
  /** Of the lines, pixels of the page, > 0. @defaultValue 2 */
  width?: number
}

/** The springs of the cloth as lines, each family in a colour and a style of its own. */
export function Springs({
  structural = true,
  shear = true,
  bend = true,
  width = 2,
}: SpringsProps): ReactNode {
  checkNumber('Springs', 'width', width, { above: 0 }, 'px')
  useView(
    useCloth('Springs'),
    (mesh) => new SpringLines(mesh),
    (view) => {
      view.show('structural', structural)
      view.show('shear', shear)
      view.show('bend', bend)
      view.setWidth(width)
    },
    undefined,
  )
  return null
}

export interface ParticlesProps {
  /** Of a ball, m, > 0. Default: as the cells of the sheet are large. */
  radius?: number | undefined
}

/** The particles of the cloth: balls, and cubes where they are pinned. */
export function Particles({ radius }: ParticlesProps): ReactNode {
  if (radius !== undefined) checkNumber('Particles', 'radius', radius, { above: 0 }, 'm')
  useView(
    useCloth('Particles'),
    (mesh) => new ParticleMarks(mesh, radius),
    () => undefined,
    radius,
  )
  return null
}

export interface StrainMapProps {
  /** Strain, (length − rest) / rest, that has the first colour. @defaultValue 0 */
  minStrain?: number
  /** Strain that has the last colour. @defaultValue 0.1 */
  maxStrain?: number
}

/** Colours in place of the material of the cloth: how far it is stretched. */
export function StrainMap({ minStrain = 0, maxStrain = 0.1 }: StrainMapProps): ReactNode {
  checkNumber('StrainMap', 'minStrain', minStrain)
  checkNumber('StrainMap', 'maxStrain', maxStrain)
  useView(
    useCloth('StrainMap'),
    (mesh) => new Map(mesh),
    (view) => {
      view.setRange(minStrain, maxStrain)
    },
    undefined,
  )
  return null
}

export interface HashGridProps {
  /** Of a cell, m, > 0. Default: three particle distances. */
  width?: number | undefined
}

/** The cells of a spatial hash that particles of the cloth are in. */
export function HashGrid({ width }: HashGridProps): ReactNode {
  if (width !== undefined) checkNumber('HashGrid', 'width', width, { above: 0 }, 'm')
  useView(
    useCloth('HashGrid'),
    (mesh) => new Grid(mesh, width),
    () => undefined,
    width,
  )
  return null
}
