import {
  BoxCollider,
  CapsuleCollider,
  Cloth,
  type ClothHandle,
  type PinOnObject,
  PlaneCollider,
} from '@billow/react'
import type { ColliderBody } from '@billow/three'
import { useFrame } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { type Group, Vector3 } from 'three'
import {
  GAP,
  pulled,
  RAIL,
  RAIL_RADIUS,
  ROUNDING,
  TABLE_FLAT,
  TABLE_HEIGHT,
  TABLE_TOP,
  tablecloth,
  tableEdges,
} from './scenes/tablecloth'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { BodyMaterial } from './stage/BodyMaterial'
import { Fabric } from './stage/Fabric'
import { Reading } from './stage/Reading'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

interface TableArgs extends FlatArgs {
  friction: number
  speed: number
}

const controls = ['density', 'bendCompliance', 'damping', 'substeps']

const meta: Meta<TableArgs> = {
  title: 'Collisions/Tablecloth',
  argTypes: {
    ...clothArgTypes(controls),
    friction: {
      name: 'Friction',
      description: 'Coulomb coefficient of the table.',
      control: { type: 'range', min: 0, max: 1, step: 0.05 },
      table: { category: 'Collision' },
    },
    speed: {
      name: 'Speed of the pull (m/s)',
      control: { type: 'range', min: 0.2, max: 6, step: 0.1 },
      table: { category: 'Pull' },
    },
  },
  args: {
    ...Object.fromEntries(controls.map((name) => [name, toArgs(tablecloth)[name]])),
    friction: 0.3,
    speed: 2,
  },
  parameters: {
    docs: {
      description: {
        component:
          'A body tells what cloth does to it: `ref.current.contact()` gives the force over the last step. ' +
          'While the cloth slides, what pulls at the table is μ times what weighs on it, however fast the ' +
          'pull: that is why the trick with the crockery works at all.\n\n```tsx\nconst table = ' +
          'useRef<ColliderBody>(null)\n\n<BoxCollider size={[1.1, 0.04, 0.7]} friction={0.3} ref={table} />\n' +
          'table.current.contact().force // N\n```',
      },
    },
  },
}

export default meta

/** Forces on the table, added up while the cloth slides. */
interface Pull {
  /** Time of the cloth when the rail went off; undefined until then. */
  start: number | undefined
  along: number
  down: number
}

const WOOD = '#8a6242'

const nothing = (): Pull => ({ start: undefined, along: 0, down: 0 })

/** The cloth has begun to slide and is still whole on the table, s after the pull. */
const SLIDING = [0.15, 0.4] as const

interface TableProps {
  args: TableArgs
  isPulled: boolean
  pull: RefObject<Pull>
  onReset: () => void
}

