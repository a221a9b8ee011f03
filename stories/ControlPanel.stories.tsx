import type { clothParams, grassParams, ParameterTable } from '@billow/core'
import {
  descriptions as germanHints,
  grassTexts as germanGrass,
  labels as german,
} from '@billow/core/locales/de'
import { Cloth, GrassField, SphereCollider } from '@billow/react'
import {
  ControlPanel,
  type Panel,
  useClothPanel,
  useControlPanel,
  useGrassPanel,
  usePanelValues,
} from '@billow/react/controls'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { Ball } from './stage/Bodies'
import { Fabric } from './stage/Fabric'
import { Soil } from './stage/Soil'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { Studio } from './stage/Studio'
import { untilTime } from './stage/untilTime'

interface PanelArgs {
  lang: 'en' | 'de'
}

const meta: Meta<PanelArgs> = {
  title: 'Panels/Control panel',
  argTypes: {
    lang: {
      name: 'Language of the panel',
      control: { type: 'inline-radio' },
      options: ['en', 'de'],
    },
  },
  args: { lang: 'en' },
  parameters: {
    api: ['ControlPanel', 'useClothPanel', 'useGrassPanel', 'useControlPanel', 'usePanelValues'],
    docs: {
      description: {
        component:
          'Native inputs for the parameters of a cloth or a field: sliders and numbers that say the same, ' +
          'switches, menus and presets, for keyboards, screen readers and fingers.\n\n```tsx\nimport { ' +
          "ControlPanel, useClothPanel, usePanelValues } from '@billow/react/controls'\n\nconst panel = " +
          "useClothPanel({ keys: ['density', 'wind'] })\n<Canvas><Cloth {...usePanelValues(panel)} />" +
          '</Canvas>\n<ControlPanel panel={panel} />\n```\n\nOnly what calls `usePanelValues` is rendered ' +
          'while a slider moves: call it in a component within the canvas.',
      },
    },
  },
}

export default meta

type Story = StoryObj<PanelArgs>

function Sheet({ panel }: { panel: Panel<typeof clothParams, (typeof clothKeys)[number]> }) {
  return (
    <Cloth
      pins={['top-left', 'top-right']}
      {...usePanelValues(panel)}
      {...useOnStage()}
      castShadow
      receiveShadow
    >
      <Fabric color="#2f6f8f" repeat={[8, 8]} />
    </Cloth>
  )
}

const clothKeys = [
  'density',
  'segments',
  'stretchCompliance',
  'bendStiffness',
  'tear',
  'damping',
  'wind',
  'turbulence',
  'selfCollision',
] as const

function ClothStudio({ lang, theme }: { lang: string; theme: string }) {
  const isGerman = lang === 'de'
  const panel = useClothPanel({
    keys: clothKeys,
    values: { wind: [1, 0, 2] },
    ...(isGerman ? { labels: german, descriptions: germanHints } : {}),
  })
  return (
    <Studio
      theme={theme}
      panel={<ControlPanel panel={panel} title={isGerman ? 'Stoff' : 'Cloth'} />}
    >
      <Stage
        label="A blue sheet hangs by its two upper corners, with a panel of controls beside it."
        hint="Choose a material and change it: the menu says when the values are your own. A number beyond the range becomes the nearest within."
        theme={theme}
        camera={[-1.2, 0.5, 2.6]}
        target={[0, -0.05, 0]}
        reach={1}
        ground={-0.75}
      >
        <Sheet panel={panel} />
      </Stage>
    </Studio>
  )
}

/** What a material is made of, and the wind on it. */
export const OfACloth: Story = {
  render: ({ lang }, { globals }) => <ClothStudio lang={lang} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1)
    const panel = within(canvasElement.querySelector<HTMLElement>('.billow-panel')!)
    const material = panel.getByRole<HTMLSelectElement>('combobox', { name: 'Preset' })
    await userEvent.selectOptions(material, 'Denim')
    const density = panel.getByRole('spinbutton', { name: 'Density kg/m²' })
    await waitFor(() => expect(density).toHaveValue(0.4))
    // Typed beyond the range, it becomes the nearest within, which is said.
    await userEvent.clear(density)
    await userEvent.type(density, '900{Enter}')
    await waitFor(() => expect(density).toHaveValue(500))
    await expect(panel.getByRole('slider', { name: 'Density' })).toHaveValue('500')
    await expect(
      panel.getByText(/900 is not between 0.05 and 500/, { selector: 'p[id]' }),
    ).toBeVisible()
    await expect(material).toHaveDisplayValue('Own values')
    await userEvent.click(panel.getByRole('button', { name: 'Reset all values' }))
    await waitFor(() => expect(density).toHaveValue(0.2))
    await untilTime(canvasElement, 0.2)
  },
}

