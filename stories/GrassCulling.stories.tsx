import { GrassField, type GrassHandle } from '@billow/react'
import { cullColors, levelColors } from '@billow/three'
import { useFrame } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { CameraHelper, PerspectiveCamera } from 'three'
import { type FlatArgs, grassArgTypes, toGrassArgs, toGrassProps } from './stage/argTypes'
import { Legend } from './stage/Legend'
import { Reading } from './stage/Reading'
import { Soil } from './stage/Soil'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const culling = {
  size: [20, 20],
  density: 45,
  height: 0.5,
  width: 0.03,
  wind: [2, 0, 1],
  frustumTolerance: 0,
  maxDistance: 28,
  distanceLevels: 12,
  occlusionCulling: true,
} as const

const controls = [
  'orientationCulling',
  'orientationThreshold',
  'frustumCulling',
  'frustumTolerance',
  'distanceCulling',
  'maxDistance',
  'distanceLevels',
  'occlusionCulling',
  'density',
]

const meta: Meta<FlatArgs> = {
  title: 'Grass/Culling and detail',
  argTypes: grassArgTypes(controls),
  args: Object.fromEntries(controls.map((name) => [name, toGrassArgs(culling)[name]])),
  parameters: {
    controls: { include: controls.map((name) => grassArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          'Blades that a camera would not see are not drawn: those seen from the edge, out of the picture, far ' +
          'away more and more of them, and those behind something. A second camera looks at what the first ' +
          'one leaves out.\n\n' +
          '```tsx\n<GrassField density={200} occlusionCulling maxDistance={60} paint="reason"\n' +
          '  cullingCamera={first} />\n```',
      },
    },
  },
}

export default meta

/** How far the first camera turns to the left and right, radians, and for how long, s. */
const SWEEP = 0.5
const SWEEP_SECONDS = 12

/** The camera that is looked at, turning a little to and fro. */
function FirstCamera({ camera, field }: { camera: PerspectiveCamera; field: FieldRef }) {
  const helper = useMemo(() => new CameraHelper(camera), [camera])
  useFrame(() => {
    const time = field.current?.simulation.time ?? 0
    camera.rotation.y = SWEEP * Math.sin((2 * Math.PI * time) / SWEEP_SECONDS)
    camera.updateMatrixWorld()
    helper.update()
  })
  useEffect(
    () => () => {
      helper.dispose()
    },
    [helper],
  )
  return <primitive object={helper} />
}

type FieldRef = RefObject<GrassHandle | null>

function createCamera(): PerspectiveCamera {
  const camera = new PerspectiveCamera(40, 1.7, 0.3, 15)
  camera.position.set(0, 1.3, 9)
  camera.updateMatrixWorld()
  return camera
}

interface SceneProps {
  args: FlatArgs
  field: FieldRef
}

function CullingScene({ args, field }: SceneProps) {
  const { paused, ref } = useOnStage()
  const [camera] = useState(createCamera)
  return (
    <>
      <GrassField
        {...culling}
        {...toGrassProps(args)}
        paint="reason"
        cullingCamera={camera}
        paused={paused}
        ref={(handle) => {
          field.current = handle
          return ref(handle)
        }}
      />
      <Soil size={culling.size} />
      <FirstCamera camera={camera} field={field} />
      <mesh position={[-1.4, 0.7, 3]} castShadow>
        <boxGeometry args={[2.4, 1.4, 0.4]} />
        <meshStandardMaterial color="#8f6b4d" roughness={0.9} />
      </mesh>
    </>
  )
}

const REASONS = {
  orientation: 'From the edge',
  frustum: 'Out of the picture',
  distance: 'Far away',
  occlusion: 'Behind something',
} as const

function CullingStage({ args, theme }: { args: FlatArgs; theme: string }) {
  const field = useRef<GrassHandle>(null)
  const count = (reason: keyof typeof cullColors | 'drawn') => () =>
    field.current?.object.cullCounts?.[reason].toLocaleString('en')
  return (
    <Stage
      label="A lawn from above, with the pyramid of view of a second camera; blades that this camera leaves out are coloured by the reason why."
      hint="Switch the rules on and off. Grey blades are out of its picture, orange ones thinned out far away, blue ones seen from the edge, and pink ones behind the box."
      theme={theme}
      camera={[11, 12, 16]}
      target={[0, 0, 1]}
      reach={9}
      ground={-0.02}
      readings={
        <>
          <Reading name="drawn" label="Drawn" read={count('drawn')} />
          <Legend
            entries={(Object.keys(REASONS) as (keyof typeof REASONS)[]).map((name) => ({
              name,
              color: cullColors[name],
              label: REASONS[name],
              value: count(name),
            }))}
          />
        </>
      }
    >
      <CullingScene args={args} field={field} />
    </Stage>
  )
}

