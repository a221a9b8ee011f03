/** `<ControlPanel>`: native inputs of every kind, what is typed, presets, languages, narrow screens. */
import {
  type ClothParamKey,
  clothParams,
  flatFields,
  grassParams,
  grassPresets,
  materialPresets,
} from '@billow/core'
import {
  descriptions as germanHints,
  grassTexts as germanGrass,
  labels as german,
} from '@billow/core/locales/de'
import { descriptions, grassTexts, labels } from '@billow/core/locales/en'
import {
  type ClothPanelOptions,
  ControlPanel,
  type Panel,
  useClothPanel,
  useControlPanel,
  useGrassPanel,
  usePanelValues,
} from '@billow/react/controls'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

const slider = (name: string) => page.getByRole('slider', { name, exact: true })
const number = (name: string) => page.getByRole('spinbutton', { name, exact: true })

afterEach(async () => {
  await page.viewport(800, 600)
  document.documentElement.style.fontSize = ''
})

async function show(options: ClothPanelOptions = {}) {
  const seen: { panel?: Panel<typeof clothParams>; renders: number } = { renders: 0 }
  function App() {
    seen.renders++
    const panel = useClothPanel(options)
    seen.panel = panel
    return <ControlPanel panel={panel} />
  }
  const rendered = await render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  return { ...rendered, seen, values: () => seen.panel!.values }
}

test('has an input for every parameter of a cloth, in its group, with its description', async () => {
  await show()
  for (const [key, parameter] of Object.entries(clothParams) as [
    ClothParamKey,
    (typeof clothParams)[ClothParamKey],
  ][]) {
    // Of another solver than the one that is chosen.
    if ('solvers' in parameter && !(parameter.solvers as readonly string[]).includes('xpbd'))
      continue
    const name = labels.cloth[key]
    const role = { boolean: 'switch', choice: 'combobox', vector: 'group' }[
      parameter.kind as 'boolean'
    ]
    const group = page.getByRole('group', { name: labels.groups[parameter.group], exact: true })
    const input = group.getByRole(role ?? 'slider', { name, exact: true })
    await expect.element(input).toBeInTheDocument()
    if (role === 'group') continue
    await expect.element(input).toHaveAccessibleDescription(descriptions.cloth[key])
  }
  expect(page.getByRole('slider').elements().length).toBe(
    page.getByRole('spinbutton').elements().length,
  )
})

