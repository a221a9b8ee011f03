// @vitest-environment happy-dom
/** `useClothControls` and `useGrassControls`: inputs from the parameter tables, in a store of one's own. */
import {
  type ClothParamKey,
  clothParams,
  defaultsOf,
  grassParams,
  grassPresets,
  materialPresets,
} from '@billow/core'
import { descriptions as germanHints, grassTexts, labels as german } from '@billow/core/locales/de'
import { descriptions as englishHints } from '@billow/core/locales/en'
import {
  type ClothControlsOptions,
  type GrassControlsOptions,
  useClothControls,
  useGrassControls,
} from '@billow/react/leva'
import { useCreateStore } from 'leva'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'

type Store = ReturnType<typeof useCreateStore>
type Values = Readonly<Record<string, unknown>>

async function panel(useTheControls: (store: Store) => Values) {
  const seen: { values: Values; store: Store | undefined } = { values: {}, store: undefined }
  function Probe() {
    const store = useCreateStore()
    seen.store = store
    seen.values = useTheControls(store)
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => {
    root.render(<Probe />)
    await Promise.resolve()
  })
  const find = (name: string) => {
    const found = Object.entries(seen.store!.getData()).find(
      ([path]) => path.split('.').at(-1) === name,
    )
    if (!found) throw new Error(`There is no input ${name}`)
    return found
  }
  return {
    seen,
    store: seen.store!,
    input: (name: string) => find(name)[1] as Values,
    set: (name: string, value: unknown) =>
      act(async () => {
        seen.store!.setValueAtPath(find(name)[0], value, true)
        await Promise.resolve()
      }),
    press: (name: string) =>
      act(async () => {
        const { onClick } = find(name)[1] as unknown as { onClick: (get: unknown) => void }
        onClick(seen.store!.get)
        await Promise.resolve()
      }),
    wait: (ms: number) =>
      act(async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
      }),
    unmount: () => {
      act(() => {
        root.unmount()
      })
    },
  }
}

const clothPanel = (options: ClothControlsOptions) =>
  panel((store) => useClothControls({ ...options, store }))

const grassPanel = (options: GrassControlsOptions) =>
  panel((store) => useGrassControls({ ...options, store }))

describe('useClothControls', () => {
  it('has one input per parameter of the table, under its key, with range and step', async () => {
    const { seen, input, unmount } = await clothPanel({})
    expect(Object.keys(seen.values).sort()).toEqual(Object.keys(clothParams).sort())
    expect(input('density')).toMatchObject({
      label: 'Density (kg/m²)',
      settings: { min: 0.05, max: 500, step: 0.05 },
    })
    unmount()
  })

  it('starts at given values, shows the keys asked for only, in German', async () => {
    const { seen, store, unmount } = await clothPanel({
      keys: ['ks', 'wind'],
      values: { ks: 500, wind: [1, 0, 2] },
      labels: german,
    })
    expect(seen.values).toEqual({ ks: 500, wind: [1, 0, 2] })
    expect(Object.keys(store.getData()).sort()).toEqual([
      'Alle Werte zurücksetzen',
      'Federn.ks',
      'Kräfte.wind',
    ])
    unmount()
  })

  it.each([
    ['English ones by themselves', {}, englishHints.cloth.ks],
    ['those that are given', { labels: german, descriptions: germanHints }, germanHints.cloth.ks],
    ['none, rather than English ones to German labels', { labels: german }, undefined],
  ])('has hints: %s', async (_, words, hint) => {
    const { input, unmount } = await clothPanel({ keys: ['ks'], ...words })
    expect(input('ks').hint).toBe(hint)
    unmount()
  })

  it('gives a changed value', async () => {
    const { seen, set, unmount } = await clothPanel({ keys: ['ks'] })
    await set('ks', 1234)
    expect(seen.values).toEqual({ ks: 1234 })
    unmount()
  })

  it('sets all that a material is, shown or not, and says when the values are no material any more', async () => {
    const { seen, set, input, unmount } = await clothPanel({ keys: ['density', 'wind'] })
    expect(input('preset')).toMatchObject({ label: 'Preset', value: '' })
    await set('preset', 'denim')
    expect(seen.values).toEqual({ ...materialPresets.denim, wind: [0, 0, 0] })
    expect(input('preset').value).toBe('denim')
    await set('density', 1)
    expect(input('preset').value).toBe('')
    expect(seen.values).toEqual({ ...materialPresets.denim, density: 1, wind: [0, 0, 0] })
    await set('density', materialPresets.denim.density)
    expect(input('preset').value).toBe('denim')
    unmount()
  })

  it('has no menu where nothing that a preset sets is shown, or none is wanted', async () => {
    const without = await clothPanel({ keys: ['ks', 'wind'] })
    expect(() => without.input('preset')).toThrow('no input')
    without.unmount()
    const unwanted = await clothPanel({ presets: false })
    expect(() => unwanted.input('preset')).toThrow('no input')
    unwanted.unmount()
  })

  it('gives back what it started with, also what was hidden', async () => {
    const { seen, set, press, unmount } = await clothPanel({
      keys: ['density', 'wind'],
      values: { density: 0.3, wind: [1, 0, 2] },
    })
    await set('preset', 'silk')
    await set('wind', [9, 0, 0])
    await press('Reset all values')
    expect(seen.values).toEqual({ density: 0.3, wind: [1, 0, 2] })
    unmount()
  })

  it('shows what the chosen solver reads, where one can be chosen', async () => {
    const { store, set, unmount } = await clothPanel({ keys: ['solver', 'ks', 'tethers', 'wind'] })
    const shown = () =>
      store.getVisiblePaths().map((path) => path.split('.').at(-1)) as ClothParamKey[]
    expect(shown()).toContain('tethers')
    expect(shown()).not.toContain('ks')
    await set('solver', 'mass-spring')
    expect(shown()).toContain('ks')
    expect(shown()).not.toContain('tethers')
    unmount()
  })

  it.each([
    ['keys', { keys: ['velvet'] as never }, /useClothControls: keys must be among .*"velvet"/],
    ['values', { values: { density: NaN } }, /density must be a finite number > 0 .*NaN/],
    ['presets', { presets: { heavy: { density: -1 } } }, /density must be .*-1/],
  ])('refuses wrong %s', async (_, options, message) => {
    await expect(clothPanel(options)).rejects.toThrow(message)
  })
})

