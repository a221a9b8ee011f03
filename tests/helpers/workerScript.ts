/**
 * A run with every kind of call, to be made on a `ClothSimulation` and on a `ClothWorker` alike: what
 * both show after each frame has to be the same.
 */
import type { ClothOptions, ClothSimulation, SphereCollider } from '@billow/core'
import { SphereCollider as Sphere } from '@billow/core'
import type { ClothWorker } from '@billow/core/worker'

export type AnyCloth = ClothSimulation | ClothWorker

/** One moment as it is to be seen from outside. */
export interface Moment {
  readonly positions: number[]
  readonly previous: number[]
  readonly drawn: number[]
  readonly time: number
  readonly hash: string
  readonly sleeping: boolean
  readonly pinned: number[]
}

export const runOptions = (solver: 'xpbd' | 'pbd' | 'mass-spring'): ClothOptions => ({
  solver,
  segments: [7, 6],
  size: [1, 1],
  pins: ['top-left', (x, y) => x > 0.45 && y > 0.45],
  offsetAt: (i, j) => 0.01 * Math.sin(i + 2 * j),
  wind: [1, 0, 2],
  turbulence: 0.5,
  substeps: 4,
  selfCollision: true,
})

/** Frames that give no step, one, or several. */
const FRAMES = [1 / 60, 1 / 144, 1 / 144, 1 / 30, 0.05, 1 / 60, 0.3, 1 / 60]

/** @param settle waits until everything that was called for is done */
export async function runEverything(
  cloth: AnyCloth,
  settle: () => Promise<unknown>,
): Promise<Moment[]> {
  const moments: Moment[] = []
  const ball: SphereCollider = new Sphere({ center: [0.1, -0.2, 0.3], radius: 0.2, friction: 0.2 })
  const place = { x: -0.5, y: 0.5, z: 0 }
  const frame = {
    matrixWorld: { elements: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.2, 0.1, 0, 1] },
  }
  const path = (time: number) => [0.5, 0.4 + 0.1 * Math.sin(9 * time), 0.1 * time] as const
  let n = 0

  const look = async (): Promise<void> => {
    await settle()
    const { particleCount } = cloth
    const drawn = new Float32Array(3 * particleCount)
    cloth.writePositions(drawn)
    moments.push({
      positions: [...cloth.positions],
      previous: [...cloth.previousPositions],
      drawn: [...drawn],
      time: cloth.time,
      hash: await cloth.hash(),
      sleeping: cloth.sleeping,
      pinned: Array.from({ length: particleCount }, (_, p) => p).filter((p) => cloth.isPinned(p)),
    })
  }
  const frames = async (): Promise<void> => {
    for (const seconds of FRAMES) {
      n++
      ball.center[2] = 0.3 - 0.01 * n
      place.z = 0.02 * n
      frame.matrixWorld.elements[14] = 0.03 * n
      cloth.advance(seconds)
      await look()
    }
  }

  await look()
  await frames()
  cloth.addCollider(ball)
  cloth.addCollider({ type: 'plane', point: [0, -0.6, 0], normal: [0.2, 1, 0.1] })
  cloth.grab(20, [0, 0, 0.4])
  await frames()
  cloth.setParams({ wind: [0, 0, -3], timeStep: 1 / 90 })
  cloth.pin(3, place)
  cloth.pin(5, frame, 'keep')
  cloth.pin(10, path)
  cloth.pin(12, [0.3, 0.3, 0.3])
  await frames()
  const snapshot = await cloth.snapshot()
  cloth.release()
  cloth.unpin(3)
  cloth.teleport({ offset: [1, 0, 0], rotation: [0, 1, 0, 1] })
  await frames()
  await cloth.restore(snapshot)
  await look()
  await frames()
  cloth.removeCollider(ball)
  cloth.setPins(['bottom', { particle: 30, target: path }, 5])
  await frames()
  await cloth.reset()
  await look()
  await frames()
  cloth.setColliders([])
  cloth.rebuild({ segments: [4, 5], pins: [0, { particle: 'top', target: frame, offset: 'keep' }] })
  await frames()
  await cloth.step()
  await look()
  return moments
}
