// @vitest-environment happy-dom
/** Colliders as components: where they are, what they change, whom they reach, and that they go. */
import type { Collider, MeshCollider as CoreMesh, SphereCollider as CoreSphere } from '@billow/core'
import {
  BoxCollider,
  CapsuleCollider,
  Cloth,
  type ClothHandle,
  ConeCollider,
  CylinderCollider,
  HeightFieldCollider,
  MeshCollider,
  PlaneCollider,
  Simulation,
  SphereCollider,
} from '@billow/react'
import { ClothMesh, type ColliderBody } from '@billow/three'
import { useFrame } from '@react-three/fiber'
import * as TestRenderer from '@react-three/test-renderer'
import {
  createRef,
  type ReactNode,
  type RefObject,
  StrictMode,
  Suspense,
  use,
  useState,
} from 'react'
import type { BufferGeometry } from 'three'
import {
  BoxGeometry,
  type Group,
  type Material,
  Matrix4,
  Vector3,
  type MeshStandardMaterial,
} from 'three'
import { describe, expect, it, vi } from 'vitest'
import { onStep } from '../helpers/onStep.js'
import { frames } from '../helpers/frames.js'

type Handle = RefObject<ClothHandle | null>

const small = { segments: [4, 4], substeps: 2 } as const

const collidersOf = (handle: Handle): readonly Collider[] => handle.current!.simulation.colliders
const spheresOf = (handle: Handle) => collidersOf(handle) as readonly CoreSphere[]
const meshesOf = (handle: Handle) => collidersOf(handle) as readonly CoreMesh[]
const placeOf = (collider: Collider) => [...collider.matrix.slice(12, 15)]

const kinds: readonly [string, ReactNode, object][] = [
  ['sphere', <SphereCollider key="s" radius={0.3} />, { radius: 0.3 }],
  ['plane', <PlaneCollider key="p" twoSided />, { twoSided: true }],
  ['box', <BoxCollider key="b" size={[1, 2, 3]} />, { size: Float64Array.of(1, 2, 3) }],
  [
    'capsule',
    <CapsuleCollider key="c" height={2} radius={0.2} />,
    { from: Float64Array.of(0, -1, 0), to: Float64Array.of(0, 1, 0), radius: 0.2 },
  ],
  [
    'cylinder',
    <CylinderCollider key="y" from={[0, 0, 0]} to={[1, 0, 0]} radius={0.2} />,
    { to: Float64Array.of(1, 0, 0), radius: 0.2 },
  ],
  [
    'cone',
    <ConeCollider key="o" height={1} radii={[0.2, 0.1]} />,
    { radii: Float64Array.of(0.2, 0.1) },
  ],
  [
    'heightField',
    <HeightFieldCollider key="h" heights={[0, 1, 0, 1]} columns={2} rows={2} size={[1, 1]} />,
    { heights: Float64Array.of(0, 1, 0, 1) },
  ],
]

