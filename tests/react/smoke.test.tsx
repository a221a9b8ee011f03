// @vitest-environment happy-dom
/**
 * Every component and hook comes late under StrictMode, is there, renders again and goes, without an
 * error or a warning, and leaves nothing behind. `documentation.test.ts` says when a case is missing.
 */
import * as TestRenderer from '@react-three/test-renderer'
import { act, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { smokeCases } from './smokeCases.js'

/** React Three Fiber uses THREE.Clock, of which three says in every canvas that it is deprecated. */
const KNOWN = /THREE\.Clock: This module has been deprecated/

let said: string[] = []

beforeEach(() => {
  said = []
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      const text = parts.map(String).join(' ')
      if (!KNOWN.test(text)) said.push(text)
    })
})

afterEach(() => {
  vi.restoreAllMocks()
})

const strict = (inside: ReactNode) => <StrictMode>{inside}</StrictMode>

async function inScene(element: ReactNode): Promise<void> {
  const scene = (inside: ReactNode) => strict(<group>{inside}</group>)
  const renderer = await TestRenderer.create(scene(null))
  await renderer.advanceFrames(1, 1 / 60)
  for (const inside of [element, element]) {
    await renderer.update(scene(inside))
    await renderer.advanceFrames(2, 1 / 60)
  }
  await renderer.update(scene(null))
  expect(renderer.scene.children[0]!.instance.children).toEqual([])
  await renderer.unmount()
}

async function onPage(element: ReactNode): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  for (const inside of [null, element, element, null])
    await act(async () => {
      root.render(strict(inside))
      await Promise.resolve()
    })
  expect(container.childElementCount).toBe(0)
  act(() => {
    root.unmount()
  })
  container.remove()
}

it.each(Object.entries(smokeCases))('%s', async (_, { where, element }) => {
  await (where === 'scene' ? inScene(element) : onPage(element))
  expect(said).toEqual([])
})
