/**
 * The worker's side: one `ClothSimulation`, which does what the page calls for. Errors go back with
 * the answer, and the calls after them are still made, as on the page itself.
 */
import { ClothSimulation } from '../cloth/ClothSimulation.js'
import type { TargetedPin } from '../cloth/pins.js'
import { offsetsOf, strengthsOf } from '../cloth/plainSettings.js'
import { triangleContact } from '../collision/faces/FaceContacts.js'
import { triangleCollision } from '../collision/triangles/TriangleGuard.js'
import { TearableSheet } from '../mesh/TearableSheet.js'
import { defaultsOf } from '../params/Parameter.js'
import { clothParams } from '../params/clothParams.js'
import { ColliderMirror } from './colliderStates.js'
import { PositionsOut } from './PositionsOut.js'
import type {
  Answer,
  Batch,
  Call,
  ClothCalls,
  ClothMethod,
  Reply,
  SentCloth,
  SentError,
  SentPin,
} from './protocol.js'
import { TargetMirror } from './targets.js'
import type { WorkerScope } from './WorkerPort.js'

type MadeOf = Pick<ClothSimulation, never> & Parameters<ClothSimulation['rebuild']>[0]

export class ClothHost {
  private cloth: ClothSimulation | undefined
  private readonly colliders = new ColliderMirror()
  private readonly targets = new TargetMirror()
  private readonly out = new PositionsOut()
  /** What the page knows of tears; nothing of those of a new cloth. */
  private topologyRevision = -1
  private moved = false

  /** Works through a batch and answers it. */
  run(batch: Batch): Reply {
    this.out.accept(batch.spare)
    const answers: Answer[] = []
    const errors: SentError[] = []
    for (const call of batch.calls) {
      const { id } = call
      try {
        const value = this.make(call)
        if (id !== undefined) answers.push({ id, value })
      } catch (thrown) {
        const error = describeError(thrown)
        if (id === undefined) errors.push(error)
        else answers.push({ id, error })
      }
    }
    const { cloth } = this
    const reply: { -readonly [Key in keyof Reply]: Reply[Key] } = {
      answers,
      errors,
      time: cloth?.time ?? 0,
      pending: cloth?.pending ?? 0,
      sleeping: cloth?.sleeping ?? false,
    }
    if (cloth && this.moved) {
      this.moved = false
      const { positions, previousPositions, sheet, topologyRevision } = cloth
      reply.positions = this.out.write(positions, previousPositions, batch.shared)
      if (sheet instanceof TearableSheet && topologyRevision !== this.topologyRevision) {
        this.topologyRevision = topologyRevision
        reply.splits = [...sheet.splits]
      }
    }
    return reply
  }

  private make<Method extends ClothMethod>(call: Call<Method>): unknown {
    if (call.targets) this.targets.update(call.targets)
    if (call.colliders && this.colliders.apply(call.colliders, call.shapes))
      this.cloth?.setColliders(this.colliders.list)
    const answer = this.calls[call.method] as (...args: unknown[]) => unknown
    return answer(...call.args)
  }

  private readonly calls: ClothCalls = {
    create: (sent) => {
      const colliders = this.colliders.list
      const code = { triangleCollision, triangleContact }
      this.cloth = new ClothSimulation({ ...this.madeOf(sent), ...code, colliders })
      this.show()
    },
    rebuild: (sent) => {
      this.running.rebuild(this.madeOf(sent))
      this.show()
    },
    advance: (seconds) => {
      if (this.running.advance(seconds) > 0) this.moved = true
    },
    step: () => {
      this.running.step()
      this.moved = true
    },
    setParams: (changes) => {
      this.running.setParams(changes)
    },
    pin: (particle, target, offset) => {
      this.running.pin(particle, target && this.targets.receive(target), offset)
    },
    unpin: (particle) => {
      this.running.unpin(particle)
    },
    setPins: (pins) => {
      this.running.setPins(this.receivePins(pins))
    },
    grab: (particle, target) => {
      this.running.grab(particle, target)
    },
    release: (particle) => {
      this.running.release(particle)
    },
    setWindSources: (sources) => {
      this.running.setWindSources(sources)
    },
    teleport: (options) => {
      this.running.teleport(options)
      this.moved = true
    },
    reset: () => {
      this.running.reset()
      this.moved = true
    },
    restore: (snapshot) => {
      this.running.restore(snapshot)
      this.moved = true
    },
    snapshot: () => this.running.snapshot(),
    hash: () => this.running.hash(),
    measure: () => this.running.measure(),
    contactOf: (collider) => this.running.contactOf(this.colliders.list[collider]!),
    validate: () => this.running.validate(),
  }

  private get running(): ClothSimulation {
    if (!this.cloth) throw new Error('@billow/core: ClothWorker: the cloth could not be made')
    return this.cloth
  }

  private show(): void {
    this.topologyRevision = -1
    this.moved = true
  }

  private madeOf({ params, settings, pins }: SentCloth): MadeOf {
    const { offsets, strengths, ...rest } = settings
    const [across] = params.segments ?? defaultsOf(clothParams).segments
    return {
      ...params,
      ...rest,
      pins: this.receivePins(pins),
      ...(offsets ? { offsetAt: offsetsOf(offsets, across + 1) } : {}),
      ...(strengths ? { strengthAt: strengthsOf(strengths) } : {}),
    }
  }

  private receivePins(pins: readonly SentPin[]): (number | TargetedPin)[] {
    return pins.map(({ particle, target, offset }) =>
      target === undefined ? particle : { particle, target: this.targets.receive(target), offset },
    )
  }
}

function describeError(thrown: unknown): SentError {
  return thrown instanceof Error
    ? { name: thrown.name, message: thrown.message }
    : { name: 'Error', message: String(thrown) }
}

/** Answers the batches that come to a worker. */
export function serveCloth(scope: WorkerScope): void {
  const host = new ClothHost()
  scope.addEventListener('message', ({ data }) => {
    const reply = host.run(data as Batch)
    const buffer = reply.positions?.buffer
    scope.postMessage(reply, buffer ? [buffer] : [])
  })
  scope.addEventListener('messageerror', () => {
    throw new Error('@billow/core: ClothWorker: the worker could not read a message')
  })
}
