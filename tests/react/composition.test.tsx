// @vitest-environment happy-dom
/** What scenes are put together from: wind, pins and geometries as components. */
import { ClothSimulation } from '@billow/core'
import { Cloth, type ClothHandle, Pin, Simulation, useCloth, Wind } from '@billow/react'
import { meshOf, Strokes } from '@billow/three'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, type ReactNode, type RefObject, StrictMode } from 'react'
import { type Group, type InstancedMesh, Matrix4, Object3D, PlaneGeometry, Vector3 } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { frames } from '../helpers/frames.js'

const small = { segments: [4, 4], substeps: 2 } as const

async function fails(scene: ReactNode, message: string) {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await expect(TestRenderer.create(scene)).rejects.toThrow(message)
  quiet.mockRestore()
}

/** Where a particle is in the world, m. */
const worldOf = ({ object, simulation }: ClothHandle, particle: number): Vector3 =>
  object.localToWorld(new Vector3().fromArray(simulation.positions, 3 * particle))

describe('<Wind>', () => {
  const paramsOf = (cloth: RefObject<ClothHandle | null>) => cloth.current!.simulation.params

  it('is the wind of its simulation while it is there, also under StrictMode', async () => {
    const [cloth, own] = [createRef<ClothHandle>(), createRef<ClothHandle>()]
    const scene = (velocity?: readonly [number, number, number]) => (
      <StrictMode>
        <Simulation wind={[0, 0, 1]}>
          {velocity ? <Wind velocity={velocity} gusts={0.4} /> : null}
          <Cloth {...small} ref={cloth} />
          <Cloth {...small} wind={[0, 9, 0]} ref={own} />
        </Simulation>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(scene())
    const { simulation } = cloth.current!
    expect(paramsOf(cloth)).toMatchObject({ wind: [0, 0, 1], gusts: 0 })
    await renderer.update(scene([3, 0, 0]))
    expect(paramsOf(cloth)).toMatchObject({ wind: [3, 0, 0], gusts: 0.4 })
    expect(paramsOf(own)).toMatchObject({ wind: [0, 9, 0], gusts: 0.4 })
    const set = vi.spyOn(simulation, 'setParams')
    await renderer.update(scene([3, 0, 0]))
    expect(set).not.toHaveBeenCalled()
    await renderer.update(scene([4, 0, 0]))
    expect(paramsOf(cloth).wind).toEqual([4, 0, 0])
    await renderer.update(scene())
    expect(paramsOf(cloth)).toMatchObject({ wind: [0, 0, 1], gusts: 0 })
    expect(cloth.current!.simulation).toBe(simulation)
  })

  it('of two, the one that came last blows, and then the first one again', async () => {
    const cloth = createRef<ClothHandle>()
    const scene = (both: boolean) => (
      <Simulation>
        <Wind velocity={[1, 0, 0]} />
        {both ? <Wind velocity={[2, 0, 0]} /> : null}
        <Cloth {...small} ref={cloth} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(true))
    expect(paramsOf(cloth).wind).toEqual([2, 0, 0])
    await renderer.update(scene(false))
    expect(paramsOf(cloth).wind).toEqual([1, 0, 0])
  })

  it('shows an arrow as long as the wind is fast, and frees it', async () => {
    const scene = (arrow: boolean) => (
      <Simulation>
        <Wind velocity={[3, 0, 4]} arrow={arrow} arrowScale={0.2} position={[0, 2, 0]} />
      </Simulation>
    )
    const renderer = await TestRenderer.create(scene(true))
    const strokes = renderer.scene.instance.getObjectByName('Wind') as Strokes
    expect(strokes).toBeInstanceOf(Strokes)
    const [shaft, head] = strokes.children as [InstancedMesh, InstancedMesh]
    const [at, size] = [new Vector3(), new Vector3()]
    const matrix = new Matrix4()
    const lengths = [shaft, head].map((part) => {
      part.getMatrixAt(0, matrix)
      at.setFromMatrixPosition(matrix)
      return size.setFromMatrixScale(matrix).y
    })
    // |v| = 5 m/s at 0.2 m for 1 m/s; shaft and head together, the head at the end.
    expect(lengths[0]! + lengths[1]!).toBeCloseTo(1, 5)
    expect(at.normalize().dot(new Vector3(0.6, 0, 0.8))).toBeCloseTo(1, 5)
    expect(strokes.position.y).toBe(2)
    const dispose = vi.spyOn(strokes, 'dispose')
    await renderer.update(scene(false))
    expect(dispose).toHaveBeenCalledOnce()
  })

  it('says what is wrong', async () => {
    await fails(<Wind velocity={[1, 0, 0]} />, '@billow/react: Wind must be inside a <Simulation>')
    await fails(
      <Simulation>
        <Wind velocity={[NaN, 0, 0]} />
      </Simulation>,
      'Wind: wind must be 3 finite numbers',
    )
  })
})

describe('<Pin>', () => {
  it('holds particles where its group is, with others and those of the prop', async () => {
    const cloth = createRef<ClothHandle>()
    const pin = createRef<Group>()
    const scene = (right: boolean) => (
      <StrictMode>
        <Cloth {...small} pins={['bottom-left']} position={[0, 3, 0]} scale={2} ref={cloth}>
          <Pin particle="top-left" position={[-0.4, 0.3, 0.1]} ref={pin}>
            <mesh>
              <boxGeometry />
            </mesh>
          </Pin>
          {right ? <Pin particle="top-right" target={[0.3, 0.3, 0.2]} /> : null}
        </Cloth>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(scene(true))
    const pinned = () =>
      [0, 1, 4, 20, 22, 24].filter((particle) => cloth.current!.simulation.isPinned(particle))
    expect(pinned()).toEqual([0, 20, 24])
    const setPins = vi.spyOn(cloth.current!.simulation, 'setPins')
    await renderer.update(scene(true))
    expect(setPins).not.toHaveBeenCalled()
    pin.current!.position.y += 0.2
    await frames(renderer, 200)
    expect(worldOf(cloth.current!, 20).distanceTo(new Vector3(-0.8, 4, 0.2))).toBeLessThan(1e-5)
    expect(worldOf(cloth.current!, 24).distanceTo(new Vector3(0.6, 3.6, 0.4))).toBeLessThan(1e-5)
    await renderer.update(scene(false))
    expect(pinned()).toEqual([0, 20])
    cloth.current!.reset()
    expect(pinned()).toEqual([0, 20])
  })

  it('follows any object, and stays when the cloth is made anew', async () => {
    const cloth = createRef<ClothHandle>()
    const object = new Object3D()
    object.position.set(1, 2, 3)
    const scene = (segments: readonly [number, number], offset: [number, number, number]) => (
      <Cloth {...small} segments={segments} ref={cloth}>
        <Pin particle="top-left" target={object} offset={offset} />
      </Cloth>
    )
    const renderer = await TestRenderer.create(scene([4, 4], [0, 0, 0]))
    await frames(renderer, 200)
    expect(worldOf(cloth.current!, 20).distanceTo(object.position)).toBeLessThan(1e-5)
    await renderer.update(scene([6, 6], [0, 1, 0]))
    await frames(renderer, 200)
    const at = worldOf(cloth.current!, 42)
    expect(at.distanceTo(new Vector3(1, 3, 3))).toBeLessThan(1e-5)
  })

  it('says what is wrong', async () => {
    await fails(<Pin particle={0} />, '@billow/react: Pin must be inside a <Cloth>')
    await fails(
      <Cloth {...small}>
        <Pin particle={99} />
      </Cloth>,
      'pins[0].particle must be a particle index below 25',
    )
  })
})

describe('a cloth of a geometry', () => {
  const expected = new ClothSimulation({ mesh: meshOf(new PlaneGeometry(1, 2, 3, 4)) })

  it('by prop, as that of a GLTF mesh; the same one makes nothing anew', async () => {
    const cloth = createRef<ClothHandle>()
    const geometry = new PlaneGeometry(1, 2, 3, 4)
    const scene = (shape: PlaneGeometry) => (
      <Cloth geometry={shape} pins={[19]} ref={cloth}>
        <meshBasicMaterial />
      </Cloth>
    )
    const renderer = await TestRenderer.create(scene(geometry))
    const { simulation } = cloth.current!
    expect(simulation.particleCount).toBe(20)
    expect(simulation.positions).toEqual(expected.positions)
    const { revision } = simulation
    await renderer.update(scene(geometry))
    expect(simulation.revision).toBe(revision)
    await renderer.update(scene(new PlaneGeometry(1, 1, 5, 5)))
    expect(simulation.particleCount).toBe(36)
  })

  it('among the children: is made first, and is not drawn', async () => {
    const cloth = createRef<ClothHandle>()
    const scene = (columns: number) => (
      <StrictMode>
        <Cloth pins={[19]} ref={cloth}>
          <planeGeometry args={[1, 2, columns, 4]} />
          <meshBasicMaterial />
        </Cloth>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(scene(3))
    expect(cloth.current!.simulation.positions).toEqual(expected.positions)
    expect(cloth.current!.object.geometry.getAttribute('position').count).toBe(20)
    expect(cloth.current!.object.material).toHaveProperty('type', 'MeshBasicMaterial')
    const { simulation } = cloth.current!
    await renderer.update(scene(7))
    expect(cloth.current!.simulation).toBe(simulation)
    expect(simulation.particleCount).toBe(40)
  })

  it('a bufferGeometry with attributes as children will do', async () => {
    const cloth = createRef<ClothHandle>()
    await TestRenderer.create(
      <Cloth ref={cloth}>
        <bufferGeometry>
          <bufferAttribute
            attach="attributes-position"
            args={[new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 3]}
          />
        </bufferGeometry>
      </Cloth>,
    )
    expect(cloth.current!.simulation.particleCount).toBe(3)
  })
})

describe('useCloth', () => {
  it('gives the mesh of the cloth around', async () => {
    const cloth = createRef<ClothHandle>()
    const found = vi.fn()
    function Inside() {
      const mesh = useCloth()
      found(mesh)
      return null
    }
    await TestRenderer.create(
      <Cloth {...small} ref={cloth}>
        <Inside />
      </Cloth>,
    )
    const [[mesh]] = found.mock.calls as [[RefObject<unknown>]]
    expect(mesh.current).toBe(cloth.current!.object)
  })

  it('outside says where it belongs', async () => {
    function Outside() {
      useCloth()
      return null
    }
    await fails(<Outside />, '@billow/react: useCloth must be inside a <Cloth>')
  })
})
