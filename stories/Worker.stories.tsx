import { ClothWorker } from '@billow/core/worker'
import { Cloth, type ClothWorkerHandle } from '@billow/react'
import { useFrame } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { busyCloth } from './scenes/busyCloth'
import { clothArgTypes, type FlatArgs, toArgs, toProps } from './stage/argTypes'
import { Fabric } from './stage/Fabric'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { untilTime } from './stage/untilTime'

interface WorkerArgs extends FlatArgs {
  busy: number
}

const controls = ['substeps', 'windX', 'windZ', 'turbulence']

const meta: Meta<WorkerArgs> = {
  title: 'Cloth/Worker',
  argTypes: {
    ...clothArgTypes(controls),
    busy: {
      name: 'Other work (ms per frame)',
      description: 'How long the page computes something else in each frame.',
      control: { type: 'range', min: 0, max: 100, step: 5 },
      table: { category: 'Page' },
    },
  },
  args: {
    busy: 25,
    ...Object.fromEntries(controls.map((name) => [name, toArgs(busyCloth)[name]])),
  },
  parameters: {
    docs: {
      description: {
        component:
          'A page that is busy with something else, and a cloth of 20 000 particles. On the page both take ' +
          'their time from the same frame; in a worker the cloth has a thread of its own, and costs the page ' +
          'next to nothing.\n\n```tsx\n<Cloth worker segments={[140, 140]} />\n```\n\n' +
          'The page hands over where pins, colliders and hands are, the worker gives back positions: the same, ' +
          'bit by bit, as the page would have computed. Where workers are refused the cloth is simulated on the ' +
          'page, and the console says why.',
      },
    },
  },
  render: (args, { globals }) => <PageWithCloth args={args} theme={globals.theme as string} />,
}

export default meta

/** Computes for so many milliseconds, as a page does that lays out, decodes or counts. */
function keepBusy(milliseconds: number): void {
  const end = performance.now() + milliseconds
  let sum = 0
  while (performance.now() < end) sum += Math.sqrt(sum + 1)
}

/** Order of the frame callbacks: other work, the cloth, the readings. */
const [OTHER_WORK, CLOTH, READINGS] = [-3, -2, -1]

/** Over how long readings are taken together, s. */
const READING_SECONDS = 0.5

interface Cells {
  readonly pace: RefObject<HTMLElement | null>
  readonly frames: RefObject<HTMLElement | null>
  readonly share: RefObject<HTMLElement | null>
}

/** Keeps the page busy, and reads what a frame of it takes. */
function Busy({
  busy,
  cloth,
  cells,
}: {
  busy: number
  cloth: RefObject<ClothWorkerHandle | null>
  cells: Cells
}) {
  const reading = useRef({ since: 0, time: 0, frames: 0, onCloth: 0, began: 0 })
  useFrame(() => {
    keepBusy(busy)
    reading.current.began = performance.now()
  }, OTHER_WORK)
  useFrame(() => {
    const now = performance.now()
    const read = reading.current
    read.onCloth += now - read.began
    read.frames++
    const seconds = (now - read.since) / 1000
    if (seconds < READING_SECONDS) return
    const time = cloth.current?.simulation.time ?? 0
    const show = (cell: RefObject<HTMLElement | null>, text: string) => {
      if (cell.current) cell.current.textContent = text
    }
    // The first reading has no beginning.
    if (read.since > 0) {
      show(cells.pace, `${Math.max(0, (time - read.time) / seconds).toFixed(2)} s/s`)
      show(cells.frames, `${(read.frames / seconds).toFixed(1)} per s`)
      show(cells.share, `${(read.onCloth / read.frames).toFixed(1)} ms`)
    }
    Object.assign(read, { since: now, time, frames: 0, onCloth: 0 })
  }, READINGS)
  return null
}

const PLACES = {
  starting: 'starting',
  worker: 'in a worker',
  page: 'on the page',
  refused: 'on the page, since workers are refused here',
} as const

