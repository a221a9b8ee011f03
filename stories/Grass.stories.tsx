import { createDisc } from '@billow/core'
import { GrassField, type GrassHandle, Simulation, SphereCollider } from '@billow/react'
import { useFrame } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type RefObject, useMemo, useRef } from 'react'
import { expect, waitFor } from 'storybook/test'
import {
  BufferAttribute,
  Color,
  type Group,
  IcosahedronGeometry,
  MathUtils,
  PlaneGeometry,
  Shape,
  ShapeGeometry,
  type Vector3Tuple,
} from 'three'
import { ballAt, BALL_RADIUS, fadingDensity, hills, meadow } from './scenes/meadow'
import { type FlatArgs, grassArgTypes, toGrassArgs, toGrassProps } from './stage/argTypes'
import { EveningSky } from './stage/EveningSky'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const controls = ['windX', 'windZ', 'gusts', 'turbulence', 'droop', 'density', 'height', 'recovery']

const meta: Meta<FlatArgs> = {
  title: 'Grass/Meadow',
  argTypes: grassArgTypes(controls),
  args: Object.fromEntries(controls.map((name) => [name, toGrassArgs(meadow)[name]])),
  parameters: {
    api: ['GrassField'],
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

const EVENING = {
  horizon: '#f6c98a',
  haze: '#d9b57c',
  zenith: '#7f9cc4',
  glow: '#ff9a4a',
  sun: '#ffc27a',
  shade: '#a9bfe6',
  soil: '#1b240f',
  far: '#6d7a2e',
}

/** Low behind the meadow, a little to the left: its light shines through the blades. */
const SUN: Vector3Tuple = [-3.2, 1.5, -9]

/** Evening grass: dark at the root, golden at the tip. */
const EVENING_LOOK = {
  rootColor: '#1c3a14',
  tipColor: '#86a83a',
  dryColor: '#c9a94e',
  dryness: 0.5,
  translucency: 1,
  uprightness: 0.35,
} as const

function EveningLight() {
  return (
    <>
      <EveningSky sun={SUN} horizon={EVENING.horizon} zenith={EVENING.zenith} glow={EVENING.glow} />
      <fog attach="fog" args={[EVENING.haze, 9, 60]} />
      <hemisphereLight args={[EVENING.shade, '#5a4a24', 1.5]} />
      <directionalLight
        position={SUN}
        intensity={3.6}
        color={EVENING.sun}
        castShadow
        shadow-mapSize={[1024, 1024]}
        shadow-radius={6}
        shadow-bias={-0.002}
        shadow-camera-left={-5}
        shadow-camera-right={5}
        shadow-camera-top={4}
        shadow-camera-bottom={-4}
        shadow-camera-far={24}
      />
      <directionalLight position={[4, 3, 7]} intensity={0.55} color={EVENING.shade} />
    </>
  )
}

/** Ridges far behind the meadow, each paler than the one before it. */
const RIDGES = [
  { distance: 30, height: 1.5, turn: 0.4, color: '#8c7f55' },
  { distance: 48, height: 3.2, turn: 2.1, color: '#b39a6e' },
  { distance: 75, height: 6.4, turn: 4.4, color: '#d3b183' },
] as const

function Ridge({ distance, height, turn, color }: (typeof RIDGES)[number]) {
  const geometry = useMemo(() => {
    const shape = new Shape()
    const half = 1.2 * distance
    shape.moveTo(-half, -4)
    for (let n = 0; n <= 120; n++) {
      const x = half * (n / 60 - 1)
      const wave =
        Math.sin((5 * x) / distance + turn) + 0.4 * Math.sin((13 * x) / distance + 3 * turn)
      shape.lineTo(x, height * (0.55 + 0.25 * wave))
    }
    shape.lineTo(half, -4)
    return new ShapeGeometry(shape)
  }, [distance, height, turn])
  return (
    <mesh geometry={geometry} position-z={-distance}>
      <meshBasicMaterial color={color} fog={false} />
    </mesh>
  )
}

function Hills() {
  const geometry = useMemo(() => {
    const plane = new PlaneGeometry(90, 90, 200, 200).rotateX(-Math.PI / 2)
    const position = plane.getAttribute('position')
    const colors = new Float32Array(3 * position.count)
    const [soil, far, color] = [new Color(EVENING.soil), new Color(EVENING.far), new Color()]
    for (let n = 0; n < position.count; n++) {
      const [x, z] = [position.getX(n), position.getZ(n)]
      position.setY(n, hills(x, z) - 0.01)
      // Where single blades are no longer seen the ground has their colour.
      const share = MathUtils.smoothstep(Math.hypot(x, z), 9, 13)
      color.lerpColors(soil, far, share).toArray(colors, 3 * n)
    }
    plane.setAttribute('color', new BufferAttribute(colors, 3))
    plane.computeVertexNormals()
    return plane
  }, [])
  return (
    <>
      <mesh geometry={geometry} receiveShadow>
        <meshStandardMaterial vertexColors roughness={1} />
      </mesh>
      {RIDGES.map((ridge) => (
        <Ridge key={ridge.distance} {...ridge} />
      ))}
    </>
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
      <mesh castShadow>
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
        densityAt={fadingDensity}
        look={EVENING_LOOK}
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
      camera={[0.2, 0.86, 5.2]}
      target={[-0.1, 0.62, 0]}
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
      width={4.8}
      ground={-0.01}
    >
      <ModelsScene args={args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.2, 60_000)
  },
}
