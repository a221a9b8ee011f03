import { materialPresets } from '@billow/core'
import { Cloth } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { clothArgTypes, type FlatArgs, toProps } from './stage/argTypes'
import { Rail } from './stage/Bodies'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const controls = ['tearStrain', 'windX', 'windZ', 'turbulence', 'density', 'substeps']

const meta: Meta<FlatArgs> = {
  title: 'Cloth/Tearing',
  argTypes: clothArgTypes(controls),
  parameters: {
    controls: { include: controls.map((name) => clothArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          'A thread that is stretched too far opens, and the crack runs on. `strengthAt` says where a cloth ' +
          'withstands more or less: hems that never give way, a seam that opens first.\n\n' +
          '```tsx\n<Cloth tear tearStrain={0.3} strengthAt={(x, y) => (y > 0.5 ? Infinity : 1)} />\n```',
      },
    },
  },
}

export default meta

const [WIDTH, HEIGHT] = [1.8, 1.4]
const SEGMENTS = [36, 28] as const

/** Pleats in which the curtain hangs, and how deep they are, m. */
const PLEATS = 6
const DEPTH = 0.035

const pleated = (column: number): number =>
  DEPTH * Math.sin((2 * Math.PI * PLEATS * column) / SEGMENTS[0])

const RAIL_RADIUS = 0.018

/** A hem along the rail that never tears, and a row of perforation in the middle. */
const strengthAt = (_x: number, y: number): number =>
  y > HEIGHT / 2 - 0.08 ? Infinity : Math.abs(y) < 0.02 ? 0.6 : 1

function Curtain({ args }: { args: FlatArgs }) {
  const onStage = useOnStage()
  return (
    <Cloth
      {...materialPresets.cotton}
      size={[WIDTH, HEIGHT]}
      segments={SEGMENTS}
      pins="top"
      offsetAt={pleated}
      tear
      strengthAt={strengthAt}
      {...toProps(args)}
      {...onStage}
      castShadow
      receiveShadow
    >
      <Fabric color="#8a3b52" repeat={[18, 14]} />
    </Cloth>
  )
}

/** Pull at it: it tears where it is weakest, and the rest hangs on. */
export const TornCurtain: StoryObj<FlatArgs> = {
  args: { windZ: 0.8, turbulence: 0.4, tearStrain: 0.25 },
  render: (args, { globals }) => (
    <Stage
      label="A cotton curtain hangs from a rail. Where it is pulled too far, it tears."
      hint="Pull the curtain down or towards you until it gives way. Reset makes it whole."
      theme={globals.theme as string}
      camera={[0.9, 0.1, 3.3]}
      target={[0, -0.1, 0]}
      reach={1.2}
      ground={-1.3}
    >
      <group position-y={HEIGHT / 2 + RAIL_RADIUS}>
        <Rail width={WIDTH + 0.2} radius={RAIL_RADIUS} />
      </group>
      <Curtain args={args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.15)
  },
}
