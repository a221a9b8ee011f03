import { Cloth, type Interactive } from '@billow/react'
import { HandButtons, useHand } from '@billow/react/hands'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { Studio } from './stage/Studio'

interface HandsArgs {
  color: string
  lang: 'en' | 'de'
}

const meta: Meta<HandsArgs> = {
  title: 'Cloth/Hands',
  argTypes: {
    color: { name: 'Colour', control: 'color' },
    lang: { name: 'Language', control: 'inline-radio', options: ['en', 'de'] },
  },
  args: { color: '#2f6db8', lang: 'en' },
  parameters: {
    api: ['HandButtons', 'useHand'],
    docs: {
      description: {
        component:
          'A cloth without dragging: by keys, by clicks, and by buttons. All three are one hand, so what one ' +
          'of them takes the others move and let go.',
      },
    },
  },
}

export default meta

function Sheet({ color, interactive }: { color: string; interactive: Interactive }) {
  return (
    <Cloth
      segments={[12, 12]}
      pins={['top-left', 'top-right']}
      damping={0.8}
      interactive={interactive}
      castShadow
      receiveShadow
      {...useOnStage()}
    >
      <Fabric color={color} repeat={[6, 6]} />
    </Cloth>
  )
}

const VIEW = { camera: [-0.9, 0.35, 2.9], target: [0, -0.05, 0], reach: 1, ground: -0.85 } as const

type Story = StoryObj<HandsArgs>

/** Tab to the cloth, choose a point with the arrows, take it with Enter, and move it. */
export const Keyboard: Story = {
  render: ({ color, lang }, { globals }) => (
    <Stage
      label="A sheet hangs by its two upper corners."
      hint={
        <>
          Tab to the cloth. Arrow keys choose a point, Enter takes it, arrows move it, Page Up and
          Page Down move it away and nearer, P pins it, Escape lets go.
        </>
      }
      theme={globals.theme as string}
      {...VIEW}
      camera={[...VIEW.camera]}
      target={[...VIEW.target]}
    >
      <Sheet color={color} interactive={{ lang, label: lang === 'de' ? 'Vorhang' : 'Curtain' }} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    const cloth = await within(canvasElement).findByRole('application', {}, { timeout: 10_000 })
    const voice = () => cloth.parentElement!.querySelector('[aria-live]')!.textContent
    cloth.focus()
    await waitFor(() => expect(voice()).toBe('Point row 7, column 7'), { timeout: 10_000 })
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
    await userEvent.keyboard('{ArrowRight>5/}{PageDown>5/}')
    await waitFor(() => expect(voice()).toMatch(/^Point row 9, column 10, held, moved 14\.1 cm/), {
      timeout: 10_000,
    })
  },
}

/** The first click takes a point, the second says where it goes; a click on it lets it go. */
export const Clicks: Story = {
  render: ({ color, lang }, { globals }) => (
    <Stage
      label="A sheet hangs by its two upper corners."
      hint="Click the cloth to take a point, click anywhere to carry it there, click the point to let it go."
      theme={globals.theme as string}
      {...VIEW}
      camera={[...VIEW.camera]}
      target={[...VIEW.target]}
    >
      <Sheet color={color} interactive={{ pointer: 'click', lang }} />
    </Stage>
  ),
}

function WithButtons({ color, lang, theme }: HandsArgs & { theme: string }) {
  const hand = useHand()
  return (
    <Studio theme={theme} panel={<HandButtons hand={hand} lang={lang} />}>
      <Stage
        label="A sheet hangs by its two upper corners."
        hint="Buttons choose a point, take it, move it and pin it. So do clicks and keys."
        theme={theme}
        {...VIEW}
        camera={[...VIEW.camera]}
        target={[...VIEW.target]}
      >
        <Sheet color={color} interactive={{ pointer: 'click', hand, lang }} />
      </Stage>
    </Studio>
  )
}

/** Buttons beside the canvas: nothing has to be dragged or aimed at. */
export const Buttons: Story = {
  render: (args, { globals }) => <WithButtons {...args} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const button = (name: string) => page.getByRole('button', { name })
    await page.findByRole('application', {}, { timeout: 10_000 })
    for (const name of ['Down', 'Down', 'Right', 'Right', 'Take', 'Right', 'Right', 'Nearer'])
      await userEvent.click(button(name))
    // The first press chooses the middle. Two steps of 2 cm to the right and one nearer: √(4² + 2²) cm.
    await expect(
      page.getByText('Point row 8, column 9, held, moved 4.5 cm', { selector: 'p' }),
    ).toBeVisible()
    await expect(button('Let go')).toBeVisible()
  },
}
