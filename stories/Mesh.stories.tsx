import { createDisc, createShirt, type Pin } from '@billow/core'
import { Cloth } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { clothArgTypes, type FlatArgs, toProps } from './stage/argTypes'
import { Ball } from './stage/Bodies'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

const controls = [
  'windX',
  'windZ',
  'turbulence',
  'density',
  'stretchCompliance',
  'bendCompliance',
  'damping',
  'substeps',
]

const meta: Meta<FlatArgs> = {
  title: 'Cloth/Mesh',
  argTypes: clothArgTypes(controls),
  parameters: {
    controls: { include: controls.map((name) => clothArgTypes([name])[name]!.name!) },
    docs: {
      description: {
        component:
          'Cloth of any triangle mesh. Vertices in one place move as one, texture seams stay, mass follows ' +
          "the area, and pins may be picked by place.\n\n```tsx\nimport { meshOf } from '@billow/three'\n\n" +
          'const mesh = meshOf(geometry)\n<Cloth mesh={mesh} pins={[(x, y, z) => y > 0.9]} />\n```',
      },
    },
  },
}

export default meta

const shirt = createShirt({ segments: 24 })
const shoulderHeight = Math.max(...shirt.positions.filter((_, i) => i % 3 === 1))

/** The seams over both shoulders, as on a hanger. Made once: a new function would be a new choice. */
const onShoulders: Pin[] = [(x, y) => y > shoulderHeight - 0.02 && Math.abs(x) > 0.05]

function Piece({
  mesh,
  pins,
  colliders,
  args,
  color,
}: {
  mesh: Parameters<typeof Cloth>[0]['mesh']
  pins?: Pin[]
  colliders?: Parameters<typeof Cloth>[0]['colliders']
  args: FlatArgs
  color: string
}) {
  return (
    <Cloth
      {...toProps(args)}
      {...useOnStage()}
      mesh={mesh}
      pins={pins}
      colliders={colliders}
      castShadow
      receiveShadow
    >
      <Fabric color={color} repeat={[8, 8]} />
    </Cloth>
  )
}

/** A shirt made in code, sewn from a front and a back, on its shoulders in the wind. */
export const Shirt: StoryObj<FlatArgs> = {
  args: { windX: 0.5, windZ: 1, turbulence: 0.3, bendCompliance: 0.02, substeps: 12 },
  render: (args, { globals }) => (
    <Stage
      label="A shirt hangs by its shoulders and fills with wind."
      hint="Drag a sleeve. Turn the view: the wind blows in from behind."
      theme={globals.theme as string}
      camera={[0.8, shoulderHeight * 0.4, 2]}
      target={[0, -0.06, 0]}
      reach={0.9}
      width={1.3}
      ground={-0.75}
    >
      <Piece mesh={shirt} pins={onShoulders} args={args} color="#3f7d5a" />
    </Stage>
  ),
  play: ({ canvasElement }) => untilTime(canvasElement, 0.15),
}

const tablecloth = createDisc({ radius: 0.6, rings: 26, orientation: 'horizontal' })
const ball = { type: 'sphere', center: [0, -0.35, 0], radius: 0.25, friction: 0.4 } as const
const floor = { type: 'plane', point: [0, -0.6, 0], friction: 0.5 } as const

/** A round cloth falls on a ball: no grid, so no direction is stiffer than another. */
export const Disc: StoryObj<FlatArgs> = {
  args: { bendCompliance: 0.05, substeps: 12 },
  render: (args, { globals }) => (
    <Stage
      label="A round tablecloth falls on a ball and drapes over it in folds."
      hint="Raise the stiffness against bending: fewer and wider folds."
      theme={globals.theme as string}
      camera={[0.95, 0.4, 1.6]}
      target={[0, -0.36, 0]}
      reach={0.9}
      width={1.3}
      ground={-0.61}
    >
      <Piece mesh={tablecloth} colliders={[ball, floor]} args={args} color="#c58a2b" />
      <Ball {...ball} />
    </Stage>
  ),
  play: ({ canvasElement }) => untilTime(canvasElement, 0.15),
}
