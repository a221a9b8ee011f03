import { createDisc } from '@billow/core'
import { GrassField, type GrassHandle, Simulation, SphereCollider } from '@billow/react'
import { useFrame } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type RefObject, useMemo, useRef } from 'react'
import { expect, waitFor } from 'storybook/test'
import { type Group, IcosahedronGeometry, PlaneGeometry } from 'three'
import { ballAt, BALL_RADIUS, hills, meadow } from './scenes/meadow'
import { type FlatArgs, grassArgTypes, toGrassArgs, toGrassProps } from './stage/argTypes'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const controls = ['windX', 'windZ', 'gusts', 'turbulence', 'droop', 'density', 'height', 'recovery']

const meta: Meta<FlatArgs> = {
  title: 'Grass/Meadow',
  argTypes: grassArgTypes(controls),
  args: Object.fromEntries(controls.map((name) => [name, toGrassArgs(meadow)[name]])),
  parameters: {
    controls: { include: controls.map((name) => grassArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          'Every blade is a Bézier curve whose tip follows gravity, recovery and wind, after Jahrmann and ' +
          'Wimmer (2017). What rolls over it presses it down; it rises again by and by.\n\n' +
          '```tsx\n<Simulation wind={[3, 0, 1]}>\n  <GrassField size={[20, 20]} density={200} />\n' +
          '  <SphereCollider radius={0.3} position={[0, 0.3, 0]} />\n</Simulation>\n```',
      },
    },
  },
}

export default meta

const EVENING = { sky: '#e9c9a0', sun: '#ffc890', shade: '#bcd0f0', soil: '#1d2a10' }

/** A low sun behind the meadow, so that light shines through the blades. */
function EveningLight() {
  return (
    <>
      <color attach="background" args={[EVENING.sky]} />
      <fog attach="fog" args={[EVENING.sky, 9, 26]} />
      <hemisphereLight args={[EVENING.shade, '#4a4024', 1.3]} />
      <directionalLight position={[-6, 3.4, -8]} intensity={3.4} color={EVENING.sun} />
    </>
  )
}

function Hills() {
  const geometry = useMemo(() => {
    const plane = new PlaneGeometry(60, 60, 160, 160).rotateX(-Math.PI / 2)
    const position = plane.getAttribute('position')
    for (let n = 0; n < position.count; n++)
      position.setY(n, hills(position.getX(n), position.getZ(n)) - 0.01)
    plane.computeVertexNormals()
    return plane
  }, [])
  return (
    <mesh geometry={geometry}>
      <meshStandardMaterial color={EVENING.soil} roughness={1} />
    </mesh>
  )
}

/** Rolls in a round, as far as the field's clock is. */
function RollingBall({ field }: { field: RefObject<GrassHandle | null> }) {
  const group = useRef<Group>(null)
  useFrame(() => {
    const [x, y, z] = ballAt(field.current?.simulation.time ?? 0)
    group.current?.position.set(x, y, z)
    group.current?.rotation.set(z / BALL_RADIUS, 0, -x / BALL_RADIUS)
  })
  return (
    <group ref={group} position={ballAt(0)}>
      <SphereCollider radius={BALL_RADIUS} />
      <mesh>
        <sphereGeometry args={[BALL_RADIUS, 48, 32]} />
        <meshStandardMaterial color="#c8553d" roughness={0.45} />
      </mesh>
    </group>
  )
}

function MeadowScene({ args }: { args: FlatArgs }) {
  const { paused, ref } = useOnStage()
  const field = useRef<GrassHandle>(null)
  return (
    <Simulation paused={paused}>
      <GrassField
        {...meadow}
        {...toGrassProps(args)}
        heightAt={hills}
        ref={(handle) => {
          field.current = handle
          return ref(handle)
        }}
      />
      <RollingBall field={field} />
      <Hills />
    </Simulation>
  )
}

/** On the front page of any lesson about wind. */
export const GoldenHour: StoryObj<FlatArgs> = {
  render: (args, { globals }) => (
    <Stage
      label="A meadow on low hills in the evening sun; gusts run through the grass, and a ball rolls in it."
      hint="Raise the wind and watch gusts run through the meadow. The ball leaves a track, which closes faster with more recovery."
      theme={globals.theme as string}
      camera={[0, 1, 5.4]}
      target={[0, 0.35, 0]}
      reach={3}
      lights={<EveningLight />}
    >
      <MeadowScene args={args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2, 60_000)
    const lean = () =>
      Number.parseFloat(canvasElement.querySelector('[data-value="lean"]')!.textContent)
    await waitFor(() => expect(lean()).toBeGreaterThan(3), { timeout: 60_000 })
  },
}

/** A globe of 1 m; detail enough that normals turn smoothly. */
function globe() {
  const geometry = new IcosahedronGeometry(1, 24)
  return { positions: geometry.getAttribute('position').array }
}

function GlobeScene({ args }: { args: FlatArgs }) {
  const surface = useMemo(globe, [])
  return (
    <>
      <GrassField {...toGrassProps(args)} {...useOnStage()} surface={surface} />
      <mesh>
        <icosahedronGeometry args={[0.998, 24]} />
        <meshStandardMaterial color={EVENING.soil} roughness={1} />
      </mesh>
    </>
  )
}

/** Grass grows on any mesh, up to where it hangs from below. */
export const OnAGlobe: StoryObj<FlatArgs> = {
  args: { ...toGrassArgs({ height: 0.16, density: 3000, droop: 0.6 }), windX: 1.5, windZ: 0 },
  render: (args, { globals }) => (
    <Stage
      label="A globe grown over with grass, which bows at its sides and hangs straight down below."
      hint="Gravity pulls everywhere in the same direction: blades stand on top, bow at the sides and hang below."
      theme={globals.theme as string}
      camera={[0, 0.6, 4.6]}
      target={[0, 0, 0]}
      reach={1.3}
      ground={-1.4}
    >
      <GlobeScene args={args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2, 60_000)
  },
}

/** Two discs of the same grass that are stepped 15 times a second. */
function ModelsScene({ args }: { args: FlatArgs }) {
  const surface = useMemo(
    () => createDisc({ radius: 0.9, rings: 8, orientation: 'horizontal' }),
    [],
  )
  const { paused, ref } = useOnStage()
  return (
    <Simulation paused={paused}>
      {(['stable', 'paper'] as const).map((model, n) => (
        <GrassField
          key={model}
          {...toGrassProps(args)}
          model={model}
          surface={surface}
          position={[2.2 * n - 1.1, 0, 0]}
          ref={ref}
        />
      ))}
    </Simulation>
  )
}

/** As published, the length of a blade depends on how many steps a second has. */
export const ModelsAt15Hz: StoryObj<FlatArgs> = {
  args: {
    ...toGrassArgs({
      height: 0.8,
      heightVariation: 0.1,
      width: 0.02,
      density: 350,
      stiffness: 17,
      stiffnessVariation: 0.05,
      timeStep: 1 / 15,
    }),
    windX: 0,
    windZ: 0,
  },
  render: (args, { globals }) => (
    <Stage
      label="Two round lawns of the same grass; the tips of the right one are curled in."
      hint="Left the motion is solved exactly, right by steps as published. Both lean alike, but at 15 steps a second the right tips come to rest drawn in and curled, since each step scales their length anew."
      theme={globals.theme as string}
      camera={[0, 1.5, 5.4]}
      target={[0, 0.35, 0]}
      reach={2}
      ground={-0.01}
    >
      <ModelsScene args={args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2, 60_000)
  },
}
