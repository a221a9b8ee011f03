/**
 * Commands that run in Node beside the browser: real mouse input, which pointer capture needs,
 * real touches, which scroll, what people prefer, and what the page holds in memory.
 */
import type { BrowserCommand, BrowserCommandContext } from 'vitest/node'
import '@vitest/browser-playwright'

const SWIPE_STEPS = 8

type Page = BrowserCommandContext['page']

type CDPSession = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

interface Point {
  readonly x: number
  readonly y: number
}

export interface MouseStep {
  readonly action: 'move' | 'down' | 'up'
  /** Page coordinates inside the test's frame, CSS pixels; for `move`. */
  readonly x?: number
  readonly y?: number
}

/** From the test's frame to its page. Vitest scales the frame down when it does not fit the window. */
async function toPage(context: BrowserCommandContext): Promise<(x: number, y: number) => Point> {
  const element = await (await context.frame()).frameElement()
  const box = (await element.boundingBox())!
  const width = await element.evaluate(
    (iframe) => (iframe as HTMLIFrameElement).contentWindow!.innerWidth,
  )
  const scale = box.width / width
  return (x, y) => ({ x: box.x + x * scale, y: box.y + y * scale })
}

/** Plays mouse steps in the test's own frame. */
export const mouse: BrowserCommand<[steps: readonly MouseStep[]]> = async (context, steps) => {
  const { page } = context
  const at = await toPage(context)
  for (const { action, x = 0, y = 0 } of steps) {
    const point = at(x, y)
    if (action === 'move') await page.mouse.move(point.x, point.y, { steps: 4 })
    else if (action === 'down') await page.mouse.down()
    else await page.mouse.up()
  }
}

/** From a point to another, in page coordinates of the test's frame, CSS pixels. */
type Finger = readonly [from: Point, to: Point]

/** Fingers move all at once. */
export const swipe: BrowserCommand<Finger[]> = async (context, ...fingers) => {
  const at = await toPage(context)
  const { page } = context
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) => {
    const touchPoints = fingers.map(([from, to], id) => ({
      ...at(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)),
      id,
    }))
    return session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : touchPoints,
    })
  }
  await touch('touchStart', 0)
  for (let n = 1; n <= SWIPE_STEPS; n++) await touch('touchMove', n / SWIPE_STEPS)
  await touch('touchEnd', 1)
  await session.detach()
}

export interface Touch extends Point {
  readonly id: number
}

interface Touching {
  readonly session: CDPSession
  readonly count: number
}

const touching = new WeakMap<Page, Touching>()

/** The fingers that are on the screen from now on: new ones come down, others move; none lifts all. */
export const fingers: BrowserCommand<[touches: readonly Touch[]]> = async (context, touches) => {
  const at = await toPage(context)
  const { page } = context
  const before = touching.get(page)
  const session = before?.session ?? (await page.context().newCDPSession(page))
  const count = touches.length
  await session.send('Input.dispatchTouchEvent', {
    type: count === 0 ? 'touchEnd' : count > (before?.count ?? 0) ? 'touchStart' : 'touchMove',
    touchPoints: touches.map(({ id, x, y }) => ({ ...at(x, y), id })),
  })
  if (count > 0) touching.set(page, { session, count })
  else {
    touching.delete(page)
    await session.detach()
  }
}

/** What people prefer, as the page's media queries tell it. */
export const preferMotion: BrowserCommand<[motion: 'reduce' | 'no-preference']> = (
  { page },
  reducedMotion,
) => page.emulateMedia({ reducedMotion })

/** Of a heap snapshot as V8 writes it, what is used here. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [types: readonly string[]]
    }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

/**
 * What the engine keeps for itself, by type and by name: machine code, which it goes on making of functions that
 * run often, and lists of what may be gone by now (such as instances of WebAssembly), which have room for as
 * many as there ever were between two collections.
 */
const OWN_TYPE = 'code'
const OWN_NAME = 'system / WeakArrayList'

/** Bytes of what the page's JavaScript can still reach. */
export const heap: BrowserCommand<[]> = async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  // Twice: what a finalizer lets go of is collected the second time.
  for (let n = 0; n < 2; n++) await session.send('HeapProfiler.collectGarbage')
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field))
  const own = types[0].indexOf(OWN_TYPE)
  let bytes = 0
  for (let n = 0; n < nodes.length; n += fields.length)
    if (nodes[n + type!] !== own && strings[nodes[n + name!]!] !== OWN_NAME)
      bytes += nodes[n + size!]!
  return bytes
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    preferMotion(motion: 'reduce' | 'no-preference'): Promise<void>
    fingers(touches: readonly Touch[]): Promise<void>
    mouse(steps: readonly MouseStep[]): Promise<void>
    heap(): Promise<number>
    swipe(...fingers: readonly Finger[]): Promise<void>
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** How often everything is mounted. */
    mounts: number
  }
}
