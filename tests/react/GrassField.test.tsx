// @vitest-environment happy-dom
/** `<GrassField>` in react-three-fiber's test renderer: props, lifecycle, clock, bodies, handle. */
import { GrassSimulation } from '@billow/core'
import {
  GrassField,
  type GrassFieldProps,
  type GrassHandle,
  Simulation,
  SphereCollider,
} from '@billow/react'
import { GrassMesh } from '@billow/three'
import { useThree } from '@react-three/fiber'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, StrictMode, useLayoutEffect } from 'react'
import type { InstancedBufferGeometry, Mesh } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { frames } from '../helpers/frames.js'

const small = { size: [2, 2], density: 40 } as const

async function render(props: GrassFieldProps = {}) {
  const ref = createRef<GrassHandle>()
  const renderer = await TestRenderer.create(<GrassField {...small} {...props} ref={ref} />)
  const update = (next: GrassFieldProps) =>
    renderer.update(<GrassField {...small} {...next} ref={ref} />)
  return { ref, renderer, update, field: () => ref.current! }
}

const levelsOf = (grass: GrassMesh): Mesh<InstancedBufferGeometry>[] =>
  grass.children.filter((child) => 'geometry' in child) as Mesh<InstancedBufferGeometry>[]

describe('props', () => {
  it('sets parameters from props and passes the others to the object', async () => {
    const { field } = await render({
      droop: 0.7,
      wind: [1, 2, 3],
      name: 'lawn',
      position: [1, 2, 3],
    })
    expect(field().object).toBeInstanceOf(GrassMesh)
    expect(field().simulation.params).toMatchObject({ droop: 0.7, wind: [1, 2, 3], density: 40 })
    expect(field().object.name).toBe('lawn')
    expect(field().object.position.toArray()).toEqual([1, 2, 3])
  })

  it('does not react to inline arrays and objects that say the same', async () => {
    const props = (): GrassFieldProps => ({ wind: [1, 0, 0], look: { dryness: 0.5 }, size: [1, 1] })
    const { field, update } = await render(props())
    const { simulation, object } = field()
    const spies = [
      vi.spyOn(simulation, 'setParams'),
      vi.spyOn(simulation, 'rebuild'),
      vi.spyOn(object, 'setLook'),
    ]
    await update(props())
    await update(props())
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })

  it('applies a live parameter without growing anew, and its default when the prop goes', async () => {
    const { field, update } = await render({ droop: 0.7 })
    const { simulation } = field()
    const { blades } = simulation
    simulation.step()
    await update({ droop: 0.2, orientationCulling: false })
    expect(field().simulation).toBe(simulation)
    expect(simulation.blades).toBe(blades)
    expect(simulation.params).toMatchObject({ droop: 0.2, orientationCulling: false })
    expect(simulation.time).toBeGreaterThan(0)
    await update({})
    const { droop, orientationCulling } = new GrassSimulation({ density: 0 }).params
    expect(simulation.params).toMatchObject({ droop, orientationCulling })
  })

  it('grows anew for a rebuild parameter, and keeps object, handle and simulation', async () => {
    const { field, renderer, update } = await render()
    const { object, simulation } = field()
    await update({ density: 100, seed: 4 })
    expect(field().object).toBe(object)
    expect(field().simulation).toBe(simulation)
    expect(simulation.bladeCount).toBe(400)
    await frames(renderer, 1, 1 / 60)
    expect(levelsOf(object)[0]!.geometry.getAttribute('blade').count).toBe(400)
  })

  it('grows anew for another ground, and not for the same one', async () => {
    const slope = (x: number) => 0.5 * x
    const { field, update } = await render({ heightAt: slope })
    const { revision } = field().simulation
    await update({ heightAt: slope, droop: 0.3 })
    expect(field().simulation.revision).toBe(revision)
    await update({ heightAt: () => 1 })
    expect(field().simulation.revision).toBe(revision + 1)
    expect(field().simulation.blades.roots[1]).toBe(1)
    await update({})
    expect(field().simulation.blades.roots[1]).toBe(0)
  })

  it('changes the look without making materials anew, and makes them for another shape', async () => {
    const { field, update } = await render({ look: { tipColor: 'red' } })
    const [level] = levelsOf(field().object)
    await update({ look: { tipColor: 'blue' } })
    expect(levelsOf(field().object)[0]!.material).toBe(level!.material)
    const { object } = field()
    await update({ shape: 'quad' })
    expect(field().object).not.toBe(object)
    expect(field().object.parent).not.toBeNull()
    // A quad of 8 segments has two corners in each of 9 rows.
    expect(levelsOf(field().object)[0]!.geometry.getAttribute('position').count).toBe(18)
  })

  it.each<[GrassFieldProps, string]>([
    [{ density: NaN }, 'GrassField: density must be a finite number >= 0 (1/m²), got NaN'],
    [{ density: 1e9 }, 'density must be at most 1048576 blades/m² on 4 m²'],
    [{ shape: 'blob' as never }, 'shape must be one of "triangle-tip"'],
    [{ look: { dryness: 7 } }, 'look.dryness must be a finite number from 0 to 1, got 7'],
    [{ timeScale: -1 }, 'timeScale must be a finite number >= 0'],
    [{ surface: { positions: [0, 0, 0, 0, 0, 0, 0, 0, 0] } }, 'surface must have an area > 0'],
  ])('%o: names what is allowed', async (props, message) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(render(props)).rejects.toThrow(message)
    quiet.mockRestore()
  })

  it('of no blades is nothing, and grows', async () => {
    const { field, renderer, update } = await render({ density: 0 })
    await frames(renderer, 2, 1 / 60)
    expect(field().object.drawnBlades).toBe(0)
    await update({ density: 50, frustumCulling: false })
    await frames(renderer, 1, 1 / 60)
    expect(field().object.drawnBlades).toBeGreaterThan(0)
  })
})

