/**
 * What pins follow stays on the page, where it moves; the worker has a stand-in for each, which is
 * brought up to date with every call. Objects are read when the page makes the call, functions of
 * time for every step that the call will take.
 */
import { isPoint, type PinFrame, type PinPath, type PinTarget } from '../cloth/pinTargets.js'

type Point = readonly [number, number, number]

/** A point, or the number of what is followed. */
export type SentTarget = Point | { readonly follow: number; readonly kind: TargetKind }

type TargetKind = 'place' | 'frame' | 'path'

/** Where something was: x, y, z, the 16 numbers of a matrix, or nowhere. */
export interface TargetSample {
  readonly follow: number
  readonly numbers: readonly number[] | undefined
  /** The moment that a function of time was asked for, s. */
  readonly time?: number
}

type Moving = Exclude<PinTarget, Point>

function kindOf(target: Moving): TargetKind {
  if (typeof target === 'function') return 'path'
  return 'matrixWorld' in target ? 'frame' : 'place'
}

/** The page's side: numbers what is followed, and reads it. */
export class TargetReader {
  private readonly numbers = new Map<Moving, number>()
  private next = 0

  get isEmpty(): boolean {
    return this.numbers.size === 0
  }

  send(target: PinTarget): SentTarget {
    if (isPoint(target)) return [target[0], target[1], target[2]]
    let follow = this.numbers.get(target)
    if (follow === undefined) {
      follow = this.next++
      this.numbers.set(target, follow)
    }
    return { follow, kind: kindOf(target) }
  }

  /** Forgets everything that is not among these. */
  keep(targets: ReadonlySet<PinTarget>): void {
    for (const target of this.numbers.keys()) if (!targets.has(target)) this.numbers.delete(target)
  }

  /** Where all objects are now. */
  readObjects(): TargetSample[] {
    const samples: TargetSample[] = []
    for (const [target, follow] of this.numbers) {
      if (typeof target === 'function') continue
      samples.push({ follow, numbers: readObject(target) })
    }
    return samples
  }

  /** Where all functions of time are at a moment, s. */
  readPaths(time: number): TargetSample[] {
    const samples: TargetSample[] = []
    for (const [target, follow] of this.numbers) {
      if (typeof target === 'function')
        samples.push({ follow, time, numbers: readPath(target, time) })
    }
    return samples
  }
}

function readObject(target: Exclude<Moving, PinPath>): readonly number[] | undefined {
  if (!('matrixWorld' in target)) return [target.x, target.y, target.z]
  target.updateWorldMatrix?.(true, false)
  return target.matrixWorld ? Array.from(target.matrixWorld.elements) : undefined
}

function readPath(path: PinPath, time: number): readonly number[] | undefined {
  const place = path(time)
  if (place === null || place === undefined) return undefined
  return isPoint(place) ? Array.from(place) : [place.x, place.y, place.z]
}

interface StandIn {
  readonly target: Moving
  /** Forgets the places of the last call. */
  clear?(): void
  read(sample: TargetSample): void
}

/** The worker's side: stand-ins for what is followed. */
export class TargetMirror {
  private readonly standIns = new Map<number, StandIn>()
  private samples: readonly TargetSample[] = []

  /** Takes over where everything is; to be called before whatever reads it. */
  update(samples: readonly TargetSample[]): void {
    this.samples = samples
    const followed = new Set(samples.map(({ follow }) => follow))
    for (const [follow, standIn] of this.standIns) {
      if (followed.has(follow)) standIn.clear?.()
      else this.standIns.delete(follow)
    }
    for (const sample of samples) this.standIns.get(sample.follow)?.read(sample)
  }

  /** The target that the page means. */
  receive(sent: SentTarget): PinTarget {
    if (!('follow' in sent)) return sent
    let standIn = this.standIns.get(sent.follow)
    if (!standIn) {
      standIn = create(sent.kind)
      this.standIns.set(sent.follow, standIn)
      for (const sample of this.samples) if (sample.follow === sent.follow) standIn.read(sample)
    }
    return standIn.target
  }
}

function create(kind: TargetKind): StandIn {
  switch (kind) {
    case 'place': {
      const target = { x: NaN, y: NaN, z: NaN }
      return {
        target,
        read: ({ numbers }) => {
          ;[target.x = NaN, target.y = NaN, target.z = NaN] = numbers ?? []
        },
      }
    }
    case 'frame': {
      const target: { matrixWorld: PinFrame['matrixWorld'] } = { matrixWorld: undefined }
      return {
        target,
        read: ({ numbers }) => {
          target.matrixWorld = numbers && { elements: numbers }
        },
      }
    }
    case 'path': {
      const places = new Map<number | undefined, Point | undefined>()
      return {
        target: (time: number) => places.get(time),
        clear: () => {
          places.clear()
        },
        read: ({ time, numbers }) => {
          places.set(time, numbers as Point | undefined)
        },
      }
    }
  }
}
