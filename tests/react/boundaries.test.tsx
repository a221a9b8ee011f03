// @vitest-environment happy-dom
/**
 * What React does around components: something within suspends, throws, is portalled elsewhere, or is made
 * anew as fast refresh does. The cloth goes on as it was, or is made anew, and is never half there.
 */
import { Cloth, type ClothHandle, Simulation, SphereCollider } from '@billow/react'
import { createPortal } from '@react-three/fiber'
import * as TestRenderer from '@react-three/test-renderer'
import { Component, createRef, type ReactNode, StrictMode, Suspense, use } from 'react'
import { Group, Scene } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { frames } from '../helpers/frames.js'

const small = { segments: [4, 4], substeps: 2 } as const

/** A promise, and who lets it come true. */
function later(): { promise: Promise<string>; resolve: () => void } {
  let resolve!: () => void
  const promise = new Promise<string>((done) => {
    resolve = () => {
      done('there')
    }
  })
  return { promise, resolve }
}

function Waiting({ promise }: { promise: Promise<string> }): ReactNode {
  return <group name={use(promise)} />
}

class Boundary extends Component<{ children: ReactNode }, { message: string | undefined }> {
  override state = { message: undefined as string | undefined }
  static getDerivedStateFromError(error: Error): { message: string } {
    return { message: error.message }
  }
  override render(): ReactNode {
    const { message } = this.state
    return message === undefined ? this.props.children : <group name={message} />
  }
}

describe('Suspense', () => {
  it('a child that waits within its own boundary does not keep the cloth from moving', async () => {
    const { promise, resolve } = later()
    const ref = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(
      <Cloth {...small} ref={ref} pins={[]}>
        <Suspense fallback={null}>
          <Waiting promise={promise} />
        </Suspense>
      </Cloth>,
    )
    await frames(renderer, 30)
    const { simulation } = ref.current!
    const fallen = simulation.time
    expect(fallen).toBeCloseTo(0.5, 6)
    await TestRenderer.act(async () => {
      resolve()
      await promise
    })
    await frames(renderer, 30)
    expect(ref.current!.simulation).toBe(simulation)
    expect(simulation.time).toBeCloseTo(1, 6)
    expect(ref.current!.object.getObjectByName('there')).toBeDefined()
    await renderer.unmount()
  })

  it('a cloth behind a boundary that waits comes once it is there, once', async () => {
    const { promise, resolve } = later()
    const ref = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(
      <Suspense fallback={null}>
        <Cloth {...small} ref={ref}>
          <Waiting promise={promise} />
        </Cloth>
      </Suspense>,
    )
    expect(ref.current).toBeNull()
    await TestRenderer.act(async () => {
      resolve()
      await promise
    })
    await frames(renderer, 6)
    expect(ref.current!.simulation.time).toBeCloseTo(0.1, 6)
    await renderer.unmount()
    expect(ref.current).toBeNull()
  })
})

describe('error boundaries', () => {
  it('catch what a cloth refuses, by name; others go on, and a right value brings it back', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const [good, bad] = [createRef<ClothHandle>(), createRef<ClothHandle>()]
    const tree = (density: number, key: number): ReactNode => (
      <Simulation>
        <Cloth {...small} ref={good} />
        <Boundary key={key}>
          <Cloth {...small} ref={bad} density={density} />
        </Boundary>
      </Simulation>
    )
    const renderer = await TestRenderer.create(tree(-1, 0))
    await frames(renderer, 6)
    expect(bad.current).toBeNull()
    expect(good.current!.simulation.time).toBeCloseTo(0.1, 6)
    expect(renderer.scene.findAll(({ props }) => /density/.test(String(props.name)))).toHaveLength(
      1,
    )
    await renderer.update(tree(0.3, 1))
    await frames(renderer, 6)
    expect(bad.current!.simulation.params.density).toBe(0.3)
    expect(good.current!.simulation.time).toBeCloseTo(0.2, 6)
    await renderer.unmount()
    quiet.mockRestore()
  })
})

describe('portals', () => {
  it('a cloth that is portalled into another object is of the simulation it is written in', async () => {
    const ref = createRef<ClothHandle>()
    const elsewhere = new Scene()
    const parent = new Group()
    parent.position.set(0, 5, 0)
    elsewhere.add(parent)
    const renderer = await TestRenderer.create(
      <Simulation wind={[1, 0, 0]}>
        {createPortal(<Cloth {...small} ref={ref} />, parent)}
      </Simulation>,
    )
    await frames(renderer, 6)
    expect(ref.current!.object.parent).toBe(parent)
    expect(ref.current!.simulation.time).toBeCloseTo(0.1, 6)
    await renderer.unmount()
    expect(parent.children).toHaveLength(0)
  })
})

describe('made anew', () => {
  it('as fast refresh does it: by a new key under StrictMode, colliders and all, and the old one is gone', async () => {
    const ref = createRef<ClothHandle>()
    const tree = (key: number): ReactNode => (
      <StrictMode>
        <Cloth key={key} {...small} ref={ref}>
          <SphereCollider radius={0.2} />
        </Cloth>
      </StrictMode>
    )
    const renderer = await TestRenderer.create(<group />)
    for (let key = 0; key < 5; key++) {
      await renderer.update(tree(key))
      const before = ref.current!
      await frames(renderer, 6)
      expect(before.simulation.time).toBeCloseTo(0.1, 6)
      expect(before.simulation.colliders).toHaveLength(1)
      expect(renderer.scene.findAll(({ type }) => type === 'Mesh')).toHaveLength(1)
    }
    await renderer.unmount()
  })
})