function Table({ args, isPulled, pull, onReset }: TableProps) {
  const { friction, speed, ...params } = args
  const { ref: stageRef, paused } = useOnStage()
  const cloth = useRef<ClothHandle>(null)
  const rail = useRef<Group>(null)
  const table = useRef<ColliderBody>(null)
  const contact = useMemo(() => ({ count: 0, force: new Vector3() }), [])
  const seen = useRef(0)
  const pins = useMemo(
    (): PinOnObject[] => [{ particle: 'right', target: rail, offset: 'keep' }],
    [],
  )

  useFrame(() => {
    const time = cloth.current?.simulation.time ?? 0
    if (isPulled) pull.current.start ??= time
    const since = pull.current.start === undefined ? 0 : time - pull.current.start
    rail.current!.position.x = RAIL[0] + pulled(since, speed)
    if (time === seen.current || since < SLIDING[0] || since > SLIDING[1]) return
    seen.current = time
    const { force } = table.current!.contact(contact)
    pull.current.along += Math.abs(force.x)
    pull.current.down += Math.abs(force.y)
  })

  const ref = (handle: ClothHandle | null) => {
    cloth.current = handle
    if (!handle) return undefined
    const reset = () => {
      handle.reset()
      pull.current = nothing()
      onReset()
    }
    return stageRef({ ...handle, reset })
  }

  const legs = [-1, 1].flatMap((x) => [-1, 1].map((z) => [x, z] as const))
  return (
    <>
      <group position-y={TABLE_HEIGHT - TABLE_TOP[1] / 2}>
        <BoxCollider size={TABLE_FLAT} friction={friction} thickness={GAP} ref={table}>
          <mesh castShadow receiveShadow>
            <boxGeometry args={[...TABLE_FLAT]} />
            <BodyMaterial color={WOOD} />
          </mesh>
        </BoxCollider>
        {tableEdges.map(({ from, to }, n) => (
          <CapsuleCollider
            key={n}
            from={from}
            to={to}
            radius={ROUNDING}
            friction={friction}
            thickness={GAP}
          >
            <mesh
              position={[(from[0] + to[0]) / 2, 0, (from[2] + to[2]) / 2]}
              rotation={n % 2 === 0 ? [0, 0, Math.PI / 2] : [Math.PI / 2, 0, 0]}
              castShadow
              receiveShadow
            >
              <capsuleGeometry args={[ROUNDING, TABLE_FLAT[n % 2 === 0 ? 0 : 2], 12, 32]} />
              <BodyMaterial color={WOOD} />
            </mesh>
          </CapsuleCollider>
        ))}
        {legs.map(([x, z]) => (
          <mesh
            key={`${x} ${z}`}
            position={[
              x * (TABLE_TOP[0] / 2 - 0.06),
              -TABLE_HEIGHT / 2,
              z * (TABLE_TOP[2] / 2 - 0.06),
            ]}
            castShadow
            receiveShadow
          >
            <cylinderGeometry args={[0.022, 0.016, TABLE_HEIGHT - TABLE_TOP[1], 24]} />
            <BodyMaterial color={WOOD} />
          </mesh>
        ))}
      </group>
      <group ref={rail} position={[RAIL[0], RAIL[1], 0]}>
        <mesh rotation-x={Math.PI / 2} castShadow>
          <capsuleGeometry args={[RAIL_RADIUS, tablecloth.size[1] + 0.06, 8, 24]} />
          <BodyMaterial metal />
        </mesh>
      </group>
      <Cloth
        {...tablecloth}
        {...toProps(params)}
        position-y={RAIL[1]}
        interpolate={false}
        pins={pins}
        paused={paused}
        ref={ref}
        castShadow
        receiveShadow
      >
        <Fabric color="#b8432f" repeat={[15, 11]} />
      </Cloth>
      <PlaneCollider friction={0.5} thickness={GAP} />
    </>
  )
}

function TableStage({ theme, args }: { theme: string; args: TableArgs }) {
  const [isPulled, setPulled] = useState(false)
  const pull = useRef(nothing())
  const ratio = () => {
    const { along, down } = pull.current
    return down === 0 ? '–' : `${(along / down).toFixed(2)} (μ ${args.friction.toFixed(2)})`
  }
  return (
    <Stage
      label="A tablecloth lies on a table and hangs over its edges; a rail pulls it away."
      hint="Press Pull, and compare: force along the table by force onto it is μ, slow or fast. Reset, and try another speed and friction."
      theme={theme}
      camera={[1.9, 1.75, 2.6]}
      target={[0.25, 0.55, 0]}
      reach={1.6}
      width={2.6}
      ground={0}
      buttons={
        <button
          type="button"
          aria-pressed={isPulled}
          onClick={() => {
            setPulled(true)
          }}
        >
          Pull
        </button>
      }
      readings={<Reading name="friction" label="Pull by weight" read={ratio} />}
    >
      <Table
        args={args}
        isPulled={isPulled}
        pull={pull}
        onReset={() => {
          setPulled(false)
        }}
      />
    </Stage>
  )
}

/** The tablecloth is pulled away. */
export const Pull: StoryObj<TableArgs> = {
  render: (args, { globals }) => <TableStage theme={globals.theme as string} args={args} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.6)
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Pull' }))
    const measured = () =>
      Number.parseFloat(canvasElement.querySelector('[data-value="friction"]')!.textContent)
    await waitFor(() => expect(measured()).toBeGreaterThan(0), { timeout: 30_000 })
    // Coulomb: while all of it slides, mu times the force onto the table.
    await waitFor(() => expect(Math.abs(measured() - 0.3)).toBeLessThan(0.06), { timeout: 20_000 })
  },
}
