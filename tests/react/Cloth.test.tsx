// @vitest-environment happy-dom
/** `<Cloth>` in react-three-fiber's test renderer: props, lifecycle, clock, handle. */
import { ClothSimulation, SphereCollider } from '@billow/core'
import { Cloth, type ClothHandle, type ClothProps } from '@billow/react'
import { ClothMesh } from '@billow/three'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { frames } from '../helpers/frames.js'

const small = { segments: [4, 4], substeps: 2, iterations: 2 } as const

async function render(props: ClothProps = {}) {
  const ref = createRef<ClothHandle>()
  const renderer = await TestRenderer.create(<Cloth {...small} {...props} ref={ref} />)
  const update = (next: ClothProps) => renderer.update(<Cloth {...small} {...next} ref={ref} />)
  return { ref, renderer, update, cloth: () => ref.current! }
}

describe('props', () => {
  it('sets parameters from props and passes the others to the mesh', async () => {
    const { cloth } = await render({
      density: 0.5,
      wind: [1, 2, 3],
      name: 'sail',
      castShadow: true,
      position: [1, 2, 3],
    })
    expect(cloth().object).toBeInstanceOf(ClothMesh)
    expect(cloth().simulation.params).toMatchObject({ density: 0.5, wind: [1, 2, 3] })
    expect(cloth().object.name).toBe('sail')
    expect(cloth().object.castShadow).toBe(true)
    expect(cloth().object.position.toArray()).toEqual([1, 2, 3])
  })

  it('does not react to inline arrays and objects that say the same', async () => {
    const props = (): ClothProps => ({
      wind: [1, 0, 0],
      size: [1, 2],
      pins: ['top-left', [1, 1]],
      colliders: [{ type: 'sphere', center: [0, 0, 0], radius: 0.2 }],
    })
    const { cloth, update } = await render(props())
    const { simulation } = cloth()
    const names = ['setParams', 'setPins', 'addCollider', 'removeCollider', 'rebuild'] as const
    const spies = names.map((name) => vi.spyOn(simulation, name))
    await update(props())
    await update(props())
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })

  it('applies a live parameter without starting anew, and its default when the prop goes', async () => {
    const { cloth, update } = await render({ density: 0.5 })
    const { simulation } = cloth()
    simulation.step()
    await update({ density: 0.7 })
    expect(cloth().simulation).toBe(simulation)
    expect(simulation.params.density).toBe(0.7)
    expect(simulation.time).toBeGreaterThan(0)
    await update({})
    expect(simulation.params.density).toBe(new ClothSimulation().params.density)
  })

  it('rebuilds for a rebuild parameter and keeps mesh, handle, pins and colliders', async () => {
    const collider = new SphereCollider({ center: [0, 0, 0], radius: 0.1 })
    const { cloth, update } = await render({ pins: ['top-right'], colliders: [collider] })
    const { object, simulation } = cloth()
    await update({ pins: ['top-right'], colliders: [collider], segments: [6, 6] })
    expect(cloth().object).toBe(object)
    expect(cloth().simulation).toBe(simulation)
    expect(simulation.particleCount).toBe(49)
    expect(simulation.isPinned(48)).toBe(true)
    expect(simulation.colliders).toEqual([collider])
  })

  it('changes its colliders, keeps those that are the same, and those that others have added', async () => {
    const kept = new SphereCollider({ center: [0, 0, 0], radius: 0.1 })
    const ball = (radius: number) => ({ type: 'sphere', center: [0, 1, 0], radius }) as const
    const { cloth, update } = await render({ colliders: [kept, ball(0.2)] })
    const { simulation } = cloth()
    const other = simulation.addCollider(ball(0.5))
    const radii = () => simulation.colliders.map((collider) => (collider as SphereCollider).radius)
    await update({ colliders: [ball(0.3), kept] })
    expect(radii().sort()).toEqual([0.1, 0.3, 0.5])
    expect(simulation.colliders).toContain(kept)
    await update({})
    expect(simulation.colliders).toEqual([other])
  })

  it('changes pins while running', async () => {
    const { cloth, update } = await render({ pins: ['top-left'] })
    await update({ pins: ['top-right'] })
    expect([20, 24].map((particle) => cloth().simulation.isPinned(particle))).toEqual([false, true])
  })

  it('names a wrong value, what is expected and the unit', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(render({ density: NaN })).rejects.toThrow(
      '@billow/core: Cloth: density must be a finite number > 0 (kg/m²), got NaN',
    )
    quiet.mockRestore()
  })

  it('takes a material as child', async () => {
    const { cloth } = await render({ children: <meshNormalMaterial name="mine" /> })
    expect((cloth().object.material as { name: string }).name).toBe('mine')
  })
})