describe('kinds', () => {
  it.each(kinds)(
    '%s: in a simulation, all its cloths touch it, and others none',
    async (type, element, fields) => {
      const [first, second, outside] = [1, 2, 3].map(() => createRef<ClothHandle>())
      await TestRenderer.create(
        <>
          <Simulation>
            <Cloth {...small} ref={first!} />
            <group position={[0, 1, 0]}>{element}</group>
            <Cloth {...small} position={[5, 0, 0]} ref={second!} />
          </Simulation>
          <Cloth {...small} ref={outside!} />
        </>,
      )
      for (const handle of [first!, second!]) {
        expect(collidersOf(handle)).toHaveLength(1)
        expect(collidersOf(handle)[0]).toMatchObject({
          type,
          friction: 0,
          thickness: 0,
          enabled: true,
          ...fields,
        })
      }
      expect(placeOf(collidersOf(first!)[0]!)).toEqual([0, 1, 0])
      expect(placeOf(collidersOf(second!)[0]!)).toEqual([-5, 1, 0])
      expect(collidersOf(outside!)).toHaveLength(0)
    },
  )

  it.each(kinds)(
    '%s: as a child of a cloth, that one alone touches it, in its own space',
    async (type, element) => {
      const [inner, other] = [createRef<ClothHandle>(), createRef<ClothHandle>()]
      await TestRenderer.create(
        <Simulation>
          <Cloth {...small} position={[1, 2, 3]} ref={inner}>
            <meshBasicMaterial name="mine" />
            <group position={[0, 1, 0]}>{element}</group>
          </Cloth>
          <Cloth {...small} ref={other} />
        </Simulation>,
      )
      expect(collidersOf(inner).map((collider) => collider.type)).toEqual([type])
      expect(placeOf(collidersOf(inner)[0]!)).toEqual([0, 1, 0])
      expect((inner.current!.object.material as Material).name).toBe('mine')
      expect(collidersOf(other)).toEqual([])
    },
  )

  it('a cloth whose only children are colliders has the material of one without children', async () => {
    const [bare, full] = [createRef<ClothHandle>(), createRef<ClothHandle>()]
    await TestRenderer.create(
      <>
        <Cloth {...small} ref={bare} />
        <Cloth {...small} ref={full}>
          <SphereCollider radius={1} />
        </Cloth>
      </>,
    )
    const [a, b] = [bare, full].map(
      ({ current }) => current!.object.material as MeshStandardMaterial,
    )
    expect(b!.color.equals(a!.color)).toBe(true)
    expect(b!.side).toBe(a!.side)
  })

  it('a list of a simulation, in the space that it sits in', async () => {
    const handle = createRef<ClothHandle>()
    const scene = (radius: number) => (
      <group position={[0, 3, 0]}>
        <Simulation colliders={[{ type: 'sphere', center: [1, 0, 0], radius, friction: 0.2 }]}>
          <Cloth {...small} position={[0, 1, 0]} ref={handle} />
        </Simulation>
      </group>
    )
    const renderer = await TestRenderer.create(scene(0.5))
    const [collider] = spheresOf(handle)
    expect(placeOf(collider!)).toEqual([0, -1, 0])
    await renderer.update(scene(0.7))
    expect(spheresOf(handle)[0]).toBe(collider)
    expect(collider).toMatchObject({ radius: 0.7, friction: 0.2 })
  })
})

