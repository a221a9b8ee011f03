/**
 * Settings that are allowed but will not do what a person expects: found by formula, before
 * anything explodes.
 */
import type { ClothSheet } from '../mesh/ClothSheet.js'
import type { ClothParams } from '../params/clothParams.js'
import type { Infeasible } from './infeasible.js'

export interface Finding {
  readonly code:
    | 'stiffness-unstable'
    | 'thickness-above-spacing'
    | 'triangles-ignored'
    | 'strain-infeasible'
    | 'unstable-steps'
  /** What is wrong and what to do. */
  readonly message: string
}

/** Reach of self-collision, in distances of particles, up to which steps are as fast as stated. */
const MOST_SPACINGS = 4

const round = (value: number): string => String(Number(value.toPrecision(6)))

/**
 * @param stableStiffness largest ks that is stable at this substep, N/m
 * @param unstableSteps steps that had to be taken back so far
 * @param infeasible where the strain limit could not hold in the last step
 */
export function findFaults(
  params: ClothParams,
  sheet: ClothSheet,
  stableStiffness: number,
  unstableSteps: number,
  infeasible: Infeasible | undefined,
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
  if (params.solver === 'mass-spring' && params.selfCollision && 2 * params.thickness > spacing) {
    findings.push({
      code: 'thickness-above-spacing',
      message:
        `self-collision keeps particles 2 · thickness = ${round(2 * params.thickness)} m apart, but they are ` +
        `${round(spacing)} m apart at rest, so the sheet pushes itself apart; use thickness ${round(spacing / 2)} or less`,
    })
  }
  const reach = (2 * params.thickness) / Math.sqrt(sheet.cell[0] * sheet.cell[1])
  if (params.solver !== 'mass-spring' && params.selfCollision && reach > MOST_SPACINGS) {
    findings.push({
      code: 'thickness-above-spacing',
      message:
        `layers are kept 2 · thickness = ${round(2 * params.thickness)} m apart, which is ${round(reach)} times the ` +
        `distance of particles, so that each has about ${round(Math.round(Math.PI * reach ** 2))} in its reach, and ` +
        `steps are slow; use a smaller thickness, or fewer segments`,
    })
  }
  if (params.solver === 'mass-spring' && params.selfCollision === 'triangles') {
    findings.push({
      code: 'triangles-ignored',
      message:
        'the mass-spring solver keeps particles apart and no triangles; use xpbd or pbd, or selfCollision true',
    })
  }
  if (infeasible) findings.push(describe(infeasible, params.strainLimit))
  if (unstableSteps > 0) {
    findings.push({
      code: 'unstable-steps',
      message: `${unstableSteps} steps left the range of numbers and were taken back; see the other findings`,
    })
  }
  return findings
}

function describe(infeasible: Infeasible, strainLimit: number): Finding {
  const { cause, particles, distance, length, strain } = infeasible
  const [a, b] = particles
  const reach = round(length * (1 + strainLimit))
  const message =
    cause === 'pins'
      ? `pins ${a} and ${b} are ${round(distance)} m apart, but the cloth between them is ${round(length)} m long and ` +
        `reaches ${reach} m at a strainLimit of ${strainLimit}; bring them within that, or use strainLimit ` +
        `${round(Math.ceil(100 * strain) / 100)} or more`
      : `the spring between particles ${a} and ${b} is stretched by ${round(strain)}, more than the strainLimit of ` +
        `${strainLimit}: pins or colliders pull cloth apart there; move them, unpin one, or use a larger strainLimit`
  return { code: 'strain-infeasible', message }
}
