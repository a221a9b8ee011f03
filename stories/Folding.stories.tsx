import { triangleCollision } from '@billow/core'
import { Cloth, type ClothHandle, PlaneCollider } from '@billow/react'
import { HashGrid } from '@billow/react/overlays'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useRef } from 'react'
import { expect, waitFor } from 'storybook/test'
import { apart, bend, DROP, folding, leastDistance } from './scenes/folding'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { Fabric } from './stage/Fabric'
import { Reading } from './stage/Reading'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

interface FoldingArgs extends FlatArgs {
  thickness: number
  cells: boolean
}

const controls = ['selfCollision', 'thickness', 'selfFriction', 'bendCompliance', 'substeps']

const meta: Meta<FoldingArgs> = {
  title: 'Collisions/Folding',
  argTypes: {
    ...clothArgTypes(controls),
    cells: {
      name: 'Show cells',
      description: 'Where the cloth looks for particles that are near each other.',
      control: 'boolean',
      table: { category: 'Collision' },
    },
  },
  args: {
    ...Object.fromEntries(controls.map((name) => [name, toArgs(folding)[name]])),
    selfCollision: true,
    thickness: folding.thickness,
    cells: false,
  },
  parameters: {
    docs: {
      description: {
        component:
          'Layers stay two thicknesses apart. Near particles are found by a hash of cells that are as wide ' +
          'as that: each looks into its own cell and those around it, whatever the size of the sheet.\n\n' +
          '```tsx\n<Cloth selfCollision thickness={0.01} selfFriction={0.4} />\n```\n\n' +
          'Cloth thinner than its cells slips through between particles. Triangles do not, at seven to ten times the cost in flight and up to twenty in a pile:\n\n' +
          "```tsx\nimport { triangleCollision } from '@billow/core'\n\n" +
          '<Cloth selfCollision="triangles" triangleCollision={triangleCollision} />\n```',
      },
    },
  },
}

export default meta

function Folding({ theme, args }: { theme: string; args: FoldingArgs }) {
  const cloth = useRef<ClothHandle>(null)
  const least = () => {
    const { current } = cloth
    if (!current) return undefined
    const { positions, sheet } = current.simulation
    const reach = apart(args.thickness)
    const distance = leastDistance(positions, sheet.restPositions, Math.max(reach, 0.06))
    return `${(1000 * distance).toFixed(1)} mm (${(1000 * reach).toFixed(0)} mm)`
  }
  return (
    <Stage
      label="An upright sheet falls on its lower edge and folds onto itself."
      hint="Nearest layers, and in brackets the distance they keep. Switch self-collision off and press Reset: they pass through each other. Show the cells."
      theme={theme}
      camera={[0.95, 0.6, 1.1]}
      target={[0, 0.18, 0]}
      reach={0.7}
      width={1}
      ground={0}
      readings={<Reading name="least" label="Nearest layers" read={least} />}
    >
      <Sheet args={args} cloth={cloth} />
      <PlaneCollider friction={0.6} thickness={0.004} />
    </Stage>
  )
}

function Sheet({
  args: { cells, ...args },
  cloth,
}: {
  args: FoldingArgs
  cloth: { current: ClothHandle | null }
}) {
  const { ref, paused } = useOnStage()
  return (
    <Cloth
      {...folding}
      {...toProps(args)}
      triangleCollision={triangleCollision}
      offsetAt={bend}
      colliderOffset={0.004}
      position-y={folding.size[1] / 2 + DROP}
      paused={paused}
      ref={(handle) => {
        cloth.current = handle
        return ref(handle)
      }}
      castShadow
      receiveShadow
    >
      <Fabric color="#7d2f4f" repeat={[5, 8]} />
      {cells ? <HashGrid width={apart(args.thickness)} /> : null}
    </Cloth>
  )
}

/** A sheet folds onto itself. */
export const FallingSheet: StoryObj<FoldingArgs> = {
  render: (args, { globals }) => <Folding theme={globals.theme as string} args={args} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.7, 60_000)
    const least = () =>
      Number.parseFloat(canvasElement.querySelector('[data-value="least"]')!.textContent)
    await waitFor(() => expect(least()).toBeGreaterThan(0), { timeout: 10_000 })
    // Two thicknesses, less the 2 % that pairs which push each other may be short of.
    await expect(least()).toBeGreaterThan(0.98 * 1000 * apart(folding.thickness))
  },
}

/** Thin layers, which triangles keep from passing through each other. */
export const Triangles: StoryObj<FoldingArgs> = {
  ...FallingSheet,
  args: { selfCollision: 'triangles', thickness: 0.003 },
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.5, 120_000)
  },
}

/** The same, with the cells of the hash. */
export const Cells: StoryObj<FoldingArgs> = { ...FallingSheet, args: { cells: true } }
