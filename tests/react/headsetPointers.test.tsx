// @vitest-environment happy-dom
/**
 * Pointers of headsets as the library that @react-three/xr uses makes them: rays that point from afar, and hands
 * that touch as a small sphere. They have no pixels, and a place in space.
 */
import {
  Cloth,
  type ClothHandle,
  type ClothProps,
  GrassField,
  type GrassHandle,
} from '@billow/react'
import type { SphereCollider } from '@billow/core'
import { Particles } from '@billow/react/overlays'
import { createGrabPointer, createRayPointer, type Pointer } from '@pmndrs/pointer-events'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, type ReactNode } from 'react'
import { Object3D, PerspectiveCamera, type Scene, Triangle, Vector3 } from 'three'
import { expect, it, vi } from 'vitest'

/** 11 × 11 particles of a sheet of 1 m² that stands upright in the air, 2 m before the eye. */
const FLOATING: ClothProps = {
  segments: [10, 10],
  gravity: [0, 0, 0],
  airDensity: 0,
  damping: 2,
  position: [0, 1.5, -2],
}
const MIDDLE = 60

const camera = new PerspectiveCamera()
camera.position.set(0, 1.5, 0)
camera.updateMatrixWorld()

/** A hand somewhere in a scene, and what it does; it points along -z. */
function handIn(scene: Scene, create: typeof createRayPointer | typeof createGrabPointer) {
  const space = new Object3D()
  const pointer: Pointer = create(() => camera, { current: space }, undefined)
  let timeStamp = 0
  const native = () => ({ timeStamp: (timeStamp += 20), button: 0 })
  return {
    pointer,
    move(x: number, y: number, z: number) {
      space.position.set(x, y, z)
      space.updateMatrix()
      pointer.move(scene, native())
    },
    turn(yaw: number, pitch = 0) {
      space.rotation.set(pitch, yaw, 0)
      space.updateMatrix()
      pointer.move(scene, native())
    },
    down: () => pointer.down(native()),
    up: () => pointer.up(native()),
  }
}

async function show(content: (ref: React.Ref<never>) => ReactNode) {
  const ref = createRef<never>()
  const renderer = await TestRenderer.create(content(ref))
  const scene = renderer.scene.instance as unknown as Scene
  scene.updateMatrixWorld(true)
  return { renderer, scene, ref }
}

async function showCloth(props: ClothProps = {}) {
  const { ref, ...shown } = await show((cloth) => <Cloth {...FLOATING} {...props} ref={cloth} />)
  const handle = () => (ref as unknown as React.RefObject<ClothHandle>).current
  const place = (particle: number) => handle().object.particlePosition(particle, new Vector3())
  const settle = async () => {
    // One by one: several at once are all those of one callback before those of the next.
    for (let n = 0; n < 90; n++) await shown.renderer.advanceFrames(1, 1 / 60)
  }
  return { ...shown, handle, place, settle }
}

it('a ray takes the particle it points at; the cloth follows the hand, also towards oneself', async () => {
  const { scene, handle, place, settle, renderer } = await showCloth()
  const { simulation } = handle()
  const hand = handIn(scene, createRayPointer)
  hand.move(0.02, 1.5, 0)
  hand.down()
  expect(simulation.isGrabbed(MIDDLE)).toBe(true)
  // 20 cm to the right, and 30 cm back.
  hand.move(0.22, 1.5, 0.3)
  await settle()
  expect(place(MIDDLE).x).toBeCloseTo(0.2, 2)
  expect(place(MIDDLE).y).toBeCloseTo(1.5, 2)
  expect(place(MIDDLE).z).toBeCloseTo(-1.7, 2)
  // Pointing elsewhere turns what is held round the hand, at its distance of 2 m.
  hand.turn(Math.PI / 6)
  await settle()
  expect(place(MIDDLE).x).toBeCloseTo(0.22 - 2 * Math.sin(Math.PI / 6) - 0.02, 2)
  expect(place(MIDDLE).z).toBeCloseTo(0.3 - 2 * Math.cos(Math.PI / 6), 2)
  expect(simulation.isGrabbed(MIDDLE)).toBe(true)
  hand.up()
  expect(simulation.isGrabbed(MIDDLE)).toBe(false)
  await renderer.unmount()
})

