// @vitest-environment happy-dom
/** Several pointers on one `<Cloth>`: every finger drags a particle of its own. */
import { Cloth, type ClothHandle, MeshCollider } from '@billow/react'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef } from 'react'
import { type Mesh, type Object3D, PerspectiveCamera, Ray, Vector3 } from 'three'
import { expect, it, vi } from 'vitest'

const camera = new PerspectiveCamera()
camera.position.set(0, 0, 3)
camera.updateMatrixWorld()

/** A finger over a place of the sheet, which lies in the plane z = 0. */
function finger(
  object: Object3D,
  pointerId: number,
  x: number,
  y: number,
  face: { a: number; b: number; c: number },
) {
  const captured = new Set<number>()
  const origin = new Vector3(0, 0, 3)
  const point = new Vector3(x, y, 0)
  return {
    object,
    pointerId,
    button: 0,
    face,
    point,
    camera,
    ray: new Ray(origin, point.clone().sub(origin).normalize()),
    stopPropagation: () => undefined,
    target: {
      setPointerCapture: (id: number) => captured.add(id),
      hasPointerCapture: (id: number) => captured.has(id),
      releasePointerCapture: (id: number) => captured.delete(id),
    },
  }
}

it('two fingers drag two particles; one is lifted, the other keeps; the same particle is not taken twice', async () => {
  const handle = createRef<ClothHandle>()
  const renderer = await TestRenderer.create(
    <Cloth segments={[2, 2]} gravity={[0, 0, 0]} airDensity={0} ref={handle} />,
  )
  const mesh = renderer.scene.children[0]!
  const { simulation, object } = handle.current!
  const left = { a: 3, b: 4, c: 6 }
  const right = { a: 5, b: 4, c: 8 }
  const kinds = () => [...simulation.snapshot().holdOrder]
  const fire = (name: string, event: object) => renderer.fireEvent(mesh, name, event)

  await fire('pointerDown', finger(object, 1, -0.5, 0, left))
  await fire('pointerDown', finger(object, 2, 0.5, 0, right))
  await fire('pointerDown', finger(object, 3, 0.5, 0, right))
  expect(kinds()).toEqual([3, 5])

  await fire('pointerMove', finger(object, 1, -0.5, 0.15, left))
  await fire('pointerMove', finger(object, 2, 0.5, -0.15, right))
  await fire('pointerMove', finger(object, 3, 0, 0, right))
  for (let n = 0; n < 60; n++) simulation.step()
  expect(simulation.positions[3 * 3 + 1]).toBeCloseTo(0.15, 2)
  expect(simulation.positions[3 * 5 + 1]).toBeCloseTo(-0.15, 2)

  await fire('pointerUp', finger(object, 1, -0.5, 0.15, left))
  expect(kinds()).toEqual([5])
  await fire('pointerMove', finger(object, 2, 0.5, 0.1, right))
  for (let n = 0; n < 60; n++) simulation.step()
  expect(simulation.positions[3 * 5 + 1]).toBeCloseTo(0.1, 2)

  await renderer.unmount()
  expect(kinds()).toEqual([])
})

it('pointers of a headset: nothing of the page, no capture; it lets go where the ray leaves the cloth', async () => {
  const handle = createRef<ClothHandle>()
  const renderer = await TestRenderer.create(
    <Cloth segments={[2, 2]} gravity={[0, 0, 0]} airDensity={0} ref={handle} />,
  )
  const mesh = renderer.scene.children[0]!
  const { simulation, object } = handle.current!
  const left = { a: 3, b: 4, c: 6 }
  /** An event that has a ray, a place and a number, and no more. */
  const ray = (x: number, y: number) => {
    const { button: _, target: __, ...event } = finger(object, 7, x, y, left)
    return event
  }
  const fire = (name: string, event: object) => renderer.fireEvent(mesh, name, event)
  await fire('pointerDown', ray(-0.5, 0))
  expect(simulation.isGrabbed(3)).toBe(true)
  await fire('pointerMove', ray(-0.4, 0.1))
  for (let n = 0; n < 60; n++) simulation.step()
  expect(simulation.positions[3 * 3]).toBeCloseTo(-0.4, 2)
  expect(simulation.positions[3 * 3 + 1]).toBeCloseTo(0.1, 2)
  await fire('pointerOut', ray(-0.4, 0.1))
  expect(simulation.isGrabbed(3)).toBe(false)
  await fire('pointerDown', ray(-0.4, 0.1))
  await fire('pointerUp', ray(-0.4, 0.1))
  expect(simulation.isGrabbed(3)).toBe(false)
})

