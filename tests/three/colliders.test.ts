/** Bodies of the scene that cloth touches: where they are, when they change, and what they show. */
import {
  BoxCollider,
  CapsuleCollider,
  ClothSimulation,
  type Collider,
  ConeCollider,
  CylinderCollider,
  HeightFieldCollider,
  type MeshCollider,
  PlaneCollider,
  SphereCollider,
} from '@billow/core'
import { ClothMesh, ColliderBody, MeshColliderBody } from '@billow/three'
import fc from 'fast-check'
import type { MeshBasicMaterial } from 'three'
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Box3,
  Group,
  type LineSegments,
  Matrix4,
  Mesh,
  Quaternion,
  Raycaster,
  Scene,
  SkinnedMesh,
  SphereGeometry,
  Vector3,
} from 'three'
import { describe, expect, it, vi } from 'vitest'

const ORIGIN = [0, 0, 0] as const
const ball = (radius = 0.3) => new ColliderBody(new SphereCollider({ center: ORIGIN, radius }))
const sheet = () => new ClothMesh(new ClothSimulation({ segments: [4, 4] }))
const collidersOf = (cloth: ClothMesh): readonly Collider[] => cloth.simulation.colliders
const only = (cloth: ClothMesh): Collider => {
  expect(collidersOf(cloth)).toHaveLength(1)
  return collidersOf(cloth)[0]!
}

describe('place', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const transform = fc.tuple(
    fc.array(number(-5, 5), { minLength: 3, maxLength: 3 }),
    fc.array(number(0.1, 1), { minLength: 4, maxLength: 4 }),
    fc.array(number(0.2, 3), { minLength: 3, maxLength: 3 }),
  )
  const put = (object: Group | ClothMesh, [place, turn, scale]: number[][]) => {
    object.position.fromArray(place!)
    object.quaternion.fromArray(turn!).normalize()
    object.scale.fromArray(scale!)
  }

  it('a point of the body is where it is in the world, under any parents of body and cloth', () => {
    fc.assert(
      fc.property(transform, transform, transform, (outer, inner, clothPlace) => {
        const [scene, parent, cloth, body] = [new Scene(), new Group(), sheet(), ball()]
        put(parent, outer)
        put(body, inner)
        put(cloth, clothPlace)
        scene.add(parent.add(body), cloth)
        body.addTo(cloth)
        const local = new Vector3(0.3, -0.2, 0.1)
        const expected = body.localToWorld(local.clone())
        const inCloth = local.applyMatrix4(new Matrix4().fromArray([...only(cloth).matrix]))
        expect(cloth.localToWorld(inCloth).distanceTo(expected)).toBeLessThan(1e-9)
      }),
      { numRuns: 50 },
    )
  })

  it('F28: under a parent scaled (2, 0.5, 1) a ball is the ellipsoid that is drawn', () => {
    const scene = new Scene()
    const parent = new Group()
    parent.scale.set(2, 0.5, 1)
    parent.position.set(1, -0.4, 0)
    const cloth = new ClothMesh(
      new ClothSimulation({ orientation: 'horizontal', size: [1.6, 1.6], segments: [24, 24] }),
    )
    cloth.position.x = 1
    const body = ball()
    scene.add(parent.add(body), cloth)
    body.addTo(cloth)
    for (let n = 0; n < 90; n++) {
      body.update()
      cloth.simulation.step()
    }
    const { positions, particleCount } = cloth.simulation
    const deepest = Math.min(
      ...Array.from({ length: particleCount }, (_, p) =>
        body.worldToLocal(cloth.localToWorld(new Vector3().fromArray(positions, 3 * p))).length(),
      ),
    )
    // In the ball's own space; touched, and not entered.
    expect(deepest).toBeGreaterThan(0.3 - 1e-5)
    expect(deepest).toBeLessThan(0.33)
  })

  it('a body that has moved has a speed, and one that was put elsewhere has none', () => {
    const [cloth, body] = [sheet(), ball()]
    body.addTo(cloth)
    const collider = only(cloth)
    const { jumps } = collider
    body.position.x = 1
    body.update()
    expect([collider.matrix[12], collider.jumps]).toEqual([1, jumps])
    body.position.x = 2
    body.place()
    expect([collider.matrix[12], collider.jumps]).toEqual([2, jumps + 1])
  })

  it('is no motion when body and cloth are carried together, though far away', () => {
    const carrier = new Group()
    const [cloth, body] = [sheet(), ball()]
    body.position.set(0.1, 0.2, 0.3)
    carrier.add(cloth, body)
    body.addTo(cloth)
    const moved = vi.spyOn(only(cloth), 'setTransform')
    for (let n = 0; n < 100; n++) {
      carrier.position.set(n, 3 * Math.sin(n), 0)
      carrier.rotation.y = n
      body.update()
    }
    expect(moved).not.toHaveBeenCalled()
  })

  it('scaled to nothing it is not there, and comes back without a speed', () => {
    const [cloth, body] = [sheet(), ball()]
    body.addTo(cloth)
    const collider = only(cloth)
    body.scale.setScalar(0)
    body.update()
    expect(collider.enabled).toBe(false)
    const { jumps } = collider
    body.scale.setScalar(1)
    body.position.x = 3
    body.update()
    expect([collider.enabled, collider.matrix[12]]).toEqual([true, 3])
    expect(collider.jumps).toBeGreaterThan(jumps)
  })

  it('refuses a place that is no number', () => {
    const [cloth, body] = [sheet(), ball()]
    body.addTo(cloth)
    body.position.x = NaN
    expect(() => {
      body.update()
    }).toThrow('SphereCollider: transform must be 16 finite numbers')
  })
})