test('moves by the step of the table with the keyboard, number and slider together, and back', async () => {
  const { values } = await show({ keys: ['damping', 'wind'] })
  ;(slider('Damping').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(values().damping).toBeCloseTo(0.7, 9)
  await expect.element(number('Damping 1/s')).toHaveValue(0.7)
  await expect.element(slider('Damping')).toHaveAttribute('aria-valuetext', '0.7 1/s')
  await number('Damping 1/s').fill('2.5')
  expect(values().damping).toBe(2.5)
  await expect.element(slider('Damping')).toHaveValue('2.5')
  await userEvent.click(page.getByRole('button', { name: 'Reset Damping' }))
  expect(values().damping).toBe(clothParams.damping.default)
  await page.getByRole('group', { name: 'Wind' }).getByRole('spinbutton').nth(2).fill('-4')
  expect(values().wind).toEqual([0, 0, -4])
})

test('takes the nearest value within the range, and says so; what is no number changes nothing', async () => {
  const { values } = await show({ keys: ['damping', 'substeps'] })
  const damping = number('Damping 1/s')
  await userEvent.click(damping)
  await userEvent.keyboard('{Control>}a{/Control}99')
  await expect.element(damping).toHaveAttribute('aria-invalid', 'true')
  // 9 was on the way, and is within.
  expect(values().damping).toBe(9)
  await userEvent.keyboard('{Enter}')
  expect(values().damping).toBe(10)
  await expect.element(damping).toHaveAttribute('aria-invalid', 'false')
  const said = '99 is not between 0 and 10 1/s: now it is 10 1/s.'
  await expect.element(damping).toHaveAccessibleDescription(said)
  await expect.element(page.getByRole('status')).toHaveTextContent(said)
  await userEvent.keyboard('{Control>}a{/Control}{Delete}{Tab}')
  expect(values().damping).toBe(10)
  await expect.element(damping).toHaveValue(10)
  await expect.element(page.getByRole('status')).toHaveTextContent('That was no number')
  await number('Substeps').fill('3.7')
  await userEvent.tab()
  expect(values().substeps).toBe(4)
})

test('waits with what builds the cloth anew until a slider is let go', async () => {
  const { values } = await show({ keys: ['segments', 'damping'] })
  const element = page.getByRole('group', { name: 'Segments' }).getByRole('slider').nth(0).element()
  const input = element as HTMLInputElement
  const move = (value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const value of ['30', '40', '50']) move(value)
  await expect.element(number('x').nth(0)).toHaveValue(50)
  expect(values().segments).toEqual([24, 24])
  input.dispatchEvent(new Event('change', { bubbles: true }))
  expect(values().segments).toEqual([50, 24])
})

test('renders the panel and what asks for the values, not what is around them', async () => {
  const renders = { around: 0, consumer: 0 }
  function Consumer({ panel }: { panel: Panel<typeof clothParams, 'damping'> }) {
    renders.consumer++
    return <output data-testid="value">{usePanelValues(panel).damping}</output>
  }
  function App() {
    renders.around++
    const panel = useClothPanel({ keys: ['damping'] })
    return (
      <>
        <Consumer panel={panel} />
        <ControlPanel panel={panel} />
      </>
    )
  }
  await render(<App />)
  const before = { ...renders }
  ;(slider('Damping').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(page.getByTestId('value')).toHaveTextContent('0.8')
  expect(renders).toEqual({ around: before.around, consumer: before.consumer + 3 })
})

test('chooses a material with all that it sets, and gives everything back', async () => {
  const { values } = await show({ keys: ['density', 'wind'], values: { density: 0.3 } })
  const menu = page.getByRole('combobox', { name: 'Preset' })
  await userEvent.selectOptions(menu, 'Silk')
  expect(values()).toEqual({ ...materialPresets.silk, wind: [0, 0, 0] })
  await expect.element(page.getByRole('status')).toHaveTextContent('Values of Silk.')
  await number('Density kg/m²').fill('1')
  await expect.element(menu).toHaveDisplayValue('Own values')
  await userEvent.click(page.getByRole('button', { name: 'Reset all values' }))
  expect(values()).toEqual({ density: 0.3, wind: [0, 0, 0] })
})

test('keeps its values when the language changes, and speaks one language', async () => {
  let panel: Panel<typeof grassParams> | undefined
  function App({ texts }: { texts: typeof germanGrass }) {
    panel = useGrassPanel({ texts })
    return <ControlPanel panel={panel} title="Gras" />
  }
  const { rerender } = await render(<App texts={grassTexts} />)
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Preset' }), 'Reed')
  await rerender(<App texts={germanGrass} />)
  expect(panel!.values).toMatchObject(grassPresets.reed)
  await expect.element(page.getByRole('combobox', { name: 'Vorlage' })).toHaveDisplayValue('Schilf')
  await expect.element(page.getByRole('region', { name: 'Gras' })).toHaveAttribute('lang', 'de')
  await expect.element(slider('Halmbreite')).toHaveAttribute('aria-valuetext', '0,025 m')
  for (const { key, component } of flatFields(grassParams))
    if (component === undefined)
      await expect
        .element(page.getByText(germanGrass.labels[key as 'seed'], { exact: true }))
        .toBeInTheDocument()
})

test.each([
  [320, 16],
  [320, 32],
  [800, 32],
])('has room on a screen of %i pixels with text of %i pixels', async (width, size) => {
  await page.viewport(width, 800)
  document.documentElement.style.fontSize = `${size}px`
  await show({ labels: german, descriptions: germanHints })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const section = document.querySelector('.billow-panel')!
  expect(section.scrollWidth).toBeLessThanOrEqual(section.clientWidth)
  // WCAG 2.5.8: what is pressed has 24 pixels each way. A slider is as wide as there is room.
  for (const target of section.querySelectorAll('button, input, select')) {
    const { width: w, height: h } = target.getBoundingClientRect()
    expect(Math.min(w, h), target.outerHTML).toBeGreaterThanOrEqual(24)
  }
})

test('shows a table of an application by its keys, and refuses what is wrong', async () => {
  const table = {
    pull: {
      kind: 'number',
      default: 1,
      min: 0,
      max: 5,
      step: 0.5,
      unit: 'N',
      valid: { atLeast: 0 },
      group: 'hands',
      change: 'live',
    },
  } as const
  let panel: Panel<typeof table> | undefined
  function App() {
    panel = useControlPanel(table, { texts: { labels: { pull: 'Pull' } } })
    return <ControlPanel panel={panel} />
  }
  await render(<App />)
  await expect
    .element(page.getByRole('group', { name: 'hands' }).getByRole('slider', { name: 'Pull' }))
    .toHaveValue('1')
  expect(() => {
    panel!.set({ pull: -1 })
  }).toThrow(/ControlPanel: pull must be .*-1/)
  expect(() => {
    panel!.set({ push: 1 } as never)
  }).toThrow(/ControlPanel: set must be among pull, got "push"/)
  expect(() => {
    panel!.setPreset('strong')
  }).toThrow(/setPreset must be one of/)
  expect(panel!.values).toEqual({ pull: 1 })
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await expect(show({ keys: ['velvet' as never] })).rejects.toThrow(/keys must be among/)
  error.mockRestore()
})