export const InGerman: Story = {
  args: { lang: 'de' },
  render: ({ lang }, { globals }) => <ClothStudio lang={lang} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement.querySelector<HTMLElement>('.billow-panel')!)
    const material = await panel.findByRole('combobox', { name: 'Vorlage' })
    await userEvent.selectOptions(material, 'Seide')
    await expect(panel.getByRole('slider', { name: 'Flächendichte' })).toHaveAttribute(
      'aria-valuetext',
      '0,06 kg/m²',
    )
    await userEvent.click(panel.getByRole('button', { name: 'Was ist Flächendichte?' }))
    await expect(panel.getByText(germanHints.cloth.density)).toBeVisible()
  },
}

const SIZE = [3, 3] as const

function Field({ panel }: { panel: Panel<typeof grassParams, (typeof grassKeys)[number]> }) {
  return (
    <>
      <GrassField size={SIZE} {...usePanelValues(panel)} {...useOnStage()} />
      <Soil size={[30, 30]} />
    </>
  )
}

const grassKeys = [
  'density',
  'height',
  'heightVariation',
  'width',
  'droop',
  'tufting',
  'wind',
  'gusts',
] as const

function GrassStudio({ lang, theme }: { lang: string; theme: string }) {
  const isGerman = lang === 'de'
  const panel = useGrassPanel({
    keys: grassKeys,
    values: { height: 0.45, density: 500, width: 0.008, wind: [3, 0, 1] },
    ...(isGerman ? { texts: germanGrass } : {}),
  })
  return (
    <Studio
      theme={theme}
      panel={<ControlPanel panel={panel} title={isGerman ? 'Gras' : 'Grass'} />}
    >
      <Stage
        label="A square of grass in the wind, with a panel of controls beside it."
        hint="Lawn, meadow, wheat and reed are the same blades with other numbers."
        theme={theme}
        camera={[0, 1.9, 5.6]}
        target={[0, 0.6, 0]}
        reach={2}
      >
        <Field panel={panel} />
      </Stage>
    </Studio>
  )
}

/** Kinds of grass; what builds a field anew waits until the slider is let go. */
export const OfGrass: Story = {
  render: ({ lang }, { globals }) => <GrassStudio lang={lang} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1, 60_000)
    const panel = within(canvasElement.querySelector<HTMLElement>('.billow-panel')!)
    await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Preset' }), 'Wheat')
    await waitFor(() =>
      expect(panel.getByRole('spinbutton', { name: 'Blade height m' })).toHaveValue(0.85),
    )
    await untilTime(canvasElement, 0.1, 60_000)
  },
}

/** What an application lets people change, in the form of the tables of Billow. */
const ballTable = {
  radius: {
    kind: 'number',
    default: 0.35,
    min: 0.15,
    max: 0.5,
    step: 0.01,
    valid: { above: 0 },
    unit: 'm',
    group: 'ball',
    change: 'live',
  },
  friction: {
    kind: 'number',
    default: 0.3,
    min: 0,
    max: 1,
    step: 0.05,
    valid: { atLeast: 0 },
    unit: '',
    group: 'ball',
    change: 'live',
  },
} as const satisfies ParameterTable

const ballTexts = {
  labels: { radius: 'Radius', friction: 'Friction' },
  groups: { ball: 'Ball' },
  presets: { smooth: 'Smooth and large', rough: 'Rough and small' },
}

const ballPresets = {
  smooth: { radius: 0.45, friction: 0 },
  rough: { radius: 0.25, friction: 0.9 },
}

function Draped({ panel }: { panel: Panel<typeof ballTable> }) {
  const { radius, friction } = usePanelValues(panel)
  return (
    <>
      <Cloth
        size={[1.4, 1.4]}
        segments={[32, 32]}
        orientation="horizontal"
        position-y={0.62}
        damping={1}
        {...useOnStage()}
        castShadow
        receiveShadow
      >
        <Fabric color="#b3452f" repeat={[9, 9]} />
      </Cloth>
      <SphereCollider radius={radius} friction={friction} />
      <Ball radius={radius} />
    </>
  )
}

function BallStudio({ theme }: { theme: string }) {
  const panel = useControlPanel(ballTable, { texts: ballTexts, presets: ballPresets })
  return (
    <Studio theme={theme} panel={<ControlPanel panel={panel} title="Ball" />}>
      <Stage
        label="A red sheet falls over a ball, whose size a panel beside it sets."
        hint="Make the ball larger under the sheet. The panel is made of a table in this page."
        theme={theme}
        camera={[0, 0.7, 3.2]}
        target={[0, 0, 0]}
        reach={1.2}
        ground={-0.8}
      >
        <Draped panel={panel} />
      </Stage>
    </Studio>
  )
}

export const OfYourOwnTable: Story = {
  parameters: { controls: { disable: true } },
  render: (_, { globals }) => <BallStudio theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1)
    const panel = within(canvasElement.querySelector<HTMLElement>('.billow-panel')!)
    await userEvent.selectOptions(
      panel.getByRole('combobox', { name: 'Preset' }),
      'Smooth and large',
    )
    await waitFor(() =>
      expect(panel.getByRole('spinbutton', { name: 'Radius m' })).toHaveValue(0.45),
    )
  },
}
