// @vitest-environment happy-dom
/** Pointers on `<GrassField>`, what it shares with cloth around it, and its teaching views. */
import {
  Cloth,
  type ClothHandle,
  GrassAnatomy,
  GrassField,
  type GrassFieldProps,
  type GrassHandle,
  Simulation,
  WindArrows,
} from '@billow/react'
import * as Three from '@billow/three'
import { createPortal, useThree } from '@react-three/fiber'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, useLayoutEffect } from 'react'
import { PerspectiveCamera, Ray, Scene, Vector3 } from 'three'
import { describe, expect, it, vi } from 'vitest'

const small = { size: [2, 2], density: 100 } as const

const controls = { enabled: true }

/** Camera controls, as a stage has them. */
function Controls() {
  const set = useThree((three) => three.set)
  useLayoutEffect(() => {
    set({ controls: controls as never })
  }, [set])
  return null
}

async function render(props: GrassFieldProps = {}) {
  controls.enabled = true
  const ref = createRef<GrassHandle>()
  const scene = (given: GrassFieldProps | undefined) => (
    <>
      <Controls />
      {given ? <GrassField {...small} {...given} ref={ref} /> : null}
    </>
  )
  const renderer = await TestRenderer.create(scene(props))
  const update = (next: GrassFieldProps | undefined) => renderer.update(scene(next))
  const field = () => ref.current!
  /** An event at a place on the ground, as react-three-fiber makes it. */
  const send = async (name: string, pointerId: number, x = 0, z = 0, more: object = {}) => {
    const instance = renderer.scene.findAll(({ instance }) => instance === field().object)[0]!
    await renderer.fireEvent(instance, name, {
      pointerId,
      pointerType: 'mouse',
      button: 0,
      point: new Vector3(x, 0, z),
      instanceId: 0,
      ray: new Ray(new Vector3(x, 5, z), new Vector3(0, -1, 0)),
      stopPropagation: () => undefined,
      target: {
        setPointerCapture: () => undefined,
        hasPointerCapture: () => false,
        releasePointerCapture: () => undefined,
      },
      ...more,
    })
  }
  return { renderer, update, field, send }
}

it('a field in a portal with a camera of its own, as for a picture, is not drawn for a headset', async () => {
  const [outer, inner] = [createRef<GrassHandle>(), createRef<GrassHandle>()]
  const [picture, camera] = [new Scene(), new PerspectiveCamera()]
  const renderer = await TestRenderer.create(
    <>
      <GrassField {...small} ref={outer} />
      {createPortal(<GrassField {...small} ref={inner} />, picture, { camera })}
    </>,
  )
  await renderer.advanceFrames(2, 1 / 60)
  expect(outer.current!.object.isForHeadset).toBe(true)
  expect(inner.current!.object.isForHeadset).toBe(false)
  await renderer.unmount()
})

describe('trampling', () => {
  it('is off by default, and rays pass through the field', async () => {
    const { field } = await render()
    expect(field().object.isPickable).toBe(false)
  })

  it('by hover: presses where the pointer is, and nowhere when it has left', async () => {
    const { field, send, renderer } = await render({ trample: 'hover', trampleRadius: 0.4 })
    expect(field().object.isPickable).toBe(true)
    await send('pointerMove', 1, 0.3, 0.2)
    expect(field().simulation.colliders.length).toBe(1)
    await renderer.advanceFrames(5, 1 / 60)
    expect(field().measure().pressed).toBeGreaterThan(10)
    expect(controls.enabled).toBe(true)
    await send('pointerOut', 1)
    expect(field().simulation.colliders.length).toBe(0)
  })

  it('by press: only while it is pressed, and camera controls rest meanwhile', async () => {
    const { field, send } = await render({ trample: 'press' })
    await send('pointerMove', 1)
    expect(field().simulation.colliders.length).toBe(0)
    await send('pointerDown', 1)
    expect(field().simulation.colliders.length).toBe(1)
    expect(controls.enabled).toBe(false)
    await send('pointerMove', 1, 0.5, 0.5)
    expect(field().simulation.colliders.length).toBe(1)
    await send('pointerUp', 1)
    expect(field().simulation.colliders.length).toBe(0)
    expect(controls.enabled).toBe(true)
    // Other buttons turn the view.
    await send('pointerDown', 1, 0, 0, { button: 2 })
    expect(field().simulation.colliders.length).toBe(0)
  })

  it('fingers: each on its own, and gone when lifted', async () => {
    const { field, send } = await render({ trample: 'hover' })
    const touch = { pointerType: 'touch' }
    await send('pointerDown', 1, 0, 0, touch)
    await send('pointerDown', 2, 0.5, 0, touch)
    expect(field().simulation.colliders.length).toBe(2)
    await send('pointerUp', 1, 0, 0, touch)
    expect(field().simulation.colliders.length).toBe(1)
    await send('pointerCancel', 2, 0, 0, touch)
    expect(field().simulation.colliders.length).toBe(0)
  })

  it('two fingers that press: controls come back with the last one', async () => {
    const { send } = await render({ trample: 'press' })
    await send('pointerDown', 1)
    await send('pointerDown', 2, 0.5)
    await send('pointerUp', 1)
    expect(controls.enabled).toBe(false)
    await send('pointerUp', 2)
    expect(controls.enabled).toBe(true)
  })

  it.each<[string, GrassFieldProps | undefined]>([
    ['is switched off', {}],
    ['hovers instead', { trample: 'hover' }],
    ['has another radius', { trample: 'press', trampleRadius: 0.6 }],
    ['has another shape', { trample: 'press', shape: 'quad' }],
    ['goes away', undefined],
  ])('leaves no foot and no controls behind when the field %s in mid-step', async (_, next) => {
    const { field, send, update } = await render({ trample: 'press' })
    const { simulation } = field()
    await send('pointerDown', 1)
    await update(next)
    expect(simulation.colliders.length).toBe(0)
    expect(controls.enabled).toBe(true)
  })

  it('runs the handlers of the user, too', async () => {
    const onPointerMove = vi.fn()
    const { send } = await render({ trample: 'hover', onPointerMove })
    await send('pointerMove', 1)
    expect(onPointerMove).toHaveBeenCalledOnce()
  })

  it('makes the field pickable for a handler of the user alone', async () => {
    const { field } = await render({ onClick: () => undefined })
    expect(field().object.isPickable).toBe(true)
  })

  it('has a radius', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(render({ trample: 'hover', trampleRadius: 0 })).rejects.toThrow(
      'GrassField: trampleRadius must be a finite number > 0 (m), got 0',
    )
    quiet.mockRestore()
  })
})

