import { ForceGauge } from '@billow/core'
import { Cloth, type ClothHandle, SphereCollider } from '@billow/react'
import {
  ForceArrows,
  HashGrid,
  Particles,
  Protractor,
  Ruler,
  Springs,
  StrainLegend,
  StrainMap,
} from '@billow/react/overlays'
import { forceColors, type ForceName, particleColors, springColors } from '@billow/three/overlays'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useRef, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Group, Vector3Tuple } from 'three'
import { Legend } from './stage/Legend'
import { Reading } from './stage/Reading'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const meta: Meta = {
  title: 'Cloth/Overlays',
  parameters: {
    api: [
      'Springs',
      'Particles',
      'StrainMap',
      'StrainLegend',
      'ForceArrows',
      'HashGrid',
      'Ruler',
      'Protractor',
    ],
    controls: { disable: true },
    docs: {
      description: {
        component:
          'What is inside a cloth, drawn over it, and tools that measure a scene.\n\n' +
          "```tsx\nimport { Particles, Ruler, Springs } from '@billow/react/overlays'\n\n" +
          "<Cloth pins={['top-left', 'top-right']}>\n  <meshStandardMaterial transparent opacity={0.4} />\n" +
          '  <Springs bend={false} />\n  <Particles />\n  <Ruler from={[-0.5, 0.6, 0]} to={[0.5, 0.6, 0]} />\n</Cloth>\n```',
      },
    },
  },
}

export default meta

interface OverlayStageProps {
  theme: string
  label: string
  hint: string
  children: ReactNode
  buttons?: ReactNode
  readings?: ReactNode
  camera?: Vector3Tuple
}

function OverlayStage({ camera = [0.5, 0.25, 2.3], ...props }: OverlayStageProps) {
  return <Stage {...props} camera={camera} target={[0, 0, 0]} reach={0.9} ground={-0.85} />
}

/** The cloth of all stories here, without much colour of its own. */
function Sheet({
  segments = [10, 10],
  children,
  ...props
}: Omit<React.ComponentProps<typeof Cloth>, 'worker' | 'ref'> & {
  cloth?: React.RefObject<ClothHandle | null>
}) {
  const { cloth, ...rest } = props
  const { paused, ref } = useOnStage()
  return (
    <Cloth
      segments={segments}
      pins={['top-left', 'top-right']}
      density={0.3}
      {...rest}
      paused={paused}
      ref={(handle: ClothHandle | null) => {
        if (cloth) cloth.current = handle
        return ref(handle)
      }}
    >
      {children}
    </Cloth>
  )
}

const Veil = () => (
  <meshStandardMaterial color="#c9cfd6" side={2} transparent opacity={0.45} roughness={0.9} />
)

function Switch({
  name,
  isOn,
  onSwitch,
}: {
  name: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => {
        onSwitch(!isOn)
      }}
    >
      {name}
    </button>
  )
}

function SpringsStage({ theme }: { theme: string }) {
  const [shown, setShown] = useState({ structural: true, shear: true, bend: false })
  return (
    <OverlayStage
      theme={theme}
      label="A sheet that hangs by two corners; its structural, shear and bend springs are drawn in three colours, through, dashed and dotted. Particles are balls, pinned ones cubes."
      hint="Drag the sheet: structural springs keep cells as wide, shear springs as square, bend springs reach over two cells and keep them flat."
      buttons={(['structural', 'shear', 'bend'] as const).map((name) => (
        <Switch
          key={name}
          name={`${name[0]!.toUpperCase()}${name.slice(1)}`}
          isOn={shown[name]}
          onSwitch={(isOn) => {
            setShown({ ...shown, [name]: isOn })
          }}
        />
      ))}
      readings={
        <Legend
          entries={[
            {
              name: 'structural',
              color: springColors.structural,
              label: 'Structural',
              value: 'drawn through',
            },
            { name: 'shear', color: springColors.shear, label: 'Shear', value: 'dashed' },
            { name: 'bend', color: springColors.bend, label: 'Bend', value: 'dotted' },
            { name: 'free', color: particleColors.free, label: 'Free', value: 'ball' },
            { name: 'pinned', color: particleColors.pinned, label: 'Pinned', value: 'cube' },
          ]}
        />
      }
    >
      <Sheet wind={[0.3, 0, 0.8]}>
        <Veil />
        <Springs {...shown} />
        <Particles />
      </Sheet>
    </OverlayStage>
  )
}

/** Structural, shear and bend springs, each in a colour and a style of its own. */
export const SpringFamilies: StoryObj = {
  render: (_, { globals }) => <SpringsStage theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1)
    const button = within(canvasElement).getByRole('button', { name: 'Bend' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  },
}

const MAX_STRAIN = 0.1

