/** Collider objects of every kind: what they take, what they refuse, and how they are kept. */
import {
  BillowError,
  ClothSimulation,
  type Collider,
  type ColliderOptions,
  ConeCollider,
  createCollider,
  MeshCollider,
  parseScene,
  SphereCollider,
  writeScene,
} from '@billow/core'
import { describe, expect, it } from 'vitest'

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]

const every: readonly ColliderOptions[] = [
  { type: 'sphere', center: [1, 2, 3], radius: 0.5 },
  { type: 'plane', point: [0, -1, 0], normal: [0, 1, 0], twoSided: true },
  { type: 'box', size: [1, 2, 3] },
  { type: 'capsule', from: [0, 0, 0], to: [0, 1, 0], radius: 0.2 },
  { type: 'cylinder', from: [0, 0, 0], to: [1, 1, 0], radius: 0.2 },
  { type: 'cone', from: [0, 0, 0], to: [0, 1, 0], radii: [0.3, 0.1] },
  { type: 'mesh', positions: TETRAHEDRON, indices: FACES },
  { type: 'heightField', heights: [0, 1, 2, 3, 4, 5], columns: 3, rows: 2, size: [2, 1] },
]

/** Moved by 1, 2, 3 m and turned by a quarter about z. */
const MOVED = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]

/** Options as they are with everything that all kinds have. */
const full = (options: ColliderOptions): ColliderOptions => ({
  ...options,
  friction: 1.5,
  thickness: 0.01,
  enabled: false,
  transform: MOVED,
})

describe.each(every)('$type', (options) => {
  it('is made, shared as an object, and switched off, moved and changed', () => {
    const collider = createCollider(options)
    expect(collider.type).toBe(options.type)
    expect(createCollider(collider)).toBe(collider)
    expect([collider.friction, collider.thickness, collider.enabled]).toEqual([0, 0, true])
    collider.set({ friction: 2, thickness: 0.1, enabled: false })
    expect([collider.friction, collider.thickness, collider.enabled]).toEqual([2, 0.1, false])
    collider.setTransform(MOVED)
    expect([...collider.matrix]).toEqual(MOVED)
    expect(collider.jumps).toBe(0)
    collider.place(new Float32Array(MOVED))
    expect(collider.jumps).toBe(1)
  })

  it.each<[string, (collider: Collider) => void, RegExp]>([
    ['friction', (c) => c.set({ friction: -1 }), /Collider: friction .*>= 0/],
    ['friction NaN', (c) => c.set({ friction: NaN }), /friction/],
    ['thickness', (c) => c.set({ thickness: -0.1 }), /thickness/],
    ['enabled', (c) => c.set({ enabled: 1 as never }), /enabled/],
    ['15 numbers', (c) => c.setTransform(MOVED.slice(1)), /transform must be 16 finite numbers/],
    ['NaN', (c) => c.setTransform(MOVED.with(12, NaN)), /transform must be 16 finite numbers/],
    ['infinite', (c) => c.place(MOVED.with(12, Infinity)), /transform must be 16 finite numbers/],
    ['flat', (c) => c.setTransform(MOVED.with(10, 0)), /transform must not flatten space/],
    ['nearly flat', (c) => c.set({ transform: MOVED.with(8, 1e10) }), /must not flatten space/],
    ['perspective', (c) => c.setTransform(MOVED.with(3, 1)), /last row/],
    ['nothing', (c) => c.setTransform(undefined as never), /transform/],
  ])('refuses a wrong change with its name, and stays as it is: %s', (_, change, message) => {
    const collider = createCollider(options)
    const before = structuredClone({ ...collider })
    expect(() => change(collider)).toThrow(BillowError)
    expect(() => change(collider)).toThrow(message)
    expect(() => change(collider)).toThrow(new RegExp(`${options.type}Collider`, 'i'))
    expect(structuredClone({ ...collider })).toEqual(before)
  })

  it('is in a scene file, and the same when it is read', () => {
    const collider = createCollider(full(options))
    const cloth = new ClothSimulation({ segments: [2, 2], colliders: [collider] })
    const scene = parseScene(JSON.stringify(writeScene(cloth)))
    expect(scene.warnings).toEqual([])
    const twin = createCollider(scene.colliders[0]!)
    expect({ ...twin }).toEqual({ ...collider })
  })
})

