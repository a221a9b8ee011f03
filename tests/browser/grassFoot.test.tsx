/**
 * Feet on ground that is not level: pointers and keys put them down under the ray, on hills and on a globe,
 * wherever the blades are moved.
 */
import { type SphereCollider } from '@billow/core'
import { GrassField, type GrassFieldProps, type GrassHandle } from '@billow/react'
import { Raycaster, SphereGeometry, Vector3 } from 'three'
import { expect, test, vi } from 'vitest'
import { commands, userEvent } from 'vitest/browser'
import { showHandsPage } from '../helpers/handsPage.js'
import { SOON } from '../helpers/waiting.js'

/** In still air, so that nothing else bends blades. */
const CALM: GrassFieldProps = { wind: [0, 0, 0], turbulence: 0, height: 0.15, heightVariation: 0 }

/** Of what presses blades down, m. */
const RADIUS = 0.2

/** How far the middle of a foot is above the ground, in parts of its radius. */
const ABOVE = 0.3

/** m; the ground between blades, which are 5 cm apart, is not looked into. */
const NEAR = 0.1

interface Ground {
  readonly props: GrassFieldProps
  /** How far a place is above it, m, and which way is up there. */
  readonly above: (place: Vector3) => number
  readonly up: (place: Vector3) => Vector3
}

const hill = (x: number, z: number): number => 0.5 * Math.exp(-3 * (x * x + z * z))

const GLOBE = 0.8

const globe = new SphereGeometry(GLOBE, 48, 32)

const GROUNDS: Readonly<Record<string, Ground>> = {
  'a hill': {
    props: { size: [2, 2], density: 400, heightAt: hill },
    above: ({ x, y, z }) => y - hill(x, z),
    up: () => new Vector3(0, 1, 0),
  },
  'a globe': {
    props: {
      density: 400,
      surface: {
        positions: globe.getAttribute('position').array,
        indices: globe.getIndex()!.array,
      },
    },
    above: (place) => place.length() - GLOBE,
    up: (place) => place.clone().normalize(),
  },
}

async function show(ground: Ground, props: GrassFieldProps) {
  const page = await showHandsPage<GrassHandle>(
    (ref) => (
      <GrassField
        {...CALM}
        {...ground.props}
        {...props}
        interactive
        trampleRadius={RADIUS}
        ref={ref}
      />
    ),
    { camera: { position: [0.3, 2.2, 2.2], fov: 45 } },
  )
  const { simulation } = page.handle()
  const feet = () =>
    simulation.colliders.map((foot) => new Vector3(...(foot as SphereCollider).center))
  return {
    ...page,
    feet,
    /** Where the ray through a place of the picture, −1 to 1, meets the ground; in steps of 1 mm. */
    under: (x: number, y: number): Vector3 => {
      const { camera } = page.state().get()
      camera.updateMatrixWorld()
      const { ray } = new Raycaster()
      ray.origin.setFromMatrixPosition(camera.matrixWorld)
      ray.direction.set(x, y, 0.5).unproject(camera).sub(ray.origin).normalize()
      const place = new Vector3()
      for (let t = 0; t < 6; t += 1e-3) if (ground.above(ray.at(t, place)) <= 0) return place
      throw new Error('the ray meets no ground')
    },
    /** Waits for one foot that stands on the ground at a place. */
    standsAt: (place: Vector3) =>
      vi.waitFor(() => {
        expect(feet()).toHaveLength(1)
        const foot = feet()[0]!
        const wanted = place.clone().addScaledVector(ground.up(place), ABOVE * RADIUS)
        expect(foot.distanceTo(wanted)).toBeLessThan(NEAR)
        expect(page.handle().measure().touched).toBeGreaterThan(0)
      }, SOON),
  }
}

test.each([
  ['a hill', 'gpu'],
  ['a globe', 'cpu'],
] as const)(
  'on %s a pressed pointer, and a foot by keys, stand under the ray (%s)',
  async (name, backend) => {
    const ground = GROUNDS[name]!

    const { handle, spot, state, feet, under, standsAt, unmount } = await show(ground, {
      backend,
    })
    const box = state().gl.domElement.getBoundingClientRect()
    const [x, y] = [0.2, -0.15]
    await vi.waitFor(() => {
      expect(handle().object.backendInUse?.kind).toBe(backend)
    }, SOON)
    await commands.mouse([
      {
        action: 'move',
        x: box.left + ((x + 1) / 2) * box.width,
        y: box.top + ((1 - y) / 2) * box.height,
      },
      { action: 'down' },
    ])
    await standsAt(under(x, y))
    await commands.mouse([{ action: 'up' }])
    await vi.waitFor(() => {
      expect(feet()).toHaveLength(0)
    }, SOON)

    spot().focus()
    await userEvent.keyboard('{Enter}')
    await standsAt(under(0, 0))
    const before = feet()[0]!
    await userEvent.keyboard('{ArrowLeft>6/}')
    await vi.waitFor(() => {
      const foot = feet()[0]!
      const ahead = foot.clone().sub(before)
      // To the left as it is seen, and still on the ground.
      expect(ahead.project(state().get().camera).x).toBeLessThan(0)
      const below = foot.clone().addScaledVector(ground.up(foot), -ABOVE * RADIUS)
      expect(Math.abs(ground.above(below))).toBeLessThan(NEAR)
      expect(foot.distanceTo(before)).toBeGreaterThan(0.15)
    }, SOON)
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => {
      expect(feet()).toHaveLength(0)
      expect(handle().measure().touched).toBe(0)
    }, SOON)
    await unmount()
  },
)
