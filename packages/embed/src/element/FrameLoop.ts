/** Calls back once per frame while it runs, with the seconds since the last frame. */
export class FrameLoop {
  private request = 0
  private last: number | undefined

  constructor(private readonly onFrame: (seconds: number) => void) {}

  /** Time spent not running does not count. */
  set running(running: boolean) {
    if (running === (this.request !== 0)) return
    if (running) {
      this.last = undefined
      this.request = requestAnimationFrame(this.tick)
    } else {
      cancelAnimationFrame(this.request)
      this.request = 0
    }
  }

  private readonly tick = (now: number): void => {
    const seconds = this.last === undefined ? 0 : (now - this.last) / 1000
    this.last = now
    this.request = requestAnimationFrame(this.tick)
    this.onFrame(seconds)
  }
}