it('a hand takes the particle nearest to it, and nothing where only the box of the cloth is', async () => {
  const { scene, handle, place, settle, renderer } = await showCloth({ segments: [4, 4] })
  const { simulation } = handle()
  const hand = handIn(scene, createGrabPointer)
  // Particle 18 of 5 × 5 is at (0.25, 0.25), the hand 4 cm before the middle of a cell beside it.
  hand.move(0.27, 1.74, -1.96)
  hand.down()
  expect([...simulation.snapshot().holdOrder]).toEqual([18])
  const before = place(18)
  hand.move(0.37, 1.74, -1.76)
  await settle()
  const way = place(18).sub(before)
  expect(way.x).toBeCloseTo(0.1, 2)
  expect(way.z).toBeCloseTo(0.2, 2)
  hand.up()
  await settle()
  // The cloth is bent now: 10 cm beside it there still is its box.
  const { boundingBox } = handle().object.geometry
  expect(boundingBox!.max.z - boundingBox!.min.z).toBeGreaterThan(0.1)
  const free = place(12).setZ(handle().object.position.z + boundingBox!.max.z)
  expect(place(12).distanceTo(free)).toBeGreaterThan(0.08)
  hand.move(free.x, free.y, free.z)
  hand.down()
  expect([...simulation.snapshot().holdOrder]).toEqual([])
  hand.up()
  await renderer.unmount()
})

it('two hands hold two particles; one that is lost lets go', async () => {
  const { scene, handle, renderer } = await showCloth()
  const { simulation } = handle()
  const held = () => [...simulation.snapshot().holdOrder]
  const left = handIn(scene, createRayPointer)
  const right = handIn(scene, createGrabPointer)
  left.move(-0.4, 1.5, 0)
  right.move(0.4, 1.5, -1.98)
  left.down()
  right.down()
  expect(held()).toEqual([56, 64])
  left.pointer.exit({ timeStamp: 1000, button: 0 })
  expect(held()).toEqual([64])
  await renderer.unmount()
  expect(held()).toEqual([])
})

it('a pointer that is switched off in mid-drag, as by the menu of a headset, lets go, and can take again', async () => {
  const { scene, handle, place, renderer } = await showCloth()
  const { simulation } = handle()
  for (const create of [createRayPointer, createGrabPointer]) {
    const hand = handIn(scene, create)
    hand.move(0.02, 1.5, -1.95)
    hand.down()
    expect(simulation.isGrabbed(MIDDLE)).toBe(true)
    hand.pointer.setEnabled(false, { timeStamp: 1000, button: 0 })
    expect(simulation.isGrabbed(MIDDLE)).toBe(false)
    // Let go while nobody is told.
    hand.up()
    hand.pointer.setEnabled(true, { timeStamp: 1010, button: 0 })
    hand.move(place(MIDDLE).x, place(MIDDLE).y, -1.95)
    expect(simulation.isGrabbed(MIDDLE)).toBe(false)
    hand.down()
    expect(simulation.isGrabbed(MIDDLE)).toBe(true)
    hand.up()
    expect(simulation.isGrabbed(MIDDLE)).toBe(false)
  }
  await renderer.unmount()
})

