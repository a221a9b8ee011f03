/**
 * In tests, a story that writes an error or a warning to the console fails. A story that means to
 * names what it expects: `parameters: { console: { expected: [/no worker/] } }`.
 */
import type { Preview } from '@storybook/react-vite'
import { spyOn } from 'storybook/test'

/** React Three Fiber uses THREE.Clock, of which three says in every canvas that it is deprecated. */
const KNOWN = [/^THREE\.(THREE\.)?Clock: This module has been deprecated/]

/** In Storybook itself the console is there to be read. */
const isTest = '__vitest_browser__' in globalThis

let spies: { readonly mock: { readonly calls: readonly unknown[][] } }[] = []

export const startConsoleCheck: NonNullable<Preview['beforeEach']> = () => {
  spies = isTest ? [spyOn(console, 'error'), spyOn(console, 'warn')] : []
}

export const endConsoleCheck: NonNullable<Preview['afterEach']> = ({ parameters }) => {
  const { expected = [] } = (parameters.console ?? {}) as { expected?: readonly RegExp[] }
  const allowed = [...KNOWN, ...expected]
  const said = spies.flatMap(({ mock }) => mock.calls.map((parts) => parts.map(String).join(' ')))
  const unexpected = said.filter((text) => !allowed.some((pattern) => pattern.test(text)))
  if (unexpected.length > 0) throw new Error(`The console says:\n${unexpected.join('\n')}`)
}
