import { Cloth, type ClothHandle } from '@billow/react'
import {
  EnergyPlot,
  Ghost,
  Recorder,
  TimePlot,
  useComparison,
  useMeasurements,
  useReading,
  useRecording,
} from '@billow/react/instruments'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useCallback, useId, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { flag } from './scenes/flag'
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
    api: ['useRecording', 'Recorder', 'TimePlot', 'EnergyPlot', 'useComparison', 'Ghost'],
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
        hint="In a vacuum without damping the total stays what it was: height becomes motion and back, and some of it stretches springs. Pause, and go along the lines with the arrow keys."
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
    await userEvent.click(page.getByRole('button', { name: 'Pause' }))
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

const WIND = 4

function FlagStage({ lang, theme }: { lang: string; theme: string }) {
  const corners = [0, (flag.segments[0] + 1) * flag.segments[1]]
  const recording = useRecording({ windWork: true, tensionAt: corners })
  const isGerman = lang === 'de'
  return (
    <Studio
      theme={theme}
      panel={
        <>
          <TimePlot
            recording={recording}
            title={isGerman ? 'Zug an den Ecken' : 'Pull at the corners'}
            quantities={corners.map((corner) => `tension ${corner}`)}
            labels={{
              [`tension ${corners[0]!}`]: isGerman ? 'Ecke unten' : 'Lower corner',
              [`tension ${corners[1]!}`]: isGerman ? 'Ecke oben' : 'Upper corner',
            }}
            height={170}
            lang={lang}
          />
          <hr />
          <TimePlot
            recording={recording}
            title={isGerman ? 'Arbeit und Bewegung' : 'Work and motion'}
            quantities={['windWork', 'kinetic']}
            height={170}
            lang={lang}
          />
        </>
      }
    >
      <Stage
        theme={theme}
        label="A flag that is held by two corners, in a wind that comes in gusts. Beside it how strongly the corners are pulled, and the work of the wind."
        hint="The upper corner carries most of the weight. Where the flag is blown about, the wind gives it energy; where it slows down, the air takes some back."
        camera={[0.6, 0.3, 3]}
        target={[0, -0.05, 0]}
        reach={1.1}
        ground={-1}
      >
        <FlagCloth corners={corners} recording={recording} />
      </Stage>
    </Studio>
  )
}

function FlagCloth({ corners, recording }: { corners: readonly number[]; recording: Recorded }) {
  return (
    <Cloth {...flag} {...useOnStage()} wind={[WIND, 0, 0.8]} gusts={0.5} pins={corners}>
      <meshStandardMaterial color="#c8553d" side={2} roughness={0.9} />
      <Recorder recording={recording} />
    </Cloth>
  )
}

/** How strongly pins pull, and what the wind does. */
export const Flag: Story = {
  render: ({ lang }, { globals }) => <FlagStage lang={lang} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.3)
    await waitFor(
      () => {
        const cell = canvasElement.querySelector('[data-part="value windWork"]')
        return expect(Number.parseFloat(cell?.textContent ?? '')).toBeGreaterThan(0)
      },
      { timeout: 20_000 },
    )
  },
}

const FIGURES = [
  ['kinetic', 'Kinetic energy', 'J'],
  ['windWork', 'Work of the wind', 'J'],
  ['maxStrain', 'Largest strain', ''],
] as const

