/**
 * Reads members of a parsed JSON file with their path, so that every complaint names the place:
 * `cloth.num_width_points: must be an integer from 2 to 1024, got 0`.
 */
import { BillowError, boundsText, show, within } from '../params/check.js'
import type { Bounds } from '../params/Parameter.js'

/** A scene file that cannot be used. `path` is the place in the file. */
export class SceneError extends Error {
  override readonly name = 'SceneError'

  constructor(
    readonly path: string,
    readonly problem: string,
  ) {
    super(`@billow/core: parseScene: ${path === '' ? 'the file' : path}: ${problem}`)
  }
}

/** More warnings than this help nobody. */
const MAX_WARNINGS = 50

/** Collects what was left out of a file. */
export class SceneWarnings {
  private readonly list: string[] = []
  private dropped = 0

  add(path: string, what: string): void {
    if (this.list.length < MAX_WARNINGS) this.list.push(`${path}: ${what}`)
    else this.dropped++
  }

  all(): string[] {
    return this.dropped === 0 ? this.list : [...this.list, `and ${this.dropped} more`]
  }
}

/** One object of the file. Members that nobody asked for are reported by `finish`. */
export class SceneReader {
  private readonly read = new Set<string>()
  /** The object as it is. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(
    readonly path: string,
    value: unknown,
    private readonly warnings: SceneWarnings,
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new SceneError(path, `must be an object, got ${show(value)}`)
    }
    this.members = value as Record<string, unknown>
  }

  has(key: string): boolean {
    return Object.hasOwn(this.members, key)
  }

  /** The member as it is; `undefined` when it is absent. */
  raw(key: string): unknown {
    this.read.add(key)
    return this.has(key) ? this.members[key] : undefined
  }

  object(key: string): SceneReader {
    return new SceneReader(this.pathOf(key), this.required(key, 'an object'), this.warnings)
  }

  number(key: string, bounds: Bounds): number {
    const expected = boundsText('a finite number', bounds)
    const value = this.required(key, expected)
    if (typeof value !== 'number' || !Number.isFinite(value) || !within(value, bounds))
      this.refuse(key, expected, value)
    return value
  }

  integer(key: string, least: number, most: number): number {
    const expected = boundsText('an integer', { atLeast: least, atMost: most })
    const value = this.required(key, expected)
    if (!Number.isInteger(value) || !within(value as number, { atLeast: least, atMost: most })) {
      this.refuse(key, expected, value)
    }
    return value as number
  }

  boolean(key: string): boolean {
    const value = this.required(key, 'true or false')
    if (typeof value !== 'boolean') this.refuse(key, 'true or false', value)
    return value
  }

  point(key: string, limit: number): readonly [number, number, number] {
    const expected = `3 finite numbers [x, y, z] from ${-limit} to ${limit}`
    const value = this.required(key, expected)
    const ok =
      Array.isArray(value) &&
      value.length === 3 &&
      // Spread, since `every` passes over holes.
      [...(value as unknown[])].every((item) => typeof item === 'number' && Math.abs(item) <= limit)
    if (!ok) this.refuse(key, expected, value)
    return value as [number, number, number]
  }

  array(key: string): readonly unknown[] {
    const value = this.required(key, 'an array')
    if (!Array.isArray(value)) this.refuse(key, 'an array', value)
    // A copy without holes, which loops would pass over.
    return [...(value as unknown[])]
  }

  /** A list of numbers within −limit and limit. */
  numbers(key: string, limit: number): number[] {
    const values = this.array(key)
    const wrong = values.find((value) => typeof value !== 'number' || !(Math.abs(value) <= limit))
    if (wrong !== undefined || values.includes(undefined))
      this.refuse(key, `an array of numbers from ${-limit} to ${limit}`, wrong)
    return values as number[]
  }

  refuse(key: string, expected: string, value: unknown): never {
    throw new SceneError(this.pathOf(key), `must be ${expected}, got ${show(value)}`)
  }

  pathOf(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`
  }

  /** Warns of every member that was not read. */
  finish(): void {
    for (const key of Object.keys(this.members)) {
      if (!this.read.has(key)) {
        const kind = this.path === '' ? 'unknown object' : 'unknown key'
        this.warnings.add(
          this.pathOf(key.length > 60 ? `${key.slice(0, 60)}…` : key),
          `${kind}, left out`,
        )
      }
    }
  }

  private required(key: string, expected: string): unknown {
    if (!this.has(key)) throw new SceneError(this.pathOf(key), `is missing; must be ${expected}`)
    return this.raw(key)
  }
}

/** Runs a check of the library on a value of the file; its complaint gets the path. */
export function atPath<Result>(path: string, check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (error instanceof BillowError)
      throw new SceneError(path, error.message.replace(/^@billow\/core: [^:]*: /, ''))
    throw error
  }
}
