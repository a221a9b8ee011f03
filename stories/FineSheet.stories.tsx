import { Cloth } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fineSheet, fineSheetPins, pleat } from './scenes/fineSheet'
import { clothArgTypes, type FlatArgs, toProps } from './stage/argTypes'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const controls = ['substeps', 'windX', 'windZ', 'turbulence', 'damping']

const meta: Meta<FlatArgs> = {
  title: 'Cloth/Fine sheet',
  argTypes: clothArgTypes(controls),
  parameters: {
    controls: { include: controls.map((name) => clothArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          '256 × 256 cells, 66 049 particles. Coarser levels carry the load over the sheet, so that it hangs ' +
          'at its length with few substeps. On a page with more to do, add `worker`.\n\n' +
          '```tsx\n<Cloth segments={[256, 256]} substeps={4} />\n```',
      },
    },
  },
}

export default meta

function Sheet({ args }: { args: FlatArgs }) {
  return (
    <Cloth
      {...fineSheet}
      {...toProps(args)}
      {...useOnStage()}
      pins={fineSheetPins}
      offsetAt={pleat}
      castShadow
      receiveShadow
    >
      <Fabric color="#4a6b8a" repeat={[16, 16]} />
    </Cloth>
  )
}

/** The grid of the texture shows what the many particles are for: folds of any size. */
export const Sheet256: StoryObj<FlatArgs> = {
  args: { substeps: fineSheet.substeps, windX: 0, windZ: 0.5, turbulence: 0.3, damping: 0.5 },
  render: (args, { globals }) => (
    <Stage
      label="A finely divided curtain hangs in pleats and moves in the wind."
      hint="Watch the lower hem: the weight of 65 000 particles does not stretch the curtain. Raise the substeps: finer folds stand out, and each frame takes longer."
      theme={globals.theme as string}
      camera={[-0.9, 0.35, 2.4]}
      target={[0, -0.05, 0]}
      reach={0.9}
      ground={-0.75}
    >
      <Sheet args={args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0, 60_000)
  },
}