describe('cloths', () => {
  it('several share a body, each in a space of its own, until they are taken off or it is disposed', () => {
    const cloths = [sheet(), sheet()]
    cloths[1]!.position.x = 2
    const body = ball()
    for (const cloth of cloths) body.addTo(cloth)
    body.addTo(cloths[0]!)
    expect(cloths.map((cloth) => only(cloth).matrix[12])).toEqual([0, -2])
    body.removeFrom(cloths[0]!)
    expect(cloths.map((cloth) => collidersOf(cloth).length)).toEqual([0, 1])
    body.dispose()
    expect(cloths.map((cloth) => collidersOf(cloth).length)).toEqual([0, 0])
  })

  it('a change reaches all of them, and a wrong one none', () => {
    const cloths = [sheet(), sheet()]
    const body = ball()
    for (const cloth of cloths) body.addTo(cloth)
    body.set({ radius: 0.5, friction: 0.7, thickness: 0.01 })
    const expected = { radius: 0.5, friction: 0.7, thickness: 0.01 }
    for (const cloth of cloths) expect(only(cloth)).toMatchObject(expected)
    expect(() => {
      body.set({ radius: 2, friction: -1 })
    }).toThrow('SphereCollider: friction must be')
    for (const cloth of cloths) expect(only(cloth)).toMatchObject(expected)
  })

  it('switched off, it moves without a speed and is felt again where it is', () => {
    const [cloth, body] = [sheet(), ball()]
    body.addTo(cloth)
    body.set({ enabled: false })
    body.update()
    const { jumps } = only(cloth)
    body.position.x = 4
    body.update()
    body.set({ enabled: true })
    body.update()
    expect(only(cloth)).toMatchObject({ enabled: true })
    expect(only(cloth).matrix[12]).toBe(4)
    expect(only(cloth).jumps).toBeGreaterThan(jumps)
  })

  it('a sheet that lies on it weighs on it: m g, in the world’s axes', () => {
    const [density, size] = [0.5, 0.4]
    const cloth = new ClothMesh(
      new ClothSimulation({
        orientation: 'horizontal',
        size: [size, size],
        segments: [8, 8],
        density,
        gravity: [0, 0, 9.81],
      }),
    )
    // What is down for the cloth is −y in the world.
    cloth.rotation.x = Math.PI / 2
    const floor = new ColliderBody(
      new PlaneCollider({ point: ORIGIN, normal: [0, 1, 0], friction: 0.5 }),
    )
    floor.position.y = -0.4
    floor.addTo(cloth)
    for (let n = 0; n < 240; n++) {
      floor.update()
      cloth.simulation.step()
    }
    const { count, force } = floor.contact()
    expect(count).toBeGreaterThan(0)
    expect(force.y).toBeCloseTo(-density * size * size * 9.81, 2)
    expect(Math.hypot(force.x, force.z)).toBeLessThan(1e-2)
  })
})

