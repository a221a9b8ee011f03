/** Rays on a field, feet on it, and teaching views, without a GPU. */
import { GrassSimulation, inspectBlade } from '@billow/core'
import { GrassAnatomy, GrassMesh, GrassTrampler, WindArrows } from '@billow/three'
import {
  type InstancedMesh,
  Matrix4,
  Object3D,
  Ray,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three'
import { describe, expect, it } from 'vitest'
import { createBladeGeometry } from '../../packages/three/src/grass/bladeGeometry.js'

const lawn = (options = {}): GrassMesh =>
  new GrassMesh(new GrassSimulation({ size: [4, 4], density: 300, ...options }))

/** A field somewhere in the world, turned and scaled. */
function somewhere(grass: GrassMesh): GrassMesh {
  const parent = new Object3D()
  parent.position.set(5, -2, 30)
  parent.rotation.set(0.3, 1, -0.2)
  parent.scale.setScalar(2)
  parent.add(grass)
  parent.updateMatrixWorld(true)
  return grass
}

const rayThrough = (from: Vector3, to: Vector3): Ray =>
  new Ray(from.clone(), to.clone().sub(from).normalize())

describe('rays', () => {
  it.each([
    ['level ground', {}, () => 0],
    [
      'hills',
      { heightAt: (x: number, z: number) => 0.3 * Math.sin(x) + 0.1 * z },
      (x: number, z: number) => 0.3 * Math.sin(x) + 0.1 * z,
    ],
  ])('find %s from any side, wherever the field is', (_, options, heightAt) => {
    const grass = somewhere(lawn(options))
    const { matrixWorld } = grass
    for (const [x, z] of [
      [0, 0],
      [1.2, -0.7],
      [-1.5, 1.5],
    ] as const) {
      for (const eye of [new Vector3(0, 4, 5), new Vector3(-6, 3, 1), new Vector3(1, 8, 0)]) {
        const place = new Vector3(x, heightAt(x, z), z)
        const ray = rayThrough(
          eye.clone().applyMatrix4(matrixWorld),
          place.clone().applyMatrix4(matrixWorld),
        )
        const hit = grass.groundAt(ray)!
        // Some centimetres: the ground is known at the roots alone.
        expect(hit.point.distanceTo(place)).toBeLessThan(0.06)
        expect(hit.normal.y).toBeGreaterThan(0.9)
      }
    }
  })

  it('find the ground of a globe wherever they hit it', () => {
    const [radius, density] = [0.8, 400]
    const globe = new SphereGeometry(radius, 48, 32)
    const surface = {
      positions: globe.getAttribute('position').array,
      indices: globe.getIndex()!.array,
    }
    const grass = new GrassMesh(new GrassSimulation({ density, surface }))
    const eye = new Vector3(0.3, 2.2, 2.2)
    let missed = 0
    const count = 4000
    for (let n = 0; n < count; n++) {
      // Even on the sphere (Fibonacci), and of that what is seen from no less than 30°.
      const y = 1 - (2 * n + 1) / count
      const turn = n * Math.PI * (3 - Math.sqrt(5))
      const up = new Vector3(Math.cos(turn), 0, Math.sin(turn))
        .multiplyScalar(Math.sqrt(1 - y * y))
        .setY(y)
      const ray = rayThrough(eye, up.clone().multiplyScalar(radius))
      if (up.dot(ray.direction) > -0.5) continue
      const hit = grass.groundAt(ray)
      if (!hit) missed++
      // Level through a root that is at most 1.5 mean distances away: what a facet of the globe leaves.
      else expect(Math.abs(hit.point.length() - radius)).toBeLessThan(0.02)
    }
    expect(missed).toBe(0)
  })

  it('miss beside the field, and from below', () => {
    const grass = lawn()
    expect(grass.groundAt(rayThrough(new Vector3(9, 5, 0), new Vector3(9, 0, 0)))).toBeUndefined()
    expect(grass.groundAt(rayThrough(new Vector3(0, -5, 1), new Vector3(0, 0, 0)))).toBeUndefined()
  })

  it('hit as objects of the scene do once the field is pickable, and not before (G57)', () => {
    const grass = somewhere(lawn())
    const target = new Vector3(0.5, 0, 0.5).applyMatrix4(grass.matrixWorld)
    const from = new Vector3(0, 5, 3).applyMatrix4(grass.matrixWorld)
    const raycaster = new Raycaster(from, target.clone().sub(from).normalize())
    expect(raycaster.intersectObject(grass)).toEqual([])
    grass.isPickable = true
    const [hit] = raycaster.intersectObject(grass)
    expect(hit!.object).toBe(grass)
    expect(hit!.point.distanceTo(target)).toBeLessThan(0.2)
    expect(hit!.distance).toBeCloseTo(hit!.point.distanceTo(from), 9)
    raycaster.far = hit!.distance / 2
    expect(raycaster.intersectObject(grass)).toEqual([])
  })

  it('find the blade that they pass through, bent as it is', () => {
    const grass = somewhere(lawn({ density: 8, wind: [6, 0, 0], turbulence: 0 }))
    for (let n = 0; n < 60; n++) grass.simulation.step()
    const eye = new Vector3(0, 2, 6).applyMatrix4(grass.matrixWorld)
    let found = 0
    for (let blade = 0; blade < 100; blade++) {
      const { tip } = inspectBlade(grass.simulation, blade)
      const place = new Vector3(...tip).applyMatrix4(grass.matrixWorld)
      if (grass.bladeAt(rayThrough(eye, place)) === blade) found++
    }
    // Now and then another blade is in front of the tip.
    expect(found).toBeGreaterThan(90)
    expect(grass.bladeAt(rayThrough(eye, eye.clone().setY(99)))).toBeUndefined()
  })
})

describe('feet', () => {
  const press = (eye: Vector3): GrassMesh => {
    const grass = somewhere(lawn())
    const ray = rayThrough(
      eye.applyMatrix4(grass.matrixWorld),
      new Vector3(0.5, 0, 0.2).applyMatrix4(grass.matrixWorld),
    )
    const hit = grass.groundAt(ray)!
    const trampler = new GrassTrampler(grass, 0.3)
    trampler.press(1, hit.point.applyMatrix4(grass.matrixWorld), hit.blade)
    for (let n = 0; n < 20; n++) grass.simulation.step()
    return grass
  }

  it('press blades down around them, and no others', () => {
    const { simulation } = press(new Vector3(0, 4, 5))
    const { roots, heights, count } = simulation.blades
    let flat = 0
    for (let n = 0; n < count; n++) {
      const away = Math.hypot(roots[3 * n]! - 0.5, roots[3 * n + 2]! - 0.2)
      const { tip } = inspectBlade(simulation, n)
      if (away < 0.2) {
        // Below the top of the ball, which is at 0.39 m, or aside of it.
        const reach = Math.hypot(tip[0] - roots[3 * n]!, tip[2] - roots[3 * n + 2]!)
        if (reach > 0.5 * heights[n]!) flat++
      }
      if (away > 0.3 + heights[n]!) expect(simulation.state.strengths[n]).toBe(0)
    }
    expect(flat).toBeGreaterThan(15)
  })

  it('press the same blades wherever the camera looks from (G30)', () => {
    const [one, other] = [press(new Vector3(0, 4, 5)), press(new Vector3(-5, 3, -2))]
    const pressed = (grass: GrassMesh): Set<number> => {
      const { strengths } = grass.simulation.state
      return new Set([...strengths.keys()].filter((n) => strengths[n]! > 0))
    }
    const [a, b] = [pressed(one), pressed(other)]
    const shared = [...a].filter((n) => b.has(n)).length
    expect(a.size).toBeGreaterThan(30)
    expect(shared / Math.max(a.size, b.size)).toBeGreaterThan(0.9)
  })

  it('are one per pointer, move on, and are gone when lifted', () => {
    const grass = lawn()
    const trampler = new GrassTrampler(grass)
    trampler.press(1, new Vector3(0, 0, 0), 0)
    trampler.press(2, new Vector3(1, 0, 0), 1)
    trampler.press(1, new Vector3(0.1, 0, 0), 0)
    expect([trampler.count, grass.simulation.colliders.length]).toEqual([2, 2])
    trampler.lift(1)
    trampler.lift(1)
    expect([trampler.count, grass.simulation.colliders.length]).toEqual([1, 1])
    trampler.end()
    trampler.end()
    expect([trampler.count, grass.simulation.colliders.length]).toEqual([0, 0])
  })

  it('have a size', () => {
    expect(() => new GrassTrampler(lawn(), 0)).toThrow(
      'radius must be a finite number > 0 (m), got 0',
    )
  })
})

describe('teaching views', () => {
  /** Where the dots of a drawing are. */
  const dotsOf = (view: Object3D): Vector3[] => {
    const dots = view.children[2] as InstancedMesh
    return Array.from({ length: dots.count }, (_, n) => {
      const matrix = new Matrix4()
      dots.getMatrixAt(n, matrix)
      return new Vector3().setFromMatrixPosition(matrix)
    })
  }

  it('anatomy: v0, v1 and v2 of the blades that are asked for, and four arrows each', () => {
    const grass = lawn({ wind: [3, 0, 0] })
    for (let n = 0; n < 10; n++) grass.simulation.step()
    const anatomy = new GrassAnatomy(grass)
    anatomy.blades = [7, 40]
    anatomy.update()
    const points = dotsOf(anatomy)
    expect(points.length).toBe(6)
    for (const [n, blade] of anatomy.blades.entries()) {
      const { root, guide, tip } = inspectBlade(grass.simulation, blade)
      for (const [k, point] of [root, guide, tip].entries())
        expect(points[3 * n + k]!.distanceTo(new Vector3(...point))).toBeLessThan(1e-5)
    }
    expect((anatomy.children[1] as InstancedMesh).count).toBe(8)
    anatomy.showForces = false
    anatomy.showCurve = false
    anatomy.update()
    expect(dotsOf(anatomy).length).toBe(0)
    anatomy.blades = [1_000_000]
    anatomy.update()
    anatomy.dispose()
  })

  it('wind: an arrow over every square, along the wind and as long as it is strong', () => {
    const grass = lawn({ wind: [4, 0, 0], turbulence: 0 })
    const arrows = new WindArrows(grass, 1)
    arrows.update()
    const heads = arrows.children[1] as InstancedMesh
    expect(heads.count).toBe(16)
    const matrix = new Matrix4()
    heads.getMatrixAt(0, matrix)
    // Cones point along their y axis.
    const way = new Vector3().setFromMatrixColumn(matrix, 1).normalize()
    expect(way.x).toBeCloseTo(1, 5)
    grass.simulation.setParams({ wind: [0, 0, 0] })
    arrows.update()
    expect(heads.count).toBe(0)
    arrows.dispose()
    expect(() => new WindArrows(grass, -1)).toThrow('spacing must be a finite number > 0 (m)')
  })
})

describe('strips of blades', () => {
  it.each([1, 2, 4, 8])('of %i segments have 2N + 1 corners and 2N − 1 triangles', (segments) => {
    const pointed = createBladeGeometry(segments, 'triangle-tip')
    expect(pointed.getAttribute('position').count).toBe(2 * segments + 1)
    expect(pointed.getIndex()!.count / 3).toBe(2 * segments - 1)
    const quad = createBladeGeometry(segments, 'quad')
    expect(quad.getAttribute('position').count).toBe(2 * segments + 2)
    expect(quad.getIndex()!.count / 3).toBe(2 * segments)
    const along = quad.getAttribute('position')
    for (let n = 2; n < along.count; n++) expect(along.getY(n)).toBeGreaterThan(along.getY(n - 2))
  })
})
