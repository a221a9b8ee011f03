/** Overlays of a cloth: what they draw against the cloth itself, and that all overlays free what they made. */
import { ClothSimulation, type ClothView, SpringFamily } from '@billow/core'
import { ClothMesh, meshOf } from '@billow/three'
import {
  ForceArrows,
  HashGrid,
  ParticleMarks,
  Protractor,
  Ruler,
  SpringLines,
  type SpringName,
  springNames,
  StrainMap,
} from '@billow/three/overlays'
import {
  BufferGeometry,
  type InstancedMesh,
  Material,
  MeshBasicMaterial,
  type Object3D,
  SphereGeometry,
  Vector3,
} from 'three'
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { instancesOf } from '../helpers/instances.js'

const small = { segments: [3, 2], pins: 'top', substeps: 2 } as const

function hang(options: object = {}) {
  const simulation = new ClothSimulation({ ...small, ...options })
  const mesh = new ClothMesh(simulation)
  const step = (count = 1) => {
    for (let n = 0; n < count; n++) simulation.step()
    mesh.update()
  }
  return { simulation, mesh: mesh as ClothMesh<ClothView> & ClothMesh, step }
}

const lines = (view: SpringLines, name: SpringName) =>
  view.children.find((child) => child.name === name) as LineSegments2

/** Ends of the lines that are drawn, xyz each. */
const endsOf = (family: LineSegments2) =>
  Array.from(family.geometry.getAttribute('instanceStart').array)

/** Arrows of `Strokes`: from the end of the shaft to the tip of the head. */
function arrowsOf(view: Object3D) {
  const [shafts, heads] = view.children as [InstancedMesh, InstancedMesh]
  return instancesOf(shafts).map((shaft, n) => {
    const head = instancesOf(heads)[n]!
    return { length: shaft.size.y + head.size.y, towards: head.at.sub(shaft.at).normalize() }
  })
}

describe('SpringLines', () => {
  it('every spring of a family is a line between its particles, where these are drawn', () => {
    const { simulation, mesh, step } = hang()
    const view = new SpringLines(mesh)
    step(5)
    view.update()
    const { springs } = simulation.sheet
    for (const name of springNames) {
      const expected: number[] = []
      for (let s = 0; s < springs.count; s++) {
        if (springs.families[s] !== SpringFamily[name]) continue
        for (const end of [springs.ends[2 * s]!, springs.ends[2 * s + 1]!])
          expected.push(...mesh.particles.slice(3 * end, 3 * end + 3))
      }
      expect(expected.length).toBeGreaterThan(0)
      expect(endsOf(lines(view, name))).toEqual(expected)
    }
    // 3 × 2 cells: 4 · 2 + 3 · 3 structural, 2 · 6 shear, 3 · 2 + 4 bend springs.
    expect(springNames.map((name) => endsOf(lines(view, name)).length / 6)).toEqual([17, 12, 10])
  })

  it('families differ in style as well as in colour, and each is shown or not', () => {
    const view = new SpringLines(hang().mesh)
    const materials = springNames.map((name) => lines(view, name).material)
    expect(materials.map(({ dashed }) => dashed)).toEqual([false, true, true])
    expect(materials[1]!.dashSize).toBeGreaterThan(2 * materials[2]!.dashSize)
    expect(new Set(materials.map(({ color }) => color.getHex())).size).toBe(3)
    view.show('shear', false)
    expect(springNames.map((name) => lines(view, name).visible)).toEqual([true, false, true])
    view.setWidth(3)
    expect(materials.map(({ linewidth }) => linewidth)).toEqual([3, 3, 3])
  })

  it('an update takes the same arrays again; a rebuild or a tear takes others', () => {
    const { simulation, mesh, step } = hang({ tear: true, tearStrain: 0.05, ks: 100 })
    const view = new SpringLines(mesh)
    const { array } = lines(view, 'structural').geometry.getAttribute('instanceStart')
    step(3)
    view.update()
    expect(lines(view, 'structural').geometry.getAttribute('instanceStart').array).toBe(array)
    simulation.rebuild({ segments: [5, 5] })
    mesh.update()
    view.update()
    expect(endsOf(lines(view, 'structural')).length / 6).toBe(60)
  })

  it('works on a cloth of a mesh with seams', () => {
    const simulation = new ClothSimulation({ mesh: meshOf(new SphereGeometry(0.5, 8, 6)) })
    const mesh = new ClothMesh(simulation)
    const view = new SpringLines(mesh)
    const ends = endsOf(lines(view, 'structural'))
    expect(ends.length).toBeGreaterThan(0)
    for (let i = 0; i < ends.length; i += 3)
      expect(Math.hypot(...ends.slice(i, i + 3))).toBeCloseTo(0.5, 5)
  })
})