describe('sources of wind', () => {
  const source = { position: [0, 0.2, 0], strength: 3 } as const

  it('of a <Simulation> blow on grass and cloth alike', async () => {
    const [grass, cloth] = [createRef<GrassHandle>(), createRef<ClothHandle>()]
    await TestRenderer.create(
      <Simulation windSources={[source]}>
        <GrassField {...small} ref={grass} />
        <Cloth segments={[2, 2]} ref={cloth} />
      </Simulation>,
    )
    const speed = new Float64Array(3)
    grass.current!.simulation.wind.sample(1, 0.2, 0, 0, speed)
    expect(speed[0]).toBeCloseTo(3, 12)
    cloth.current!.simulation.step()
    expect(cloth.current!.measure().kinetic).toBeGreaterThan(0)
  })

  it('change while running, and are not set again while they say the same', async () => {
    const { field, update } = await render({ windSources: [source] })
    const spy = vi.spyOn(field().simulation, 'setWindSources')
    await update({ windSources: [{ ...source }] })
    expect(spy).not.toHaveBeenCalled()
    await update({})
    expect(spy).toHaveBeenCalledExactlyOnceWith([])
  })
})

describe('teaching views', () => {
  it('are in the field while they are mounted, and follow it', async () => {
    const { field, update, renderer } = await render({
      children: (
        <>
          <GrassAnatomy blades={[3]} />
          <WindArrows spacing={0.5} />
        </>
      ),
      wind: [2, 0, 0],
    })
    await renderer.advanceFrames(2, 1 / 60)
    const views = () => field().object.children.filter((child) => child instanceof Three.Strokes)
    expect(views().map((view) => view.name)).toEqual(['Grass anatomy', 'Wind arrows'])
    await update({ density: 50, children: <GrassAnatomy blades={[3]} /> })
    await renderer.advanceFrames(1, 1 / 60)
    expect(views().map((view) => view.name)).toEqual(['Grass anatomy'])
    await update({ shape: 'quad', children: <GrassAnatomy blades={[3]} /> })
    await renderer.advanceFrames(1, 1 / 60)
    expect(views().length).toBe(1)
    await update({})
    expect(views()).toEqual([])
  })

  it('say where they belong', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(TestRenderer.create(<WindArrows />)).rejects.toThrow(
      'WindArrows must be inside a <GrassField>',
    )
    quiet.mockRestore()
  })

  it('culled blades are counted for another camera than the one that draws', async () => {
    const camera = new PerspectiveCamera(40, 1, 0.1, 50)
    camera.position.set(0, 1, 5)
    camera.updateMatrixWorld()
    const { field, renderer } = await render({ paint: 'reason', cullingCamera: camera })
    await renderer.advanceFrames(1, 1 / 60)
    const before = field().object.cullCounts!
    expect(Object.values(before).reduce((sum, count) => sum + count)).toBe(400)
    expect(before.drawn).toBeGreaterThan(100)
    camera.lookAt(0, 1, 50)
    await renderer.advanceFrames(1, 1 / 60)
    expect(field().object.cullCounts).toMatchObject({ drawn: 0 })
  })
})