it('a hand touches what is nearest in the scene, also under parents that squeeze', async () => {
  const { ref, scene, renderer } = await show((cloth) => (
    <group scale={[1, 1, 0.2]} rotation={[0, 0.4, 0]}>
      <Cloth {...FLOATING} position={[0, 1.5, -2]} rotation={[0, 0.9, 0]} ref={cloth} />
    </group>
  ))
  const { object } = (ref as unknown as React.RefObject<ClothHandle>).current
  const index = object.geometry.getIndex()!
  const corners = [new Vector3(), new Vector3(), new Vector3()] as const
  let hits = 0
  for (let n = 0; n < 40; n++) {
    // Beside places of the sheet.
    const from = object
      .localToWorld(new Vector3(0.4 * Math.sin(n), 0.4 * Math.cos(1.7 * n), 0.05 * Math.sin(3 * n)))
      .add(new Vector3(0.06 * Math.cos(n), 0, 0.06 * Math.sin(2 * n)))
    let nearest = Infinity
    for (let i = 0; i < index.count; i += 3) {
      corners.forEach((corner, k) =>
        object.localToWorld(
          corner.fromBufferAttribute(object.geometry.getAttribute('position'), index.getX(i + k)),
        ),
      )
      const place = new Triangle(...corners).closestPointToPoint(from, new Vector3())
      nearest = Math.min(nearest, place.distanceTo(from))
    }
    const hand = handIn(scene, createGrabPointer)
    hand.move(from.x, from.y, from.z)
    const found = hand.pointer.getIntersection()!
    const isHit = found.object === object
    expect(isHit).toBe(nearest <= 0.07)
    if (isHit) expect(found.distance).toBeCloseTo(nearest, 6)
    if (isHit) hits++
  }
  expect(hits).toBeGreaterThan(10)
  expect(hits).toBeLessThan(40)
  await renderer.unmount()
})

it('clicks take a particle, carry it and let it go: events without a way in pixels', async () => {
  const { scene, handle, place, settle, renderer } = await showCloth({
    interactive: { pointer: 'click' },
  })
  const { simulation } = handle()
  const hand = handIn(scene, createRayPointer)
  // The hand's code is loaded once it is needed.
  await vi.waitFor(() => {
    hand.move(0, 1.5, 0)
    hand.down()
    hand.up()
    expect(simulation.isGrabbed(MIDDLE)).toBe(true)
  })
  const target = place(MIDDLE + 22)
  hand.move(target.x, target.y, 0)
  hand.down()
  hand.up()
  await settle()
  expect(place(MIDDLE).distanceTo(target)).toBeLessThan(0.01)
  hand.move(place(MIDDLE).x, place(MIDDLE).y, 0)
  hand.down()
  hand.up()
  expect(simulation.isGrabbed(MIDDLE)).toBe(false)
  await renderer.unmount()
})

it('what is drawn over a cloth to be looked at is neither pointed at nor touched', async () => {
  const { ref, scene, renderer } = await show((cloth) => (
    <Cloth {...FLOATING} ref={cloth}>
      <Particles />
    </Cloth>
  ))
  const { simulation } = (ref as unknown as React.RefObject<ClothHandle>).current
  for (const create of [createRayPointer, createGrabPointer]) {
    const hand = handIn(scene, create)
    hand.move(0.02, 1.5, -1.95)
    hand.down()
    expect([...simulation.snapshot().holdOrder]).toEqual([MIDDLE])
    hand.up()
  }
  await renderer.unmount()
})

it('a ray treads on grass where it meets the ground, as long as it does', async () => {
  const { ref, scene, renderer } = await show((field) => (
    <GrassField size={[2, 2]} density={100} trample="press" position={[0, 0, -2]} ref={field} />
  ))
  const { simulation } = (ref as unknown as React.RefObject<GrassHandle>).current
  const hand = handIn(scene, createRayPointer)
  const feet = () =>
    (simulation.colliders as readonly SphereCollider[]).map(({ center: [x, , z] }) => [x, z])
  // From 1 m above the ground, down by 45 degrees: 1 m before the hand, in the space of the field.
  hand.turn(0, -Math.PI / 4)
  hand.move(0.3, 1, -1)
  hand.down()
  expect(feet()).toEqual([[expect.closeTo(0.3, 6), expect.closeTo(0, 6)]])
  hand.move(0.5, 1, -1.4)
  expect(feet()).toEqual([[expect.closeTo(0.5, 6), expect.closeTo(-0.4, 6)]])
  // Beside the field.
  hand.move(3, 1, -1)
  expect(feet()).toEqual([])
  hand.up()
  await renderer.unmount()
})
