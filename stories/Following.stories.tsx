import { Cloth, type ClothHandle, type PinOnObject } from '@billow/react'
import { ColliderBody } from '@billow/three'
import { useFrame } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Group, Object3D } from 'three'
import { body, cape, capeOrigin, collar } from './scenes/cape'
import { flag, FLAG_HEIGHT, hoist, POLE_ABOVE } from './scenes/flag'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { TaperedCapsule } from './stage/TaperedCapsule'
import { useStageTheme } from './stage/theme'
import { untilTime } from './stage/untilTime'

interface FollowingArgs extends FlatArgs {
  sway: number
  pace: number
}

const motionArgTypes = {
  sway: {
    name: 'Sway (m)',
    description: 'How far it goes to each side.',
    control: { type: 'range', min: 0, max: 1, step: 0.05 },
    table: { category: 'Motion' },
  },
  pace: {
    name: 'Pace (rad/s)',
    description: 'How fast it goes to and fro.',
    control: { type: 'range', min: 0, max: 8, step: 0.25 },
    table: { category: 'Motion' },
  },
} as const

const meta: Meta<FollowingArgs> = {
  title: 'Cloth/Following',
  parameters: {
    docs: {
      description: {
        component:
          'Pins that follow an object of the scene, as fast as it moves. Objects move as they like: by ' +
          'animation, by physics, by hand.\n\n```tsx\nconst pole = useRef<Group>(null)\n\n<group ref={pole} />\n' +
          '<Cloth pins={[{ particle: [0, 0], target: pole, offset: [0, 1, 0] }]} />\n```\n\n' +
          'Whoever puts the object elsewhere at once tells the cloth: `handle.teleport({ offset })`. It goes ' +
          'along as it is, without a pull.',
      },
    },
  },
}

export default meta

/** Objects move by the cloth's own time: they stand still when it is frozen, and step with it. */
const timeOf = (cloth: RefObject<ClothHandle | null>): number => cloth.current?.simulation.time ?? 0

function useNotedHandle() {
  const { ref, paused } = useOnStage()
  const cloth = useRef<ClothHandle>(null)
  const noted = (handle: ClothHandle | null) => {
    cloth.current = handle
    return ref(handle)
  }
  return { cloth, ref: noted, paused }
}

function FlagScene({ sway, pace, ...args }: FollowingArgs) {
  const { body: colour } = useStageTheme()
  const { cloth, ref, paused } = useNotedHandle()
  const pole = useRef<Group>(null)
  const pins = useMemo(
    (): PinOnObject[] =>
      hoist.map(({ particle, height }) => ({ particle, target: pole, offset: [0, height, 0] })),
    [],
  )
  useFrame(() => {
    const phase = pace * timeOf(cloth)
    pole.current?.position.set(
      sway * Math.sin(phase) - flag.size[0] / 2,
      FLAG_HEIGHT,
      0.5 * sway * (1 - Math.cos(phase)),
    )
    pole.current?.rotation.set(0, 0, -0.25 * sway * Math.cos(phase))
  })
  const length = FLAG_HEIGHT + POLE_ABOVE
  return (
    <>
      <group ref={pole} position={[-flag.size[0] / 2, FLAG_HEIGHT, 0]}>
        <mesh position-y={POLE_ABOVE - length / 2} castShadow>
          <cylinderGeometry args={[0.018, 0.022, length, 24]} />
          <meshStandardMaterial color={colour} metalness={0.4} roughness={0.4} />
        </mesh>
        <mesh position-y={POLE_ABOVE} castShadow>
          <sphereGeometry args={[0.04, 32, 24]} />
          <meshStandardMaterial color={colour} metalness={0.4} roughness={0.4} />
        </mesh>
      </group>
      <Cloth
        {...flag}
        {...toProps(args)}
        ref={ref}
        paused={paused}
        pins={pins}
        position-y={FLAG_HEIGHT}
        castShadow
        receiveShadow
      >
        <Fabric color="#2f6f8f" repeat={[12, 8]} />
      </Cloth>
    </>
  )
}

const flagControls = ['windX', 'windZ', 'turbulence', 'density', 'substeps']

/** All particles along the pole follow it, however fast it goes. */
export const FlagOnPole: StoryObj<FollowingArgs> = {
  argTypes: { ...clothArgTypes(flagControls), ...motionArgTypes },
  args: {
    sway: 0.4,
    pace: 2.5,
    ...Object.fromEntries(flagControls.map((name) => [name, toArgs(flag)[name]])),
  },
  render: (args, { globals }) => (
    <Stage
      label="A flag flutters on a pole that moves to and fro."
      hint="Watch the edge at the pole: it stays on it at any pace, while the rest lags behind and whips round. Raise the pace."
      theme={globals.theme as string}
      camera={[-0.4, 1.8, 4.3]}
      target={[0.1, 1.25, 0]}
      reach={1.8}
      width={2.6}
      ground={0}
    >
      <FlagScene {...args} />
    </Stage>
  ),
  play: ({ canvasElement }) => untilTime(canvasElement, 0.15),
}

