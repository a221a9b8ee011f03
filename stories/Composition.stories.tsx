import {
  Cloth,
  Pin,
  Simulation,
  SphereCollider,
  useAfterStep,
  useBeforeStep,
  useCloth,
  useSimulation,
  Wind,
} from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, type RefObject, useRef } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Group } from 'three'
import { Ball } from './stage/Bodies'
import { Fabric } from './stage/Fabric'
import { Reading } from './stage/Reading'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { useStageTheme } from './stage/theme'
import { untilTime } from './stage/untilTime'

interface CompositionArgs {
  speed: number
  heading: number
  gusts: number
  arrow: boolean
}

const meta: Meta<CompositionArgs> = {
  title: 'Cloth/Composition',
  argTypes: {
    speed: {
      name: 'Wind (m/s)',
      control: { type: 'range', min: 0, max: 12, step: 0.5 },
    },
    heading: {
      name: 'Where it blows to (°)',
      description: '0 is to the right, 90 to the viewer.',
      control: { type: 'range', min: -180, max: 180, step: 5 },
    },
    gusts: { name: 'Gusts', control: { type: 'range', min: 0, max: 1, step: 0.05 } },
    arrow: { name: 'Show the wind', control: 'boolean' },
  },
  args: { speed: 5, heading: 30, gusts: 0.3, arrow: true },
  parameters: {
    api: [
      'Simulation',
      'useSimulation',
      'useBeforeStep',
      'useAfterStep',
      'Wind',
      'Pin',
      'useCloth',
    ],
    docs: {
      description: {
        component:
          'One simulation holds cloths, fields, bodies and the wind; what moves in it moves in fixed steps, ' +
          'so that it moves alike on every screen.\n\n```tsx\n<Simulation>\n  <Wind velocity={[3, 0, 1]} ' +
          'gusts={0.4} arrow />\n  <Cloth pins="left" />\n  <Cloth>\n    <Pin particle="top" ' +
          'target={bar} />\n  </Cloth>\n</Simulation>\n```',
      },
    },
  },
}

export default meta

type Story = StoryObj<CompositionArgs>

/** A pole along y, up to the top edge of what hangs on it. */
function Pole({ height, radius = 0.012 }: { height: number; radius?: number }) {
  const { body } = useStageTheme()
  return (
    <mesh position-y={-height / 2 + 0.03} castShadow>
      <cylinderGeometry args={[radius, radius, height + 0.06, 20]} />
      <meshStandardMaterial color={body} metalness={0.5} roughness={0.4} />
    </mesh>
  )
}

const FLAGS = [
  { x: -1.15, color: '#b3452f' },
  { x: 0.1, color: '#2f6f8f' },
  { x: 1.35, color: '#6a7a2c' },
]

function Flags({ speed, heading, gusts, arrow }: CompositionArgs) {
  const { paused, ref } = useOnStage()
  const angle = (heading * Math.PI) / 180
  return (
    <Simulation paused={paused}>
      <Wind
        velocity={[speed * Math.cos(angle), 0, speed * Math.sin(angle)]}
        gusts={gusts}
        turbulence={0.3}
        arrow={arrow}
        arrowScale={0.12}
        position={[-0.5, 0.72, 0.3]}
      />
      {FLAGS.map(({ x, color }) => (
        <group key={x} position={[x, 0, 0]}>
          <Pole height={1.3} />
          <Cloth
            size={[0.9, 0.6]}
            segments={[22, 15]}
            pins="left"
            density={0.12}
            position={[0.46, -0.28, 0]}
            ref={ref}
            castShadow
            receiveShadow
          >
            <Fabric color={color} repeat={[6, 4]} />
          </Cloth>
        </group>
      ))}
    </Simulation>
  )
}

/** One wind for three flags, and an arrow that says where it blows and how much. */
export const OneWindForAll: Story = {
  render: (args, { globals }) => (
    <Stage
      label="Three flags in one wind, which an arrow over them shows."
      hint="Turn the wind and watch all three flags follow. The arrow is 12 cm for each metre per second."
      theme={globals.theme as string}
      camera={[0.3, 0.5, 4.2]}
      target={[0.3, -0.15, 0]}
      reach={1.9}
      width={3.9}
      ground={-1.28}
    >
      <Flags {...args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.3)
    const strain = canvasElement.querySelector('[data-value="strain"]')!
    // Three flags have three readings.
    await waitFor(() => expect(strain.textContent).toMatch(/^([\d.]+ % \/ ){2}[\d.]+ %$/))
  },
}

const RADIUS = 0.55