describe('clock', () => {
  it('gives bit-equal states after 1 s of frames at 30, 60 and 144 Hz (G48)', async () => {
    const hashes = []
    for (const rate of [30, 60, 144]) {
      const { field, renderer } = await render({ wind: [3, 0, 2], gusts: 0.5 })
      await frames(renderer, rate, 1 / rate)
      expect(field().measure().steps).toBe(60)
      hashes.push(field().hash())
    }
    expect(new Set(hashes).size).toBe(1)
  })

  it('a frame of 5 s, of a hidden tab, is cut short; back in time is no time (G49)', async () => {
    const { field, renderer } = await render({ wind: [3, 0, 2] })
    await frames(renderer, 1, 5)
    const { steps } = field().measure()
    expect(steps).toBeGreaterThan(0)
    expect(steps).toBeLessThanOrEqual(15)
    await frames(renderer, 1, -1)
    expect(field().measure().steps).toBe(steps)
    expect([...field().simulation.state.tips].every(Number.isFinite)).toBe(true)
  })

  it('stops while paused, steps by hand, and goes on from there', async () => {
    const { field, renderer, update } = await render({ paused: true })
    await frames(renderer, 10, 1 / 60)
    expect(field().simulation.time).toBe(0)
    field().step()
    expect(field().measure().steps).toBe(1)
    await update({ paused: false })
    await frames(renderer, 2, 1 / 60)
    expect(field().measure().steps).toBe(3)
  })

  it('asks for the next frame while it runs, and lets the canvas sleep while paused (G50)', async () => {
    for (const paused of [false, true]) {
      let asked = 0
      const Watch = () => {
        const set = useThree((three) => three.set)
        useLayoutEffect(() => {
          set({ invalidate: () => asked++ })
        }, [set])
        return null
      }
      const renderer = await TestRenderer.create(<Watch />)
      await renderer.update(
        <>
          <Watch />
          <GrassField {...small} paused={paused} wind={[2, 0, 0]} />
        </>,
      )
      await frames(renderer, 1, 1 / 60)
      asked = 0
      await frames(renderer, 3, 1 / 60)
      expect(asked).toBe(paused ? 0 : 3)
    }
  })
})

