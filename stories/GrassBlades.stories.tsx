import { inspectBlade } from '@billow/core'
import { GrassAnatomy, GrassField, type GrassHandle, WindArrows } from '@billow/react'
import { anatomyColors, windColors } from '@billow/three'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type RefObject, useRef, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { type FlatArgs, grassArgTypes, toGrassArgs, toGrassProps } from './stage/argTypes'
import { Legend } from './stage/Legend'
import { Reading } from './stage/Reading'
import { Soil } from './stage/Soil'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const controls = ['model', 'droop', 'windX', 'windZ', 'turbulence', 'gusts', 'gravityY', 'recovery']

/** A handful of large blades, to look at one by one. */
const handful = {
  size: [1.6, 1],
  density: 26,
  height: 0.62,
  width: 0.035,
  droop: 0.55,
  tufting: 0.2,
  wind: [1.5, 0, 0.5],
  turbulence: 0.3,
  turbulenceScale: 1.5,
  gusts: 0.5,
  gustPeriod: 4,
} as const

const meta: Meta<FlatArgs> = {
  title: 'Grass/Blades and forces',
  argTypes: grassArgTypes(controls),
  args: Object.fromEntries(controls.map((name) => [name, toGrassArgs(handful)[name]])),
  parameters: {
    api: ['GrassAnatomy', 'WindArrows'],
    controls: { include: controls.map((name) => grassArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          'A blade is a curve with three control points: v0 at the root, v1 above it, and v2 at the tip, which ' +
          'alone is moved by forces.\n\n' +
          '```tsx\n<GrassField size={[2, 2]} density={40} onClick={(event) => pick(event)}>\n' +
          '  <GrassAnatomy blades={[12]} />\n  <WindArrows spacing={0.5} />\n</GrassField>\n```',
      },
    },
  },
}

export default meta

interface PickedProps {
  args: FlatArgs
  field: RefObject<GrassHandle | null>
  picked: readonly number[]
  curve: boolean
  forces: boolean
  onPick: (blade: number) => void
}

function PickedBlades({ args, field, picked, curve, forces, onPick }: PickedProps) {
  const { paused, ref } = useOnStage()
  return (
    <GrassField
      {...handful}
      {...toGrassProps(args)}
      orientationCulling={false}
      look={{ dryness: 0.1, rootShade: 0.3 }}
      paused={paused}
      castShadow
      ref={(handle) => {
        field.current = handle
        return ref(handle)
      }}
      onClick={(event) => {
        const blade = field.current?.object.bladeAt(event.ray)
        if (blade !== undefined) onPick(blade)
      }}
    >
      <GrassAnatomy blades={picked} curve={curve} forces={forces} />
    </GrassField>
  )
}

/** Numbers of blades that stand apart from each other. */
const FIRST_PICKED = [12, 5, 24] as const

function AnatomyStage({ args, theme }: { args: FlatArgs; theme: string }) {
  const field = useRef<GrassHandle>(null)
  const [blade, setBlade] = useState<number>(FIRST_PICKED[0])
  const go = (way: number) => {
    const count = field.current?.simulation.bladeCount ?? 1
    setBlade((blade + way + count) % count)
  }
  const read = () => field.current && inspectBlade(field.current.simulation, blade)
  return (
    <Stage
      label="Some large blades of grass; one of them is drawn with its three control points, their polygon and its curve."
      hint="Click a blade, or go from one to the next by the buttons. Only v2 is simulated: v1 follows from it, so that the curve keeps its length."
      theme={theme}
      camera={[0, 0.75, 2.3]}
      target={[0, 0.3, 0]}
      reach={0.9}
      ground={0}
      buttons={
        <>
          <button
            type="button"
            onClick={() => {
              go(-1)
            }}
          >
            Previous blade
          </button>
          <button
            type="button"
            onClick={() => {
              go(1)
            }}
          >
            Next blade
          </button>
        </>
      }
      readings={
        <>
          <Legend
            entries={[
              { name: 'v0', color: anatomyColors.v0, label: 'v0', value: 'root' },
              { name: 'v1', color: anatomyColors.v1, label: 'v1', value: 'guide' },
              { name: 'v2', color: anatomyColors.v2, label: 'v2', value: 'tip' },
            ]}
          />
          <Reading name="blade" label="Blade" read={() => String(blade)} />
          <Reading
            name="stiffness"
            label="Stiffness"
            read={() => `${read()?.stiffness.toFixed(1) ?? '–'} 1/s`}
          />
        </>
      }
    >
      <PickedBlades
        args={args}
        field={field}
        picked={[blade]}
        curve
        forces={false}
        onPick={setBlade}
      />
    </Stage>
  )
}

