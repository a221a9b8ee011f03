/**
 * What has been changed in a control panel, kept outside of React, so that a slider that moves renders
 * the panel and what asks for the values, not whatever is around them.
 */

export type Changes = Readonly<Record<string, unknown>>

export class PanelValues {
  #changes: Changes = {}
  readonly #listeners = new Set<() => void>()

  /** Values that are not where they started; another object after every change. */
  get changes(): Changes {
    return this.#changes
  }

  replace(changes: Changes): void {
    this.#changes = changes
    for (const listener of this.#listeners) listener()
  }

  /** @returns a function that ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}
