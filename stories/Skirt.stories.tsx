import type { Pin } from '@billow/core'
import {
  CapsuleCollider,
  Cloth,
  type ClothHandle,
  type PinOnObject,
  PlaneCollider,
} from '@billow/react'
import { useFrame } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, type Ref, type RefObject, useMemo, useRef } from 'react'
import { expect, waitFor } from 'storybook/test'
import type { Group } from 'three'
import {
  HIP,
  HIP_ASIDE,
  legAngles,
  SHIN,
  shinRadii,
  skirt,
  skirtMesh,
  THIGH,
  thighRadii,
  WAISTBAND,
} from './scenes/skirt'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { BodyMaterial } from './stage/BodyMaterial'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { TaperedCapsule } from './stage/TaperedCapsule'
import { untilTime } from './stage/untilTime'

interface SkirtArgs extends FlatArgs {
  pace: number
  stride: number
  friction: number
  gap: number
  debug: boolean
}

const controls = ['windX', 'windZ', 'density', 'bendCompliance', 'damping', 'substeps']

const meta: Meta<SkirtArgs> = {
  title: 'Collisions/Skirt',
  argTypes: {
    ...clothArgTypes(controls),
    pace: {
      name: 'Pace (steps/s)',
      control: { type: 'range', min: 0, max: 4, step: 0.1 },
      table: { category: 'Walk' },
    },
    stride: {
      name: 'Stride (rad)',
      description: 'How far the thighs swing to and fro.',
      control: { type: 'range', min: 0, max: 1.1, step: 0.05 },
      table: { category: 'Walk' },
    },
    friction: {
      name: 'Friction',
      control: { type: 'range', min: 0, max: 1.5, step: 0.05 },
      table: { category: 'Collision' },
    },
    gap: {
      name: 'Thickness (m)',
      description: 'How far the skirt stays from the legs.',
      control: { type: 'range', min: 0, max: 0.05, step: 0.001 },
      table: { category: 'Collision' },
    },
    debug: {
      name: 'Show colliders',
      control: 'boolean',
      table: { category: 'Collision' },
    },
  },
  args: {
    ...Object.fromEntries(controls.map((name) => [name, toArgs(skirt)[name]])),
    pace: 1.8,
    stride: 0.55,
    friction: 0.2,
    gap: 0.008,
    debug: false,
  },
  parameters: {
    docs: {
      description: {
        component:
          'A character as games build them for cloth: capsules and tapered capsules in the groups of its ' +
          'limbs. Whatever animates the groups moves the colliders; their speed, as it is at every point ' +
          'of the surface, drags the cloth along.',
      },
    },
  },
}

export default meta

interface LimbProps {
  /** Radii at the upper and the lower end, m. */
  radii: readonly [number, number]
  length: number
  surface: { friction: number; thickness: number; debug: boolean }
  children?: ReactNode
  position?: [number, number, number]
  ref?: Ref<Group>
}

/** A tapered capsule that hangs down from a joint; what is in it hangs on its lower end. */
function Limb({ radii, length, surface, children, ...joint }: LimbProps) {
  return (
    <group {...joint}>
      <TaperedCapsule from={[0, 0, 0]} to={[0, -length, 0]} radii={radii} surface={surface} />
      <group position-y={-length}>{children}</group>
    </group>
  )
}

/** What no cloth reaches needs no collider. */
function UpperBody({ arms }: { arms: readonly RefObject<Group | null>[] }) {
  const part = (radii: readonly [number, number], length: number) => (
    <TaperedCapsule from={[0, 0, 0]} to={[0, -length, 0]} radii={radii} />
  )
  return (
    <>
      <group position-y={0.42} scale={[1, 1, 0.72]}>
        {part([0.155, 0.115], 0.3)}
      </group>
      <group position-y={0.66}>{part([0.045, 0.05], 0.1)}</group>
      <mesh position-y={0.73} scale={[0.8, 1, 0.92]} castShadow receiveShadow>
        <sphereGeometry args={[0.115, 48, 36]} />
        <BodyMaterial />
      </mesh>
      {arms.map((arm, n) => (
        <group
          key={n}
          ref={arm}
          position={[n === 0 ? 0.175 : -0.175, 0.46, 0]}
          rotation-z={n === 0 ? 0.3 : -0.3}
        >
          {part([0.047, 0.036], 0.27)}
          <group position-y={-0.27} rotation-x={-0.45}>
            {part([0.036, 0.028], 0.25)}
          </group>
        </group>
      ))}
    </>
  )
}

