import { triangleCollision } from '@billow/core'
import { Cloth, type ClothProps } from '@billow/react'
import { useClothControls } from '@billow/react/leva'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Leva } from 'leva'
import { expect, waitFor, within } from 'storybook/test'
import { clothArgTypes, type FlatArgs, toProps } from './stage/argTypes'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const meta: Meta<FlatArgs> = {
  title: 'Cloth/Cloth',
  argTypes: clothArgTypes(),
  parameters: {
    api: ['Cloth', 'useClothControls'],
    docs: {
      description: {
        component:
          'A simulated sheet as a react-three-fiber component. Every parameter below is a prop (the axes of ' +
          'a vector are one prop: `wind={[x, y, z]}`), every other prop goes to the mesh, and children are ' +
          "its material.\n\n```tsx\n<Canvas>\n  <Cloth size={[1, 1]} segments={[24, 24]} pins={['top-left', " +
          "'top-right']} wind={[1, 0, 2]} />\n</Canvas>\n```\n\n" +
          'Beside the parameters: `pins`, `mesh`, `colliders`, `origin`, `paused`, `timeScale`, `interpolate`, ' +
          '`interactive`, `updatePriority`, and `ref` with a `ClothHandle`.',
      },
    },
  },
}

export default meta

function Sheet(props: ClothProps) {
  return (
    <Cloth
      pins={['top-left', 'top-right']}
      triangleCollision={triangleCollision}
      {...props}
      {...useOnStage()}
      castShadow
      receiveShadow
    >
      <Fabric color="#2f6f8f" repeat={[8, 8]} />
    </Cloth>
  )
}

export const Default: StoryObj<FlatArgs> = {
  args: { windX: 1, windZ: 2 },
  render: (args, { globals }) => (
    <Stage
      label="A blue sheet hangs by its two upper corners in a light wind."
      hint="Drag the sheet. The controls below are the parameter table of the simulation."
      theme={globals.theme as string}
      camera={[-1.2, 0.5, 2.6]}
      target={[0, -0.05, 0]}
      reach={1}
      ground={-0.75}
    >
      <Sheet {...toProps(args)} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('group', { name: /^A blue sheet/ })).toBeVisible()
    await untilTime(canvasElement, 0.2)
  },
}

/** The same table as a leva panel, by `useClothControls` of `@billow/react/leva`. */
export const LevaPanel: StoryObj<FlatArgs> = {
  parameters: { controls: { disable: true } },
  render: (_, { globals }) => <WithLeva theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await waitFor(
      () => expect(canvasElement.ownerDocument.body.textContent).toContain('Density (kg/m²)'),
      {
        timeout: 20_000,
      },
    )
  },
}

/** Screens at least so wide, px, have room for the panel beside the cloth. */
const PANEL_BESIDE = 800

function WithLeva({ theme }: { theme: string }) {
  const controls = useClothControls({
    keys: [
      'density',
      'stretchCompliance',
      'shearCompliance',
      'bendCompliance',
      'substeps',
      'gravity',
      'damping',
      'wind',
      'turbulence',
    ],
    values: { wind: [1, 0, 2] },
  })
  // The cloth is put beside the panel, where there is room.
  const besidePanel = window.innerWidth < PANEL_BESIDE ? 0 : 0.4
  return (
    <>
      {/* Wide enough for labels with their units. */}
      <Leva
        titleBar={{ title: 'Cloth' }}
        collapsed={window.innerWidth < PANEL_BESIDE}
        theme={{ sizes: { rootWidth: '360px', controlWidth: '200px' } }}
      />
      <Stage
        label="A blue sheet hangs by its two upper corners, with a panel of controls."
        theme={theme}
        camera={[-1.2 + besidePanel, 0.5, 2.6]}
        target={[besidePanel, -0.05, 0]}
        reach={1}
        ground={-0.75}
      >
        <Sheet {...controls} />
      </Stage>
    </>
  )
}

const compared = [
  'ks',
  'stiffness',
  'iterations',
  'stretchCompliance',
  'substeps',
  'damping',
  'windZ',
]

/** The same sheet, the same clock, three solvers, from left to right: mass-spring, pbd, xpbd. */
export const SolversSideBySide: StoryObj<FlatArgs> = {
  argTypes: clothArgTypes(compared),
  args: {
    ks: 25,
    stiffness: 1,
    iterations: 8,
    stretchCompliance: 0.00001,
    substeps: 8,
    damping: 0.5,
    windZ: 0,
  },
  parameters: { controls: { include: compared.map(nameOf) } },
  render: (args, { globals }) => (
    <Stage
      label="Three sheets fall from the same start: left by the mass-spring solver, then by position based dynamics, right by its extended form."
      hint="From left: mass-spring, pbd, xpbd. Lower the substeps: the first explodes, the second stretches, the third hardly changes."
      theme={globals.theme as string}
      camera={[0, 0.9, 4.3]}
      target={[0, 0, 0.3]}
      reach={1.7}
      width={3.9}
      ground={-0.95}
    >
      {(['mass-spring', 'pbd', 'xpbd'] as const).map((solver, n) => (
        <group key={solver} position={[1.25 * (n - 1), 0.5, 0]}>
          <Sheet {...toProps(args)} solver={solver} orientation="horizontal" />
        </group>
      ))}
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    const text = () => canvasElement.querySelector('[data-value="strain"]')!.textContent
    await waitFor(() => expect(text()).toMatch(/^([\d.]+ % \/ ){2}[\d.]+ %$/), { timeout: 20_000 })
  },
}

function nameOf(name: string): string {
  return clothArgTypes([name])[name]!.name!
}
