/** Contact with bodies that move is part of the state: from a snapshot it goes on bit by bit. */
import {
  BoxCollider,
  CapsuleCollider,
  type ClothOptions,
  ClothSimulation,
  type Collider,
  SphereCollider,
} from '@billow/core'
import { describe, expect, it } from 'vitest'

const KINDS: Readonly<Record<string, () => Collider>> = {
  sphere: () => new SphereCollider({ center: [0, 0, 0], radius: 0.25, friction: 0.5 }),
  box: () => new BoxCollider({ size: [0.4, 0.3, 0.4], friction: 0.5 }),
  capsule: () => new CapsuleCollider({ height: 0.4, radius: 0.15, friction: 0.5 }),
}

/** Turned about y and on a circle: where the body is in a step, column by column. */
function poseAt(step: number): number[] {
  const [c, s] = [Math.cos(step / 20), Math.sin(step / 20)]
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0.2 * s, -0.2 + 0.1 * c, 0, 1]
}

describe.each(['xpbd', 'pbd', 'mass-spring'] as const)('%s', (solver) => {
  it.each(Object.keys(KINDS))('%s', (kind) => {
    const run = (cloth: ClothSimulation, body: Collider, from: number, to: number): string[] => {
      const hashes: string[] = []
      for (let n = from; n < to; n++) {
        body.setTransform(poseAt(n))
        cloth.step()
        hashes.push(cloth.hash())
      }
      return hashes
    }
    const options: ClothOptions = {
      ...{ solver, segments: [16, 16], size: [1, 1], orientation: 'horizontal' },
      ...{ selfCollision: true, thickness: 0.02 },
    }
    const body = KINDS[kind]!()
    body.setTransform(poseAt(0))
    const cloth = new ClothSimulation({ ...options, colliders: [body] })
    run(cloth, body, 0, 30)
    expect(cloth.measure().contacts).toBeGreaterThan(0)
    const snapshot = cloth.snapshot()
    const expected = run(cloth, body, 30, 60)
    // In the same cloth, and in another one that has seen nothing of it.
    cloth.restore(snapshot)
    expect(run(cloth, body, 30, 60)).toEqual(expected)
    const other = new ClothSimulation({ ...options, colliders: [body] })
    other.restore(structuredClone(snapshot))
    expect(run(other, body, 30, 60)).toEqual(expected)
  })
})