/** How far a sheet is stretched that hangs by two corners. */
export const Strain: StoryObj = {
  render: (_, { globals }) => (
    <OverlayStage
      theme={globals.theme as string}
      label="A sheet that hangs by two corners, coloured by how far it is stretched: most at the corners."
      hint="Drag it down and watch the load go to the corners. The scale looks nearly the same with and without red-green blindness."
      readings={
        <div>
          <dt>Colours</dt>
          <dd>
            <StrainLegend maxStrain={MAX_STRAIN} style={{ width: '12rem' }} />
          </dd>
        </div>
      }
    >
      <Sheet segments={[24, 24]} stretchCompliance={1e-3} density={0.8} strainLimit={0.5}>
        <StrainMap maxStrain={MAX_STRAIN} />
      </Sheet>
    </OverlayStage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2)
    await expect(
      within(canvasElement).getByRole('img', { name: 'Strain: 0 % to 10 %' }),
    ).toBeVisible()
  },
}

const newtons = (force: readonly number[] | undefined) =>
  force ? `${(1000 * Math.hypot(...force)).toFixed(1)} mN` : undefined

const PICKED = 60

function ForcesStage({ theme }: { theme: string }) {
  const cloth = useRef<ClothHandle | null>(null)
  const gauge = useRef<{ handle: ClothHandle; gauge: ForceGauge }>(undefined)
  const [all, setAll] = useState(false)
  const read = () => {
    const handle = cloth.current
    if (!handle) return undefined
    if (gauge.current?.handle !== handle)
      gauge.current = { handle, gauge: new ForceGauge(handle.simulation) }
    return gauge.current.gauge.read(PICKED)
  }
  const entry = (name: ForceName, label: string) => ({
    name,
    label,
    color: forceColors[name],
    value: () => newtons(read()?.[name]),
  })
  return (
    <OverlayStage
      theme={theme}
      label="A sheet that hangs in the wind before a ball; arrows show gravity, springs, wind and contact on particles."
      hint="At rest the arrows of a particle cancel out: springs carry its weight and what the wind adds. Where the sheet touches the ball, that pushes back."
      camera={[1.2, 0.3, 2.1]}
      buttons={<Switch name="All over the sheet" isOn={all} onSwitch={setAll} />}
      readings={
        <Legend
          entries={[
            entry('gravity', 'Gravity'),
            entry('spring', 'Springs'),
            entry('wind', 'Wind'),
            entry('contact', 'Contact'),
          ]}
        />
      }
    >
      <SphereCollider radius={0.25} position={[0, 0, -0.22]} thickness={0.01}>
        <mesh>
          <sphereGeometry args={[0.25, 48, 32]} />
          <meshStandardMaterial color="#7d8894" roughness={0.8} />
        </mesh>
      </SphereCollider>
      <Sheet cloth={cloth} wind={[0, 0, -2]} turbulence={0} pins="top">
        <Veil />
        <ForceArrows particles={all ? undefined : [PICKED]} stride={3} />
      </Sheet>
    </OverlayStage>
  )
}

/** What moves a particle. */
export const Forces: StoryObj = {
  render: (_, { globals }) => <ForcesStage theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2)
    const value = () =>
      Number.parseFloat(canvasElement.querySelector('[data-value="gravity"]')!.textContent)
    // 0.3 kg among 121 particles, times 9.81 m/s².
    await waitFor(() => expect(value()).toBeCloseTo(24.3, 1), { timeout: 10_000 })
  },
}

/** The cells in which a cloth looks for particles near each other. */
export const Cells: StoryObj = {
  render: (_, { globals }) => (
    <OverlayStage
      theme={globals.theme as string}
      label="A sheet that hangs by two corners, in the cells of a spatial hash: only those with particles in them are drawn."
      hint="Particles are compared with those of their own cell only. Cells with several of them are drawn stronger."
    >
      <Sheet wind={[0.5, 0, 1]}>
        <Veil />
        <HashGrid width={0.2} />
        <Particles radius={0.008} />
      </Sheet>
    </OverlayStage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1)
  },
}

function MeasuringStage({ theme }: { theme: string }) {
  const peg = useRef<Group>(null)
  const cloth = useRef<ClothHandle | null>(null)
  return (
    <OverlayStage
      theme={theme}
      label="A sheet that hangs by its top; a ruler along its top says 1 m, another one how high it hangs over the ground, and a protractor the angle of its corner."
      hint="The ruler to the ball follows it. Lengths are those in the world, whatever parents are scaled by."
      readings={
        <Reading
          name="height"
          label="Lowest"
          read={() => {
            const box = cloth.current?.object.geometry.boundingBox
            return box ? `${box.min.y.toFixed(3)} m` : undefined
          }}
        />
      }
    >
      <Sheet cloth={cloth} pins="top">
        <meshStandardMaterial color="#35527d" side={2} roughness={0.9} />
        <Ruler from={[-0.5, 0.55, 0]} to={[0.5, 0.55, 0]} />
        <Protractor at={[-0.5, -0.5, 0.02]} from={[0, -0.5, 0.02]} to={[-0.5, 0, 0.02]} />
      </Sheet>
      <group position={[0.72, -0.3, 0]} ref={peg}>
        <mesh>
          <sphereGeometry args={[0.05, 32, 24]} />
          <meshStandardMaterial color="#c8553d" />
        </mesh>
      </group>
      <Ruler from={peg} to={[0.72, 0.5, 0]} />
    </OverlayStage>
  )
}

/** Lengths and angles in the scene. */
export const RulerAndProtractor: StoryObj = {
  render: (_, { globals }) => <MeasuringStage theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1)
  },
}
