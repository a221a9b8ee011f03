import { Cloth } from '@billow/react'
import { EnergyPlot, Recorder, TimePlot, useRecording } from '@billow/react/instruments'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { pendulum, pendulumPins } from './scenes/pendulum'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { Studio } from './stage/Studio'
import { untilTime } from './stage/untilTime'

interface InstrumentArgs {
  lang: 'en' | 'de'
}

const meta: Meta<InstrumentArgs> = {
  title: 'Cloth/Instruments',
  argTypes: {
    lang: {
      name: 'Language of the plots',
      control: { type: 'inline-radio' },
      options: ['en', 'de'],
    },
  },
  args: { lang: 'en' },
  parameters: {
    docs: {
      description: {
        component:
          'What happens in a cloth over time: recorded beside rendering, plotted, compared, and saved.\n\n' +
          "```tsx\nimport { EnergyPlot, Recorder, useRecording } from '@billow/react/instruments' // needs uplot\n\n" +
          'const recording = useRecording()\n' +
          '<Canvas>\n  <Cloth pins="top">\n    <Recorder recording={recording} />\n  </Cloth>\n</Canvas>\n' +
          '<EnergyPlot recording={recording} />\n```',
      },
    },
  },
}

export default meta

type Story = StoryObj<InstrumentArgs>

type Recorded = ReturnType<typeof useRecording>

function Pendulum({ recording }: { recording: Recorded }) {
  return (
    <Cloth {...pendulum} {...useOnStage()} pins={pendulumPins} rotation-y={Math.PI}>
      <meshStandardMaterial color="#c8553d" side={2} roughness={0.9} />
      <Recorder recording={recording} />
    </Cloth>
  )
}

function EnergyStage({ lang, theme }: { lang: string; theme: string }) {
  const recording = useRecording()
  return (
    <Studio
      theme={theme}
      panel={
        <>
          <EnergyPlot recording={recording} lang={lang} />
          <hr />
          <TimePlot
            recording={recording}
            title={lang === 'de' ? 'Dehnung' : 'Strain'}
            quantities={['maxStrain', 'meanStrain']}
            height={150}
            lang={lang}
          />
        </>
      }
    >
      <Stage
        theme={theme}
        label="A sheet that swings from a bar in a vacuum. Beside it its energies and its strain over time."
        hint="In a vacuum without damping the total stays what it was: height becomes motion and back, and some of it stretches springs. Freeze, and go along the lines with the arrow keys."
        camera={[1.2, 0.5, 2.4]}
        target={[0, -0.2, 0]}
        reach={0.9}
        ground={-1}
      >
        <Pendulum recording={recording} />
      </Stage>
    </Studio>
  )
}

/** Energies of a sheet that swings. */
export const Energy: Story = {
  render: ({ lang }, { globals }) => <EnergyStage lang={lang} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.5)
    const page = within(canvasElement)
    await waitFor(() => expect(canvasElement.querySelector('.u-over')).not.toBeNull(), {
      timeout: 20_000,
    })
    await userEvent.click(page.getByRole('button', { name: 'Freeze' }))
    const [reader] = page.getAllByRole('slider')
    reader!.focus()
    await userEvent.keyboard('{Home}')
    // Before the first step nothing moves.
    await expect(reader).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^0\ss: Kinetic 0\sJ/),
    )
  },
}
