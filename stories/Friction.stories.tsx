import { BoxCollider, Cloth, type ClothHandle } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type RefObject, useMemo, useRef } from 'react'
import { expect, waitFor } from 'storybook/test'
import { accelerationOn, GAP, gravityOn, LANE, sheet, SLAB, START } from './scenes/incline'
import { BodyMaterial } from './stage/BodyMaterial'
import { Fabric } from './stage/Fabric'
import { Reading } from './stage/Reading'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

interface InclineArgs {
  angle: number
  left: number
  middle: number
  right: number
}

const slider = (name: string) =>
  ({
    name,
    control: { type: 'range', min: 0, max: 1.5, step: 0.05 },
    table: { category: 'Friction' },
  }) as const

const meta: Meta<InclineArgs> = {
  title: 'Collisions/Friction',
  argTypes: {
    angle: {
      name: 'Angle (°)',
      control: { type: 'range', min: 0, max: 60, step: 0.5 },
      table: { category: 'Incline' },
    },
    left: slider('Friction, left'),
    middle: slider('Friction, middle'),
    right: slider('Friction, right'),
  },
  args: { angle: 30, left: 0.3, middle: 0.5, right: 0.7 },
  parameters: {
    docs: {
      description: {
        component:
          'Coulomb friction with a static regime: a sheet on an incline sticks as long as the tangent of the ' +
          'angle is below the friction, and does not creep. Above, it slides with g (sin α − μ cos α), ' +
          'whatever it weighs.',
      },
    },
  },
}

export default meta

type Side = 'left' | 'middle' | 'right'
const sides: readonly Side[] = ['left', 'middle', 'right']
const colors: Readonly<Record<Side, string>> = {
  left: '#b8432f',
  middle: '#2f6f8f',
  right: '#3f7d5a',
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Slower than this, m/s, a sheet counts as at rest. */
const STILL = 2e-3
/** Seconds over which the acceleration is taken. */
const SPAN = 0.3

function Lane({
  side,
  angle,
  friction,
  handle,
}: {
  side: Side
  angle: number
  friction: number
  handle: RefObject<ClothHandle | null>
}) {
  const { ref, paused } = useOnStage()
  const gravity = useMemo(() => gravityOn(angle), [angle])
  return (
    <group position-x={LANE * sides.indexOf(side)}>
      <mesh position={[0, -SLAB[1] / 2, SLAB[2] / 2]} castShadow receiveShadow>
        <boxGeometry args={[...SLAB]} />
        <BodyMaterial color="#a98d6b" />
      </mesh>
      <Cloth
        {...sheet}
        name={side}
        gravity={gravity}
        position={[0, GAP + 0.001, START]}
        paused={paused}
        ref={(current) => {
          handle.current = current
          return ref(current)
        }}
        castShadow
        receiveShadow
      >
        <Fabric color={colors[side]} repeat={[4, 4]} />
        <BoxCollider
          size={SLAB}
          friction={friction}
          thickness={GAP}
          position={[0, -SLAB[1] / 2 - GAP - 0.001, SLAB[2] / 2 - START]}
        />
      </Cloth>
    </group>
  )
}

/** Speed downhill, m/s, and where the lower edge is, m from the start. */
function motionOf({ simulation }: ClothHandle) {
  const { positions, previousPositions, particleCount, timeStep } = simulation
  let speed = 0
  let lowest = -Infinity
  for (let p = 0; p < particleCount; p++) {
    speed += (positions[3 * p + 2]! - previousPositions[3 * p + 2]!) / timeStep / particleCount
    lowest = Math.max(lowest, positions[3 * p + 2]!)
  }
  return { time: simulation.time, speed, lowest }
}

type Motion = ReturnType<typeof motionOf>

/** What a sheet does, beside what the formula says. */
function LaneReading({
  side,
  angle,
  friction,
  handle,
}: {
  side: Side
  angle: number
  friction: number
  handle: RefObject<ClothHandle | null>
}) {
  const history = useRef<Motion[]>([])
  const read = () => {
    if (!handle.current) return undefined
    const now = motionOf(handle.current)
    const { current: seen } = history
    if (seen.length > 0 && now.time <= seen.at(-1).time) {
      if (now.time < seen.at(-1).time) history.current = []
      return undefined
    }
    seen.push(now)
    while (seen.length > 2 && now.time - seen[1]!.time > SPAN) seen.shift()
    // What has reached the end of the slab falls.
    if (now.lowest > SLAB[2] - START) return 'off the incline'
    const formula = `${accelerationOn(angle, friction).toFixed(2)} m/s²`
    if (Math.abs(now.speed) < STILL) return `sticks (${formula})`
    const [before] = seen
    if (now.time - before!.time < SPAN / 2) return undefined
    const acceleration = (now.speed - before!.speed) / (now.time - before!.time)
    return `${acceleration.toFixed(2)} m/s² (${formula})`
  }
  return <Reading name={side} label={`μ ${friction}`} read={read} />
}

function Incline({ theme, args }: { theme: string; args: InclineArgs }) {
  const left = useRef<ClothHandle>(null)
  const middle = useRef<ClothHandle>(null)
  const right = useRef<ClothHandle>(null)
  const handles = { left, middle, right }
  const angle = radians(args.angle)
  const lane = (side: Side) => ({ side, angle, friction: args[side], handle: handles[side] })
  return (
    <Stage
      label="Three small sheets on an incline: with little friction one slides, with more one glides slowly, with much one sticks."
      hint="Measured acceleration, and in brackets the formula’s. Lower the angle below atan μ and press Reset: the sheets stick."
      theme={theme}
      camera={[3.3, 2.3, 3.3]}
      target={[0, 0.6, 0.3]}
      reach={1.9}
      width={2.6}
      ground={0}
      readings={sides.map((side) => (
        <LaneReading key={side} {...lane(side)} />
      ))}
    >
      {/* The lower end stays on the ground. */}
      <group position={[-LANE, SLAB[1] * Math.cos(angle), SLAB[2] / 2]} rotation-x={angle}>
        <group position-z={-SLAB[2]}>
          {sides.map((side) => (
            <Lane key={side} {...lane(side)} />
          ))}
        </group>
      </group>
    </Stage>
  )
}

const firstNumber = (canvasElement: HTMLElement, side: Side) =>
  Number.parseFloat(canvasElement.querySelector(`[data-value="${side}"]`)!.textContent)

/** A sheet on an incline sticks or slides. */
export const OnAnIncline: StoryObj<InclineArgs> = {
  render: (args, { globals }) => <Incline theme={globals.theme as string} args={args} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.6)
    const text = (side: Side) => canvasElement.querySelector(`[data-value="${side}"]`)!.textContent
    // g (sin 30° − mu cos 30°) is 2.36 m/s² for mu 0.3 and 0.656 for mu 0.5; 0.7 holds.
    await waitFor(
      async () => {
        await expect(Math.abs(firstNumber(canvasElement, 'middle') - 0.656)).toBeLessThan(0.05)
        await expect(text('right')).toMatch(/^sticks/)
      },
      { timeout: 20_000 },
    )
  },
}
