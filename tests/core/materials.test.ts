/**
 * Materials: within the parameter table, and the same sheet on any grid. The expected energies are
 * those of a continuous sheet; the springs' are summed one by one.
 */
import {
  type ClothParamKey,
  ClothSimulation,
  clothParams,
  type Labels,
  materialNames,
  materialParams,
  materialPresets,
  materials,
  type Parameter,
  SpringFamily,
} from '@billow/core'
import { labels as de } from '@billow/core/locales/de'
import { labels as en } from '@billow/core/locales/en'
import { describe, expect, it } from 'vitest'

describe.each(materialNames)('%s', (name) => {
  it('keeps every value within the range of its slider', () => {
    for (const [key, value] of Object.entries(materialPresets[name])) {
      const parameter: Parameter = clothParams[key as ClothParamKey]
      if (parameter.kind === 'choice') {
        expect(parameter.choices).toContain(value)
        continue
      }
      if (parameter.kind !== 'number') throw new Error(`${key} is no number`)
      expect(value, key).toBeGreaterThanOrEqual(parameter.min)
      expect(value, key).toBeLessThanOrEqual(parameter.max)
    }
  })

  it('makes a cloth that stays finite and within its strain limit while it falls from two pins', () => {
    const cloth = new ClothSimulation({
      ...materialPresets[name],
      segments: [12, 12],
      pins: ['top-left', 'top-right'],
      wind: [1, 0, 3],
    })
    for (let step = 0; step < 120; step++) cloth.step()
    const { maxStrain, unstableSteps, infeasibleStrain } = cloth.measure()
    expect(unstableSteps).toBe(0)
    expect(infeasibleStrain).toBe(0)
    expect(maxStrain).toBeLessThanOrEqual(cloth.params.strainLimit + 1e-6)
  })

  it.each([20, 60])(
    'stretches and shears as the sheet does on %i × %i cells (energy per area)',
    (segments) => {
      const { stretch, shear } = materials[name]
      const strain = 1e-4
      // A sheet that is free across the pull becomes narrower by Poisson's ratio; the springs find it
      // where their energy is smallest.
      const [none, half, all] = [0, 0.5, 1].map((poisson) =>
        energyOf(name, segments, (x, y) => [x * (1 + strain), y * (1 - poisson * strain), 0]),
      ) as [number, number, number]
      // The lowest point of the parabola through the three.
      const slope = 4 * half - all - 3 * none
      const pulled = none - slope ** 2 / (8 * (all + none - 2 * half))
      // n cells have n + 1 rows of springs.
      const surplus = 1 / segments
      expect(pulled / (0.5 * stretch * strain ** 2)).toBeGreaterThan(1 - 1e-3)
      expect(pulled / (0.5 * stretch * strain ** 2)).toBeLessThan(1 + surplus + 1e-3)
      const sheared = energyOf(name, segments, (x, y) => [x + strain * y, y, 0])
      expect(sheared / (0.5 * shear * strain ** 2)).toBeCloseTo(1, 3)
    },
  )

  it.each([20, 60])('bends as the sheet does on %i × %i cells, at 10 cm radius', (segments) => {
    // Threads keep their length: columns lie on a polygon that turns by a / R at each.
    const turn = 1 / segments / 0.1
    const radius = 0.5 / segments / Math.sin(turn / 2)
    const energy = energyOf(
      name,
      segments,
      (x, y) => {
        const angle = turn * Math.round(segments * x)
        return [radius * Math.sin(angle), y, radius * Math.cos(angle)]
      },
      SpringFamily.bend,
    )
    const expected = (0.5 * materials[name].bending) / 0.1 ** 2
    // There is one row more than cells, and two springs fewer than particles in a row. A chord is
    // 2 a cos (turn / 2), of which a³ κ² / 4 is the first term.
    const share = ((segments + 1) * (segments - 1)) / segments ** 2
    const series = (1 - Math.cos(turn / 2)) / (turn ** 2 / 8)
    expect(energy / expected).toBeCloseTo(share * series ** 2, 6)
    expect(energy / expected).toBeGreaterThan(0.93)
  })
})

describe.each<[string, Labels]>([
  ['en', en],
  ['de', de],
])('labels in %s', (_, labels) => {
  it('name every material, each differently, and nothing else', () => {
    expect(Object.keys(labels.materials).sort()).toEqual([...materialNames].sort())
    expect(new Set(Object.values(labels.materials)).size).toBe(materialNames.length)
    for (const text of Object.values<string>(labels.materials)) expect(text.trim()).not.toBe('')
  })
})

type Deformation = (x: number, y: number) => readonly [number, number, number]

/** ½ Σ (l − rest)² / compliance of a deformed square metre, J. Without a family: all but bend springs. */
function energyOf(
  name: (typeof materialNames)[number],
  segments: number,
  deform: Deformation,
  family?: SpringFamily,
): number {
  const { stretchCompliance, shearCompliance, bendCompliance } = materialParams(
    materials[name],
    1 / segments,
  )
  const compliances = [stretchCompliance, shearCompliance, bendCompliance]
  const { grid } = new ClothSimulation({ segments: [segments, segments], solver: 'pbd' })
  const { springs, restPositions } = grid
  const place = (particle: number): readonly [number, number, number] =>
    deform(restPositions[3 * particle]!, restPositions[3 * particle + 1]!)
  let energy = 0
  for (let s = 0; s < springs.count; s++) {
    const own = springs.families[s]!
    if (family === undefined ? own === SpringFamily.bend : own !== family) continue
    const [ax, ay, az] = place(springs.ends[2 * s]!)
    const [bx, by, bz] = place(springs.ends[2 * s + 1]!)
    const extension =
      Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2) - springs.restLengths[s]!
    energy += (0.5 * extension ** 2) / compliances[own]!
  }
  return energy
}
