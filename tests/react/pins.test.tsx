// @vitest-environment happy-dom
/** Pins of `<Cloth>` that follow objects of the scene, wherever these and the cloth are. */
import { ClothSimulation } from '@billow/core'
import { Cloth, type ClothHandle, type ClothProps } from '@billow/react'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, type RefObject } from 'react'
import { type Group, Object3D, Vector3 } from 'three'
import { describe, expect, it, vi } from 'vitest'

const small = { segments: [4, 4], substeps: 2 } as const

function Scene({
  pole,
  handle,
  ...props
}: ClothProps & { pole: RefObject<Group | null>; handle: RefObject<ClothHandle | null> }) {
  return (
    <>
      <group position={[0, 2, 0]} rotation={[0, 0.5, 0]}>
        <Cloth {...small} {...props} ref={handle} position={[1, 0, 0]} />
      </group>
      <group position={[0, 0, 5]}>
        <group ref={pole} />
      </group>
    </>
  )
}

async function render(pins: (pole: RefObject<Group | null>) => ClothProps['pins']) {
  const [pole, handle] = [createRef<Group>(), createRef<ClothHandle>()]
  const scene = () => <Scene pole={pole} handle={handle} pins={pins(pole)} />
  const renderer = await TestRenderer.create(scene())
  return { pole, handle, renderer, update: () => renderer.update(scene()) }
}

/** Where a particle is in the world, m. */
function worldOf({ object, simulation }: ClothHandle, particle: number): Vector3 {
  return object.localToWorld(new Vector3().fromArray(simulation.positions, 3 * particle))
}

describe('a pin on an object', () => {
  it('by ref: is where the object is, in the world', async () => {
    const { pole, handle, renderer } = await render((target) => [{ particle: 'top-left', target }])
    for (let n = 0; n < 200; n++) {
      pole.current!.position.x += 0.01
      pole.current!.rotation.y += 0.02
      await renderer.advanceFrames(1, 1 / 60)
    }
    handle.current!.step()
    const expected = pole.current!.getWorldPosition(new Vector3())
    expect(worldOf(handle.current!, 20).distanceTo(expected)).toBeLessThan(1e-5)
  })

  it('an edge keeps its place on it, and goes and turns with it', async () => {
    const { pole, handle, renderer } = await render((target) => [{ particle: 'left', target }])
    const cloth = handle.current!
    await renderer.advanceFrames(1, 1 / 60)
    const onPole = [0, 10, 20].map((p) => pole.current!.worldToLocal(worldOf(cloth, p)))
    for (let n = 0; n < 60; n++) {
      pole.current!.position.z += 0.01
      pole.current!.rotation.y += 0.02
      await renderer.advanceFrames(1, 1 / 60)
    }
    cloth.step()
    ;[0, 10, 20].forEach((p, n) => {
      const expected = pole.current!.localToWorld(onPole[n]!.clone())
      expect(worldOf(cloth, p).distanceTo(expected)).toBeLessThan(1e-5)
    })
  })

  it('by the object itself; renders that say the same set no pins', async () => {
    const object = new Object3D()
    object.position.set(3, 3, 3)
    const { handle, renderer, update } = await render(() => [{ particle: 0, target: object }])
    const setPins = vi.spyOn(handle.current!.simulation, 'setPins')
    await update()
    await update()
    expect(setPins).not.toHaveBeenCalled()
    for (let n = 0; n < 100; n++) await renderer.advanceFrames(1, 1 / 60)
    expect(worldOf(handle.current!, 0).distanceTo(object.position)).toBeLessThan(1e-5)
  })

  it('a ref to nothing holds the particle where it is', async () => {
    const nothing = createRef<Object3D>()
    const { handle, renderer } = await render(() => [{ particle: 0, target: nothing }])
    const start = new ClothSimulation(small).positions.slice(0, 3)
    for (let n = 0; n < 10; n++) await renderer.advanceFrames(1, 1 / 60)
    expect(handle.current!.simulation.isPinned(0)).toBe(true)
    expect(handle.current!.simulation.positions.slice(0, 3)).toEqual(start)
  })
})