function BusyCloth({
  worker,
  args,
  cloth,
  onPlace,
}: {
  worker: boolean
  args: FlatArgs
  cloth: RefObject<ClothWorkerHandle | null>
  onPlace: (place: keyof typeof PLACES) => void
}) {
  const { ref: stageRef, paused } = useOnStage()
  // The same function in every render, or the handle would be made anew each time.
  const ref = useCallback(
    (handle: ClothWorkerHandle | null) => {
      cloth.current = handle
      if (!handle) return undefined
      const isInWorker = handle.simulation instanceof ClothWorker
      onPlace(isInWorker ? 'worker' : worker ? 'refused' : 'page')
      return stageRef(handle)
    },
    [cloth, onPlace, stageRef, worker],
  )
  return (
    <Cloth
      {...busyCloth}
      {...toProps(args)}
      pins={['top-left', 'top-right']}
      worker={worker}
      ref={ref}
      paused={paused}
      updatePriority={CLOTH}
      castShadow
      receiveShadow
    >
      <Fabric color="#3a6ea5" repeat={[14, 14]} />
    </Cloth>
  )
}

function PageWithCloth({ args, theme }: { args: WorkerArgs; theme: string }) {
  const { busy, ...rest } = args
  const [worker, setWorker] = useState(true)
  const cloth = useRef<ClothWorkerHandle>(null)
  const [pace, frames, share] = [
    useRef<HTMLElement>(null),
    useRef<HTMLElement>(null),
    useRef<HTMLElement>(null),
  ]
  const [place, setPlace] = useState<keyof typeof PLACES>('starting')
  return (
    <Stage
      label="A sheet of 20 000 particles in the wind, on a page that is busy with something else."
      hint="Switch the worker off: the steps of the cloth now wait for the page, and the page for them. Raise the other work: in a worker the cloth keeps its pace, though it is drawn less often."
      theme={theme}
      camera={[-1.2, 0.5, 2.6]}
      target={[0, -0.05, 0]}
      reach={1}
      ground={-0.75}
      buttons={
        <button
          type="button"
          aria-pressed={worker}
          onClick={() => {
            setWorker(!worker)
          }}
        >
          Worker
        </button>
      }
      readings={
        <>
          <div>
            <dt>Simulated</dt>
            <dd className="stage-words" data-value="place">
              {PLACES[place]}
            </dd>
          </div>
          <div>
            <dt>Pace</dt>
            <dd ref={pace}>– s/s</dd>
          </div>
          <div>
            <dt>Frames</dt>
            <dd ref={frames}>– per s</dd>
          </div>
          <div>
            <dt>Cloth’s part of a frame</dt>
            <dd ref={share}>– ms</dd>
          </div>
        </>
      }
    >
      <Busy busy={busy} cloth={cloth} cells={{ pace, frames, share }} />
      {/* Another place, another cloth. */}
      <BusyCloth
        key={String(worker)}
        worker={worker}
        args={rest}
        cloth={cloth}
        onPlace={setPlace}
      />
    </Stage>
  )
}

type Story = StoryObj<WorkerArgs>

const placeOf = (canvasElement: HTMLElement): string =>
  canvasElement.querySelector('[data-value="place"]')!.textContent

/** The cloth moves on beside a page that computes for 25 ms in each frame. */
export const BusyPage: Story = {
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1)
    await expect(placeOf(canvasElement)).toBe(PLACES.worker)
  },
}

/** A page whose policy refuses workers: the cloth is simulated all the same, and the stage says where. */
export const WorkersRefused: Story = {
  args: { busy: 0 },
  parameters: { console: { expected: [/no worker, so the cloth is simulated on the page/] } },
  beforeEach: () => {
    const { Worker } = globalThis
    globalThis.Worker = class {
      constructor() {
        throw new DOMException('the policy of this page refuses workers', 'SecurityError')
      }
    } as unknown as typeof Worker
    return () => {
      globalThis.Worker = Worker
    }
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(placeOf(canvasElement)).toBe(PLACES.refused), { timeout: 20_000 })
    await untilTime(canvasElement, 0.05)
  },
}
