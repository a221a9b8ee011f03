import { BoxCollider, Cloth, type ClothHandle, PlaneCollider, SphereCollider } from '@billow/react'
import { triangleCollision } from '@billow/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useRef } from 'react'
import { expect, waitFor } from 'storybook/test'
import {
  ball,
  fabric,
  type LaidCloth,
  leastBetween,
  onBall,
  onTable,
  table,
  THICKNESS,
} from './scenes/clothOnCloth'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { BodyMaterial } from './stage/BodyMaterial'
import { Draggable } from './stage/Draggable'
import { Fabric } from './stage/Fabric'
import { Reading } from './stage/Reading'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

interface ClothOnClothArgs extends FlatArgs {
  clothCollision: boolean | 'triangles'
  thickness: number
}

const controls = ['selfCollision', 'thickness', 'selfFriction', 'substeps']

const meta: Meta<ClothOnClothArgs> = {
  title: 'Collisions/Cloth on cloth',
  argTypes: {
    clothCollision: {
      name: 'Cloth on cloth',
      description: 'What of the cloths is kept apart; off, they pass through each other.',
      control: { type: 'inline-radio' },
      options: [false, true, 'triangles'],
      table: { category: 'Collision' },
    },
    ...clothArgTypes(controls),
  },
  args: {
    clothCollision: true,
    ...Object.fromEntries(controls.map((name) => [name, toArgs(fabric)[name]])),
    thickness: THICKNESS,
  },
  parameters: {
    docs: {
      description: {
        component:
          'Cloths of one `<Simulation>` touch each other with `clothCollision`: they stay both thicknesses ' +
          'apart, rub on each other and share their momentum, whatever each is made of. They are at one ' +
          'place in the scene, and apart by their `origin`.\n\n```tsx\n<Simulation clothCollision>\n  <Cloth ' +
          'orientation="horizontal" origin={[-0.5, 0.7, -0.5]} />\n  <Cloth mesh={disc} />\n  <SphereCollider ' +
          'radius={0.3} position={[0, 0.3, 0]} />\n</Simulation>\n```\n\nWithout React: ' +
          '`new ClothGroup([tablecloth, napkin])`.',
      },
    },
  },
}

export default meta

type Handles = Map<string, ClothHandle>

function Sheet({ laid, args, handles }: { laid: LaidCloth; args: FlatArgs; handles: Handles }) {
  const { ref, paused } = useOnStage()
  return (
    <Cloth
      {...fabric}
      {...toProps(args)}
      {...laid.options}
      triangleCollision={triangleCollision}
      name={laid.name}
      paused={paused}
      ref={(handle) => {
        if (handle) handles.set(laid.name, handle)
        const leave = ref(handle)
        return () => {
          handles.delete(laid.name)
          leave?.()
        }
      }}
      castShadow
      receiveShadow
    >
      <Fabric color={laid.color} repeat={laid.repeat} />
    </Cloth>
  )
}

interface SceneProps {
  readonly label: string
  readonly theme: string
  readonly args: ClothOnClothArgs
  readonly cloths: readonly LaidCloth[]
  /** What they fall on. */
  readonly children: ReactNode
}

function Scene({ label, theme, args: { clothCollision, ...args }, cloths, children }: SceneProps) {
  const handles = useRef<Handles>(new Map())
  const least = () => {
    const all = [...handles.current.values()].map(({ simulation }) => simulation)
    if (all.length < cloths.length) return undefined
    const kept = 2000 * args.thickness
    return `${(1000 * leastBetween(all)).toFixed(1)} mm (${kept.toFixed(0)} mm)`
  }
  return (
    <Stage
      label={label}
      hint="Drag a cloth off the others, or from between them. Switch cloth on cloth off: they pass through each other. In brackets the distance they keep."
      theme={theme}
      camera={[1.05, 1, 1.6]}
      target={[0, 0.28, 0]}
      reach={1.1}
      width={1.3}
      ground={0}
      clothCollision={clothCollision}
      readings={<Reading name="least" label="Nearest cloths" read={least} />}
    >
      <PlaneCollider friction={0.5} thickness={0.004} />
      {children}
      {cloths.map((laid) => (
        <Sheet key={laid.name} laid={laid} args={args} handles={handles.current} />
      ))}
    </Stage>
  )
}

async function playUntil(canvasElement: HTMLElement, seconds: number): Promise<void> {
  await untilTime(canvasElement, seconds, 120_000)
  const number = (name: string) =>
    Number.parseFloat(canvasElement.querySelector(`[data-value="${name}"]`)!.textContent)
  await waitFor(() => expect(number('contacts')).toBeGreaterThan(50), { timeout: 30_000 })
  await waitFor(() => expect(number('least')).toBeGreaterThan(0), { timeout: 10_000 })
  // Both thicknesses, less the 2 % that pairs which push each other may be short of.
  await expect(number('least')).toBeGreaterThan(0.98 * 2000 * THICKNESS)
}

/** Three cloths, one over the other. */
export const OnABall: StoryObj<ClothOnClothArgs> = {
  render: (args, { globals }) => (
    <Scene
      label="A square, a round and a small cloth fall over each other on a ball, which can be dragged."
      theme={globals.theme as string}
      args={args}
      cloths={onBall}
    >
      <Draggable start={[0, ball.radius, 0]} lowest={ball.radius}>
        <SphereCollider radius={ball.radius} friction={ball.friction} thickness={0.006}>
          <mesh castShadow receiveShadow>
            <sphereGeometry args={[ball.radius, 48, 32]} />
            <BodyMaterial />
          </mesh>
        </SphereCollider>
      </Draggable>
    </Scene>
  ),
  play: async ({ canvasElement }) => {
    await playUntil(canvasElement, 0.7)
  },
}

/** A tablecloth, a runner on it, and a napkin. */
export const LaidTable: StoryObj<ClothOnClothArgs> = {
  render: (args, { globals }) => (
    <Scene
      label="A tablecloth, a runner and a napkin fall on a table."
      theme={globals.theme as string}
      args={args}
      cloths={onTable}
    >
      <BoxCollider
        size={table.size}
        friction={table.friction}
        thickness={0.006}
        position-y={table.size[1] / 2}
      >
        <mesh castShadow receiveShadow>
          <boxGeometry args={[...table.size]} />
          <BodyMaterial />
        </mesh>
      </BoxCollider>
    </Scene>
  ),
  play: async ({ canvasElement }) => {
    await playUntil(canvasElement, 0.5)
  },
}