it.each<[string, unknown, RegExp]>([
  ['a box without volume', { type: 'box', size: [1, 0, 1] }, /BoxCollider: size/],
  ['a box of negative size', { type: 'box', size: [1, -1, 1] }, /BoxCollider: size/],
  ['a capsule of no place', { type: 'capsule', radius: 1 }, /CapsuleCollider: must have from/],
  ['a capsule of half a place', { type: 'capsule', from: [0, 0, 0], radius: 1 }, /from and to/],
  ['a negative radius', { type: 'capsule', height: 1, radius: -1 }, /CapsuleCollider: radius/],
  ['height beside ends', { type: 'cylinder', height: 1, from: [0, 0, 0], radius: 1 }, /beside/],
  ['a cylinder of no length', { type: 'cylinder', height: 0, radius: 1 }, /Cylinder.*height/],
  [
    'a cylinder with one end',
    { type: 'cylinder', from: [1, 1, 1], to: [1, 1, 1], radius: 1 },
    /CylinderCollider: from and to/,
  ],
  ['a cone of nothing', { type: 'cone', height: 1, radii: [0, 0] }, /ConeCollider: radii/],
  ['a negative end', { type: 'cone', height: 1, radii: [1, -1] }, /ConeCollider: radii/],
  ['one radius', { type: 'cone', height: 1, radii: [1] }, /ConeCollider: radii/],
  ['a mesh without positions', { type: 'mesh' }, /MeshCollider: must have positions/],
  [
    'NaN in a mesh',
    { type: 'mesh', positions: TETRAHEDRON.with(4, NaN), indices: FACES },
    /vertex 1/,
  ],
  ['7 numbers', { type: 'mesh', positions: [0, 0, 0, 1, 1, 1, 2] }, /MeshCollider: positions/],
  ['an index too far', { type: 'mesh', positions: TETRAHEDRON, indices: [0, 1, 4] }, /below .* 4/],
  ['half a triangle', { type: 'mesh', positions: TETRAHEDRON, indices: [0, 1] }, /three per/],
  ['half an index', { type: 'mesh', positions: TETRAHEDRON, indices: [0, 1, 0.5] }, /integers/],
  ['no area', { type: 'mesh', positions: [0, 0, 0, 1, 1, 1, 2, 2, 2] }, /must have an area/],
  [
    'too few heights',
    { type: 'heightField', heights: [0], columns: 2, rows: 2, size: [1, 1] },
    /HeightFieldCollider: heights must be columns × rows = 4/,
  ],
  [
    'one row',
    { type: 'heightField', heights: [0, 1], columns: 2, rows: 1, size: [1, 1] },
    /HeightFieldCollider: rows/,
  ],
  [
    'no size',
    { type: 'heightField', heights: [0, 1, 2, 3], columns: 2, rows: 2, size: [1, 0] },
    /HeightFieldCollider: size/,
  ],
  [
    'an option of other kinds',
    { type: 'box', size: [1, 1, 1], center: [0, 1, 0] },
    /BoxCollider: has no option "center"; it takes size, friction, thickness, enabled, transform/,
  ],
  [
    'a misspelt option',
    { type: 'sphere', center: [0, 0, 0], radius: 1, frictoin: 0.5 },
    /SphereCollider: has no option "frictoin"/,
  ],
  ['an unknown kind', { type: 'torus' }, /collider: type must be one of "sphere", .*"torus"/],
  ['a name of every object', { type: 'toString' }, /collider: type must be one of/],
])('%s is refused by name', (_, options, message) => {
  expect(() => createCollider(options as never)).toThrow(BillowError)
  expect(() => createCollider(options as never)).toThrow(message)
  expect(() => new ClothSimulation({ colliders: [options as never] })).toThrow(message)
})

it('a height is an axis along y about the origin', () => {
  const cone = new ConeCollider({ height: 2, radii: [1, 0] })
  expect([...cone.from, ...cone.to]).toEqual([0, -1, 0, 0, 1, 0])
  cone.set({ to: [3, 0, 0] })
  expect([...cone.from, ...cone.to]).toEqual([0, -1, 0, 3, 0, 0])
})

it('a mesh keeps its own copy, and another mesh has another number', () => {
  const positions = [...TETRAHEDRON]
  const mesh = new MeshCollider({ positions, indices: FACES })
  const twin = new MeshCollider({ positions, indices: FACES })
  expect(twin.shapeNumber).toBe(mesh.shapeNumber)
  positions[0] = -1
  expect(mesh.positions[0]).toBe(0)
  mesh.set({ positions })
  expect(mesh.shapeNumber).not.toBe(twin.shapeNumber)
  expect([...mesh.indices]).toEqual(FACES)
})

it('state is written and read bit by bit', () => {
  for (const options of every) {
    const collider = createCollider(full(options))
    const other = createCollider(options)
    const numbers = new Float64Array(28)
    collider.writeState(numbers)
    expect(other.differs(numbers, 0)).toBe(true)
    other.readState(numbers)
    expect(other.differs(numbers, 0)).toBe(false)
    expect({ ...other }).toEqual({ ...collider })
  }
})

it('a collider whose transform changes wakes a sleeping cloth; one that stays does not', () => {
  const sphere = new SphereCollider({ center: [0, -9, 0], radius: 1 })
  const cloth = new ClothSimulation({
    segments: [2, 2],
    gravity: [0, 0, 0],
    airDensity: 0,
    colliders: [sphere],
  })
  for (let n = 0; n < 90; n++) cloth.step()
  expect(cloth.sleeping).toBe(true)
  sphere.setTransform([...sphere.matrix])
  expect(cloth.sleeping).toBe(true)
  sphere.setTransform(MOVED)
  expect(cloth.sleeping).toBe(false)
})
