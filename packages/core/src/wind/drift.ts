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

  constructor(private readonly count: number) {
    this.memory = new Float64Array(1 + 2 * count)
  }

  /**
   * Goes on at other rates from `time` on. Rates that are no numbers count as 0: past their range any
   * phase is as good as another.
   *
   * @param rates turns/s
   * @returns whether anything changed
   */
  follow(rates: ArrayLike<number>, time: number): boolean {
    const { memory, count } = this
    let same = true
    for (let n = 0; n < count; n++) {
      if (memory[1 + count + n] !== finite(rates[n]!)) same = false
    }
    if (same) return false
    for (let n = 0; n < count; n++) {
      const turns = this.turnsAt(n, time)
      memory[1 + n] = turns - Math.floor(turns)
      memory[1 + count + n] = finite(rates[n]!)
    }
    memory[0] = time
    return true
  }

  turnsAt(n: number, time: number): number {
    const { memory, count } = this
    return finite(memory[1 + n]! + memory[1 + count + n]! * (time - memory[0]!))
  }

  /** Back to time 0, at the present rates. */
  rewind(): void {
    this.memory.fill(0, 0, 1 + this.count)
  }
}

function finite(turns: number): number {
  return Number.isFinite(turns) ? turns : 0
}