interface CapeArgs extends FollowingArgs {
  tellCloth: boolean
}

/** The two places of the wearer, m to each side. */
const ASIDE = 0.75

const SURFACE = { friction: 0.2 }

const placeBody = (object: Object3D) => {
  if (object instanceof ColliderBody) object.place()
}

function CapeScene({
  sway,
  pace,
  side,
  tellCloth,
  onReset,
  ...args
}: CapeArgs & { side: number; onReset: () => void }) {
  const { ref: stageRef, paused } = useOnStage()
  const cloth = useRef<ClothHandle>(null)
  const wearer = useRef<Group>(null)
  const shown = useRef(-1)
  const pins = useMemo(
    (): PinOnObject[] =>
      collar.map(({ particle, offset }) => ({ particle, target: wearer, offset })),
    [],
  )

  useFrame(() => {
    if (!wearer.current || !cloth.current) return
    const phase = pace * timeOf(cloth)
    if (shown.current !== side) {
      if (tellCloth) cloth.current.teleport({ offset: [ASIDE * (side - shown.current), 0, 0] })
    }
    wearer.current.position.set(ASIDE * side, 0, -sway * Math.sin(phase))
    wearer.current.rotation.y = 0.8 * sway * Math.sin(phase / 2)
    if (shown.current !== side) {
      // Elsewhere at once: what touches the wearer is not swept along.
      if (tellCloth) wearer.current.traverse(placeBody)
      shown.current = side
    }
  })

  // The cape starts where the wearer does.
  const ref = (handle: ClothHandle | null) => {
    cloth.current = handle
    if (!handle) return undefined
    const reset = () => {
      handle.reset()
      shown.current = -1
      onReset()
    }
    return stageRef({ ...handle, reset })
  }

  return (
    <>
      <group ref={wearer} position-x={-ASIDE}>
        {body.map((part, n) => (
          <TaperedCapsule key={n} {...part} surface={SURFACE} />
        ))}
      </group>
      <Cloth
        {...cape}
        {...toProps(args)}
        ref={ref}
        paused={paused}
        origin={[capeOrigin[0] - ASIDE, capeOrigin[1], capeOrigin[2]]}
        pins={pins}
        castShadow
        receiveShadow
      >
        <Fabric color="#7d2f4f" repeat={[6, 9]} />
      </Cloth>
    </>
  )
}

function CapeStage({ theme, args }: { theme: string; args: CapeArgs }) {
  const [side, setSide] = useState(-1)
  return (
    <Stage
      label="A wearer made of capsules with a cape on the shoulders, seen from behind."
      hint="Press Teleport: wearer and cape are elsewhere at once, and the cape hangs as it did. Then switch off “Tell the cloth” and press it again: the cape is dragged across at 15 m/s."
      theme={theme}
      camera={[0, 1.45, 3.9]}
      target={[0, 0.85, 0]}
      reach={1.7}
      width={2.6}
      ground={0}
      buttons={
        <button
          type="button"
          onClick={() => {
            setSide((before) => -before)
          }}
        >
          Teleport
        </button>
      }
    >
      <CapeScene
        {...args}
        side={side}
        onReset={() => {
          setSide(-1)
        }}
      />
    </Stage>
  )
}

const capeControls = ['windZ', 'density', 'damping', 'substeps']

/** A cape on a wearer who is put elsewhere at once. */
export const CapeTeleport: StoryObj<CapeArgs> = {
  argTypes: {
    ...clothArgTypes(capeControls),
    ...motionArgTypes,
    tellCloth: {
      name: 'Tell the cloth',
      description: 'Call teleport on the cloth when the wearer is put elsewhere.',
      control: 'boolean',
      table: { category: 'Motion' },
    },
  },
  args: { sway: 0.2, pace: 1.5, tellCloth: true },
  render: (args, { globals }) => <CapeStage theme={globals.theme as string} args={args} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.15)
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Teleport' }))
    // A metre and a half in one frame would stretch wool by far more.
    await waitFor(
      () =>
        expect(
          Number.parseFloat(canvasElement.querySelector('[data-value="strain"]')!.textContent),
        ).toBeLessThan(10.1),
      { timeout: 10_000 },
    )
  },
}
