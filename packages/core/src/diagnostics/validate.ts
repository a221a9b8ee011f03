/**
 * Settings that are allowed but will not do what a person expects: found by formula, before
 * anything explodes.
 */
import type { ClothSheet } from '../mesh/ClothSheet.js'
import type { ClothParams } from '../params/clothParams.js'

export interface Finding {
  readonly code: 'stiffness-unstable' | 'thickness-above-spacing' | 'unstable-steps'
  /** What is wrong and what to do. */
  readonly message: string
}

const round = (value: number): string => String(Number(value.toPrecision(6)))

/**
 * @param stableStiffness largest ks that is stable at this substep, N/m
 * @param unstableSteps steps that had to be taken back so far
 */
export function findFaults(
  params: ClothParams,
  sheet: ClothSheet,
  stableStiffness: number,
  unstableSteps: number,
): Finding[] {
  const findings: Finding[] = []
  if (params.ks > stableStiffness) {
    const substeps = Math.ceil(params.substeps * Math.sqrt(params.ks / stableStiffness))
    findings.push({
      code: 'stiffness-unstable',
      message:
        `ks ${round(params.ks)} N/m is more than the ${round(stableStiffness)} N/m that explicit integration ` +
        `keeps stable at this mass and substep; use substeps ${substeps}, a smaller ks or a larger density`,
    })
  }
  const spacing = Math.min(...sheet.cell)
  if (params.selfCollision && 2 * params.thickness > spacing) {
    findings.push({
      code: 'thickness-above-spacing',
      message:
        `self-collision keeps particles 2 · thickness = ${round(2 * params.thickness)} m apart, but they are ` +
        `${round(spacing)} m apart at rest, so the sheet pushes itself apart; use thickness ${round(spacing / 2)} or less`,
    })
  }
  if (unstableSteps > 0) {
    findings.push({
      code: 'unstable-steps',
      message: `${unstableSteps} steps left the range of numbers and were taken back; see the other findings`,
    })
  }
  return findings
}