/** What a blade consists of. */
export const Anatomy: StoryObj<FlatArgs> = {
  render: (args, { globals }) => <AnatomyStage args={args} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2, 60_000)
    const shown = () => canvasElement.querySelector('[data-value="blade"]')!.textContent
    await waitFor(() => expect(shown()).toBe('12'), { timeout: 10_000 })
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Next blade' }))
    await waitFor(() => expect(shown()).toBe('13'), { timeout: 10_000 })
    await userEvent.click(canvas.getByRole('button', { name: 'Previous blade' }))
    await waitFor(() => expect(shown()).toBe('12'), { timeout: 10_000 })
  },
}

const speed = (force: readonly number[] | undefined) =>
  `${Math.hypot(...(force ?? [])).toFixed(1)} m/s`

function ForcesStage({ args, theme }: { args: FlatArgs; theme: string }) {
  const field = useRef<GrassHandle>(null)
  const [blade, setBlade] = useState<number>(FIRST_PICKED[1])
  const read = () => (field.current ? inspectBlade(field.current.simulation, blade) : undefined)
  const { gravity, recovery, wind, total } = anatomyColors
  return (
    <Stage
      label="Blades in the wind; at the tips of some of them arrows show gravity, recovery and wind."
      hint="Gravity pulls down and a little to the front, recovery back to upright, the wind along. The blade turns until their sum points along it, as then it cannot move any further."
      theme={theme}
      camera={[0, 0.75, 2.3]}
      target={[0, 0.35, 0]}
      reach={0.9}
      ground={0}
      readings={
        <Legend
          entries={[
            {
              name: 'gravity',
              color: gravity,
              label: 'Gravity',
              value: () => speed(read()?.gravity),
            },
            {
              name: 'recovery',
              color: recovery,
              label: 'Recovery',
              value: () => speed(read()?.recovery),
            },
            { name: 'wind', color: wind, label: 'Wind', value: () => speed(read()?.wind) },
            { name: 'total', color: total, label: 'Together', value: 'their sum' },
          ]}
        />
      }
    >
      <PickedBlades
        args={args}
        field={field}
        picked={[blade, FIRST_PICKED[0], FIRST_PICKED[2]]}
        curve
        forces
        onPick={setBlade}
      />
    </Stage>
  )
}

/** What moves a tip. */
export const Forces: StoryObj<FlatArgs> = {
  render: (args, { globals }) => <ForcesStage args={args} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.3, 60_000)
    const value = (name: string) =>
      Number.parseFloat(canvasElement.querySelector(`[data-value="${name}"]`)!.textContent)
    // |gE + gF| = √17 / 4 · 9.81
    await waitFor(() => expect(value('gravity')).toBeCloseTo(10.1, 1), { timeout: 10_000 })
    await waitFor(() => expect(value('recovery')).toBeGreaterThan(0), { timeout: 10_000 })
  },
}

const windy = {
  size: [14, 8],
  density: 190,
  height: 0.35,
  width: 0.02,
  droop: 0.5,
  wind: [4, 0, 0.8],
  turbulence: 0.5,
  turbulenceScale: 3,
  gusts: 0.6,
  gustPeriod: 4,
} as const

function GustsScene({ args, arrows }: { args: FlatArgs; arrows: boolean }) {
  return (
    <>
      <GrassField {...windy} {...toGrassProps(args)} {...useOnStage()}>
        {arrows ? <WindArrows spacing={0.8} /> : null}
      </GrassField>
      <Soil size={windy.size} />
    </>
  )
}

function GustsStage({ args, theme }: { args: FlatArgs; theme: string }) {
  const [arrows, setArrows] = useState(true)
  return (
    <Stage
      label="A lawn seen from above in gusts of wind; an arrow on every square shows the wind there."
      hint="Eddies drift with the wind and leave waves in the grass. Arrows are longer and redder where the wind is stronger."
      theme={theme}
      camera={[0, 5.2, 7.6]}
      target={[0, 0, 0.2]}
      reach={5}
      ground={-0.01}
      buttons={
        <button
          type="button"
          aria-pressed={arrows}
          onClick={() => {
            setArrows(!arrows)
          }}
        >
          Wind arrows
        </button>
      }
      readings={
        <Legend
          entries={[
            { name: 'calm', color: windColors.calm, label: 'Calm', value: '0 m/s' },
            { name: 'strong', color: windColors.strong, label: 'Strong', value: '8 m/s' },
          ]}
        />
      }
    >
      <GustsScene args={args} arrows={arrows} />
    </Stage>
  )
}

/** The wind that blades feel, and what they make of it. */
export const Gusts: StoryObj<FlatArgs> = {
  args: Object.fromEntries(controls.map((name) => [name, toGrassArgs(windy)[name]])),
  render: (args, { globals }) => <GustsStage args={args} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.3, 60_000)
    const button = within(canvasElement).getByRole('button', { name: 'Wind arrows' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  },
}