const pinned = (target: PinOnObject['target']): (Pin | PinOnObject)[] => [
  { particle: (_, y) => y > WAISTBAND, target, offset: 'keep' },
]

function Walker({ pace, stride, friction, gap, debug, ...args }: SkirtArgs) {
  const { ref, paused } = useOnStage()
  const cloth = useRef<ClothHandle>(null)
  const hips = useRef<Group>(null)
  const thighs = [useRef<Group>(null), useRef<Group>(null)]
  const shins = [useRef<Group>(null), useRef<Group>(null)]
  const arms = [useRef<Group>(null), useRef<Group>(null)]
  const pins = useMemo(() => pinned(hips), [])
  const surface = { friction, thickness: gap, debug }

  useFrame(() => {
    // By the cloth's own time: the walker stands still when it is frozen, and starts from standing.
    const time = cloth.current?.simulation.time ?? 0
    const phase = Math.PI * pace * time
    const begun = stride * Math.min(1, time)
    thighs.forEach((thigh, n) => {
      const angles = legAngles(phase + n * Math.PI, begun)
      thigh.current!.rotation.x = -angles.thigh
      shins[n]!.current!.rotation.x = angles.knee
      // Arms swing against the legs.
      arms[n]!.current!.rotation.x = 0.7 * angles.thigh
    })
    hips.current!.position.y = HIP + 0.03 * begun * Math.cos(2 * phase)
    hips.current!.rotation.set(0, 0.35 * begun * Math.sin(phase), 0.12 * begun * Math.cos(phase))
  })

  return (
    <>
      <group ref={hips} position-y={HIP}>
        <CapsuleCollider
          {...surface}
          from={[-0.075, 0, 0]}
          to={[0.075, 0, 0]}
          radius={0.1}
          scale={[1, 1.05, 0.95]}
        >
          <mesh rotation-z={Math.PI / 2} castShadow receiveShadow>
            <capsuleGeometry args={[0.1, 0.15, 20, 40]} />
            <BodyMaterial />
          </mesh>
        </CapsuleCollider>
        <UpperBody arms={arms} />
        {thighs.map((thigh, n) => (
          <Limb
            key={n}
            ref={thigh}
            position={[n === 0 ? HIP_ASIDE : -HIP_ASIDE, -0.02, 0]}
            radii={thighRadii}
            length={THIGH}
            surface={surface}
          >
            <Limb ref={shins[n]!} radii={shinRadii} length={SHIN} surface={surface}>
              <mesh position={[0, -0.012, 0.055]} rotation-x={Math.PI / 2} castShadow>
                <capsuleGeometry args={[0.038, 0.13, 12, 24]} />
                <BodyMaterial />
              </mesh>
            </Limb>
          </Limb>
        ))}
      </group>
      <Cloth
        {...skirt}
        {...toProps(args)}
        mesh={skirtMesh}
        interpolate={false}
        pins={pins}
        paused={paused}
        ref={(handle) => {
          cloth.current = handle
          return ref(handle)
        }}
        castShadow
        receiveShadow
      >
        <Fabric color="#2f6f8f" repeat={[18, 8]} />
      </Cloth>
      <PlaneCollider friction={0.5} thickness={gap} />
    </>
  )
}

/** A skirt on a walker. */
export const Walking: StoryObj<SkirtArgs> = {
  render: (args, { globals }) => (
    <Stage
      label="A figure made of capsules walks on the spot in a wide skirt, which the legs push to and fro."
      hint="The knees push the skirt out and never come through it. Show the colliders, raise the pace, and pull at the hem."
      theme={globals.theme as string}
      camera={[1.6, 1.3, 2.9]}
      target={[0, 0.85, 0]}
      reach={1.2}
      width={1.6}
      ground={0}
    >
      <Walker {...args} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.25)
    const value = (name: string) =>
      Number.parseFloat(canvasElement.querySelector(`[data-value="${name}"]`)!.textContent)
    await waitFor(() => expect(value('contacts')).toBeGreaterThan(0), { timeout: 30_000 })
    // Twice the limit of cotton: waistband and legs may leave it no way to keep that.
    await expect(value('strain')).toBeLessThan(10)
  },
}