describe('ParticleMarks', () => {
  it('balls where particles are free, cubes where they are pinned', () => {
    const { simulation, mesh, step } = hang()
    const view = new ParticleMarks(mesh, 0.02)
    simulation.unpin(9)
    step(4)
    view.update()
    const [free, pinned] = view.children as [InstancedMesh, InstancedMesh]
    expect([free.geometry.type, pinned.geometry.type]).toEqual([
      'IcosahedronGeometry',
      'BoxGeometry',
    ])
    expect([free.count, pinned.count]).toEqual([9, 3])
    const at = [8, 10, 11].map((p) => new Vector3().fromArray(mesh.particles, 3 * p))
    instancesOf(pinned).forEach((cube, n) => {
      expect(cube.at.distanceTo(at[n]!)).toBeLessThan(1e-6)
      expect(cube.size.x).toBeGreaterThan(2 * 0.02)
    })
    expect(instancesOf(free)[0]!.size.x).toBeCloseTo(0.02, 6)
  })

  it('names a wrong radius', () => {
    expect(() => new ParticleMarks(hang().mesh, 0)).toThrow(
      'ParticleMarks: radius must be a finite number > 0 (m), got 0',
    )
  })
})

describe('HashGrid', () => {
  it('has one cell for each cube of space with particles in it, around them', () => {
    // 1 m in 3 × 2 cells about the origin; a width of 0.6 m puts them in cells −1 and 0 along x and y.
    const { mesh } = hang()
    const view = new HashGrid(mesh, 0.6)
    const { array } = view.geometry.getAttribute('cell')
    const cells = Array.from({ length: view.cellCount }, (_, n) =>
      Array.from(array.slice(4 * n, 4 * n + 3), (x) => Math.round(1e6 * x) / 1e6),
    )
    expect(cells).toHaveLength(4)
    expect(new Set(cells.map((cell) => cell.join()))).toEqual(
      new Set(['-0.3,-0.3,0.3', '0.3,-0.3,0.3', '-0.3,0.3,0.3', '0.3,0.3,0.3']),
    )
  })

  it('every particle is in a cell that is drawn, wherever it goes', () => {
    const { simulation, mesh, step } = hang({ pins: [], wind: [5, 0, 3] })
    const view = new HashGrid(mesh)
    // Three particle distances.
    expect(view.cellWidth).toBeCloseTo(3 / 3, 12)
    const small = new HashGrid(mesh, 0.2)
    step(60)
    small.update()
    const { array } = small.geometry.getAttribute('cell')
    for (let p = 0; p < simulation.particleCount; p++) {
      const isIn = Array.from({ length: small.cellCount }).some((_, n) =>
        [0, 1, 2].every(
          (k) => Math.abs(array[4 * n + k]! - simulation.positions[3 * p + k]!) <= 0.1 + 1e-5,
        ),
      )
      expect(isIn, `particle ${p}`).toBe(true)
    }
  })

  it('is faint where a particle is alone', () => {
    const { simulation, mesh } = hang()
    const view = new HashGrid(mesh, 0.2)
    const strengths = () => {
      const { array } = view.geometry.getAttribute('cell')
      return Array.from({ length: view.cellCount }, (_, n) => array[4 * n + 3]!)
    }
    expect(view.cellCount).toBe(12)
    expect(Math.max(...strengths())).toBeLessThan(0.2)
    simulation.positions.set(simulation.positions.slice(0, 3), 3)
    view.update()
    expect(view.cellCount).toBe(11)
    expect(strengths().filter((strength) => strength > 0.5)).toHaveLength(1)
  })
})

describe('StrainMap', () => {
  it('puts its material on the cloth, with strains, and back what was there', () => {
    const { simulation, mesh } = hang({ segments: [1, 1], pins: [] })
    const { material } = mesh
    const view = new StrainMap(mesh)
    expect(mesh.material).not.toBe(material)
    // 4 % along the rows of the right side.
    simulation.positions[3]! += 0.04
    simulation.positions[9]! += 0.04
    mesh.update()
    view.update()
    expect(Math.max(...mesh.geometry.getAttribute('strain').array)).toBeCloseTo(0.04, 5)
    view.setRange(0, 0.3)
    expect(
      (mesh.material as unknown as { uniforms: Record<string, { value: number }> }).uniforms,
    ).toMatchObject({ maxStrain: { value: 0.3 } })
    view.dispose()
    expect(mesh.material).toBe(material)
  })

  it('a material that comes later is what comes back', () => {
    const { mesh } = hang()
    const view = new StrainMap(mesh)
    const later = new MeshBasicMaterial()
    mesh.material = later
    view.update()
    expect(mesh.material).not.toBe(later)
    view.dispose()
    expect(mesh.material).toBe(later)
  })
})

