import { triangleCollision } from '@billow/core'
import { Cloth } from '@billow/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { cs184Scene, type Cs184Name } from './scenes/cs184'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { Ball } from './stage/Bodies'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

interface SceneArgs extends FlatArgs {
  ks: number
}

const controls = [
  'density',
  'stepDamping',
  'structural',
  'shear',
  'bend',
  'limitStrain',
  'selfCollision',
  'thickness',
]

const meta: Meta<SceneArgs> = {
  title: 'Cloth/CS184',
  argTypes: {
    ...clothArgTypes(['ks', ...controls]),
    ks: {
      ...clothArgTypes(['ks']).ks,
      control: { type: 'inline-radio' },
      options: [500, 5000, 50000],
    },
  },
  parameters: {
    docs: {
      description: {
        component:
          'The five scene files of UC Berkeley’s CS184 cloth assignment, read as they are and solved by the ' +
          'mass-spring solver: 50 × 50 particles, 14 502 springs, 90 frames per second, 30 substeps. ' +
          'Positions agree with independent reference trajectories.',
      },
    },
  },
}

export default meta

interface SceneProps {
  name: Cs184Name
  args: SceneArgs
}

function SceneCloth({ name, args }: SceneProps) {
  const { cloth, colliders } = cs184Scene(name)
  return (
    <>
      <Cloth
        {...cloth}
        {...toProps(args)}
        {...useOnStage()}
        triangleCollision={triangleCollision}
        colliders={colliders}
        castShadow
        receiveShadow
      >
        <Fabric />
      </Cloth>
      {colliders.map((collider, n) =>
        collider.type === 'sphere' ? <Ball key={n} {...collider} /> : null,
      )}
    </>
  )
}

const views: Record<Cs184Name, { label: string; hint: string; y: number; ground?: number }> = {
  pinned2: {
    label: 'A sheet held at two corners swings down and comes to rest.',
    hint: 'Compare 500, 5 000 and 50 000 N/m: the limit of 10 % holds the soft sheet together.',
    y: 0.55,
  },
  pinned4: {
    label: 'A sheet held at its four corners sags.',
    hint: 'Switch families of springs off and see which of them carry the sheet.',
    y: 0.8,
  },
  sphere: {
    label: 'A sheet falls on a ball and drapes over it.',
    hint: 'Friction 0.3 lets the cloth creep down slowly.',
    y: 0.25,
    ground: -0.35,
  },
  plane: {
    label: 'A sheet falls flat on the ground.',
    hint: 'All particles land at once: nothing bends.',
    y: 0.3,
    ground: 0,
  },
  selfCollision: {
    label: 'An upright sheet falls on its edge and folds on itself.',
    hint: 'Switch self-collision off and the layers pass through each other.',
    y: 0.35,
    ground: 0,
  },
}

function scene(name: Cs184Name): StoryObj<SceneArgs> {
  const view = views[name]
  const { cloth } = cs184Scene(name)
  const args = toArgs(cloth as Parameters<typeof toArgs>[0])
  return {
    args: {
      ks: cloth.ks!,
      ...Object.fromEntries(controls.map((control) => [control, args[control]])),
    },
    render: (current, { globals }) => (
      <Stage
        label={view.label}
        hint={view.hint}
        theme={globals.theme as string}
        camera={[1.9, view.y + 0.75, 2.3]}
        target={[0.49, view.y, 0.49]}
        reach={1}
        width={1.6}
        {...(view.ground === undefined ? {} : { ground: view.ground })}
      >
        <SceneCloth name={name} args={current} />
      </Stage>
    ),
    play: async ({ canvasElement }) => {
      await untilTime(canvasElement, 0.15)
      const strain = canvasElement.querySelector('[data-value="strain"]')!.textContent
      // One pass of the limit leaves some springs over 10 %: 17.5 % is the most, half a second after
      // the start of pinned4, which follows the reference trajectory. When it is read here is chance.
      await expect(Number.parseFloat(strain)).toBeLessThan(18)
    },
  }
}

export const Pinned2 = scene('pinned2')
export const Pinned4 = scene('pinned4')
export const Sphere = scene('sphere')
export const Plane = scene('plane')
export const SelfCollision = scene('selfCollision')
