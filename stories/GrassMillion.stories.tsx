import { GrassField } from '@billow/react'
import { chooseBackend } from '@billow/three'
import { useFrame, useThree } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useCallback, useEffect, useRef, useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { FEWEST, MILLION, plainOf, WITHOUT_GRAPHICS_CARD } from './scenes/million'
import { type FlatArgs, grassArgTypes, toGrassArgs, toGrassProps } from './stage/argTypes'
import { Stage } from './stage/Stage'
import { type StageCloth, useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const controls = ['windX', 'windZ', 'gusts', 'turbulence', 'droop']

const meta: Meta<FlatArgs> = {
  title: 'Grass/A million blades',
  argTypes: grassArgTypes(controls),
  args: Object.fromEntries(
    controls.map((name) => [name, toGrassArgs(plainOf(MILLION))[name]] as const),
  ),
  parameters: {
    controls: { include: controls.map((name) => grassArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          'With `backend="auto"` a large field is kept and moved on the graphics card, 16 bytes a blade: all of ' +
          'its blades are simulated in every step, also those that nobody looks at. Where that is impossible the ' +
          'processor moves them, and the story grows fewer; `backendInUse` says which it is, and why.\n\n' +
          '```tsx\n<GrassField size={[65, 65]} density={250} backend="auto" />\n```',
      },
    },
  },
}

export default meta

/** Frames of which the median counts, and how long it may be, s, before the field is halved. */
const FRAMES = 60
const SLOW = 0.05

/** Where the field begins, m; the camera is right behind it. */
const NEAR = 5

const SKY = '#cfe0ee'

interface FieldProps {
  args: FlatArgs
  onChange: (text: string) => void
}

function Field({ args, onChange }: FieldProps) {
  const { paused, ref } = useOnStage()
  const renderer = useThree((three) => three.gl)
  const [choice] = useState(() => chooseBackend('story', 'auto', renderer, MILLION))
  const [count, setCount] = useState(choice.kind === 'gpu' ? MILLION : WITHOUT_GRAPHICS_CARD)
  const frames = useRef<number[]>([])

  useEffect(() => {
    const where = choice.kind === 'gpu' ? 'graphics card' : 'processor'
    const slow =
      choice.kind === 'gpu' && count < MILLION ? '; this device is too slow for more' : ''
    onChange(`${where} (${choice.reason}${slow})`)
  }, [choice, count, onChange])

  useFrame((_, seconds) => {
    if (paused || choice.kind === 'cpu' || count <= FEWEST) return
    const { current } = frames
    current.push(seconds)
    if (current.length < FRAMES) return
    const median = current.toSorted((a, b) => a - b)[FRAMES / 2]!
    frames.current = []
    if (median > SLOW) setCount(Math.max(count / 2, FEWEST))
  })

  // A reading of a million blades would wait for the graphics card, four times a second.
  const register = useCallback(
    (handle: (StageCloth & { simulation: { time: number; bladeCount: number } }) | null) =>
      ref(
        handle && {
          object: handle.object,
          step: () => handle.step(),
          reset: () => handle.reset(),
          measure: () => ({
            blades: handle.simulation.bladeCount,
            time: handle.simulation.time,
            meanLean: NaN,
            maxLean: NaN,
            touched: 0,
            pressed: 0,
            steps: 0,
          }),
        },
      ),
    [ref],
  )

  const plain = plainOf(count)
  const [side] = plain.size
  // The near edge is under the camera, the far one in the haze.
  return (
    <>
      <fog attach="fog" args={[SKY, 0.25 * side, NEAR + 0.85 * side]} />
      <GrassField
        {...plain}
        {...toGrassProps(args)}
        position={[0, 0, NEAR - 0.5 * side]}
        paused={paused}
        ref={register}
      />
    </>
  )
}

/** High noon; the haze is that of the field. */
function Noon() {
  return (
    <>
      <color attach="background" args={[SKY]} />
      <hemisphereLight args={['#dfeaff', '#4a4a24', 1.6]} />
      <directionalLight position={[-6, 9, 4]} intensity={2.6} color="#fff2d8" />
    </>
  )
}

function MillionStage({ args, theme }: { args: FlatArgs; theme: string }) {
  const [backend, setBackend] = useState('')
  return (
    <Stage
      label="A wide plain of grass, through which waves of wind run to the horizon."
      hint="Every blade is simulated. Turn up the wind and watch its waves run over the plain."
      theme={theme}
      camera={[0, 1.5, 5.6]}
      target={[0, 0.5, 0]}
      reach={5}
      lights={<Noon />}
      readings={
        <div>
          <dt>Moved by</dt>
          <dd className="stage-words" data-value="backend">
            {backend}
          </dd>
        </div>
      }
    >
      <Field args={args} onChange={setBackend} />
      <mesh rotation-x={-Math.PI / 2} position-y={-0.01}>
        <planeGeometry args={[400, 400]} />
        <meshStandardMaterial color="#33461f" roughness={1} />
      </mesh>
    </Stage>
  )
}

/** As many as the device can move: 1 048 576 on a graphics card. */
export const AMillionBlades: StoryObj<FlatArgs> = {
  render: (args, { globals }) => <MillionStage args={args} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    const valueOf = (name: string) =>
      canvasElement.querySelector(`[data-value="${name}"]`)!.textContent
    await untilTime(canvasElement, 0.1, 60_000)
    // In the tests WebGL runs on the processor, and the story says so.
    await waitFor(() => expect(valueOf('backend')).toMatch(/^(processor|graphics card) \(.+\)$/))
    const blades = Number(valueOf('blades').replaceAll(',', ''))
    await expect(blades).toBeGreaterThanOrEqual(WITHOUT_GRAPHICS_CARD)
    await expect(valueOf('backend').startsWith('graphics card')).toBe(blades >= FEWEST)
  },
}