describe('place', () => {
  /** What an application does: it moves its objects in a frame callback. */
  function Carousel({ arm, children }: { arm: RefObject<Group | null>; children: ReactNode }) {
    const [turns] = useState({ count: 0 })
    useFrame(() => {
      turns.count++
      arm.current!.rotation.y = 0.1 * turns.count
      arm.current!.position.x = 0.03 * turns.count
    })
    return (
      <group scale={[2, 0.5, 1]} rotation={[0.3, 0, 0]}>
        <group ref={arm}>{children}</group>
      </group>
    )
  }

  const matrixIn = ({ object }: ClothHandle, body: ColliderBody) =>
    new Matrix4().copy(object.matrixWorld).invert().multiply(body.matrixWorld)

  it.each(['before the cloth', 'after the cloth'])(
    'under scaled, turned parents that a frame callback moves, mounted %s: where it is drawn in that frame',
    async (order) => {
      const handle = createRef<ClothHandle>()
      const arm = createRef<Group>()
      const body = createRef<ColliderBody>()
      const parts = [
        <Cloth key="cloth" {...small} position={[0, 1, 0]} rotation={[0, 0.4, 0]} ref={handle} />,
        <Carousel key="arm" arm={arm}>
          <SphereCollider radius={0.2} position={[0.5, 0, 0]} ref={body} />
        </Carousel>,
      ]
      const renderer = await TestRenderer.create(
        <Simulation>{order === 'before the cloth' ? parts.reverse() : parts}</Simulation>,
      )
      const at: number[][] = []
      const look = () => at.push([...collidersOf(handle)[0]!.matrix])
      onStep(handle.current!.simulation, look, true)
      for (let n = 0; n < 10; n++) {
        await frames(renderer, 1)
        // What three.js does before it draws.
        renderer.scene.instance.updateMatrixWorld()
        const drawn = matrixIn(handle.current!, body.current!).toArray()
        expect(at).toHaveLength(n + 1)
        drawn.forEach((value, k) => {
          expect(at[n]![k]).toBeCloseTo(value, 9)
        })
      }
    },
  )

  it('is put, not moved, while the clock is stopped', async () => {
    const handle = createRef<ClothHandle>()
    const scene = (x: number, paused: boolean) => (
      <Simulation paused={paused}>
        <Cloth {...small} ref={handle} />
        <SphereCollider radius={0.1} position={[x, 5, 0]} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(0, true))
    const [collider] = collidersOf(handle)
    const { jumps } = collider!
    await renderer.update(scene(3, true))
    await frames(renderer, 1)
    expect(placeOf(collider!)).toEqual([3, 5, 0])
    expect(collider!.jumps).toBe(jumps + 1)
    await renderer.update(scene(4, false))
    await frames(renderer, 1)
    expect(placeOf(collider!)).toEqual([4, 5, 0])
    expect(collider!.jumps).toBe(jumps + 1)
  })

  it('has moved between steps by hand, though the clock is stopped', async () => {
    const handle = createRef<ClothHandle>()
    const scene = (x: number) => (
      <Simulation paused>
        <Cloth {...small} ref={handle} />
        <SphereCollider radius={0.1} position={[x, 5, 0]} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(0))
    const [collider] = collidersOf(handle)
    const { jumps } = collider!
    for (let n = 1; n <= 3; n++) {
      handle.current!.step()
      await renderer.update(scene(0.1 * n))
      await frames(renderer, 1)
    }
    expect(collider!.matrix[12]).toBeCloseTo(0.3, 12)
    expect(collider!.jumps).toBe(jumps)
  })

  it('a mesh is where it is within its parents, and may move there', async () => {
    const handle = createRef<ClothHandle>()
    const scene = (y: number) => (
      <Simulation>
        <Cloth {...small} ref={handle} />
        <group position={[1, 0, 0]}>
          <MeshCollider friction={0.4} scale={2}>
            <group position={[0, y, 0]}>
              <mesh>
                <boxGeometry args={[1, 1, 1]} />
                <meshBasicMaterial />
              </mesh>
            </group>
          </MeshCollider>
        </group>
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(1))
    const [collider] = meshesOf(handle)
    expect(collider).toMatchObject({ type: 'mesh', friction: 0.4 })
    expect(placeOf(collider!)).toEqual([1, 2, 0])
    expect(collider!.matrix[0]).toBe(2)
    await renderer.update(scene(3))
    await frames(renderer, 1)
    expect(meshesOf(handle)[0]).toBe(collider)
    expect(placeOf(collider!)).toEqual([1, 6, 0])
  })
})

