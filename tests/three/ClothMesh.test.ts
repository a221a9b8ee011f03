/** ClothMesh and ClothDragger without a GPU: geometry, bounds, picking, disposal, dragging. */
import { ClothSimulation } from '@billow/core'
import { ClothDragger, ClothMesh, meshOf } from '@billow/three'
import {
  BoxGeometry,
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  MeshBasicMaterial,
  PerspectiveCamera,
  Raycaster,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from 'three'
import { describe, expect, it } from 'vitest'

const falling = () =>
  new ClothSimulation({ orientation: 'horizontal', segments: [8, 6], damping: 0, airDensity: 0 })

describe('geometry', () => {
  it('has position, normal, uv and index of the grid, and is double-sided', () => {
    const mesh = new ClothMesh(falling())
    expect(mesh.geometry.getAttribute('position').count).toBe(9 * 7)
    expect(mesh.geometry.getAttribute('normal').count).toBe(9 * 7)
    expect(mesh.geometry.getAttribute('uv').count).toBe(9 * 7)
    expect(mesh.geometry.getIndex()?.count).toBe(2 * 3 * 8 * 6)
    expect((mesh.material as MeshBasicMaterial).side).toBe(DoubleSide)
  })

  it('faces +y when horizontal and +z when vertical', () => {
    const normalOf = (orientation: 'horizontal' | 'vertical') => {
      const { geometry } = new ClothMesh(new ClothSimulation({ orientation }))
      return new Vector3().fromBufferAttribute(geometry.getAttribute('normal'), 40).toArray()
    }
    expect(normalOf('horizontal')).toEqual([0, 1, 0])
    expect(normalOf('vertical')).toEqual([0, 0, 1])
  })

  it('uses 32-bit indices above 65 535 particles', () => {
    const mesh = new ClothMesh(new ClothSimulation({ segments: [255, 256] }))
    expect(mesh.geometry.getIndex()?.array).toBeInstanceOf(Uint32Array)
  })

  it('keeps the bounding sphere and box around a falling cloth in every frame', () => {
    const simulation = falling()
    const mesh = new ClothMesh(simulation)
    for (let frame = 0; frame < 30; frame++) {
      simulation.advance(1 / 60)
      mesh.update()
      const { boundingSphere, boundingBox } = mesh.geometry
      const positions = mesh.geometry.getAttribute('position')
      for (let p = 0; p < positions.count; p++) {
        const point = new Vector3().fromBufferAttribute(positions, p)
        expect(boundingSphere!.center.distanceTo(point)).toBeLessThanOrEqual(
          boundingSphere!.radius + 1e-6,
        )
        expect(boundingBox!.distanceToPoint(point)).toBeLessThan(1e-6)
      }
    }
    // Half a second of free fall: 1.2 m, a little more by Verlet.
    expect(mesh.geometry.boundingSphere!.center.y).toBeLessThan(-1)
  })

  it('draws between the last two steps', () => {
    const simulation = falling()
    const mesh = new ClothMesh(simulation)
    simulation.advance(1.5 / 60)
    mesh.update()
    const drawn = mesh.geometry.getAttribute('position').getY(0)
    expect(drawn).toBeCloseTo((simulation.positions[1]! + simulation.previousPositions[1]!) / 2, 6)
    mesh.interpolate = false
    mesh.update()
    expect(mesh.geometry.getAttribute('position').getY(0)).toBeCloseTo(simulation.positions[1]!, 6)
  })

  it('follows a rebuild of the simulation and frees the old geometry', () => {
    const simulation = falling()
    const mesh = new ClothMesh(simulation)
    const { geometry } = mesh
    let disposed = 0
    geometry.addEventListener('dispose', () => disposed++)
    simulation.rebuild({ segments: [3, 3] })
    mesh.update()
    expect(mesh.geometry.getAttribute('position').count).toBe(16)
    expect(mesh.geometry).not.toBe(geometry)
    expect(disposed).toBe(1)
  })
})

describe('dispose', () => {
  const count = (target: { addEventListener: (type: 'dispose', listener: () => void) => void }) => {
    const counter = { disposed: 0 }
    target.addEventListener('dispose', () => counter.disposed++)
    return counter
  }

  it('frees the geometry and the default material', () => {
    const mesh = new ClothMesh(falling())
    const geometry = count(mesh.geometry)
    const material = count(mesh.material as MeshBasicMaterial)
    mesh.dispose()
    expect([geometry.disposed, material.disposed]).toEqual([1, 1])
  })

  it('leaves a material alone that it was given', () => {
    const given = new MeshBasicMaterial()
    const material = count(given)
    new ClothMesh(falling(), { material: given }).dispose()
    expect(material.disposed).toBe(0)
  })
})

/** A camera 3 m in front of a vertical cloth under a moved, rotated and scaled parent. */
function stageWith(mesh: ClothMesh) {
  const camera = new PerspectiveCamera(40, 1, 0.1, 100)
  camera.position.set(0, 0, 3)
  camera.updateMatrixWorld()
  mesh.position.set(0.1, -0.2, 0.3)
  mesh.rotation.set(0.2, 0.4, 0.1)
  mesh.scale.setScalar(0.8)
  mesh.updateMatrixWorld()
  const raycaster = new Raycaster()
  const aim = (x: number, y: number) => {
    raycaster.setFromCamera(new Vector2(x, y), camera)
    return raycaster
  }
  return { camera, aim }
}

describe('picking and dragging', () => {
  it('takes the particle nearest to the hit', () => {
    const mesh = new ClothMesh(new ClothSimulation({ segments: [10, 10] }))
    const { aim } = stageWith(mesh)
    const [hit] = aim(0.05, 0.02).intersectObject(mesh)
    const particle = mesh.particleAt(hit!)!
    const distances = Array.from({ length: 121 }, (_, p) =>
      mesh.particlePosition(p, new Vector3()).distanceTo(hit!.point),
    )
    expect(distances[particle]).toBe(Math.min(...distances))
  })

  it('hits a cloth that has moved away from where it started', () => {
    const simulation = new ClothSimulation({
      segments: [4, 4],
      gravity: [0, 0, -9.81],
      damping: 0,
      airDensity: 0,
    })
    const mesh = new ClothMesh(simulation)
    for (let step = 0; step < 60; step++) simulation.step()
    mesh.update()
    const raycaster = new Raycaster(new Vector3(0, 0, 10), new Vector3(0, 0, -1))
    const [hit] = raycaster.intersectObject(mesh)
    expect(hit!.point.z).toBeLessThan(-4)
  })

  it('brings the held particle under the pointer, in the space of a transformed parent', () => {
    // Free: with the top pinned, diagonals would have to be 17 % longer to reach the pointer.
    const simulation = new ClothSimulation({ segments: [10, 10], gravity: [0, 0, 0] })
    const mesh = new ClothMesh(simulation)
    const { camera, aim } = stageWith(mesh)
    const dragger = new ClothDragger(mesh)
    const [hit] = aim(0, -0.1).intersectObject(mesh)
    expect(dragger.start(hit!, camera)).toBe(true)
    dragger.move(aim(0.1, -0.05).ray)
    for (let step = 0; step < 60; step++) simulation.step()
    mesh.interpolate = false
    mesh.update()
    const onScreen = mesh.particlePosition(dragger.particle!, new Vector3()).project(camera)
    expect(onScreen.x).toBeCloseTo(0.1, 5)
    expect(onScreen.y).toBeCloseTo(-0.05, 5)
    const { particle } = dragger
    dragger.end()
    expect(dragger.particle).toBeUndefined()
    simulation.step()
    expect(simulation.isPinned(particle!)).toBe(false)
  })

  it('survives a rebuild to a smaller cloth in mid-drag', () => {
    const simulation = new ClothSimulation({ segments: [10, 10] })
    const mesh = new ClothMesh(simulation)
    const { camera, aim } = stageWith(mesh)
    const dragger = new ClothDragger(mesh)
    dragger.start(aim(0.2, 0.2).intersectObject(mesh)[0]!, camera)
    simulation.rebuild({ segments: [1, 1] })
    mesh.update()
    dragger.move(aim(0, 0).ray)
    expect(() => {
      dragger.end()
    }).not.toThrow()
  })
})

describe('mesh cloth', () => {
  /** A box has 24 vertices for 8 places, with seams of normals and uv between its sides. */
  const box = () => {
    const geometry = new BoxGeometry(1, 1, 1, 2, 2, 2)
    const simulation = new ClothSimulation({ mesh: meshOf(geometry), pins: [(_x, y) => y > 0.49] })
    return { geometry, simulation, mesh: new ClothMesh(simulation) }
  }

  it('keeps vertices, their order and uv, and moves those in one place together', () => {
    const { geometry, simulation, mesh } = box()
    const { position, uv, normal } = mesh.geometry.attributes
    expect(position!.count).toBe(geometry.getAttribute('position').count)
    expect([...uv!.array]).toEqual([...geometry.getAttribute('uv').array])
    expect(simulation.particleCount).toBe(26)
    for (let step = 0; step < 30; step++) simulation.step()
    mesh.update()
    const places = new Map<number, string>()
    simulation.sheet.particleOfVertex!.forEach((particle, vertex) => {
      const seen = [position!, normal!]
        .map((a) => [a.getX(vertex), a.getY(vertex), a.getZ(vertex)].join())
        .join('|')
      expect(places.get(particle) ?? seen).toBe(seen)
      places.set(particle, seen)
    })
  })

  it('picks particles, not vertices', () => {
    const { mesh, simulation } = box()
    mesh.updateMatrixWorld()
    const raycaster = new Raycaster(new Vector3(0.45, 0.4, 3), new Vector3(0, 0, -1))
    const particle = mesh.particleAt(raycaster.intersectObject(mesh)[0]!)!
    expect([...simulation.positions.slice(3 * particle, 3 * particle + 3)]).toEqual([0.5, 0.5, 0.5])
  })

  it.each([
    ['cylinder', new CylinderGeometry(1, 1, 1, 8, 2, true), 8 * 3],
    ['far cylinder', new CylinderGeometry(1e3, 1e3, 1, 12, 1, true).translate(5, 0, 0), 12 * 2],
    ['sphere', new SphereGeometry(0.5, 8, 6), 8 * 5 + 2],
    ['torus', new TorusGeometry(1, 0.3, 6, 10), 6 * 10],
  ])('closes the seam of a %s', (_, geometry, particles) => {
    const { sheet } = new ClothSimulation({ mesh: meshOf(geometry) })
    expect(sheet.particleCount).toBe(particles)
  })

  it('needs positions', () => {
    expect(() => meshOf(new BufferGeometry())).toThrow('must have a position attribute')
  })
})

describe('a cloth that tears', () => {
  const ripped = (simulation: ClothSimulation, steps: number): void => {
    const { restPositions } = simulation.sheet
    for (let n = 0; n < steps; n++) {
      for (let p = 0; p < 7; p++) {
        const [x, y] = [restPositions[3 * p]!, restPositions[3 * p + 1]!]
        simulation.grab(p, [x, y - simulation.time, 0])
      }
      simulation.step()
    }
  }
  const banner = () =>
    new ClothSimulation({ segments: [6, 8], size: [0.6, 0.8], pins: ['top'], tear: true })

  it('draws the torn triangles within the same buffers, each corner where its particle is', () => {
    const simulation = banner()
    const mesh = new ClothMesh(simulation, { interpolate: false })
    const { geometry } = mesh
    const buffers = [geometry.getIndex()!, ...Object.values(geometry.attributes)]
    const versions = buffers.map((buffer) => ('version' in buffer ? buffer.version : 0))
    ripped(simulation, 90)
    mesh.update()
    expect(simulation.measure().tears).toBeGreaterThan(0)
    expect([geometry.getIndex()!, ...Object.values(mesh.geometry.attributes)]).toEqual(buffers)
    buffers.forEach((buffer, n) => {
      expect('version' in buffer && buffer.version).toBeGreaterThan(versions[n]!)
    })
    const positions = geometry.getAttribute('position')
    Array.from(geometry.getIndex()!.array).forEach((vertex, place) => {
      const particle = simulation.sheet.triangles[place]!
      expect(positions.getX(vertex)).toBe(Math.fround(simulation.positions[3 * particle]!))
      expect(positions.getY(vertex)).toBe(Math.fround(simulation.positions[3 * particle + 1]!))
    })
    // Bounds are those of what is drawn: the reserve does not make them larger.
    const corners = Array.from(geometry.getIndex()!.array, (vertex) => positions.getY(vertex))
    expect(geometry.boundingBox!.min.y).toBe(Math.min(...corners))
    expect(geometry.boundingBox!.max.y).toBe(Math.max(...corners))
  })

  it('is whole again after a reset, and keeps its texture where it is torn', () => {
    const simulation = banner()
    const mesh = new ClothMesh(simulation)
    const whole = Array.from(mesh.geometry.getIndex()!.array)
    const uvOf = (place: number): number[] => {
      const uv = mesh.geometry.getAttribute('uv')
      const vertex = mesh.geometry.getIndex()!.getX(place)
      return [uv.getX(vertex), uv.getY(vertex)]
    }
    const texture = whole.map((_, place) => uvOf(place))
    ripped(simulation, 90)
    mesh.update()
    expect(Array.from(mesh.geometry.getIndex()!.array)).not.toEqual(whole)
    expect(whole.map((_, place) => uvOf(place))).toEqual(texture)
    simulation.reset()
    mesh.update()
    expect(Array.from(mesh.geometry.getIndex()!.array)).toEqual(whole)
  })

  it('keeps a dragged particle in the hand while it tears', () => {
    const simulation = banner()
    const mesh = new ClothMesh(simulation)
    const camera = new PerspectiveCamera(40, 1, 0.1, 10)
    camera.position.set(0, 0, 3)
    camera.updateMatrixWorld()
    mesh.updateMatrixWorld()
    const raycaster = new Raycaster()
    raycaster.setFromCamera(new Vector2(0, 0), camera)
    const [hit] = raycaster.intersectObject(mesh)
    const dragger = new ClothDragger(mesh)
    expect(dragger.start(hit!, camera)).toBe(true)
    const held = dragger.particle
    ripped(simulation, 90)
    expect(simulation.measure().tears).toBeGreaterThan(0)
    expect(dragger.particle).toBe(held)
    dragger.end()
  })
})