/** Turns in steps of simulated time: the same on a screen of 60 or 144 Hz. */
function Wheel({
  turns,
  children,
}: {
  turns: number
  children: (hub: RefObject<Group | null>) => ReactNode
}) {
  const hub = useRef<Group>(null)
  const { body } = useStageTheme()
  useBeforeStep(({ time, timeStep }) => {
    hub.current?.rotation.set(0, 2 * Math.PI * turns * (time + timeStep), 0)
  })
  return (
    <>
      <group ref={hub}>
        <mesh rotation-x={Math.PI / 2} castShadow>
          <torusGeometry args={[RADIUS, 0.014, 16, 96]} />
          <meshStandardMaterial color={body} metalness={0.5} roughness={0.4} />
        </mesh>
      </group>
      {children(hub)}
    </>
  )
}

/** Names the lowest height that the hem has, out of the mesh of the cloth around. */
function Hem({ onLowest }: { onLowest: (height: number) => void }) {
  const cloth = useCloth()
  useAfterStep(() => {
    const simulation = cloth.current?.simulation
    if (!simulation) return
    let lowest = Infinity
    for (let n = 1; n < simulation.positions.length; n += 3)
      lowest = Math.min(lowest, simulation.positions[n]!)
    onLowest(lowest - DROP / 2)
  })
  return null
}

/** A button of the page that reaches the simulation through a ref that this fills. */
function Remote({ remote }: { remote: RefObject<(() => void) | null> }) {
  const simulation = useSimulation()
  remote.current = () => {
    for (let n = 0; n < 30; n++) simulation.step()
  }
  return null
}

/** From the rim to the hem, m. */
const DROP = 0.7

function Carousel({
  lowest,
  remote,
}: {
  lowest: RefObject<number>
  remote: RefObject<(() => void) | null>
}) {
  const { paused, ref } = useOnStage()
  return (
    <Simulation paused={paused}>
      <Remote remote={remote} />
      <Wheel turns={0.35}>
        {(hub) => (
          <Cloth
            position-y={-DROP / 2}
            density={0.2}
            damping={1}
            ref={ref}
            castShadow
            receiveShadow
          >
            <Fabric color="#8f5a2f" repeat={[22, 4]} />
            <cylinderGeometry args={[RADIUS, RADIUS, DROP, 56, 16, true]} />
            <Pin particle={isAtTheRim} target={hub} />
            <Hem
              onLowest={(height) => {
                lowest.current = height
              }}
            />
          </Cloth>
        )}
      </Wheel>
      <SphereCollider radius={0.3} position={[0, -0.55, 0]} />
      <Ball center={[0, -0.55, 0]} radius={0.3} />
    </Simulation>
  )
}

const isAtTheRim = (_: number, y: number): boolean => y > DROP / 2 - 0.01

function CarouselStage({ theme }: { theme: string }) {
  const lowest = useRef(NaN)
  const remote = useRef<(() => void) | null>(null)
  return (
    <Stage
      label="A curtain hangs from a turning ring, and flares while it spins."
      hint="The ring turns before every step, and the curtain is pinned to it. Pause, then go on by half a second at a time."
      theme={theme}
      camera={[0, 0.75, 3.1]}
      target={[0, -0.35, 0]}
      reach={1.1}
      ground={-0.9}
      buttons={
        <button
          type="button"
          onClick={() => {
            remote.current?.()
          }}
        >
          Half a second
        </button>
      }
      readings={
        <Reading
          name="hem"
          label="Lowest of the hem"
          read={() =>
            Number.isNaN(lowest.current) ? undefined : `${(100 * lowest.current).toFixed(0)} cm`
          }
        />
      }
    >
      <Carousel lowest={lowest} remote={remote} />
    </Stage>
  )
}

/** What moves before a step, what looks after it, and what is pinned to what moves. */
export const Carousels: Story = {
  name: 'Carousel',
  parameters: { controls: { disable: true } },
  render: (_, { globals }) => <CarouselStage theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.3)
    const page = within(canvasElement)
    const hem = () =>
      Number.parseFloat(canvasElement.querySelector('[data-value="hem"]')!.textContent)
    // Seventy centimetres hang from the rim, which is at no height at all; spinning lifts the hem.
    await waitFor(() => expect(hem()).toBeLessThan(-30), { timeout: 20_000 })
    await expect(hem()).toBeGreaterThan(-80)
    await userEvent.click(page.getByRole('button', { name: /Pause/ }))
    const time = () =>
      Number.parseFloat(canvasElement.querySelector('[data-value="time"]')!.textContent)
    const before = time()
    await userEvent.click(page.getByRole('button', { name: 'Half a second' }))
    await waitFor(() => expect(time()).toBeGreaterThan(before + 0.4), { timeout: 20_000 })
  },
}
