import { materialNames, materialPresets } from '@billow/core'
import { labels } from '@billow/core/locales/en'
import { Cloth } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { clothArgTypes, type FlatArgs, toProps } from './stage/argTypes'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const controls = ['windX', 'windZ', 'turbulence', 'gravityY', 'substeps', 'bendModel']

const meta: Meta<FlatArgs> = {
  title: 'Cloth/Materials',
  argTypes: clothArgTypes(controls),
  parameters: {
    controls: { include: controls.map((name) => clothArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          'The same sheet of seven materials, from figures that textile laboratories measure: mass per area, ' +
          'and what resists stretching, shearing and bending. They bend by angles, and so are the same on any ' +
          "grid.\n\n```tsx\nimport { materialPresets } from '@billow/core'\n\n<Cloth {...materialPresets.denim} />\n```",
      },
    },
  },
}

export default meta

const WIDTH = 0.5
const GAP = 0.62

const colors: Record<(typeof materialNames)[number], string> = {
  silk: '#b04a7a',
  cotton: '#c8553d',
  denim: '#35527d',
  wool: '#6d7f4c',
  rubber: '#4a4a52',
  net: '#c9b458',
  paper: '#d8d3c5',
}

function Sheets({ args }: { args: FlatArgs }) {
  const onStage = useOnStage()
  return materialNames.map((name, n) => (
    <Cloth
      key={name}
      name={labels.materials[name]}
      size={[WIDTH, 0.8]}
      segments={[15, 24]}
      pins={['top-left', 'top-right']}
      {...materialPresets[name]}
      {...toProps(args)}
      {...onStage}
      position-x={(n - (materialNames.length - 1) / 2) * GAP}
      castShadow
      receiveShadow
    >
      <Fabric color={colors[name]} repeat={[5, 8]} />
    </Cloth>
  ))
}

/** Silk, cotton, denim, wool, rubber, net and paper in one wind. */
export const SideBySide: StoryObj<FlatArgs> = {
  args: { windX: 0.4, windZ: 1.2, turbulence: 0.5 },
  render: (args, { globals }) => (
    <Stage
      label="Seven sheets of silk, cotton, denim, wool, rubber, net and paper hang side by side in the wind."
      hint="Drag a sheet: how far it stretches and how it folds is what tells them apart."
      theme={globals.theme as string}
      camera={[0, 0.2, 4.6]}
      target={[0, 0, 0]}
      reach={2.3}
      width={(materialNames.length + 1) * GAP}
      ground={-0.75}
    >
      <Sheets args={args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1)
  },
}
