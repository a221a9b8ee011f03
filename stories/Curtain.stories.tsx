import type { PinName } from '@billow/core'
import { Cloth, type ClothHandle, PlaneCollider, SphereCollider } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useRef } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ball, BAR_HEIGHT, curtain, CURTAIN_CENTRE } from './scenes/curtain'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { Ball, Rail } from './stage/Bodies'
import { Draggable } from './stage/Draggable'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

interface CurtainArgs extends FlatArgs {
  pinned: PinName[]
  gather: number
  sphereRadius: number
}

const BAR_WIDTH = curtain.size[0] + 0.8

const controls = [
  'gravityY',
  'windX',
  'windZ',
  'turbulence',
  'stiffness',
  'iterations',
  'damping',
  'density',
  'colliderOffset',
]

const meta: Meta<CurtainArgs> = {
  title: 'Cloth/Curtain',
  argTypes: {
    ...clothArgTypes(controls),
    sphereRadius: {
      name: 'Sphere radius (m)',
      control: { type: 'range', min: 0.2, max: 1.4, step: 0.05 },
      table: { category: 'Collision' },
    },
    pinned: {
      name: 'Pinned',
      description: 'Which edges and corners hang on to their place.',
      control: 'check',
      options: ['top', 'top-left', 'top-right', 'bottom-left', 'bottom-right'],
      table: { category: 'Cloth' },
    },
    gather: {
      name: 'Gathered',
      description: 'How far the upper edge is pushed together on the bar.',
      control: { type: 'range', min: 0, max: 0.5, step: 0.05 },
      table: { category: 'Cloth' },
    },
  },
  args: {
    ...Object.fromEntries(controls.map((name) => [name, toArgs(curtain)[name]])),
    pinned: ['top'],
    gather: 0.25,
    sphereRadius: ball.radius,
  },
  parameters: {
    docs: {
      description: {
        component:
          'Position based dynamics as it has long been done in browsers: Verlet, then a fixed number of ' +
          'relaxation passes. How stiff the curtain looks depends on the passes: that is the lesson.',
      },
    },
  },
  render: (args, { globals }) => (
    <Stage
      label="A red curtain hangs from a bar and moves in the wind; a ball pushes into it."
      hint="Drag the curtain or the ball with the pointer. Beside the pointer: turn, zoom and pan the view."
      theme={globals.theme as string}
      camera={[-5.5, 3.6, 10.5]}
      target={[0, 2.6, 0]}
      reach={4.5}
      width={BAR_WIDTH + 1.2}
      ground={0}
    >
      <CurtainScene {...args} />
    </Stage>
  ),
}

export default meta

function CurtainScene({ pinned, gather, sphereRadius, ...args }: CurtainArgs) {
  const { ref: stageRef, paused } = useOnStage()
  const cloth = useRef<ClothHandle>(null)
  const latestGather = useRef(gather)
  useEffect(() => {
    latestGather.current = gather
    if (cloth.current) gatherPins(cloth.current, gather)
  }, [gather, pinned])

  // Reset puts pins back to where they were made; the curtain then is gathered anew.
  const onStage = (handle: ClothHandle | null) => {
    cloth.current = handle
    if (!handle) return undefined
    const reset = () => {
      handle.reset()
      gatherPins(handle, latestGather.current)
    }
    return stageRef({ ...handle, reset })
  }

  return (
    <group position-y={CURTAIN_CENTRE}>
      <Cloth
        {...curtain}
        {...toProps(args)}
        paused={paused}
        ref={onStage}
        pins={pinned}
        castShadow
        receiveShadow
      >
        <Fabric color="#a8322a" repeat={[29 / 2, 23 / 2]} />
      </Cloth>
      <Draggable start={[...ball.center]} lowest={sphereRadius - CURTAIN_CENTRE}>
        <SphereCollider radius={sphereRadius}>
          <Ball radius={sphereRadius} />
        </SphereCollider>
      </Draggable>
      <PlaneCollider position-y={-CURTAIN_CENTRE} friction={0.5} />
      <group position-y={BAR_HEIGHT - CURTAIN_CENTRE + 0.03}>
        <Rail width={BAR_WIDTH} radius={0.05} />
      </group>
    </group>
  )
}

/** Pushes what is pinned together along the bar, by a share of its width. */
function gatherPins({ simulation }: ClothHandle, gather: number) {
  const { restPositions, particleCount } = simulation.grid
  for (let particle = 0; particle < particleCount; particle++) {
    if (!simulation.isPinned(particle)) continue
    const [x, y, z] = restPositions.slice(3 * particle, 3 * particle + 3) as unknown as [
      number,
      number,
      number,
    ]
    simulation.pin(particle, [x * (1 - gather), y, z])
  }
}

type Story = StoryObj<CurtainArgs>

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const time = () =>
      Number.parseFloat(canvasElement.querySelector('[data-value="time"]')!.textContent)
    await untilTime(canvasElement, 0.2)

    await userEvent.click(page.getByRole('button', { name: 'Pause' }))
    const play = await page.findByRole('button', { name: 'Play' })
    await userEvent.click(page.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(time()).toBe(0), { timeout: 10_000 })
    await userEvent.click(page.getByRole('button', { name: 'Step' }))
    await waitFor(() => expect(time()).toBeCloseTo(1 / 60, 1), { timeout: 10_000 })
    await userEvent.click(play)
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  },
}

/** Only two corners hold: the weight of the whole sheet pulls at two particles. */
export const TwoCorners: Story = { args: { pinned: ['top-left', 'top-right'], gather: 0.15 } }
