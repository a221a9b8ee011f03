/**
 * How far periodic things have come: turns that grow at rates which may change. A change of wind
 * must not move the eddies that are there, only how fast they pass; so the turns up to the change are
 * kept, and go on from there. While nothing changes they are a function of time alone.
 */

export class Drift {
  /**
   * What a later moment depends on: the time of the last change (s), per thing the turns until then
   * (0 to 1) and the rate since (turns/s).
   */
  readonly memory: Float64Array
  /** The moment that is spoken of, s; in an array, since a number that is passed may become an object. */
  readonly now = new Float64Array(1)
  /** Of each thing, turns/s: to be set before `follow`. */
  readonly rates: Float64Array
  /** Of each thing at the moment, as `update` finds them. */
  readonly turns: Float64Array

  constructor(private readonly count: number) {
    this.memory = new Float64Array(1 + 2 * count)
    this.rates = new Float64Array(count)
    this.turns = new Float64Array(count)
  }

  update(): void {
    const { memory, now, turns, count } = this
    const since = now[0]! - memory[0]!
    for (let n = 0; n < count; n++)
      turns[n] = finite(memory[1 + n]! + memory[1 + count + n]! * since)
  }

  /**
   * Goes on at other rates from the moment on. Rates that are no numbers count as 0: past their range any
   * phase is as good as another.
   */
  follow(): void {
    const { memory, now, rates, turns, count } = this
    let same = true
    for (let n = 0; n < count; n++) {
      rates[n] = finite(rates[n]!)
      if (memory[1 + count + n] !== rates[n]) same = false
    }
    if (same) return
    this.update()
    for (let n = 0; n < count; n++) memory[1 + n] = turns[n]! - Math.floor(turns[n]!)
    memory.set(rates, 1 + count)
    memory[0] = now[0]!
  }

  /** Back to time 0, at the present rates. */
  rewind(): void {
    this.memory.fill(0, 0, 1 + this.count)
  }
}

function finite(turns: number): number {
  return Number.isFinite(turns) ? turns : 0
}