describe('meshes', () => {
  const box = () => new Mesh(new BoxGeometry(1, 1, 1))
  const meshes = (cloth: ClothMesh) => collidersOf(cloth) as readonly MeshCollider[]

  it('each collides where it is, indexed or not', () => {
    const [cloth, body] = [sheet(), new MeshColliderBody({ friction: 0.4 })]
    const plain = new Mesh(new BoxGeometry(1, 1, 1).toNonIndexed())
    plain.position.y = 2
    const holder = new Group()
    holder.position.x = 1
    body.add(holder.add(box(), plain))
    body.addTo(cloth)
    expect(meshes(cloth).map(({ indices, friction }) => [indices.length, friction])).toEqual([
      [36, 0.4],
      [36, 0.4],
    ])
    expect(meshes(cloth).map(({ matrix }) => [...matrix.slice(12, 15)])).toEqual([
      [1, 0, 0],
      [1, 2, 0],
    ])
  })

  it('come late, move, change, and go', () => {
    const [cloth, body] = [sheet(), new MeshColliderBody()]
    body.addTo(cloth)
    expect(meshes(cloth)).toHaveLength(0)
    const mesh = new Mesh()
    body.add(mesh)
    body.update()
    expect(meshes(cloth)).toHaveLength(0)

    mesh.geometry = new BoxGeometry(1, 1, 1)
    body.update()
    const [collider] = meshes(cloth)
    mesh.position.y = 0.5
    body.update()
    expect(meshes(cloth)[0]).toBe(collider)
    expect(collider!.matrix[13]).toBe(0.5)

    mesh.geometry.attributes.position!.setX(0, 7)
    mesh.geometry.attributes.position!.needsUpdate = true
    body.update()
    expect(meshes(cloth)).toHaveLength(1)
    expect(meshes(cloth)[0]!.positions[0]).toBe(7)

    body.clear()
    body.update()
    expect(meshes(cloth)).toHaveLength(0)
  })

  it('a change is that of all of them, of those to come too', () => {
    const [cloth, body] = [sheet(), new MeshColliderBody({ friction: 0.1 })]
    body.add(box())
    body.addTo(cloth)
    body.set({ friction: 0.9, twoSided: true })
    body.add(box())
    body.update()
    for (const mesh of meshes(cloth)) expect(mesh).toMatchObject({ friction: 0.9, twoSided: true })
    expect(meshes(cloth)).toHaveLength(2)
  })

  it('cloth and other bodies within are none of them', () => {
    const [cloth, body] = [sheet(), new MeshColliderBody()]
    const inner = ball()
    inner.add(box())
    body.add(cloth, inner, box())
    body.addTo(cloth)
    expect(meshes(cloth)).toHaveLength(1)
  })

  it('refuses what is bent elsewhere than in its geometry, a wrong option, and no area', () => {
    const skinned = new SkinnedMesh(new BoxGeometry())
    skinned.name = 'arm'
    const [cloth, body] = [sheet(), new MeshColliderBody()]
    body.add(skinned)
    expect(() => {
      body.addTo(cloth)
    }).toThrow('MeshColliderBody: "arm" must be a plain Mesh, got SkinnedMesh')
    expect(() => new MeshColliderBody({ friction: -1 })).toThrow('MeshCollider: friction must be')
    const flat = new MeshColliderBody()
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3))
    flat.add(new Mesh(geometry))
    expect(() => {
      flat.addTo(sheet())
    }).toThrow('MeshCollider: triangles must have an area')
  })
})

