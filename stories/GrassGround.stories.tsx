import { GrassField, type GrassHandle, Simulation } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useMemo, useRef } from 'react'
import { expect, fireEvent, waitFor } from 'storybook/test'
import { IcosahedronGeometry, PlaneGeometry } from 'three'
import { type FlatArgs, grassArgTypes, toGrassArgs, toGrassProps } from './stage/argTypes'
import { Reading } from './stage/Reading'
import { Soil } from './stage/Soil'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { SOIL } from './stage/theme'
import { untilTime } from './stage/untilTime'

const trampled = {
  size: [6, 5],
  density: 450,
  height: 0.28,
  width: 0.014,
  droop: 0.4,
  wind: [1.5, 0, 0.5],
  recovery: 0.4,
} as const

const controls = ['recovery', 'droop', 'density', 'height', 'windX', 'windZ']

interface TrampleArgs extends FlatArgs {
  trample: 'hover' | 'press'
  radius: number
}

const TRAMPLE = 'Pointer presses'
const RADIUS = 'Radius of the pointer (m)'

const meta: Meta<TrampleArgs> = {
  title: 'Grass/Trampling and ground',
  argTypes: {
    ...grassArgTypes(controls),
    trample: {
      name: TRAMPLE,
      description: 'Wherever it hovers, or only while it is pressed, when the view rests.',
      control: 'inline-radio',
      options: ['hover', 'press'],
      table: { category: 'Pointer' },
    },
    radius: {
      name: RADIUS,
      control: { type: 'range', min: 0.05, max: 0.8, step: 0.05 },
      table: { category: 'Pointer' },
    },
  },
  args: {
    ...Object.fromEntries(controls.map((name) => [name, toGrassArgs(trampled)[name]])),
    trample: 'hover',
    radius: 0.3,
  },
  parameters: {
    controls: {
      include: [...controls.map((name) => grassArgTypes([name])[name]!.name!), TRAMPLE, RADIUS],
    },
    docs: {
      description: {
        component:
          'A pointer presses blades down where it is, and they rise again the faster the more recovery they ' +
          'have; every finger on its own. Grass grows on level ground, on hills of a height function, and on ' +
          'any mesh.\n\n' +
          '```tsx\n<GrassField density={300} trample="hover" trampleRadius={0.3} />\n' +
          '<GrassField heightAt={(x, z) => Math.sin(x) * Math.cos(z)} />\n```',
      },
    },
  },
}

export default meta

function TrampledScene({
  args,
  keep,
}: {
  args: TrampleArgs
  keep: (h: GrassHandle | null) => void
}) {
  const { paused, ref } = useOnStage()
  const { trample, radius, ...rest } = args
  return (
    <>
      <GrassField
        {...trampled}
        {...toGrassProps(rest)}
        trample={trample}
        trampleRadius={radius}
        paused={paused}
        ref={(handle) => {
          keep(handle)
          return ref(handle)
        }}
      />
      <Soil size={trampled.size} />
    </>
  )
}

function TramplingStage({ args, theme }: { args: TrampleArgs; theme: string }) {
  const field = useRef<GrassHandle>(null)
  return (
    <Stage
      label="A lawn seen from above at an angle; blades under the pointer lie flat and rise again behind it."
      hint="Move the pointer, or a finger, over the lawn: it leaves a track that closes by and by."
      theme={theme}
      camera={[0, 3.4, 4.4]}
      target={[0, 0, 0.2]}
      reach={2.8}
      ground={-0.01}
      readings={
        <Reading
          name="pressed"
          label="Pressed"
          read={() => field.current?.measure().pressed.toLocaleString('en')}
        />
      }
    >
      <TrampledScene
        args={args}
        keep={(handle) => {
          field.current = handle
        }}
      />
    </Stage>
  )
}

/** Pointers press blades down. */
export const Trampling: StoryObj<TrampleArgs> = {
  render: (args, { globals }) => <TramplingStage args={args} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1, 60_000)
    const pressed = () =>
      Number(canvasElement.querySelector('[data-value="pressed"]')!.textContent.replaceAll(',', ''))
    const canvas = canvasElement.querySelector('canvas')!
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const move = (x: number, y: number) =>
      fireEvent.pointerMove(canvas, {
        pointerId: 1,
        pointerType: 'mouse',
        clientX: left + x * width,
        clientY: top + y * height,
      })
    for (let n = 0; n <= 10; n++) {
      await move(0.3 + 0.03 * n, 0.45 + 0.03 * Math.sin(n))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await waitFor(() => expect(pressed()).toBeGreaterThan(20), { timeout: 30_000 })
  },
}

/** Ground of the hill, m. */
function hillAt(x: number, z: number): number {
  return 0.75 * Math.exp(-0.9 * (x * x + z * z)) + 0.06 * Math.sin(3 * x + 1) * Math.cos(2.5 * z)
}

const HILL_SIZE = 3

function useHill() {
  return useMemo(() => {
    const plane = new PlaneGeometry(HILL_SIZE, HILL_SIZE, 96, 96).rotateX(-Math.PI / 2)
    const position = plane.getAttribute('position')
    for (let n = 0; n < position.count; n++)
      position.setY(n, hillAt(position.getX(n), position.getZ(n)) - 0.004)
    plane.computeVertexNormals()
    return plane
  }, [])
}

function globe() {
  const geometry = new IcosahedronGeometry(0.8, 24)
  return { positions: geometry.getAttribute('position').array }
}

function GroundsScene({ args }: { args: FlatArgs }) {
  const { paused, ref } = useOnStage()
  const hill = useHill()
  const surface = useMemo(globe, [])
  const { windX, windZ, ...rest } = args
  return (
    <Simulation paused={paused} wind={[Number(windX), 0, Number(windZ)]}>
      <group position={[-1.8, -0.8, 0]}>
        <GrassField
          {...toGrassProps(rest)}
          size={[HILL_SIZE, HILL_SIZE]}
          heightAt={hillAt}
          ref={ref}
        />
        <mesh geometry={hill}>
          <meshStandardMaterial color={SOIL} roughness={1} />
        </mesh>
      </group>
      <group position={[1.4, 0, 0]}>
        <GrassField {...toGrassProps(rest)} surface={surface} ref={ref} />
        <mesh>
          <icosahedronGeometry args={[0.797, 24]} />
          <meshStandardMaterial color={SOIL} roughness={1} />
        </mesh>
      </group>
    </Simulation>
  )
}

/** The same grass on a hill of a height function, and on a mesh that closes in itself. */
export const HillAndGlobe: StoryObj<TrampleArgs> = {
  args: toGrassArgs({ height: 0.15, density: 1600, droop: 0.55, wind: [1.2, 0, 0.4] }),
  parameters: {
    controls: {
      include: [...controls.map((name) => grassArgTypes([name])[name]!.name!)],
    },
  },
  render: (args, { globals }) => (
    <Stage
      label="Left a hill overgrown with grass, right a globe, around which the same grass grows, hanging down below."
      hint="A height function makes hills, and any mesh is ground. Blades grow at right angles to it; gravity and wind are the same for both."
      theme={globals.theme as string}
      camera={[-0.2, 1.5, 7.2]}
      target={[-0.45, -0.25, 0]}
      reach={2.6}
      width={6.8}
      ground={-1.1}
    >
      <GroundsScene args={args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2, 60_000)
    await waitFor(
      () =>
        expect(canvasElement.querySelector('[data-value="lean"]')!.textContent).toMatch(
          /^\d+\.\d° \/ \d+\.\d°$/,
        ),
      { timeout: 30_000 },
    )
  },
}