const countIn = (canvasElement: HTMLElement, name: string): number =>
  Number(canvasElement.querySelector(`[data-value="${name}"]`)!.textContent.replaceAll(',', ''))

/** What one camera leaves out, seen by another. */
export const ByReason: StoryObj<FlatArgs> = {
  render: (args, { globals }) => <CullingStage args={args} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1, 60_000)
    const names = ['drawn', 'orientation', 'frustum', 'distance', 'occlusion']
    await waitFor(
      () => {
        const counts = names.map((name) => countIn(canvasElement, name))
        for (const count of counts) void expect(count).toBeGreaterThan(20)
        void expect(counts.reduce((sum, count) => sum + count)).toBe(18_000)
      },
      { timeout: 60_000 },
    )
  },
}

const detailed = {
  size: [32, 32],
  density: 75,
  height: 0.4,
  width: 0.024,
  wind: [2, 0, 1],
  turbulenceScale: 3,
  maxDistance: 45,
} as const

interface DetailArgs extends FlatArgs {
  detail: number
}

const detailControls = ['density', 'maxDistance', 'distanceCulling', 'height', 'width']

const DETAIL = 'Detail'

function DetailScene({ args, field, isPainted }: SceneProps & { isPainted: boolean }) {
  const { paused, ref } = useOnStage()
  const { detail, ...rest } = args as DetailArgs
  return (
    <>
      <GrassField
        {...detailed}
        {...toGrassProps(rest)}
        detail={detail}
        paint={isPainted ? 'level' : 'look'}
        paused={paused}
        ref={(handle) => {
          field.current = handle
          return ref(handle)
        }}
      />
      <Soil size={detailed.size} />
    </>
  )
}

function DetailStage({ args, theme }: { args: FlatArgs; theme: string }) {
  const field = useRef<GrassHandle>(null)
  const [isPainted, setIsPainted] = useState(false)
  const segments = ['8 segments', '4 segments', '2 segments']
  return (
    <Stage
      label="A wide lawn up to the horizon; far blades have fewer segments, are fewer, and wider."
      hint="Colour blades by their level of detail, then look for the borders without colours: a blade bends into the shape of the next level before it changes over."
      theme={theme}
      camera={[0, 1.7, 16.6]}
      target={[0, 0.3, 10]}
      reach={6}
      ground={-0.02}
      buttons={
        <button
          type="button"
          aria-pressed={isPainted}
          onClick={() => {
            setIsPainted(!isPainted)
          }}
        >
          Colour by level
        </button>
      }
      readings={
        <>
          <Reading
            name="drawn"
            label="Drawn"
            read={() => field.current?.object.drawnBlades.toLocaleString('en')}
          />
          <Legend
            entries={levelColors.map((color, n) => ({
              name: `level${n}`,
              color,
              label: `Level ${n}`,
              value: segments[n]!,
            }))}
          />
        </>
      }
    >
      <DetailScene args={args} field={field} isPainted={isPainted} />
    </Stage>
  )
}

/** Fewer and simpler blades far away, without a border that one sees. */
export const DensityAndLevels: StoryObj<DetailArgs> = {
  argTypes: {
    ...grassArgTypes(detailControls),
    detail: {
      name: DETAIL,
      description: 'How far away blades have how many segments, in parts of the usual distance.',
      control: { type: 'range', min: 0.25, max: 3, step: 0.05 },
      table: { category: 'Drawing' },
    },
  },
  args: {
    ...Object.fromEntries(detailControls.map((name) => [name, toGrassArgs(detailed)[name]])),
    detail: 1,
  },
  parameters: {
    controls: {
      include: [...detailControls.map((name) => grassArgTypes([name])[name]!.name!), DETAIL],
    },
  },
  render: (args, { globals }) => <DetailStage args={args} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1, 60_000)
    const button = within(canvasElement).getByRole('button', { name: 'Colour by level' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() => expect(countIn(canvasElement, 'drawn')).toBeGreaterThan(5000), {
      timeout: 60_000,
    })
  },
}