describe('lifecycle', () => {
  it('keeps one object over 100 changes of density, and frees what it replaces (G46, G51)', async () => {
    const { field, renderer, update } = await render()
    const { object } = field()
    let live = 0
    const seen = new Set<object>()
    for (let n = 0; n < 100; n++) {
      await update({ density: 10 + (n % 5), wind: [n, 0, 0], name: `field ${n}` })
      await frames(renderer, 1, 1 / 60)
      expect(field().object).toBe(object)
      for (const { geometry } of levelsOf(object)) {
        if (seen.has(geometry)) continue
        seen.add(geometry)
        live++
        geometry.addEventListener('dispose', () => live--)
      }
      expect(live).toBe(3)
      expect(object.children.length).toBe(3)
    }
    expect(seen.size).toBe(300)
  })

  it('frees everything on unmount and lets go of the ref', async () => {
    const { ref, renderer } = await render()
    let disposed = 0
    for (const { geometry } of levelsOf(ref.current!.object))
      geometry.addEventListener('dispose', () => disposed++)
    await renderer.unmount()
    // react-three-fiber disposes when idle.
    await vi.waitFor(
      () => {
        expect(disposed).toBe(3)
      },
      { timeout: 20_000 },
    )
    expect(ref.current).toBeNull()
  })

  it('works when mounted late under StrictMode, where effects run twice (G44)', async () => {
    const ref = createRef<GrassHandle>()
    const renderer = await TestRenderer.create(<group />)
    await renderer.update(
      <StrictMode>
        <GrassField {...small} wind={[4, 0, 0]} frustumCulling={false} ref={ref}>
          <SphereCollider radius={0.5} />
        </GrassField>
      </StrictMode>,
    )
    const { object, simulation } = ref.current!
    let disposed = 0
    for (const { geometry } of levelsOf(object))
      geometry.addEventListener('dispose', () => disposed++)
    await frames(renderer, 6, 1 / 60)
    expect(simulation.measure().steps).toBe(6)
    expect(simulation.colliders.length).toBe(1)
    expect(simulation.measure().pressed).toBeGreaterThan(0)
    expect(object.parent).not.toBeNull()
    expect(object.drawnBlades).toBeGreaterThan(0)
    // react-three-fiber frees what it dropped when idle: half a second later, at the latest.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(disposed).toBe(0)
  })

  it('leaves nothing behind when mounted and unmounted 30 times (G45)', async () => {
    const ref = createRef<GrassHandle>()
    const renderer = await TestRenderer.create(<group />)
    const made: { readonly disposed: () => number }[] = []
    for (let n = 0; n < 30; n++) {
      await renderer.update(
        <group>
          <GrassField {...small} key={n} ref={ref} />
        </group>,
      )
      for (const { geometry } of levelsOf(ref.current!.object)) {
        let disposed = 0
        geometry.addEventListener('dispose', () => disposed++)
        made.push({ disposed: () => disposed })
      }
    }
    await renderer.update(<group />)
    await vi.waitFor(
      () => {
        expect(made.map(({ disposed }) => disposed())).toEqual(made.map(() => 1))
      },
      { timeout: 20_000 },
    )
    expect(made.length).toBe(90)
  })

  it('puts the start back on reset', async () => {
    const { field, renderer } = await render({ wind: [4, 0, 0] })
    const start = field().hash()
    await frames(renderer, 10, 1 / 60)
    expect(field().hash()).not.toBe(start)
    field().reset()
    expect(field().hash()).toBe(start)
  })
})

describe('within a <Simulation>', () => {
  it('takes wind and gravity from it, unless it has its own', async () => {
    const [one, other] = [createRef<GrassHandle>(), createRef<GrassHandle>()]
    await TestRenderer.create(
      <Simulation wind={[3, 0, 1]} gravity={[0, -2, 0]}>
        <GrassField {...small} ref={one} />
        <GrassField {...small} wind={[0, 0, 0]} ref={other} />
      </Simulation>,
    )
    expect(one.current!.simulation.params).toMatchObject({ wind: [3, 0, 1], gravity: [0, -2, 0] })
    expect(other.current!.simulation.params).toMatchObject({ wind: [0, 0, 0], gravity: [0, -2, 0] })
  })

  it('is pressed by its bodies, in the place where both are (moved, turned, scaled parents)', async () => {
    const pressed: number[] = []
    for (const isMoved of [false, true]) {
      const ref = createRef<GrassHandle>()
      const group = isMoved
        ? ({ position: [30, 4, -7], rotation: [0.4, 1, 0.2], scale: 2.5 } as const)
        : {}
      const renderer = await TestRenderer.create(
        <group {...group}>
          <Simulation>
            <GrassField {...small} density={200} ref={ref} />
            <SphereCollider radius={0.3} position={[0.4, 0.2, 0.1]} />
          </Simulation>
        </group>,
      )
      await frames(renderer, 4, 1 / 60)
      pressed.push(ref.current!.measure().touched)
    }
    expect(pressed[0]).toBeGreaterThan(10)
    expect(pressed[1]).toBe(pressed[0])
  })
})
