/** Ruler and protractor: what they say and draw against closed forms, under parents of any kind. */
import { Protractor, Ruler } from '@billow/three/overlays'
import { Group, type InstancedMesh, Object3D, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { instancesOf } from '../helpers/instances.js'

/** A parent that is moved, turned and twice as large. */
function odd(): Group {
  const parent = new Group()
  parent.position.set(1, 2, 3)
  parent.rotation.set(0.3, 0.5, 0.7)
  parent.scale.setScalar(2)
  return parent
}

describe('Ruler', () => {
  it('says the distance in the world, in m', () => {
    const ruler = new Ruler()
    Object.assign(ruler, { from: [0, 0, 0], to: [0.3, 0.4, 1.2] })
    ruler.update()
    expect(ruler.length).toBeCloseTo(1.3, 12)
    expect(ruler.text).toBe('1.300 m')
    odd().add(ruler)
    ruler.update()
    expect(ruler.length).toBeCloseTo(2.6, 6)
    ruler.digits = 1
    ruler.update()
    expect(ruler.text).toBe('2.6 m')
  })

  it('follows objects wherever they are; ends of its line are at them', () => {
    const [a, b] = [new Object3D(), new Object3D()]
    odd().add(a)
    a.position.set(0.1, 0, 0)
    b.position.set(-1, 0, 2)
    const ruler = new Ruler()
    odd().add(ruler)
    Object.assign(ruler, { from: a, to: b, division: 0 })
    ruler.update()
    const distance = a.getWorldPosition(new Vector3()).distanceTo(b.position)
    expect(ruler.length).toBeCloseTo(distance, 6)
    const line = instancesOf(ruler.children[0] as InstancedMesh)[0]!
    const middle = ruler.localToWorld(line.at.clone())
    const expected = a.getWorldPosition(new Vector3()).lerp(b.position, 0.5)
    expect(middle.distanceTo(expected)).toBeLessThan(1e-5)
    // The parent is twice as large.
    expect(2 * line.size.y).toBeCloseTo(distance, 5)
  })

  it('has a tick at every division', () => {
    const ruler = new Ruler()
    Object.assign(ruler, { to: [1, 0, 0], division: 0.1 })
    ruler.update()
    // The line, both ends and nine in between.
    expect((ruler.children[0] as InstancedMesh).count).toBe(12)
    ruler.division = 1e-9
    ruler.update()
    expect((ruler.children[0] as InstancedMesh).count).toBe(3)
  })

  it('names what is wrong', () => {
    const ruler = new Ruler()
    const refused = (changes: object, message: string) => {
      Object.assign(ruler, { from: [0, 0, 0], to: [1, 0, 0], division: 0.1 }, changes)
      expect(() => {
        ruler.update()
      }).toThrow(message)
    }
    const wanted = 'Ruler: to must be 3 finite numbers (m) or an object of the scene'
    refused({ to: [0, NaN, 0] }, `${wanted}, got [0, NaN, 0]`)
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    refused({ to: cyclic as never }, `${wanted}, got an object`)
    refused({ from: [0, 0] }, 'Ruler: from must be 3 finite numbers')
    refused({ division: -1 }, 'Ruler: division must be a finite number >= 0 (m), got -1')
  })
})

describe('Protractor', () => {
  it.each([
    [[1, 0, 0], [0, 2, 0], 90],
    [[1, 0, 0], [1, 1, 0], 45],
    [[1, 0, 0], [-0.5, Math.sqrt(3) / 2, 0], 120],
    [[1, 0, 0], [-3, 0, 0], 180],
    [[1, 0, 0], [2, 0, 0], 0],
    [[0, 0, 0], [2, 0, 0], 0],
  ])('from %j to %j: %d°', (from, to, angle) => {
    const protractor = new Protractor()
    Object.assign(protractor, { from, to })
    protractor.update()
    expect(protractor.angle).toBeCloseTo(angle, 5)
    expect(protractor.text).toBe(`${angle.toFixed(1)}°`)
    odd().add(protractor)
    protractor.update()
    expect(protractor.angle).toBeCloseTo(angle, 5)
    for (const { at } of instancesOf(protractor.children[0] as InstancedMesh))
      expect(at.toArray().every(Number.isFinite)).toBe(true)
  })

  it('its arc is on a circle about the place, between both arms', () => {
    const protractor = new Protractor()
    Object.assign(protractor, { at: [1, 1, 0], from: [2, 1, 0], to: [1, 2, 0] })
    protractor.update()
    const [, , ...arc] = instancesOf(protractor.children[0] as InstancedMesh)
    expect(arc).toHaveLength(48)
    for (const { at } of arc) {
      expect(Math.hypot(at.x - 1, at.y - 1)).toBeCloseTo(0.6, 3)
      expect(Math.min(at.x - 1, at.y - 1)).toBeGreaterThan(0)
    }
  })
})