describe('ForceArrows', () => {
  it('the arrow of gravity is m g long, downwards; that of the spring k (l − rest)', () => {
    const { simulation, mesh } = hang({
      segments: [1, 1],
      pins: [],
      solver: 'mass-spring',
      ks: 30,
      shear: false,
      bend: false,
      density: 0.4,
    })
    simulation.positions[3]! += 0.05
    simulation.positions[9]! += 0.05
    mesh.update()
    const view = new ForceArrows(mesh)
    Object.assign(view, { particles: [0], forceScale: 0.5 })
    view.shown.spring = false
    view.update()
    const [gravity] = arrowsOf(view)
    // 0.1 kg · 9.81 m/s² at 0.5 m/N.
    expect(gravity!.length).toBeCloseTo(0.5 * 0.981, 5)
    expect(gravity!.towards.y).toBeCloseTo(-1, 6)
    Object.assign(view.shown, { gravity: false, spring: true })
    view.update()
    const [spring] = arrowsOf(view)
    expect(arrowsOf(view)).toHaveLength(1)
    expect(spring!.length).toBeCloseTo(0.5 * 30 * 0.05, 5)
    expect(spring!.towards.x).toBeCloseTo(1, 6)
  })

  it('without particles, every stride-th has arrows; a weight is 1.5 cells long', () => {
    const { mesh } = hang()
    const view = new ForceArrows(mesh)
    view.stride = 5
    view.update()
    const arrows = arrowsOf(view)
    expect(arrows).toHaveLength(3)
    for (const { length } of arrows) expect(length).toBeCloseTo(1.5 / 3, 5)
  })

  it('says what is wrong', () => {
    const { mesh } = hang()
    const view = new ForceArrows(mesh)
    view.particles = [99]
    expect(() => {
      view.update()
    }).toThrow('particle must be an integer from 0 to 11, got 99')
    expect(() => new ForceArrows({ particles: mesh.particles, simulation: {} })).toThrow(
      'not of one in a worker',
    )
  })

  it('a cloth is looked at only as long as there are arrows', () => {
    const { simulation, mesh, step } = hang()
    const isObserved = () =>
      (simulation as unknown as { run: { observer: unknown } }).run.observer !== undefined
    const view = new ForceArrows(mesh)
    step()
    expect(isObserved()).toBe(true)
    view.dispose()
    expect(isObserved()).toBe(false)
  })
})

describe('everything that is made is freed', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each<
    [string, (mesh: ClothMesh & ClothMesh<ClothView>) => { update(): void; dispose(): void }]
  >([
    ['SpringLines', (mesh) => new SpringLines(mesh)],
    ['ParticleMarks', (mesh) => new ParticleMarks(mesh)],
    ['HashGrid', (mesh) => new HashGrid(mesh)],
    ['StrainMap', (mesh) => new StrainMap(mesh)],
    ['ForceArrows', (mesh) => new ForceArrows(mesh)],
    ['Ruler', () => new Ruler()],
    ['Protractor', () => new Protractor()],
  ])('%s', (_, create) => {
    const { simulation, mesh, step } = hang()
    const live = new Set<object>()
    const view = create(mesh)
    const note = (object: Object3D) => {
      const { geometry, material } = object as Partial<InstancedMesh>
      // All sprites share the geometry of three.js.
      if (geometry instanceof BufferGeometry && !('isSprite' in object)) live.add(geometry)
      if (material instanceof Material) live.add(material)
    }
    const look = () => {
      if ('isObject3D' in view) (view as unknown as Object3D).traverse(note)
      else live.add(mesh.material)
    }
    look()
    for (const Kind of [BufferGeometry, Material]) {
      // Called with the object that it belongs to.
      // eslint-disable-next-line @typescript-eslint/unbound-method
      const dispose = Kind.prototype.dispose
      vi.spyOn(Kind.prototype, 'dispose').mockImplementation(function (
        this: typeof Kind.prototype,
      ) {
        live.delete(this)
        dispose.call(this as never)
      })
    }
    step()
    view.update()
    simulation.rebuild({ segments: [6, 6] })
    mesh.update()
    view.update()
    look()
    expect(live.size).toBeGreaterThan(0)
    view.dispose()
    expect(live.size).toBe(0)
  })
})