describe('debug', () => {
  const linesIn = (body: ColliderBody) => {
    const found: LineSegments[] = []
    body.traverse((object) => {
      if ('isLineSegments' in object) found.push(object as LineSegments)
    })
    return found
  }
  const extent = (body: ColliderBody) => {
    body.updateWorldMatrix(true, true)
    const { min, max } = new Box3().setFromObject(body, true)
    return [...min.toArray(), ...max.toArray()].map((value) => Math.round(1e6 * value) / 1e6 + 0)
  }

  it.each([
    [
      'sphere',
      new SphereCollider({ center: [1, 0, 0], radius: 0.5 }),
      [0.5, -0.5, -0.5],
      [1.5, 0.5, 0.5],
    ],
    ['plane', new PlaneCollider({ point: ORIGIN }), [-1, 0, -1], [1, 0.25, 1]],
    ['box', new BoxCollider({ size: [1, 2, 3] }), [-0.5, -1, -1.5], [0.5, 1, 1.5]],
    ['capsule', new CapsuleCollider({ height: 1, radius: 0.5 }), [-0.5, -1, -0.5], [0.5, 1, 0.5]],
    [
      'capsule from here to there',
      new CapsuleCollider({ from: [0, 0, 0], to: [2, 0, 0], radius: 0.5 }),
      [-0.5, -0.5, -0.5],
      [2.5, 0.5, 0.5],
    ],
    ['cylinder', new CylinderCollider({ height: 2, radius: 0.5 }), [-0.5, -1, -0.5], [0.5, 1, 0.5]],
    [
      'cone',
      new ConeCollider({ height: 2, radii: [0.5, 0.25] }),
      // Below the common tangent its lower ball is whole.
      [-0.5, -1.5, -0.5],
      [0.5, 1.25, 0.5],
    ],
    [
      'cone of which one ball holds the other',
      new ConeCollider({ height: 0.2, radii: [0.5, 0.1] }),
      [-0.5, -0.6, -0.5],
      [0.5, 0.4, 0.5],
    ],
    [
      'height field',
      new HeightFieldCollider({ heights: [0, 1, 2, 0, 0, 0], columns: 3, rows: 2, size: [4, 2] }),
      [-2, 0, -1],
      [2, 2, 1],
    ],
  ] as const)('%s: lines are as large as it is', (kind, shape, min, max) => {
    const body = new ColliderBody(shape)
    body.debug = true
    // A tapered ball's widest ring is drawn where the tangent touches.
    const tolerance = kind === 'cone' ? 0.01 : 1e-6
    const found = extent(body)
    ;[...min, ...max].forEach((value, n) => {
      expect(Math.abs(found[n]! - value)).toBeLessThan(tolerance)
    })
  })

  it('is a child of what collides, and so is right under scale', () => {
    const parent = new Group()
    parent.scale.set(2, 0.5, 1)
    const body = ball(0.5)
    body.debug = true
    parent.add(body)
    expect(extent(body)).toEqual([-1, -0.25, -0.5, 1, 0.25, 0.5])
  })

  it('follows a change, shows meshes, is hit by no pointer, and is freed', () => {
    const body = ball(0.5)
    body.debug = true
    body.set({ radius: 1 })
    expect(extent(body)).toEqual([-1, -1, -1, 1, 1, 1])
    const [lines] = linesIn(body)
    expect(
      new Raycaster(new Vector3(1, 0, 5), new Vector3(0, 0, -1)).intersectObject(body),
    ).toEqual([])
    const freed: string[] = []
    lines!.geometry.addEventListener('dispose', () => freed.push('geometry'))
    ;(lines!.material as MeshBasicMaterial).addEventListener('dispose', () =>
      freed.push('material'),
    )
    body.debug = false
    expect(freed.sort()).toEqual(['geometry', 'material'])
    expect(linesIn(body)).toEqual([])

    const statue = new MeshColliderBody()
    const mesh = new Mesh(new SphereGeometry(1, 8, 6))
    statue.add(mesh)
    statue.debug = true
    statue.update()
    expect(linesIn(statue).map(({ parent }) => parent)).toEqual([mesh])
    statue.dispose()
    expect(linesIn(statue)).toEqual([])
  })
})

it('a rotation carries over, too', () => {
  const [cloth, body] = [sheet(), ball()]
  body.quaternion.setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2)
  body.addTo(cloth)
  const turn = new Quaternion().setFromRotationMatrix(
    new Matrix4().fromArray([...only(cloth).matrix]),
  )
  expect(turn.angleTo(body.quaternion)).toBeLessThan(1e-6)
})