describe('clock', () => {
  it('gives bit-equal states after 1 s of frames at 30, 60 and 144 Hz', async () => {
    const hashes = []
    for (const rate of [30, 60, 144]) {
      const { cloth, renderer } = await render({ pins: ['top'], wind: [1, 0, 2] })
      await frames(renderer, rate, 1 / rate)
      expect(cloth().simulation.measure().steps).toBe(60)
      hashes.push(cloth().hash())
    }
    expect(new Set(hashes).size).toBe(1)
  })

  it('stops while paused, steps by hand, and goes on from there', async () => {
    const { cloth, renderer, update } = await render({ paused: true })
    await frames(renderer, 10, 1 / 60)
    expect(cloth().simulation.time).toBe(0)
    cloth().step()
    expect(cloth().simulation.measure().steps).toBe(1)
    await update({ paused: false })
    await frames(renderer, 2, 1 / 60)
    expect(cloth().simulation.measure().steps).toBe(3)
  })

  it('runs slower by timeScale', async () => {
    const { cloth, renderer } = await render({ timeScale: 0.5 })
    await frames(renderer, 20, 1 / 60)
    expect(cloth().simulation.measure().steps).toBe(10)
  })

  it('writes the state into the mesh in every frame', async () => {
    const { cloth, renderer } = await render({ interpolate: false })
    await frames(renderer, 5, 1 / 60)
    const drawn = cloth().object.geometry.getAttribute('position').array
    expect([...drawn]).toEqual([...Float32Array.from(cloth().simulation.positions)])
  })
})

describe('lifecycle', () => {
  it('frees its geometry and lets go of the ref on unmount', async () => {
    const { ref, renderer } = await render()
    const { geometry } = ref.current!.object
    let disposed = 0
    geometry.addEventListener('dispose', () => disposed++)
    await renderer.unmount()
    // react-three-fiber disposes when idle.
    await vi.waitFor(
      () => {
        expect(disposed).toBe(1)
      },
      { timeout: 20_000 },
    )
    expect(ref.current).toBeNull()
  })

  it('works when mounted late under StrictMode, where effects run twice', async () => {
    const ref = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(<group />)
    await renderer.update(
      <StrictMode>
        <Cloth {...small} pins={['top-right']} ref={ref} />
      </StrictMode>,
    )
    const { object, simulation } = ref.current!
    await frames(renderer, 6, 1 / 60)
    expect(simulation.measure().steps).toBe(6)
    expect(simulation.isPinned(24)).toBe(true)
    expect(object.parent).not.toBeNull()
    const lowest = Math.min(
      ...[...object.geometry.getAttribute('position').array].filter((_, i) => i % 3 === 1),
    )
    expect(lowest).toBeLessThan(-0.5)
  })

  it('puts the start back on reset', async () => {
    const { cloth, renderer } = await render({ pins: ['top-left'] })
    const start = cloth().hash()
    await frames(renderer, 10, 1 / 60)
    expect(cloth().hash()).not.toBe(start)
    cloth().reset()
    expect(cloth().hash()).toBe(start)
  })
})