it('a page that takes the pointer away opens the hand, and that of the same pointer only', async () => {
  const handle = createRef<ClothHandle>()
  const renderer = await TestRenderer.create(
    <Cloth segments={[2, 2]} gravity={[0, 0, 0]} airDensity={0} ref={handle} />,
  )
  const mesh = renderer.scene.children[0]!
  const { simulation, object } = handle.current!
  const page = new EventTarget()
  const lose = (pointerId: number) =>
    page.dispatchEvent(Object.assign(new Event('lostpointercapture'), { pointerId }))
  const press = (event: object) =>
    renderer.fireEvent(mesh, 'pointerDown', { ...event, nativeEvent: { target: page } })
  await press(finger(object, 1, -0.5, 0, { a: 3, b: 4, c: 6 }))
  await press(finger(object, 2, 0.5, 0, { a: 5, b: 4, c: 8 }))
  lose(1)
  expect([simulation.isGrabbed(3), simulation.isGrabbed(5)]).toEqual([false, true])
  lose(2)
  expect(simulation.isGrabbed(5)).toBe(false)
})

it('clicks: one on a child of the cloth carries what is held there, as one beside it, unless it hits the cloth, too', async () => {
  const handle = createRef<ClothHandle>()
  const ball = createRef<Mesh>()
  const renderer = await TestRenderer.create(
    <Cloth segments={[2, 2]} gravity={[0, 0, 0]} airDensity={0} interactive="click" ref={handle}>
      <mesh ref={ball} />
    </Cloth>,
  )
  const { simulation, object } = handle.current!
  const at = () => new Vector3().fromArray(simulation.positions, 9)
  const click = (hit: Object3D, x: number, y: number, ...hits: Object3D[]) =>
    renderer.fireEvent(renderer.scene.children[0]!, 'click', {
      ...finger(hit, 1, x, y, { a: 3, b: 4, c: 6 }),
      delta: 0,
      intersections: [hit, ...hits].map((each) => ({ object: each })),
    })
  await vi.waitFor(async () => {
    await click(object, -0.5, 0)
    expect(simulation.isGrabbed(3)).toBe(true)
  })
  // Behind the ball is the cloth, whose own event comes next.
  await click(ball.current!, -0.6, 0.1, object)
  for (let n = 0; n < 90; n++) await renderer.advanceFrames(1, 1 / 60)
  expect(at().distanceTo(new Vector3(-0.5, 0, 0))).toBeLessThan(0.01)
  await click(ball.current!, -0.6, 0.1)
  for (let n = 0; n < 90; n++) await renderer.advanceFrames(1, 1 / 60)
  expect(at().distanceTo(new Vector3(-0.6, 0.1, 0))).toBeLessThan(0.01)
  await renderer.unmount()
})

it('a press on a child of the cloth, such as a ball that it falls on, takes no particle', async () => {
  const handle = createRef<ClothHandle>()
  const ball = createRef<Mesh>()
  const renderer = await TestRenderer.create(
    <Cloth segments={[2, 2]} gravity={[0, 0, 0]} ref={handle}>
      <MeshCollider>
        <mesh ref={ball}>
          <sphereGeometry args={[0.2, 8, 6]} />
        </mesh>
      </MeshCollider>
    </Cloth>,
  )
  const { simulation } = handle.current!
  // As react-three-fiber tells the cloth of it: the object is the child that was hit, with its own triangle.
  const event = finger(ball.current!, 1, 0, 0, { a: 3, b: 4, c: 6 })
  await renderer.fireEvent(renderer.scene.children[0]!, 'pointerDown', event)
  expect([...simulation.snapshot().holdOrder]).toEqual([])
  await renderer.unmount()
})
