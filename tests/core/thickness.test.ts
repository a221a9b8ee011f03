/**
 * How thick layers may be: not thicker than the cloth is wide, which is refused, and where a particle has
 * hundreds in its reach `validate()` says so.
 */
import { BillowError, ClothSimulation, createDisc } from '@billow/core'
import { describe, expect, it } from 'vitest'

const STRIP = { segments: [10, 100], size: [0.1, 1], selfCollision: true } as const

describe.each(['xpbd', 'pbd', 'mass-spring'] as const)('a strip 0.1 m wide, %s', (solver) => {
  it('takes half its width', () => {
    expect(() => new ClothSimulation({ ...STRIP, solver, thickness: 0.05 })).not.toThrow()
  })

  it('refuses more, and names value, range and what to do', () => {
    const create = (): unknown => new ClothSimulation({ ...STRIP, solver, thickness: 0.06 })
    expect(create).toThrow(BillowError)
    expect(create).toThrow(/thickness must be at most 0\.05 m .* got 0\.06: .*smaller thickness/)
  })

  it('takes any thickness while layers do not meet', () => {
    const cloth = new ClothSimulation({ ...STRIP, solver, selfCollision: false, thickness: 1 })
    expect(() => cloth.setParams({ selfCollision: true })).toThrow(/thickness must be at most/)
    expect(cloth.params.selfCollision).toBe(false)
    cloth.setParams({ selfCollision: true, thickness: 0.01 })
    expect(cloth.params).toMatchObject({ selfCollision: true, thickness: 0.01 })
  })

  it('refuses it live and in a rebuild, with nothing changed', () => {
    const cloth = new ClothSimulation({ ...STRIP, solver, thickness: 0.01 })
    const before = cloth.hash()
    expect(() => cloth.setParams({ thickness: 0.06, damping: 1 })).toThrow(/at most 0\.05 m/)
    expect(() => {
      cloth.rebuild({ size: [0.01, 1] })
    }).toThrow(/at most 0\.005 m/)
    expect(cloth.hash()).toBe(before)
    expect(cloth.params).toMatchObject({ thickness: 0.01, size: [0.1, 1] })
  })
})

it('a mesh: a disc of radius 1 m is as wide as π/2 m by its area and length', () => {
  const mesh = createDisc({ rings: 40, radius: 1 })
  const create = (thickness: number): unknown =>
    new ClothSimulation({ mesh, selfCollision: true, thickness })
  expect(() => create(0.78)).not.toThrow()
  expect(() => create(0.79)).toThrow(/thickness must be at most 0\.78/)
})

describe.each(['xpbd', 'pbd'] as const)('validate, %s', (solver) => {
  const codes = (thickness: number): string[] =>
    new ClothSimulation({ solver, segments: [20, 20], selfCollision: true, thickness })
      .validate()
      .map(({ code }) => code)

  it('finds nothing at two distances of particles', () => {
    expect(codes(0.1)).toEqual([])
  })

  it('says that four have π 8² = 201 in the reach of each', () => {
    expect(codes(0.2)).toEqual(['thickness-above-spacing'])
    const cloth = new ClothSimulation({
      solver,
      segments: [20, 20],
      selfCollision: true,
      thickness: 0.2,
    })
    expect(cloth.validate()[0]!.message).toContain('8 times')
    expect(cloth.validate()[0]!.message).toContain('about 201')
  })
})