describe('useGrassControls', () => {
  it('has one input per parameter, in groups, with units, in German', async () => {
    const { seen, store, input, unmount } = await grassPanel({ texts: grassTexts })
    expect(Object.keys(seen.values).sort()).toEqual(Object.keys(grassParams).sort())
    const groups = Object.keys(store.getData()).map((path) => path.split('.')[0])
    expect(groups).toEqual(expect.arrayContaining(Object.values(grassTexts.groups)))
    expect(input('density')).toMatchObject({
      label: 'Dichte (1/m²)',
      hint: grassTexts.descriptions.density,
      settings: { min: 0, max: 2000, step: 10 },
    })
    unmount()
  })

  it('follows values that build a field anew once they have stood still', async () => {
    const { seen, set, wait, unmount } = await grassPanel({ keys: ['density', 'droop'] })
    for (const density of [300, 310, 320]) await set('density', density)
    await set('droop', 0.7)
    expect(seen.values).toEqual({ density: grassParams.density.default, droop: 0.7 })
    await wait(400)
    expect(seen.values).toEqual({ density: 320, droop: 0.7 })
    unmount()
  })

  it('grows a kind of grass, and takes a set of values of the application', async () => {
    const kinds = await grassPanel({ keys: ['height', 'droop'] })
    await kinds.set('preset', 'reed')
    await kinds.wait(400)
    expect(kinds.seen.values).toEqual(grassPresets.reed)
    kinds.unmount()
    const own = await grassPanel({ keys: ['droop'], presets: { tired: { droop: 0.9 } } })
    await own.set('preset', 'tired')
    expect(own.seen.values).toEqual({ droop: 0.9 })
    own.unmount()
  })

  it('shares a store with a cloth where both are in folders', async () => {
    const { seen, store, unmount } = await panel((shared) => ({
      cloth: useClothControls({ keys: ['wind'], store: shared, folder: 'Sail' }),
      grass: useGrassControls({ keys: ['wind'], store: shared, folder: 'Field' }),
    }))
    await act(async () => {
      store.setValueAtPath('Sail.Forces.wind', [5, 0, 0], true)
      await Promise.resolve()
    })
    expect(seen.values).toEqual({
      cloth: { wind: [5, 0, 0] },
      grass: { wind: defaultsOf(grassParams).wind },
    })
    unmount()
  })
})
