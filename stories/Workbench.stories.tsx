import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { untilTime } from './stage/untilTime'
import { Workbench, type WorkbenchPointer } from './stage/Workbench'

interface WorkbenchArgs {
  lang: 'en' | 'de'
  pointer: WorkbenchPointer
}

const meta: Meta<WorkbenchArgs> = {
  title: 'Lessons/Workbench',
  argTypes: {
    lang: { name: 'Language', control: 'inline-radio', options: ['en', 'de'] },
    pointer: {
      name: 'Pointers',
      description: 'Do pointers drag particles, or do single clicks take and carry them?',
      control: 'inline-radio',
      options: ['drag', 'click'],
    },
  },
  args: { lang: 'en', pointer: 'drag' },
  parameters: {
    docs: {
      description: {
        component:
          'Everything for one lesson: a cloth by pointers, keys, clicks and buttons, its parameters, its ' +
          'energies over time, and buttons that run it. All of it works with the keyboard alone, and with ' +
          'single clicks alone.',
      },
    },
  },
  render: ({ lang, pointer }, { globals }) => (
    <Workbench theme={globals.theme as string} lang={lang} pointer={pointer} />
  ),
}

export default meta

type Story = StoryObj<WorkbenchArgs>

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(
      await page.findByRole('application', { name: 'Curtain' }, { timeout: 10_000 }),
    ).toBeVisible()
    await untilTime(canvasElement, 0.2)
  },
}

/** Single clicks in place of dragging. */
export const ByClicks: Story = { args: { pointer: 'click' } }
