import { Cloth } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { cs184Scene } from './scenes/cs184'
import { clothArgTypes, type FlatArgs, toProps } from './stage/argTypes'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'

const controls = ['ks', 'strainLimit', 'density', 'substeps']

const meta: Meta<FlatArgs> = {
  title: 'Cloth/Strain limit',
  argTypes: clothArgTypes(controls),
  parameters: {
    controls: { include: controls.map((name) => clothArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          'Soft springs stretch far before they carry a sheet; stiff ones need small steps. Provot (1995) ' +
          'shortens what is stretched beyond a limit after each step, and keeps the soft springs: cloth that ' +
          'does not look like rubber, at little cost.\n\n```tsx\n<Cloth solver="mass-spring" limitStrain strainLimit={0.1} />\n```',
      },
    },
  },
}

export default meta

/** Fewer particles than in the scene file, since there are two sheets. */
const SEGMENTS = [29, 29] as const

function Sheet({
  args,
  limitStrain,
  color,
}: {
  args: FlatArgs
  limitStrain: boolean
  color: string
}) {
  const { cloth } = cs184Scene('pinned2')
  return (
    <Cloth
      {...cloth}
      segments={SEGMENTS}
      pins={['top-left', 'top-right']}
      {...toProps(args)}
      {...useOnStage()}
      limitStrain={limitStrain}
      castShadow
      receiveShadow
    >
      <Fabric color={color} repeat={[10, 10]} />
    </Cloth>
  )
}

/** The same sheet and the same clock: with the limit on the left, without it on the right. */
export const OnAndOff: StoryObj<FlatArgs> = {
  args: { ks: 500, strainLimit: 0.1, density: 15, substeps: 30 },
  render: (args, { globals }) => (
    <Stage
      label="Two sheets of soft springs swing down from two corners: the left one keeps its length, the right one stretches."
      hint="Left with the limit, right without: compare the largest strains, and the grid at the two corners. Raise the stiffness until the right one looks like cloth, too."
      theme={globals.theme as string}
      camera={[1.5, 1.2, 3.6]}
      target={[0.2, 0.35, 0.3]}
      reach={1.7}
      width={3}
      ground={-0.75}
    >
      <group position-x={-1}>
        <Sheet args={args} limitStrain color="#2f6f8f" />
      </group>
      <group position-x={0.35}>
        <Sheet args={args} limitStrain={false} color="#b8432f" />
      </group>
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    const strains = () =>
      canvasElement
        .querySelector('[data-value="strain"]')!
        .textContent.split('/')
        .map((text) => Number.parseFloat(text))
    await waitFor(
      async () => {
        const [limited, free] = strains()
        await expect(free).toBeGreaterThan(20)
        await expect(limited).toBeLessThan(20)
      },
      { timeout: 60_000 },
    )
  },
}
