/** GrassMesh without a GPU: what is drawn, where it can be, disposal, and bad input. */
import { GrassSimulation } from '@billow/core'
import { GrassMesh } from '@billow/three'
import {
  BufferGeometry,
  type InstancedBufferGeometry,
  Material,
  type Mesh,
  Object3D,
  PerspectiveCamera,
  Scene,
  Texture,
  Vector3,
} from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BladeTextures } from '../../packages/three/src/grass/BladeTextures.js'
import { createRandom } from '../../packages/core/src/math/random.js'

const lawn = (options = {}): GrassSimulation =>
  new GrassSimulation({ size: [12, 12], density: 60, ...options })

const levelsOf = (grass: GrassMesh): Mesh<InstancedBufferGeometry>[] =>
  grass.children as Mesh<InstancedBufferGeometry>[]

/** Numbers of the blades that are drawn, level by level. */
function drawn(grass: GrassMesh): number[][] {
  return levelsOf(grass).map(({ geometry }) =>
    Array.from(geometry.getAttribute('blade').array.slice(0, geometry.instanceCount)),
  )
}

function cameraAt(x: number, y: number, z: number, target = new Vector3()): PerspectiveCamera {
  const camera = new PerspectiveCamera(40, 1.5, 0.05, 100)
  camera.position.set(x, y, z)
  camera.lookAt(target)
  camera.updateMatrixWorld()
  return camera
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('what is drawn', () => {
  it('without a camera: every blade once, in the finest level', () => {
    const grass = new GrassMesh(lawn())
    expect(drawn(grass)).toEqual([Array.from({ length: 8640 }, (_, n) => n), [], []])
    expect(grass.drawnBlades).toBe(8640)
  })

  it('for a camera: no blade twice, near ones in finer levels', () => {
    const simulation = lawn({ size: [60, 60], density: 20 })
    const grass = new GrassMesh(simulation)
    const camera = cameraAt(0, 1.5, 30)
    grass.update(camera)
    const levels = drawn(grass)
    const all = levels.flat()
    expect(new Set(all).size).toBe(all.length)
    const mean = levels.map((numbers) => {
      const far = numbers.map((n) => Math.hypot(simulation.blades.roots[3 * n + 2]! - 30))
      return far.reduce((sum, distance) => sum + distance, 0) / far.length
    })
    expect(mean[0]!).toBeLessThan(mean[1]!)
    expect(mean[1]!).toBeLessThan(mean[2]!)
  })

  it('of no blades: nothing, and grows when there are some', () => {
    const simulation = lawn({ density: 0 })
    const grass = new GrassMesh(simulation)
    grass.update(cameraAt(0, 1, 5))
    expect(grass.drawnBlades).toBe(0)
    simulation.rebuild({ density: 10 })
    grass.update()
    expect(grass.drawnBlades).toBe(1440)
    simulation.rebuild({ density: 0 })
    grass.update()
    expect(grass.drawnBlades).toBe(0)
  })

  it.each([
    0, 1, 31, 33, 63, 65, 255, 257, 507, 508, 511, 513, 1000, 1001, 1024, 1025, 2047, 2049, 4095,
    4097, 65535, 65537,
  ])('of %i blades: that many (G35, G37)', (count) => {
    const grass = new GrassMesh(lawn({ size: [1, 1], density: count }))
    expect(grass.drawnBlades).toBe(count)
    expect(Math.max(-1, ...drawn(grass)[0]!.slice(-1))).toBe(count - 1)
  })

  it('is the same wherever the field and the camera are together (moved, turned, scaled)', () => {
    const simulation = lawn({ size: [40, 40], density: 20 })
    const grass = new GrassMesh(simulation)
    const camera = cameraAt(3, 1.2, 12, new Vector3(-2, 0, 0))
    grass.update(camera)
    const before = drawn(grass)
    expect(grass.drawnBlades).toBeLessThan(simulation.bladeCount)
    expect(grass.drawnBlades).toBeGreaterThan(0)

    const world = new Object3D()
    world.position.set(40, -3, 1000)
    world.rotation.set(0.3, 2, -1)
    world.scale.setScalar(3)
    const inner = new Object3D()
    inner.position.set(1, 2, 3)
    world.add(inner.add(grass, camera))
    grass.update(camera)
    const after = drawn(grass)
    const [a, b] = [new Set(before.flat()), new Set(after.flat())]
    // Rounding of matrices may move a chunk at the edge of the picture across it.
    const differing =
      [...a].filter((n) => !b.has(n)).length + [...b].filter((n) => !a.has(n)).length
    expect(differing).toBeLessThan(0.01 * a.size)
  })

  it('follows a field that was moved away from the camera (G4, G5)', () => {
    const grass = new GrassMesh(lawn())
    const camera = cameraAt(0, 1, 10)
    grass.update(camera)
    expect(grass.drawnBlades).toBeGreaterThan(0)
    grass.position.set(0, 0, 500)
    grass.update(camera)
    expect(grass.drawnBlades).toBe(0)
    grass.position.set(0, 0, -1)
    grass.update(camera)
    expect(grass.drawnBlades).toBeGreaterThan(0)
  })

  it('has every blade of the picture from any side: 200 cameras in a round (G1, G2, G3, G5)', () => {
    const simulation = lawn({ size: [30, 30], density: 6, height: 0.6, wind: [8, 0, 0] })
    for (let step = 0; step < 30; step++) simulation.step()
    simulation.setParams({ distanceCulling: false })
    const grass = new GrassMesh(simulation, { interpolate: false })
    const { blades, state } = simulation
    const point = new Vector3()
    for (let n = 0; n < 200; n++) {
      const angle = (2 * Math.PI * n) / 200
      const camera = cameraAt(18 * Math.cos(angle), 0.4 + 0.02 * n, 18 * Math.sin(angle))
      grass.update(camera)
      const set = new Set(drawn(grass).flat())
      expect(set.size).toBeGreaterThan(0)
      for (let blade = 0; blade < blades.count; blade++) {
        for (const share of [0, 1]) {
          point.fromArray(blades.roots, 3 * blade)
          for (const [k, axis] of (['x', 'y', 'z'] as const).entries())
            point[axis] += share * state.tips[3 * blade + k]!
          const { x, y, z } = point.project(camera)
          const isSeen = Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(z) < 1
          if (isSeen && !set.has(blade)) throw new Error(`blade ${blade} is missing in view ${n}`)
        }
      }
    }
  })
})

describe('each rule of culling by pieces of ground', () => {
  const count = (params: object, camera = cameraAt(0, 1, 40)): number => {
    const simulation = lawn({ size: [60, 60], density: 20, maxDistance: 50, ...params })
    const grass = new GrassMesh(simulation)
    grass.update(camera)
    return grass.drawnBlades
  }

  it('frustum: off, what is behind the camera is drawn too', () => {
    const camera = cameraAt(0, 1, 0, new Vector3(0, 0, -10))
    const far = { distanceCulling: false }
    expect(count({ ...far, frustumCulling: false }, camera)).toBe(72_000)
    expect(count(far, camera)).toBeLessThan(36_000)
  })

  it('distance: on, of far pieces fewer blades, and none past the farthest', () => {
    const all = { frustumCulling: false }
    expect(count({ ...all, distanceCulling: false })).toBe(72_000)
    const kept = count(all)
    expect(kept).toBeGreaterThan(10_000)
    expect(kept).toBeLessThan(60_000)
    expect(count({ ...all, maxDistance: 5 })).toBe(0)
  })

  it('sets are nested: going away only takes blades out (G18)', () => {
    const grass = new GrassMesh(
      lawn({ size: [30, 30], density: 20, maxDistance: 60, frustumCulling: false }),
    )
    let before = new Set<number>()
    for (let far = 75; far > 18; far -= 3) {
      grass.update(cameraAt(0, 1, far))
      const now = new Set(drawn(grass).flat())
      for (const blade of before) expect(now.has(blade)).toBe(true)
      before = now
    }
    expect(before.size).toBeGreaterThan(3000)
  })
})

describe('a field at rest', () => {
  it('uploads nothing while nothing moves and the camera stands, and does when either changes', () => {
    const update = vi.spyOn(BladeTextures.prototype, 'update')
    const simulation = lawn()
    const grass = new GrassMesh(simulation)
    const camera = cameraAt(0, 1, 10)
    const versions = (): number[] =>
      levelsOf(grass).map(({ geometry }) => {
        const attribute = geometry.getAttribute('blade')
        return 'version' in attribute ? attribute.version : -1
      })
    const frame = (): void => {
      // Frames that no number of steps fits into: the clock stands somewhere else every time.
      simulation.advance(0.0123)
      grass.update(camera)
    }
    for (let n = 0; n < 900; n++) simulation.step()
    frame()
    expect(simulation.isResting).toBe(true)
    const before = versions()
    update.mockClear()
    for (let n = 0; n < 60; n++) frame()
    expect(update).not.toHaveBeenCalled()
    expect(versions()).toEqual(before)

    camera.position.x = 1
    camera.updateMatrixWorld()
    frame()
    expect(update).not.toHaveBeenCalled()
    expect(versions()).not.toEqual(before)

    simulation.setParams({ wind: [4, 0, 0] })
    for (let n = 0; n < 4; n++) frame()
    expect(update).toHaveBeenCalled()
  })

  it('uploads nothing while the clock is stopped, and the step by hand', () => {
    const update = vi.spyOn(BladeTextures.prototype, 'update')
    const simulation = lawn({ wind: [4, 0, 0] })
    const grass = new GrassMesh(simulation)
    for (let n = 0; n < 5; n++) simulation.step()
    grass.update(cameraAt(0, 1, 10))
    update.mockClear()
    for (let n = 0; n < 10; n++) grass.update(cameraAt(0, 1, 10))
    expect(update).not.toHaveBeenCalled()
    simulation.step()
    grass.update(cameraAt(0, 1, 10))
    expect(update).toHaveBeenCalledOnce()
  })
})

describe('bounds', () => {
  it('contain every point of 10 000 blades in a storm, across their width too (G6, G9)', () => {
    const simulation = lawn({
      size: [10, 10],
      density: 100,
      height: 0.5,
      width: 0.1,
      heightAt: (x: number, z: number) => 2 * Math.sin(x) + z,
      wind: [20, 0, -12],
      turbulence: 1,
    })
    for (let step = 0; step < 40; step++) simulation.step()
    const [{ geometry }] = levelsOf(new GrassMesh(simulation)) as [Mesh<InstancedBufferGeometry>]
    const { roots, ups, axes, widths, count } = simulation.blades
    const { tips, guides } = simulation.state
    const point = new Vector3()
    for (let n = 0; n < count; n++) {
      for (let t = 0; t <= 1; t += 0.25) {
        for (const side of [-0.5, 0.5]) {
          const at = (k: number): number =>
            roots[3 * n + k]! +
            2 * t * (1 - t) * guides[n]! * ups[3 * n + k]! +
            t * t * tips[3 * n + k]! +
            side * widths[n]! * axes[6 * n + k]!
          point.set(at(0), at(1), at(2))
          const { boundingBox, boundingSphere } = geometry
          const isInside = boundingBox!.containsPoint(point) && boundingSphere!.containsPoint(point)
          if (!isInside) throw new Error(`blade ${n} is outside`)
        }
      }
    }
  })

  it('of a ceiling reach down (G10), and change with the field (G8)', () => {
    const ceiling = {
      positions: [-1, 3, -1, 1, 3, -1, 1, 3, 1, -1, 3, 1],
      indices: [0, 1, 2, 0, 2, 3],
    }
    const simulation = lawn({ surface: ceiling, height: 0.5 })
    const grass = new GrassMesh(simulation)
    const lowest = (): number => levelsOf(grass)[0]!.geometry.boundingBox!.min.y
    expect(lowest()).toBeLessThan(3 - 0.5)
    simulation.rebuild({ height: 2 })
    grass.update()
    expect(lowest()).toBeLessThan(3 - 2)
  })

  it('are finite for a field without blades', () => {
    const [{ geometry }] = levelsOf(new GrassMesh(lawn({ density: 0 }))) as [
      Mesh<InstancedBufferGeometry>,
    ]
    expect(geometry.boundingSphere!.radius).toBe(0)
    expect(geometry.boundingSphere!.center.toArray()).toEqual([0, 0, 0])
  })

  it('leave pointers alone: a million blades are not searched (G57)', () => {
    const grass = new GrassMesh(lawn())
    for (const level of levelsOf(grass)) {
      const hits: never[] = []
      level.raycast({} as never, hits)
      expect(hits).toEqual([])
    }
  })
})

describe('disposal', () => {
  /** How often each thing on the graphics card was freed since the spies are there. */
  function spies() {
    const freed = new Map<object, number>()
    const note = function (this: object): void {
      freed.set(this, (freed.get(this) ?? 0) + 1)
    }
    vi.spyOn(BufferGeometry.prototype, 'dispose').mockImplementation(note)
    vi.spyOn(Material.prototype, 'dispose').mockImplementation(note)
    vi.spyOn(Texture.prototype, 'dispose').mockImplementation(note)
    return freed
  }

  const partsOf = (grass: GrassMesh): object[] =>
    levelsOf(grass).flatMap(({ geometry, material, customDepthMaterial }) => [
      geometry,
      material as Material,
      customDepthMaterial!,
    ])

  it('frees everything once when the density changes 100 times (G46, G51)', () => {
    const freed = spies()
    const simulation = lawn({ size: [2, 2], density: 1 })
    const scene = new Scene()
    const grass = new GrassMesh(simulation)
    scene.add(grass)
    const made = new Set(partsOf(grass))
    for (let n = 0; n < 100; n++) {
      simulation.rebuild({ density: 1 + (n % 7) })
      grass.update()
      expect(grass.children.length).toBe(3)
      expect(grass.drawnBlades).toBe(4 * (1 + (n % 7)))
      for (const part of partsOf(grass)) made.add(part)
    }
    const now = new Set(partsOf(grass))
    expect(made.size).toBe(101 * 9)
    for (const part of made) expect(freed.get(part) ?? 0).toBe(now.has(part) ? 0 : 1)
    // Two textures a build, which nothing else of the scene has.
    const textures = [...freed.keys()].filter((part) => part instanceof Texture)
    expect(textures.length).toBe(200)
    grass.dispose()
    for (const part of made) expect(freed.get(part)).toBe(1)
    expect([...freed.keys()].filter((part) => part instanceof Texture).length).toBe(202)
    for (const times of freed.values()) expect(times).toBe(1)
  })

  it('makes nothing anew in a frame', () => {
    const grass = new GrassMesh(lawn())
    const before = [...partsOf(grass), ...grass.children]
    for (let n = 0; n < 20; n++) {
      grass.simulation.step()
      grass.update(cameraAt(0, 1, 10 + n))
    }
    const after = [...partsOf(grass), ...grass.children]
    after.forEach((part, n) => {
      expect(part).toBe(before[n])
    })
  })
})

describe('bad input', () => {
  it.each([
    [
      { shape: 'blob' },
      'shape must be one of "triangle-tip", "quadratic", "triangle", "quad", got "blob"',
    ],
    [{ look: { dryness: 2 } }, 'look.dryness must be a finite number from 0 to 1, got 2'],
    [{ look: { minPixels: NaN } }, 'look.minPixels must be a finite number from 0 to 16, got NaN'],
    [{ look: { colour: 'red' } }, 'unknown look.colour; a look has rootColor, tipColor'],
    [{ detail: 0 }, 'detail must be a finite number > 0, got 0'],
  ])('%o: says what it may be', (options, message) => {
    expect(() => new GrassMesh(lawn(), options as never)).toThrow(message)
  })

  it('a field that is nowhere: says so, before anything is drawn', () => {
    const grass = new GrassMesh(lawn())
    grass.position.x = NaN
    expect(() => {
      grass.update(cameraAt(0, 1, 5))
    }).toThrow(
      'GrassMesh: position, rotation and scale of the field and its parents must be finite',
    )
  })

  it('a camera in a blade, and a field scaled to nothing: still numbers (G24)', () => {
    const random = createRandom(21)
    const grass = new GrassMesh(lawn({ size: [2, 2] }))
    for (let n = 0; n < 50; n++) {
      const { roots, count } = grass.simulation.blades
      const blade = Math.floor(random() * count)
      grass.scale.setScalar(n % 5 === 0 ? 0 : 1)
      grass.update(cameraAt(roots[3 * blade]!, 0.1, roots[3 * blade + 2]!, new Vector3(9, 0, 9)))
      expect(grass.drawnBlades).toBeGreaterThanOrEqual(0)
    }
  })
})
