/**
 * Cloth in a real worker in Chromium: the same bits as on the page, through shared and through
 * transferred memory; a policy that allows files of the page's own only; a worker that cannot load.
 */
import { ClothSimulation } from '@billow/core'
import { createClothWorker } from '@billow/core/worker'
import { ClothMesh } from '@billow/three'
import { afterEach, expect, test, vi } from 'vitest'
import player from '../../packages/embed/static/player.html?raw'
import { runEverything, runOptions } from '../helpers/workerScript.js'

const running: { dispose(): void }[] = []

afterEach(() => {
  for (const cloth of running.splice(0)) cloth.dispose()
})

test('the page is cross-origin isolated, or shared memory would not be tested', () => {
  expect(crossOriginIsolated).toBe(true)
})

test.each([
  ['shared', true],
  ['transferred', false],
])('with %s memory: the bits of the page after every call', async (_, shared) => {
  const onError = vi.fn<(error: Error) => void>()
  const onPage = new ClothSimulation(runOptions('xpbd'))
  const expected = await runEverything(onPage, () => Promise.resolve())
  const cloth = createClothWorker(runOptions('xpbd'), { shared, onError })
  running.push(cloth)
  const found = await runEverything(cloth, () => cloth.settled())
  expect(found.length).toBe(expected.length)
  found.forEach((moment, n) => {
    expect(moment, `moment ${n}`).toEqual(expected[n])
  })
  expect(cloth.positions.buffer instanceof SharedArrayBuffer).toBe(shared)
  expect(onError).not.toHaveBeenCalled()
})

test('memory is shared by itself where the page may', async () => {
  const cloth = createClothWorker({ segments: [3, 3] })
  running.push(cloth)
  await cloth.step()
  expect(cloth.positions.buffer).toBeInstanceOf(SharedArrayBuffer)
})

test('a mesh shows a cloth in a worker', async () => {
  const cloth = createClothWorker({ segments: [4, 4], pins: 'top' })
  running.push(cloth)
  const mesh = new ClothMesh(cloth, { interpolate: false })
  for (let n = 0; n < 30; n++) await cloth.step()
  mesh.update()
  const onPage = new ClothSimulation({ segments: [4, 4], pins: 'top' })
  for (let n = 0; n < 30; n++) onPage.step()
  expect([...mesh.geometry.getAttribute('position').array]).toEqual([...onPage.positions])
  mesh.dispose()
})

test('the page stays free while the worker works: 20 frames of a large sheet are only asked for', async () => {
  const cloth = createClothWorker({ segments: [120, 120], substeps: 20, pins: 'top' })
  running.push(cloth)
  await cloth.settled()
  const start = performance.now()
  for (let n = 0; n < 20; n++) {
    cloth.advance(1 / 60)
    await Promise.resolve()
  }
  const asked = performance.now() - start
  await cloth.settled()
  const worked = performance.now() - start
  // Of 20 frames at once two are simulated at most: the one on its way and the last.
  expect(cloth.droppedFrames).toBeGreaterThanOrEqual(18)
  expect(cloth.time).toBeLessThanOrEqual(2 / 60 + 1e-9)
  expect(asked).toBeLessThan(worked / 2)
})

test('a script that cannot be loaded is told, and the cloth stays where it is', async () => {
  const error = await new Promise<Error>((resolve) => {
    const cloth = createClothWorker(
      { segments: [2, 2] },
      {
        worker: () => new Worker('/there-is-no-such-script.js', { type: 'module' }),
        onError: resolve,
      },
    )
    running.push(cloth)
  })
  expect(error.message).toMatch(/^@billow\/core: ClothWorker: the worker has failed: /)
})

/** The names of a page under a policy. */
async function pageUnder(policy: string) {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
  document.body.append(frame)
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  running.push({
    dispose() {
      frame.remove()
    },
  })
  return frame.contentWindow as unknown as Pick<typeof globalThis, 'Worker'> & {
    readonly trustedTypes: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): {
        createScriptURL(address: string): string
      }
    }
  }
}

/** 'works', or why a cloth in this worker does not. */
function outcome(worker: () => Worker): Promise<string> {
  return new Promise((resolve) => {
    const onError = (error: Error): void => {
      resolve(error.message)
    }
    try {
      const cloth = createClothWorker({ segments: [2, 2] }, { worker, onError })
      running.push(cloth)
      void cloth.hash().then(
        () => {
          resolve('works')
        },
        () => undefined,
      )
    } catch (error) {
      resolve((error as Error).message)
    }
  })
}

const script = new URL('../../packages/core/src/worker/workerScript.ts', import.meta.url).href

test('a policy with worker-src of the page itself lets it work; a blob: worker it refuses', async () => {
  const page = await pageUnder("default-src 'self'; worker-src 'self'")
  const blob = new Blob(['onmessage = () => undefined'], { type: 'text/javascript' })
  const start = (address: string) => () => new page.Worker(address, { type: 'module' })
  expect(await outcome(start(URL.createObjectURL(blob)))).toMatch(/the worker has failed/)
  expect(await outcome(start(script))).toBe('works')
})

test("the player's policy lets it work under an address that the page vouches for, and no other", async () => {
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(player)![1]!
  expect(policy).toContain("require-trusted-types-for 'script'")
  const page = await pageUnder(policy)
  expect(await outcome(() => new page.Worker(script, { type: 'module' }))).toMatch(
    /TrustedScriptURL/,
  )
  const trusted = page.trustedTypes.createPolicy('lesson', {
    createScriptURL: (address) => address,
  })
  expect(
    await outcome(() => new page.Worker(trusted.createScriptURL(script), { type: 'module' })),
  ).toBe('works')
})
