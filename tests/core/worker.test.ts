/**
 * Cloth in a worker, by its protocol: the same bits and the same errors as on the page, frames that
 * are dropped rather than queued, failures that are told. The thread itself is a stand-in here; the
 * browser tests have a real one.
 */
import {
  BillowError,
  type ClothOptions,
  ClothSimulation,
  type ColliderOptions,
  createCollider,
  createDisc,
  MeshCollider,
  triangleCollision,
} from '@billow/core'
import { type ClothWorker, createClothWorker } from '@billow/core/worker'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeWorker } from '../helpers/fakeWorker.js'
import { runEverything, runOptions } from '../helpers/workerScript.js'

const small: ClothOptions = { segments: [3, 3], pins: 'top' }
const later = () => new Promise((resolve) => setImmediate(resolve))

function manual(onError?: (error: Error) => void) {
  const worker = new FakeWorker(true)
  const cloth = createClothWorker(small, { worker, shared: false, ...(onError ? { onError } : {}) })
  return { worker, cloth }
}

async function deliverAll(worker: FakeWorker): Promise<void> {
  await later()
  while (worker.inbox.length > 0) {
    worker.deliver()
    await later()
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('collides by triangles without being handed their code: the same bits as on the page', async () => {
  const options: ClothOptions = {
    size: [0.1, 0.5],
    segments: [2, 20],
    thickness: 0.0025,
    selfCollision: 'triangles',
    offsetAt: (_, row) => 0.004 * Math.sin(0.9 * row),
    colliders: [{ type: 'plane', point: [0, -0.26, 0] }],
  }
  const onPage = new ClothSimulation({ ...options, triangleCollision })
  const cloth = createClothWorker(options, { worker: new FakeWorker() })
  for (let n = 0; n < 20; n++) {
    onPage.step()
    void cloth.step()
  }
  expect(await cloth.hash()).toBe(onPage.hash())
})

describe.each(['xpbd', 'pbd', 'mass-spring'] as const)('a %s cloth in a worker', (solver) => {
  it.each([
    ['shared memory', true],
    ['transferred memory', false],
  ])('shows the same bits as on the page after every call, with %s', async (_, shared) => {
    const onPage = new ClothSimulation(runOptions(solver))
    const expected = await runEverything(onPage, () => Promise.resolve())
    const onError = vi.fn()
    const cloth = createClothWorker(runOptions(solver), {
      worker: new FakeWorker(),
      shared,
      onError,
    })
    const found = await runEverything(cloth, () => cloth.settled())
    expect(found.length).toBe(expected.length)
    found.forEach((moment, n) => {
      expect(moment, `moment ${n}`).toEqual(expected[n])
    })
    expect(await cloth.measure()).toEqual(onPage.measure())
    expect(await cloth.validate()).toEqual(onPage.validate())
    expect(cloth.positions.constructor).toBe(onPage.positions.constructor)
    expect(cloth.params).toEqual(onPage.params)
    expect(cloth.droppedFrames).toBe(0)
    expect(onError).not.toHaveBeenCalled()
  })
})

describe.each([
  ['a grid', {}],
  ['a mesh', { mesh: createDisc({ radius: 0.5, rings: 6 }) }],
])('a cloth that tears, %s', (_, changes: ClothOptions) => {
  it('has the same triangles, springs and vertices as on the page after every step', async () => {
    const options: ClothOptions = {
      segments: [10, 10],
      pins: [(_x, y) => y > 0.4],
      tear: true,
      tearStrain: 0.1,
      stretchCompliance: 3e-3,
      strengthAt: (x) => (x > 0.3 ? Infinity : 1),
      density: 2,
      gravity: [0, -60, 0],
      ...changes,
    }
    const onPage = new ClothSimulation(options)
    const cloth = createClothWorker(options, { worker: new FakeWorker(), shared: false })
    const expectSame = async (): Promise<void> => {
      await cloth.settled()
      expect([...cloth.positions]).toEqual([...onPage.positions])
      expect(cloth.particleCount).toBe(onPage.particleCount)
      for (const key of [
        'triangles',
        'vertexTriangles',
        'uvs',
        'areas',
        'particleOfVertex',
      ] as const)
        expect(cloth.sheet[key], key).toEqual(onPage.sheet[key])
      expect(cloth.sheet.springs).toEqual(onPage.sheet.springs)
      expect(await cloth.hash()).toBe(onPage.hash())
    }
    await expectSame()
    for (let n = 0; n < 40; n++) {
      const { topologyRevision } = cloth
      const before = onPage.topologyRevision
      onPage.step()
      await cloth.step()
      await expectSame()
      expect(cloth.topologyRevision !== topologyRevision).toBe(onPage.topologyRevision !== before)
    }
    const { tears } = onPage.measure()
    expect(tears).toBeGreaterThan(3)
    const snapshot = await cloth.snapshot()
    onPage.reset()
    await cloth.reset()
    await expectSame()
    onPage.restore(snapshot)
    await cloth.restore(snapshot)
    await expectSame()
    expect((await cloth.measure()).tears).toBe(tears)
  })
})

describe('before the worker has answered', () => {
  it('the cloth lies as at the start, and everything about it is known', () => {
    const { cloth } = manual()
    const onPage = new ClothSimulation(small)
    expect(cloth.positions).toEqual(onPage.positions)
    expect(cloth.previousPositions).toEqual(onPage.previousPositions)
    expect(cloth.sheet).toEqual(onPage.sheet)
    expect(cloth.grid.columns).toBe(4)
    expect(cloth.isPinned(15)).toBe(true)
    expect([cloth.time, cloth.revision]).toEqual([0, onPage.revision])
  })

  it('a cloth that replaces another one hides what the first one still sends', async () => {
    const { cloth, worker } = manual()
    await later()
    cloth.rebuild({ size: [2, 2] })
    const start = [...cloth.positions]
    worker.deliver()
    expect([...cloth.positions]).toEqual(start)
    cloth.advance(0.1)
    await deliverAll(worker)
    const onPage = new ClothSimulation({ ...small, size: [2, 2] })
    onPage.advance(0.1)
    expect([...cloth.positions]).toEqual([...onPage.positions])
  })
})

describe('wrong values throw at once, with the same text as on the page', () => {
  type Both = ClothSimulation | ClothWorker
  it.each<[string, (cloth: Both) => unknown]>([
    [
      'a parameter',
      (cloth) => {
        cloth.setParams({ density: -1 })
      },
    ],
    [
      'a parameter that nobody knows',
      (cloth) => {
        cloth.setParams({ colour: 1 } as object)
      },
    ],
    [
      'a parameter that needs rebuild',
      (cloth) => {
        cloth.setParams({ size: [2, 2] } as object)
      },
    ],
    [
      'a rebuild',
      (cloth) => {
        cloth.rebuild({ segments: [0, 1] })
      },
    ],
    [
      'pins of a rebuild',
      (cloth) => {
        cloth.rebuild({ pins: [99] })
      },
    ],
    [
      'a particle',
      (cloth) => {
        cloth.pin(16)
      },
    ],
    [
      'a target',
      (cloth) => {
        cloth.pin(0, [0, NaN, 0])
      },
    ],
    [
      'a target that is none',
      (cloth) => {
        cloth.pin(0, 'x' as never)
      },
    ],
    [
      'an offset',
      (cloth) => {
        cloth.pin(0, { x: 0, y: 0, z: 0 }, [1] as never)
      },
    ],
    [
      'an unpinned particle',
      (cloth) => {
        cloth.unpin(-1)
      },
    ],
    [
      'pins',
      (cloth) => {
        cloth.setPins(['nowhere'] as never)
      },
    ],
    [
      'a grabbed particle',
      (cloth) => {
        cloth.grab(1.5, [0, 0, 0])
      },
    ],
    [
      'a place for the hand',
      (cloth) => {
        cloth.grab(1, [0, 0] as never)
      },
    ],
    [
      'a released particle',
      (cloth) => {
        cloth.release(99)
      },
    ],
    [
      'a frame',
      (cloth) => {
        cloth.advance(NaN)
      },
    ],
    ['a collider', (cloth) => cloth.addCollider({ type: 'torus' } as never)],
    [
      'a way to go',
      (cloth) => {
        cloth.teleport({ rotation: [0, 0, 0, 0] })
      },
    ],
  ])('%s', async (_, act) => {
    const message = (cloth: Both): string => {
      try {
        act(cloth)
      } catch (error) {
        expect(error).toBeInstanceOf(BillowError)
        return (error as Error).message
      }
      throw new Error('nothing was thrown')
    }
    const { cloth, worker } = manual()
    const before = await later().then(() => worker.methods.length)
    expect(message(cloth)).toBe(message(new ClothSimulation(small)))
    await later()
    expect(worker.methods).toHaveLength(before)
  })

  it.each<[string, ClothOptions]>([
    ['a parameter', { density: 0 }],
    ['a precision', { precision: 'half' as never }],
    ['an unknown option', { color: 1 } as ClothOptions],
    ['a clock', { clock: { maxSteps: 0 } }],
    ['a pin', { pins: [-1] }],
    ['colliders', { colliders: {} as never }],
  ])('%s among the options, before a worker is started', (_, options) => {
    const start = vi.fn()
    let text = ''
    try {
      new ClothSimulation(options)
    } catch (error) {
      text = (error as Error).message
    }
    expect(text).not.toBe('')
    expect(() => createClothWorker(options, { worker: start })).toThrow(new BillowError(text))
    expect(start).not.toHaveBeenCalled()
  })

  it('a snapshot of another grid, as a promise', async () => {
    const cloth = createClothWorker(small, { worker: new FakeWorker(), shared: false })
    const other = new ClothSimulation({ segments: [2, 2] }).snapshot()
    const text = /^@billow\/core: ClothSimulation: the snapshot must be of a 4 × 4 grid/
    await expect(cloth.restore(other)).rejects.toThrow(text)
    await expect(cloth.restore(other)).rejects.toBeInstanceOf(BillowError)
    // And life goes on.
    await cloth.step()
    expect(cloth.time).toBeCloseTo(1 / 60)
  })

  it('what only the worker finds out, to onError; the calls after it are made', async () => {
    const onError = vi.fn<(error: Error) => void>()
    const cloth = createClothWorker(small, { worker: new FakeWorker(), shared: false, onError })
    const lost = { x: NaN, y: 0, z: 0 }
    cloth.pin(1, lost)
    cloth.setParams({ wind: [1, 0, 0] })
    await cloth.step()
    const onPage = new ClothSimulation(small)
    let text = ''
    try {
      onPage.pin(1, lost)
    } catch (error) {
      text = (error as Error).message
    }
    expect(text).toMatch(/finite/)
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual([text])
    expect(cloth.time).toBeCloseTo(1 / 60)
  })
})

describe('a worker that is slow', () => {
  it('has one batch at a time, and one frame waits: the last', async () => {
    const { cloth, worker } = manual()
    await later()
    // 'create' is on its way and is not answered.
    for (let n = 1; n <= 10; n++) {
      cloth.advance(n / 1000)
      await later()
      expect(worker.inbox).toHaveLength(1)
    }
    expect(cloth.droppedFrames).toBe(9)
    await deliverAll(worker)
    expect(worker.methods).toEqual(['create', 'advance'])
    // Only the last frame was simulated: 10 ms, less than a step.
    expect(cloth.time).toBe(0)
  })

  it('gets other calls in their order, however many frames are dropped between them', async () => {
    const { cloth, worker } = manual()
    await later()
    cloth.advance(0.01)
    cloth.grab(1, [0, 0, 1])
    cloth.advance(0.01)
    cloth.setParams({ wind: [1, 0, 0] })
    void cloth.measure()
    cloth.advance(0.01)
    cloth.release(1)
    await deliverAll(worker)
    expect(worker.methods).toEqual(['create', 'grab', 'setParams', 'measure', 'advance', 'release'])
    expect(cloth.droppedFrames).toBe(2)
  })

  it('catches up with nothing: after a pause of 100 frames one frame is simulated', async () => {
    const { cloth, worker } = manual()
    await later()
    for (let n = 0; n < 100; n++) cloth.advance(1 / 60)
    await deliverAll(worker)
    expect(cloth.time).toBe(1 / 60)
  })

  it('is reported once when it has not answered for 30 s of frames', async () => {
    const onError = vi.fn<(error: Error) => void>()
    const { cloth } = manual(onError)
    await later()
    for (let n = 0; n < 29 * 4; n++) cloth.advance(0.25)
    expect(onError).not.toHaveBeenCalled()
    for (let n = 0; n < 40 * 4; n++) cloth.advance(0.25)
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual([
      '@billow/core: ClothWorker: the worker has not answered for 30 s of frames; it may be gone',
    ])
  })
})

describe('memory', () => {
  it('that is transferred goes to and fro: two buffers for 100 frames', async () => {
    const worker = new FakeWorker()
    const cloth = createClothWorker(small, { worker, shared: false })
    await cloth.settled()
    let made = 0
    vi.stubGlobal(
      'ArrayBuffer',
      new Proxy(ArrayBuffer, {
        construct(target, args: [number]) {
          made++
          return new target(...args)
        },
      }),
    )
    for (let n = 0; n < 100; n++) {
      cloth.advance(1 / 60)
      await cloth.settled()
    }
    expect(worker.returned).toHaveLength(101)
    expect(new Set(worker.returned)).toEqual(new Set([2 * 3 * 16 * 4]))
    // The first was made with the cloth.
    expect(made).toBe(1)
  })

  it('that is shared is written by turns, never where the page reads', async () => {
    const worker = new FakeWorker(true)
    const cloth = createClothWorker(small, { worker, shared: true })
    await deliverAll(worker)
    const seen = new Set<ArrayBufferLike>()
    for (let n = 0; n < 20; n++) {
      cloth.advance(1 / 60)
      await later()
      const before = cloth.positions
      const numbers = [...before]
      const busy = worker.inbox.length
      worker.deliver()
      expect(busy).toBe(1)
      // The page may still be reading what it had fetched.
      expect([...before]).toEqual(numbers)
      expect(cloth.positions.buffer).not.toBe(before.buffer)
      expect(cloth.positions.buffer).toBeInstanceOf(SharedArrayBuffer)
      seen.add(cloth.positions.buffer)
    }
    expect(seen.size).toBe(2)
  })
})

describe('a worker that fails', () => {
  it('is told to onError once, ends, and leaves nobody waiting', async () => {
    const onError = vi.fn<(error: Error) => void>()
    const { cloth, worker } = manual(onError)
    const hash = cloth.hash()
    worker.emit('error', { message: 'out of memory' })
    worker.emit('error', { message: 'again' })
    const text = '@billow/core: ClothWorker: the worker has failed: out of memory'
    await expect(hash).rejects.toThrow(text)
    await expect(cloth.snapshot()).rejects.toThrow(text)
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual([text])
    expect(worker.terminated).toBe(true)
    cloth.advance(0.1)
    cloth.grab(0, [0, 0, 0])
    expect([...cloth.positions].every(Number.isFinite)).toBe(true)
  })

  it('is told by every later call where there is no onError', () => {
    const { cloth, worker } = manual()
    worker.emit('error', {})
    const text = /the worker has failed: it did not load; see the console/
    expect(() => {
      cloth.advance(0.1)
    }).toThrow(text)
    expect(() => {
      cloth.grab(0, [0, 0, 0])
    }).toThrow(text)
  })

  it('and a message that cannot be read are failures', () => {
    const onError = vi.fn()
    const { worker } = manual(onError)
    worker.emit('messageerror', {})
    expect(onError).toHaveBeenCalledOnce()
  })

  it('an argument that cannot be cloned rejects, and nothing else is lost', async () => {
    const cloth = createClothWorker(small, { worker: new FakeWorker(), shared: false })
    await cloth.settled()
    await expect(cloth.restore({ a: () => 1 } as never)).rejects.toThrow(/clone/)
    await cloth.step()
    expect(cloth.time).toBeCloseTo(1 / 60)
  })

  it('cannot be had where there are no workers', () => {
    expect(() => createClothWorker(small)).toThrow(
      '@billow/core: ClothWorker: there are no workers here; use ClothSimulation, or pass a worker',
    )
  })
})

it('dispose ends the worker: promises reject, calls do nothing, the last picture stays', async () => {
  const worker = new FakeWorker()
  const cloth = createClothWorker(small, { worker, shared: false })
  await cloth.step()
  const positions = [...cloth.positions]
  const hash = cloth.hash()
  cloth.dispose()
  cloth.dispose()
  await expect(hash).rejects.toThrow('@billow/core: ClothWorker: the worker was disposed of')
  await expect(cloth.measure()).rejects.toThrow('disposed')
  expect(worker.terminated).toBe(true)
  cloth.advance(1)
  cloth.release()
  await later()
  expect([...cloth.positions]).toEqual(positions)
})

describe('colliders of every kind in a worker', () => {
  const positions = [-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1]
  const indices = [0, 2, 1, 1, 2, 3]

  it('meshes are sent once, and again only when they change; a frame that is dropped takes none along', async () => {
    const worker = new FakeWorker(true)
    const mesh = new MeshCollider({ positions, indices })
    const cloth = createClothWorker({ ...small, colliders: [mesh] }, { worker, shared: false })
    const sent = () => worker.inbox.flatMap(({ calls }) => calls.flatMap((c) => c.shapes ?? []))
    await later()
    expect(sent().map(({ number }) => number)).toEqual([mesh.shapeNumber])
    cloth.advance(1 / 60)
    mesh.set({ positions: positions.map((x) => 2 * x) })
    // Two frames with the changed mesh, of which the worker is to see the second one only.
    cloth.advance(1 / 60)
    cloth.advance(1 / 60)
    worker.deliver()
    await later()
    expect(cloth.droppedFrames).toBe(2)
    expect(sent().map(({ number }) => number)).toEqual([mesh.shapeNumber])
    worker.deliver()
    await later()
    mesh.setTransform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, 0, 1])
    cloth.advance(1 / 60)
    await later()
    expect(sent()).toEqual([])
    await deliverAll(worker)
    const answer = cloth.snapshot()
    await deliverAll(worker)
    expect(await answer).toBeDefined()
    cloth.dispose()
  })

  it('are there as on the page: a twin has the same surroundings at rest', async () => {
    const colliders = (): ColliderOptions[] => [
      { type: 'box', size: [1, 1, 1], friction: 2 },
      { type: 'cone', from: [0, 9, 0], to: [0, 8, 0], radii: [0.5, 0.1] },
      { type: 'mesh', positions, indices, twoSided: true },
      { type: 'heightField', heights: [0, 0, 0, 1], columns: 2, rows: 2, size: [1, 1] },
    ]
    const place = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -30, 0, 1]
    const onError = vi.fn()
    const cloth = createClothWorker(
      { ...small, colliders: colliders().map((options) => createCollider(options)) },
      { worker: new FakeWorker(), shared: false, onError },
    )
    const onPage = new ClothSimulation({ ...small, colliders: colliders() })
    for (const each of [cloth, onPage]) for (const c of each.colliders) c.setTransform(place)
    await cloth.step()
    onPage.step()
    const { rest } = await cloth.snapshot()
    expect(rest!.surroundings).toBe(onPage.snapshot().rest!.surroundings)
    expect(onError).not.toHaveBeenCalled()
  })
})