describe('props', () => {
  it('live: neither cloth nor collider is made anew, and what is left out is as at first', async () => {
    const handle = createRef<ClothHandle>()
    const scene = (props: object) => (
      <Simulation>
        <Cloth {...small} ref={handle} />
        <SphereCollider radius={0.3} {...props} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene({}))
    const { simulation } = handle.current!
    const [collider] = collidersOf(handle)
    const { revision } = simulation
    await frames(renderer, 3)
    await renderer.update(
      scene({ friction: 0.5, thickness: 0.01, enabled: false, radius: 0.4, center: [1, 0, 0] }),
    )
    await frames(renderer, 1)
    expect(collider).toMatchObject({ friction: 0.5, thickness: 0.01, enabled: false, radius: 0.4 })
    await renderer.update(scene({}))
    await frames(renderer, 1)
    expect(collider).toMatchObject({
      friction: 0,
      thickness: 0,
      enabled: true,
      radius: 0.3,
      center: Float64Array.of(0, 0, 0),
    })
    expect(collidersOf(handle)).toEqual([collider])
    expect([handle.current!.simulation, simulation.revision, simulation.measure().steps]).toEqual([
      simulation,
      revision,
      5,
    ])
  })

  it('inline arrays that say the same set nothing', async () => {
    const handle = createRef<ClothHandle>()
    const scene = () => (
      <Simulation>
        <Cloth {...small} ref={handle} />
        <SphereCollider radius={0.3} center={[0, 1, 0]} />
        <HeightFieldCollider heights={new Float32Array(4)} columns={2} rows={2} size={[1, 1]} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene())
    const spies = collidersOf(handle).map((collider) => vi.spyOn(collider, 'set'))
    await renderer.update(scene())
    await frames(renderer, 2)
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })

  it('debug shows and hides lines; a ref gives the body; other props go to the group', async () => {
    const body = createRef<ColliderBody>()
    const scene = (debug: boolean) => (
      <Simulation>
        <SphereCollider radius={0.3} debug={debug} name="head" position={[1, 2, 3]} ref={body} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(false))
    expect(body.current!.name).toBe('head')
    expect(body.current!.position.toArray()).toEqual([1, 2, 3])
    expect(body.current!.children).toHaveLength(0)
    await renderer.update(scene(true))
    expect(body.current!.children).toHaveLength(1)
    await renderer.update(scene(false))
    expect(body.current!.children).toHaveLength(0)
  })

  it.each([
    [
      <SphereCollider key="1" radius={-1} />,
      'SphereCollider: radius must be a finite number > 0 (m), got -1',
    ],
    [<BoxCollider key="2" size={[1, 1, 0]} />, 'BoxCollider: size must be'],
    [
      <CapsuleCollider key="3" radius={0.1} />,
      'CapsuleCollider: must have from and to, or height (m)',
    ],
    [
      <MeshCollider key="4" friction={-1} />,
      'MeshCollider: friction must be a finite number >= 0, got -1',
    ],
    [
      <SphereCollider key="5" radius={1} position={[NaN, 0, 0]} />,
      'SphereCollider: transform must be 16 finite numbers',
    ],
  ])('a wrong one names its component: %#', async (element, message) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(
      TestRenderer.create(
        <Simulation>
          <Cloth {...small} />
          {element}
        </Simulation>,
      ),
    ).rejects.toThrow(message)
    quiet.mockRestore()
  })

  it('outside of a simulation or a cloth it says where it belongs', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(TestRenderer.create(<BoxCollider size={[1, 1, 1]} />)).rejects.toThrow(
      '@billow/react: BoxCollider: must be within a <Simulation> or a <Cloth>',
    )
    quiet.mockRestore()
  })
})

