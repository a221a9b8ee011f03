/**
 * Every component and hook is mounted late under StrictMode and unmounted again: each alone, so that a
 * failure has a name, and all of them together, many times. Nothing is left, neither on the graphics card,
 * nor in the page, nor on the heap. `BILLOW_MOUNTS=500 npm run test:browser -- mounting` takes long.
 */
import { Canvas, flushSync as flushScene, type RootState, useFrame } from '@react-three/fiber'
import { Fragment, type ReactNode, StrictMode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
// Loaded late it would listen to the window from then on, for good.
import 'uplot'
import manifest from '../../packages/react/package.json'
import { type Counts, Leaks } from '../helpers/leaks.js'
import { entries, exportedNames, type Mount, mounts, together } from '../helpers/mounts.js'
import { SOON } from '../helpers/waiting.js'

/** Of each alone. */
const CYCLES = 4

/** Of all together. */
const MANY_CYCLES = inject('mounts')

/** Caches and React's own spare parts fill up first. */
const WARM_UP = 4

/** Of so many cycles one is drawn: programs that come and go are compiled each time. */
const DRAWN = 50

/** After so many it is told what has become of the heap. */
const TOLD = 100

/** For each of them, at most, on a busy machine where another page draws, too. */
const CYCLE_MS = 30_000

/** Bytes */
const MOST_GROWTH = 1e6

/** three.js has one geometry for all sprites, and a lookup texture of half floats (1016) for standard materials. */
const SHARED: Counts = { geometries: 1, textures: 1, 'three BufferGeometry': 1, 'three 1016': 1 }

/** Of these nothing at all may be left; listeners of React and leva stay as long as their roots. */
const COUNTED =
  /^(geometries|textures|programs|three .*|Worker|.*Observer|set.*|request.*|address.*)$/

type Place = 'page' | 'scene'

let time = 0
let key = 0
let draws = false
let state: RootState
let leaks: Leaks
/** What is held where nothing of the table is mounted. */
let empty: Counts
let close: () => void
const setters: Partial<Record<Place, (content: ReactNode) => void>> = {}
/** Effects that have run, and those that were cleaned up: two per mount, under StrictMode. */
const effects = { run: 0, ended: 0 }

function Stage({ place }: { place: Place }): ReactNode {
  const [content, setContent] = useState<ReactNode>(null)
  useEffect(() => {
    setters[place] = setContent
  }, [place])
  return <StrictMode>{content}</StrictMode>
}

function Probe(): null {
  useEffect(() => {
    effects.run++
    return () => {
      effects.ended++
    }
  }, [])
  return null
}

/** Draws in place of react-three-fiber, and only now and then. */
function Drawing(): null {
  useFrame(({ gl, scene, camera }) => {
    if (draws) gl.render(scene, camera)
  }, 1)
  return null
}

function frame(isDrawn: boolean): void {
  draws = isDrawn
  state.advance((time += 1 / 60))
}

function show(content: Readonly<Record<Place, ReactNode>> | undefined): void {
  const keyed = (place: Place): ReactNode =>
    content && (
      <Fragment key={++key}>
        {content[place]}
        <Probe />
      </Fragment>
    )
  flushSync(() => setters.page!(keyed('page')))
  flushScene(() => {
    setters.scene!(keyed('scene'))
  })
}

function cycle(all: readonly Mount[], isDrawn: boolean): void {
  show(together(all))
  frame(isDrawn)
  show(undefined)
}

function held(): Counts {
  const { info } = state.gl
  const all = { ...info.memory, programs: info.programs!.length, ...leaks.counts }
  return Object.fromEntries(
    Object.entries(all)
      .map(([kind, count]) => [kind, count - (SHARED[kind] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )
}

/**
 * Waits until the page has come to rest: objects of a scene are disposed of when it is idle, small pictures of
 * shaders after a second.
 */
async function untilEmpty(): Promise<void> {
  frame(true)
  await vi.waitFor(() => {
    expect(held()).toEqual(empty)
  }, SOON)
}

async function heap(): Promise<number> {
  // Where React measures itself for developers' tools, the page keeps a record of it.
  performance.clearMeasures()
  performance.clearMarks()
  // What is collected for this leaves the table of what listens.
  await commands.heap()
  void leaks.counts
  return commands.heap()
}

beforeAll(async () => {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  // One canvas for all tests: what vitest-browser-react renders goes after each of them.
  root.render(
    <>
      <div style={{ width: 32, height: 32 }}>
        <Canvas
          frameloop="never"
          dpr={1}
          gl={{ antialias: false }}
          onCreated={(created) => {
            state = created
          }}
        >
          <Drawing />
          <Stage place="scene" />
        </Canvas>
      </div>
      <Stage place="page" />
    </>,
  )
  close = () => {
    root.unmount()
    container.remove()
  }
  await vi.waitFor(() => {
    expect(state && setters.page && setters.scene).toBeTruthy()
  }, SOON)
  leaks = new Leaks()
  // leva and React keep something of the first time for good.
  for (let n = 0; n < 2; n++) cycle(Object.values(mounts), true)
  frame(true)
  await vi.waitFor(() => {
    expect(Object.keys(held()).filter((kind) => COUNTED.test(kind))).toEqual([])
  }, SOON)
  empty = held()
})

afterAll(() => {
  leaks.stop()
  close()
})

test('every component and hook that the package exports is in the table', () => {
  const subpaths = Object.keys(manifest.exports).filter((path) => !path.endsWith('.json'))
  expect(Object.keys(entries).sort()).toEqual(subpaths.sort())
  const there = new Set(Object.keys(mounts).map((name) => name.split(' ')[0]))
  expect(exportedNames().filter((name) => !there.has(name))).toEqual([])
  expect(exportedNames().length).toBeGreaterThan(30)
})

test.each(Object.entries(mounts))('%s', async (_, mount) => {
  effects.run = effects.ended = 0
  for (let n = 0; n < CYCLES; n++) cycle([mount], n === 0)
  // Two probes, of the page and of the scene.
  expect(effects).toEqual({ run: 4 * CYCLES, ended: 4 * CYCLES })
  await untilEmpty()
})

test(
  `all of them, ${MANY_CYCLES} times`,
  { timeout: CYCLE_MS * (WARM_UP + MANY_CYCLES) },
  async () => {
    const all = Object.values(mounts)
    let before = 0
    for (let n = 0; n < WARM_UP + MANY_CYCLES; n++) {
      if (n === WARM_UP) {
        await untilEmpty()
        before = await heap()
      }
      cycle(all, n % DRAWN === 0)
      // Lets the page do what it does when it is idle.
      if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve))
      if (n % TOLD === TOLD - 1) {
        await untilEmpty()
        console.log(`heap: ${(await heap()) - before} bytes more after ${n + 1 - WARM_UP} cycles`)
      }
    }
    await untilEmpty()
    const growth = (await heap()) - before
    console.log(`heap: ${growth} bytes more after ${MANY_CYCLES} cycles`)
    expect(growth).toBeLessThan(MOST_GROWTH)
  },
)

test('what is not put away is seen', async () => {
  const had = leaks.counts
  const more = (kind: string): number => (leaks.counts[kind] ?? 0) - (had[kind] ?? 0)
  function Careless(): ReactNode {
    useEffect(() => {
      addEventListener('resize', () => undefined)
      setInterval(() => undefined, 1e6)
    }, [])
    return (
      <group dispose={null}>
        <mesh>
          <torusGeometry />
          <meshToonMaterial />
        </mesh>
      </group>
    )
  }
  cycle([{ where: 'scene', content: () => <Careless /> }], true)
  await vi.waitFor(() => {
    // Twice, under StrictMode.
    expect([more('Window resize'), more('setInterval')]).toEqual([2, 2])
    expect([more('three TorusGeometry'), more('three MeshToonMaterial')]).toEqual([1, 1])
  }, SOON)
})
