/**
 * Counts what a page has open: listeners, timers, frames, observers, workers, addresses of blobs, and what
 * renderers of three.js hold, who listen for the end of every geometry, material, texture and target that
 * they have loaded. What was there before the counting began is not counted.
 */
import { EventDispatcher } from 'three'

/** How many there are of each kind; kinds without any are left out. */
export type Counts = Readonly<Record<string, number>>

type Method = (this: unknown, ...args: never[]) => unknown

export class Leaks {
  private readonly open = new Map<string, Set<unknown>>()
  private readonly restores: (() => void)[] = []
  /**
   * Listeners by their target, so that those of targets that are gone for good can be left out. Weakly: React
   * listens to inputs until they are collected.
   */
  private readonly listeners = new WeakMap<EventTarget, Set<string>>()
  private readonly targets = new Set<WeakRef<EventTarget>>()
  private readonly ids = new WeakMap<object, number>()
  private nextId = 0

  constructor() {
    this.watchListeners()
    this.watchTimers()
    this.watchObservers()
    this.watchWorkers()
    this.watchAddresses()
    this.watchRenderers()
  }

  /** @returns what is open now */
  get counts(): Counts {
    const found: Record<string, number> = {}
    for (const [kind, set] of this.open) if (set.size > 0) found[kind] = set.size
    for (const held of this.targets) {
      const target = held.deref()
      const keys = target && this.listeners.get(target)
      if (!keys) {
        this.targets.delete(held)
        continue
      }
      // A node that is in no page goes, with whatever listens to it.
      if (target instanceof Node && !target.isConnected) continue
      // So does a worker that was ended, and what is told to stop once; Vitest has one of these per test.
      if (target instanceof Worker || target instanceof AbortSignal) continue
      for (const key of keys) {
        const kind = `${target.constructor.name} ${key.split(' ')[0]!}`
        found[kind] = (found[kind] ?? 0) + 1
      }
    }
    return found
  }

  stop(): void {
    for (const restore of this.restores.reverse()) restore()
  }

  private add(kind: string, what: unknown): void {
    const set = this.open.get(kind) ?? new Set()
    this.open.set(kind, set.add(what))
  }

  private remove(kind: string, what: unknown): void {
    this.open.get(kind)?.delete(what)
  }

  /** Calls `note` with the arguments, and the result, of every call. */
  private watch(
    owner: object,
    name: string,
    note: (self: unknown, args: readonly unknown[], result: unknown) => void,
  ): void {
    const target = owner as Record<string, Method>
    const original = target[name]!
    target[name] = function (this: unknown, ...args: never[]) {
      const result = original.apply(this, args)
      note(this, args, result)
      return result
    }
    this.restores.push(() => {
      target[name] = original
    })
  }

  private watchListeners(): void {
    const key = (args: readonly unknown[]): string => {
      const [type, listener, options] = args as [string, object | null, unknown]
      const capture =
        typeof options === 'object' ? (options as EventListenerOptions).capture : options
      return `${type} ${this.idOf(listener ?? this)} ${capture === true}`
    }
    // Vitest gives the window methods of its own.
    const owners = Object.hasOwn(window, 'addEventListener') ? [window] : []
    for (const owner of [EventTarget.prototype, ...owners]) {
      this.watch(owner, 'addEventListener', (self, args) => {
        const target = (self ?? window) as EventTarget
        const options = args[2] as AddEventListenerOptions | undefined
        if (!args[1] || options?.once) return
        const known = this.listeners.get(target)
        const keys = known ?? new Set<string>()
        if (!known) this.targets.add(new WeakRef(target))
        this.listeners.set(target, keys.add(key(args)))
        options?.signal?.addEventListener('abort', () => keys.delete(key(args)), { once: true })
      })
      this.watch(owner, 'removeEventListener', (self, args) => {
        const target = (self ?? window) as EventTarget
        const keys = this.listeners.get(target)
        keys?.delete(key(args))
        if (keys?.size === 0) this.listeners.delete(target)
      })
    }
  }

  private idOf(object: object): number {
    const id = this.ids.get(object) ?? this.nextId++
    this.ids.set(object, id)
    return id
  }

  private watchTimers(): void {
    const pairs = [
      ['setTimeout', 'clearTimeout'],
      ['setInterval', 'clearInterval'],
      ['requestAnimationFrame', 'cancelAnimationFrame'],
      ['requestIdleCallback', 'cancelIdleCallback'],
    ] as const
    const page = window as unknown as Record<string, (...args: unknown[]) => unknown>
    for (const [start, end] of pairs) {
      const original = page[start]!
      page[start] = (callback, ...rest) => {
        const call = callback as (...args: unknown[]) => unknown
        const wrapped = (...args: unknown[]): unknown => {
          if (start !== 'setInterval') this.remove(start, id)
          return call(...args)
        }
        const id = original.call(window, wrapped, ...rest)
        this.add(start, id)
        return id
      }
      this.restores.push(() => {
        page[start] = original
      })
      this.watch(window, end, (_, [id]) => {
        this.remove(start, id)
      })
    }
  }

  private watchObservers(): void {
    for (const kind of [ResizeObserver, IntersectionObserver, MutationObserver]) {
      this.watch(kind.prototype, 'observe', (self) => {
        this.add(kind.name, self)
      })
      this.watch(kind.prototype, 'disconnect', (self) => {
        this.remove(kind.name, self)
      })
    }
  }

  private watchWorkers(): void {
    const Original = Worker
    const opened = (worker: Worker): void => {
      this.add('Worker', worker)
    }
    window.Worker = class extends Original {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args)
        opened(this)
      }
    }
    this.restores.push(() => {
      window.Worker = Original
    })
    this.watch(Original.prototype, 'terminate', (self) => {
      this.remove('Worker', self)
    })
  }

  private watchAddresses(): void {
    this.watch(URL, 'createObjectURL', (_, _args, address) => {
      this.add('address of a blob', address)
    })
    this.watch(URL, 'revokeObjectURL', (_, [address]) => {
      this.remove('address of a blob', address)
    })
  }

  /** A renderer listens for `dispose` of what it has loaded, once for each. */
  private watchRenderers(): void {
    const kindOf = (self: unknown): string =>
      `three ${(self as { type?: string }).type ?? typeName(self)}`
    this.watch(EventDispatcher.prototype, 'addEventListener', (self, [type, listener]) => {
      if (type === 'dispose') this.add(kindOf(self), pairOf(self, listener))
    })
    this.watch(EventDispatcher.prototype, 'removeEventListener', (self, [type, listener]) => {
      if (type === 'dispose') this.remove(kindOf(self), pairOf(self, listener))
    })
    const pairs = new WeakMap<object, WeakMap<object, object>>()
    function pairOf(self: unknown, listener: unknown): object {
      const own = pairs.get(self as object) ?? new WeakMap<object, object>()
      pairs.set(self as object, own)
      const pair = own.get(listener as object) ?? {}
      own.set(listener as object, pair)
      return pair
    }
  }
}

const typeName = (self: unknown): string => (self as object).constructor.name