/** Measures a cloth from outside of it, by its handle. */
function Figures({ cloth }: { cloth: ClothHandle | null }) {
  const recording = useMeasurements({ cloth, windWork: true })
  const reading = useReading(recording, { rate: 4 })
  return (
    <dl className="figures">
      {FIGURES.map(([id, label, unit]) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd data-value={id}>
            {reading?.[id] === undefined ? '–' : `${reading[id].toFixed(3)} ${unit}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Measured({ onCloth }: { onCloth: (cloth: ClothHandle | null) => void }) {
  const { paused, ref } = useOnStage()
  const both = useCallback(
    (handle: ClothHandle | null) => {
      onCloth(handle)
      return ref(handle)
    },
    [onCloth, ref],
  )
  return (
    <Cloth
      {...flag}
      wind={[WIND, 0, 0.8]}
      pins={['top-left', 'bottom-left']}
      paused={paused}
      ref={both}
    >
      <meshStandardMaterial color="#c8553d" side={2} roughness={0.9} />
    </Cloth>
  )
}

function FiguresStage({ theme }: { theme: string }) {
  const [cloth, setCloth] = useState<ClothHandle | null>(null)
  return (
    <Studio theme={theme} panel={<Figures cloth={cloth} />}>
      <Stage
        theme={theme}
        label="A flag in the wind; beside it its kinetic energy, the work of the wind and its largest strain."
        hint="Figures that React renders four times per second, whatever the screen does; nothing else is rendered anew."
        camera={[0.6, 0.3, 3]}
        target={[0, -0.05, 0]}
        reach={1.1}
        ground={-1}
      >
        <Measured onCloth={setCloth} />
      </Stage>
    </Studio>
  )
}

/** Figures of a cloth elsewhere on the page. */
export const Measurements: Story = {
  render: (_, { globals }) => <FiguresStage theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2)
    const work = () =>
      Number.parseFloat(canvasElement.querySelector('[data-value="windWork"]')!.textContent)
    await waitFor(() => expect(work()).toBeGreaterThan(0), { timeout: 20_000 })
  },
}

const WORDS = {
  en: {
    damping: 'Damping (1/s)',
    again: 'Again from the start',
    forget: 'Forget the earlier run',
    now: (joules: string) => `Now moving with ${joules} J`,
  },
  de: {
    damping: 'Dämpfung (1/s)',
    again: 'Noch einmal von vorn',
    forget: 'Früheren Lauf vergessen',
    now: (joules: string) => `Bewegt sich jetzt mit ${joules} J`,
  },
}

function CompareStage({ lang, theme }: { lang: 'en' | 'de'; theme: string }) {
  const recording = useRecording()
  const { comparison, earlier, repeat, clear } = useComparison(recording)
  const [damping, setDamping] = useState(0)
  const words = WORDS[lang]
  const id = useId()
  return (
    <Studio
      theme={theme}
      panel={
        <>
          <div className="compare">
            <label htmlFor={id}>
              {words.damping}: {damping.toLocaleString(lang)}
            </label>
            <input
              id={id}
              type="range"
              min={0}
              max={3}
              step={0.5}
              value={damping}
              onChange={(event) => {
                setDamping(event.currentTarget.valueAsNumber)
              }}
            />
            <div className="compare-buttons">
              <button type="button" onClick={repeat}>
                {words.again}
              </button>
              <button type="button" disabled={!earlier} onClick={clear}>
                {words.forget}
              </button>
            </div>
          </div>
          <EnergyPlot recording={recording} earlier={earlier} lang={lang} height={240} />
          <Motion recording={recording} lang={lang} />
        </>
      }
    >
      <Stage
        theme={theme}
        label="A sheet that swings from a bar, and the ghost of its earlier run, which swings as it did then."
        hint="Let it swing, press “Again from the start”, and damp it: the ghost swings as it did before, and fine dashes show its energies."
        camera={[1.2, 0.5, 2.4]}
        target={[0, -0.2, 0]}
        reach={0.9}
        ground={-1}
      >
        <Compared recording={recording} comparison={comparison} damping={damping} />
      </Stage>
    </Studio>
  )
}

/** One figure that React renders, five times per second. */
function Motion({ recording, lang }: { recording: Recorded; lang: 'en' | 'de' }) {
  const { kinetic = 0 } = useReading(recording) ?? {}
  const joules = kinetic.toLocaleString(lang, { maximumFractionDigits: 2 })
  return <p>{WORDS[lang].now(joules)}</p>
}

function Compared({
  recording,
  comparison,
  damping,
}: {
  recording: Recorded
  comparison: ReturnType<typeof useComparison>['comparison']
  damping: number
}) {
  return (
    <Cloth
      {...pendulum}
      {...useOnStage()}
      pins={pendulumPins}
      rotation-y={Math.PI}
      damping={damping}
    >
      <meshStandardMaterial color="#c8553d" side={2} roughness={0.9} />
      <Recorder recording={recording} />
      <Ghost comparison={comparison} />
    </Cloth>
  )
}

/** The ghost of an earlier run. */
export const TwoRuns: Story = {
  render: ({ lang }, { globals }) => <CompareStage lang={lang} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.4)
    const page = within(canvasElement)
    await userEvent.click(page.getByRole('button', { name: WORDS.en.again }))
    await expect(
      await page.findByRole('button', { name: /^Kinetic \(earlier\)/ }, { timeout: 20_000 }),
    ).toBeVisible()
  },
}