describe('lifecycle', () => {
  it('comes and goes under StrictMode, late, before and after the cloth', async () => {
    const handle = createRef<ClothHandle>()
    const scene = (ball: boolean, cloth: boolean) => (
      <StrictMode>
        <Simulation>
          {ball ? <SphereCollider radius={0.3} /> : null}
          {cloth ? <Cloth {...small} ref={handle} /> : null}
        </Simulation>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(scene(false, true))
    expect(collidersOf(handle)).toHaveLength(0)
    await renderer.update(scene(true, true))
    expect(collidersOf(handle)).toHaveLength(1)
    const { simulation } = handle.current!
    await renderer.update(scene(true, false))
    expect(simulation.colliders).toHaveLength(0)
    await renderer.update(scene(true, true))
    expect(collidersOf(handle)).toHaveLength(1)
    await renderer.update(scene(false, true))
    expect(collidersOf(handle)).toHaveLength(0)
  })

  it('stays through a rebuild of the cloth, and beside the colliders of its props', async () => {
    const handle = createRef<ClothHandle>()
    const floor = (y: number) => ({ type: 'plane', point: [0, y, 0] }) as const
    const scene = (segments: readonly [number, number], y: number) => (
      <Cloth segments={segments} colliders={[floor(y)]} ref={handle}>
        <SphereCollider radius={0.3} />
      </Cloth>
    )
    const renderer = await TestRenderer.create(scene([4, 4], -1))
    const types = () => collidersOf(handle).map(({ type }) => type)
    expect(types()).toEqual(['plane', 'sphere'])
    await renderer.update(scene([6, 6], -1))
    expect(types()).toEqual(['plane', 'sphere'])
    await renderer.update(scene([6, 6], -2))
    expect(types().sort()).toEqual(['plane', 'sphere'])
  })

  it.each(['inside', 'outside'])(
    'a mesh that is loaded behind a Suspense %s of it',
    async (where) => {
      const handle = createRef<ClothHandle>()
      let load: (geometry: BufferGeometry) => void = () => undefined
      const loading = new Promise<BufferGeometry>((resolve) => {
        load = resolve
      })
      function Model() {
        return <mesh geometry={use(loading)} />
      }
      const inside = (
        <MeshCollider>
          <Suspense fallback={null}>
            <Model />
          </Suspense>
        </MeshCollider>
      )
      const outside = (
        <Suspense fallback={null}>
          <MeshCollider>
            <Model />
          </MeshCollider>
        </Suspense>
      )
      const renderer = await TestRenderer.create(
        <Simulation>
          <Cloth {...small} ref={handle} />
          {where === 'inside' ? inside : outside}
        </Simulation>,
      )
      expect(collidersOf(handle)).toHaveLength(0)
      await TestRenderer.act(async () => {
        load(new BoxGeometry(1, 1, 1))
        await loading
      })
      await vi.waitFor(async () => {
        await frames(renderer, 1)
        expect(meshesOf(handle).map(({ indices }) => indices.length)).toEqual([36])
      })
    },
  )

  it('500 mounts of every kind leave no collider, object, geometry or material behind', async () => {
    const handle = createRef<ClothHandle>()
    const scene = (shown: boolean) => (
      <StrictMode>
        <Simulation>
          <Cloth {...small} ref={handle} />
          {shown ? (
            <group>
              {kinds.map(([, element]) => element)}
              <SphereCollider radius={0.2} debug />
              <MeshCollider debug>
                <mesh>
                  <boxGeometry />
                  <meshBasicMaterial />
                </mesh>
              </MeshCollider>
            </group>
          ) : null}
        </Simulation>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(scene(false))
    const root = renderer.scene.instance
    const objects = () => {
      let count = 0
      root.traverse(() => count++)
      return count
    }
    const before = objects()
    const frees: string[] = []
    const MOUNTS = 500
    let made = 0
    for (let n = 0; n < MOUNTS; n++) {
      await renderer.update(scene(true))
      if (n % 100 === 0) {
        expect(collidersOf(handle)).toHaveLength(9)
        root.traverse((object) => {
          if (object.name !== 'Collider lines') return
          made += 2
          const { geometry, material } = object as unknown as {
            geometry: BufferGeometry
            material: Material
          }
          geometry.addEventListener('dispose', () => frees.push('geometry'))
          material.addEventListener('dispose', () => frees.push('material'))
        })
      }
      await renderer.update(scene(false))
      expect(collidersOf(handle)).toHaveLength(0)
    }
    expect(objects()).toBe(before)
    expect(made).toBe(20)
    await vi.waitFor(
      () => {
        expect(frees).toHaveLength(made)
      },
      { timeout: 20_000 },
    )
  }, 120_000)
})
it('cloth lies on a ball that sits in a scaled group, and pulls at it by its weight', async () => {
  const handle = createRef<ClothHandle>()
  const body = createRef<ColliderBody>()
  const renderer = await TestRenderer.create(
    <Simulation>
      <Cloth segments={[16, 16]} orientation="horizontal" position={[0, 0.6, 0]} ref={handle} />
      <group scale={2}>
        <SphereCollider radius={0.25} friction={0.6} thickness={0.01} ref={body} />
      </group>
    </Simulation>,
  )
  await frames(renderer, 120)
  const { object, simulation } = handle.current!
  expect(object).toBeInstanceOf(ClothMesh)
  const heights = Array.from({ length: simulation.particleCount }, (_, p) =>
    object.localToWorld(new Vector3().fromArray(simulation.positions, 3 * p)).length(),
  )
  expect(Math.min(...heights)).toBeGreaterThan(0.5 + 0.01 - 1e-6)
  expect(body.current!.contact().force.y).toBeLessThan(0)
})
