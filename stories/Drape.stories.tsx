import { triangleContact } from '@billow/core'
import { Cloth, PlaneCollider } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { expect, waitFor } from 'storybook/test'
import { drape, FRICTION, GAP, heights, type Shape, shapes } from './scenes/drape'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { Draggable } from './stage/Draggable'
import { Fabric } from './stage/Fabric'
import { ShapeBody } from './stage/ShapeBody'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

interface DrapeArgs extends FlatArgs {
  friction: number
  gap: number
  debug: boolean
}

interface BodyArgs extends DrapeArgs {
  shape: Shape
}

const controls = ['colliderContact', 'density', 'bendCompliance', 'damping', 'substeps']

const meta: Meta<DrapeArgs> = {
  title: 'Collisions/Drape',
  argTypes: {
    ...clothArgTypes(controls),
    friction: {
      name: 'Friction',
      description: 'Coulomb coefficient of bodies and ground.',
      control: { type: 'range', min: 0, max: 1.5, step: 0.05 },
      table: { category: 'Collision' },
    },
    gap: {
      name: 'Thickness (m)',
      description: 'How far cloth stays from the bodies.',
      control: { type: 'range', min: 0, max: 0.05, step: 0.001 },
      table: { category: 'Collision' },
    },
    debug: {
      name: 'Show colliders',
      description: 'What collides, as lines.',
      control: 'boolean',
      table: { category: 'Collision' },
    },
  },
  args: {
    ...Object.fromEntries(controls.map((name) => [name, toArgs(drape)[name]])),
    friction: FRICTION,
    gap: GAP,
    debug: false,
  },
  parameters: {
    api: [
      'SphereCollider',
      'PlaneCollider',
      'BoxCollider',
      'CapsuleCollider',
      'ConeCollider',
      'CylinderCollider',
      'HeightFieldCollider',
      'MeshCollider',
    ],
    docs: {
      description: {
        component:
          'Bodies of every kind, as components: they collide where they are drawn, whatever group they are ' +
          'in. Cloths and colliders of one `<Simulation>` find each other.\n\n```tsx\n<Simulation>\n  <Cloth ' +
          'orientation="horizontal" position-y={1} />\n  <group ref={hand}>\n    <SphereCollider radius={0.3} ' +
          'friction={0.4} thickness={0.006}>\n      <mesh>…</mesh>\n    </SphereCollider>\n  </group>\n  ' +
          '<MeshCollider>\n    <mesh geometry={hare} />\n  </MeshCollider>\n</Simulation>\n```',
      },
    },
  },
}

export default meta

const colors = ['#b8432f', '#2f6f8f', '#c58a2b', '#3f7d5a', '#7d2f4f', '#4d5aa0', '#8a6f4d']

function Sheet({ shape, args, children }: { shape: Shape; args: DrapeArgs; children?: ReactNode }) {
  return (
    <Cloth
      {...drape}
      {...toProps(args)}
      {...useOnStage()}
      triangleContact={triangleContact}
      name={shape}
      position-y={heights[shape].start}
      castShadow
      receiveShadow
    >
      <Fabric color={colors[shapes.indexOf(shape)]!} repeat={[10, 10]} />
      {children}
    </Cloth>
  )
}

const ground = (args: DrapeArgs) => <PlaneCollider friction={args.friction} thickness={args.gap} />

/** Contacts of all cloths on the stage. */
const contactsIn = (canvasElement: HTMLElement) =>
  Number.parseInt(canvasElement.querySelector('[data-value="contacts"]')!.textContent)

const SPACING = 1.15
const gallery: readonly Shape[] = ['capsule', 'mesh', 'cylinder', 'sphere', 'cone', 'box']

/** Six bodies, six sheets. */
export const Gallery: StoryObj<DrapeArgs> = {
  render: (args, { globals }) => (
    <Stage
      label="Six sheets fall on a ball, a hare, a box, a capsule, a cone and a cylinder and drape over them."
      hint="Drag the sheets off, or press Reset to see them fall. Lower the friction: they glide down."
      theme={globals.theme as string}
      camera={[0, 2.1, 4.1]}
      target={[0, 0.28, 0.1]}
      reach={2}
      width={3.7}
      ground={0}
    >
      {ground(args)}
      {gallery.map((shape, n) => (
        <group
          key={shape}
          position={[SPACING * ((n % 3) - 1), 0, SPACING * (Math.floor(n / 3) - 0.5)]}
        >
          <ShapeBody
            shape={shape}
            position-y={heights[shape].body}
            friction={args.friction}
            thickness={args.gap}
            debug={args.debug}
          />
          <Sheet shape={shape} args={args} />
        </group>
      ))}
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.5, 60_000)
    await waitFor(() => expect(contactsIn(canvasElement)).toBeGreaterThan(100), { timeout: 30_000 })
  },
}

/** One body, of the kind that you choose, which you can drag through the cloth. */
export const Body: StoryObj<BodyArgs> = {
  argTypes: {
    shape: {
      name: 'Shape',
      control: 'select',
      options: [...shapes],
      table: { category: 'Collision' },
    },
  },
  args: { shape: 'mesh' },
  render: (args, { globals }) => (
    <Stage
      label="A sheet falls on a body and drapes over it; the body can be dragged."
      hint="Drag the body: it takes the sheet along by friction. Choose another shape, and show what collides."
      theme={globals.theme as string}
      camera={[1.3, 1.3, 2]}
      target={[0, 0.35, 0]}
      reach={1.1}
      width={1.6}
      ground={0}
    >
      {ground(args)}
      <Draggable
        start={[0, heights[args.shape].body, 0]}
        lowest={heights[args.shape].body}
        key={args.shape}
      >
        <ShapeBody
          shape={args.shape}
          friction={args.friction}
          thickness={args.gap}
          debug={args.debug}
        />
      </Draggable>
      <Sheet shape={args.shape} args={args} key={`sheet for ${args.shape}`} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.5)
    await waitFor(() => expect(contactsIn(canvasElement)).toBeGreaterThan(20), { timeout: 30_000 })
  },
}
