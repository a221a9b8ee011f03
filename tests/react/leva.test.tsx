// @vitest-environment happy-dom
/** `useClothControls`: inputs from the parameter table, in a store of one's own. */
import { clothParams } from '@billow/core'
import { descriptions as germanHints, labels as german } from '@billow/core/locales/de'
import { descriptions as englishHints } from '@billow/core/locales/en'
import { type ClothControlsOptions, useClothControls } from '@billow/react/leva'
import { useCreateStore } from 'leva'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'

type Store = ReturnType<typeof useCreateStore>

async function panel(options: ClothControlsOptions<keyof typeof clothParams>) {
  const seen: { values: Record<string, unknown>; store: Store | undefined } = {
    values: {},
    store: undefined,
  }
  function Probe() {
    const store = useCreateStore()
    seen.store = store
    seen.values = useClothControls({ ...options, store })
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => {
    root.render(<Probe />)
    await Promise.resolve()
  })
  return {
    seen,
    store: seen.store!,
    unmount: () =>
      act(() => {
        root.unmount()
      }),
  }
}

describe('useClothControls', () => {
  it('has one input per parameter of the table, under its key, with range and step', async () => {
    const { seen, store, unmount } = await panel({})
    expect(Object.keys(seen.values).sort()).toEqual(Object.keys(clothParams).sort())
    const density = Object.entries(store.getData()).find(([path]) => path.endsWith('.density'))![1]
    expect(density).toMatchObject({
      label: 'Density (kg/m²)',
      settings: { min: 0.05, max: 500, step: 0.05 },
    })
    unmount()
  })

  it('starts at given values, shows the keys asked for only, in German', async () => {
    const { seen, store, unmount } = await panel({
      keys: ['ks', 'wind'],
      values: { ks: 500, wind: [1, 0, 2] },
      labels: german,
    })
    expect(seen.values).toEqual({ ks: 500, wind: [1, 0, 2] })
    expect(Object.keys(store.getData()).sort()).toEqual(['Federn.ks', 'Kräfte.wind'])
    unmount()
  })

  it.each([
    ['English ones by themselves', {}, englishHints.cloth.ks],
    ['those that are given', { labels: german, descriptions: germanHints }, germanHints.cloth.ks],
    ['none, rather than English ones to German labels', { labels: german }, undefined],
  ])('has hints: %s', async (_, words, hint) => {
    const { store, unmount } = await panel({ keys: ['ks'], ...words })
    const [input] = Object.values(store.getData())
    expect((input as { hint?: string }).hint).toBe(hint)
    unmount()
  })

  it('gives a changed value', async () => {
    const { seen, store, unmount } = await panel({ keys: ['ks'] })
    await act(async () => {
      store.setValueAtPath('Springs.ks', 1234, false)
      await Promise.resolve()
    })
    expect(seen.values).toEqual({ ks: 1234 })
    unmount()
  })
})
