'use client'
/**
 * Records a cloth in step with simulated time: after steps, as often as the recording wants, and without
 * rendering React. The state before the first step is recorded, too. A cloth that has come to rest on a
 * canvas that draws on demand goes on resting.
 */
import { BillowError, type ClothView } from '@billow/core'
import type { ClothMesh } from '@billow/three'
import { use, useEffect } from 'react'
import { ClothContext } from '../cloth/ClothContext.js'
import type { ClothHandle, ClothWorkerHandle } from '../cloth/ClothHandle.js'
import { LoopContext } from '../simulation/SimulationContext.js'
import { loopOf, type SimulationLoop } from '../simulation/SimulationLoop.js'
import { ClothMeter, measurableOf } from './ClothMeter.js'
import type { ClothRecording } from './useRecording.js'

type AnyHandle = ClothHandle | ClothWorkerHandle

/** Reads one cloth into one recording. */
class Recorder {
  private meter: ClothMeter | undefined
  private isWaiting = false

  constructor(
    private readonly recording: ClothRecording,
    private readonly meshNow: () => Pick<ClothMesh<ClothView>, 'simulation'> | null,
  ) {}

  /** After a step, and in every frame: a reset shows while the clock stands, too. */
  readonly sample = (): void => {
    const mesh = this.meshNow()
    if (!mesh) return
    const { recording } = this
    const cloth = measurableOf(mesh)
    if (this.meter?.cloth !== cloth) {
      this.meter?.dispose()
      this.meter = new ClothMeter(cloth, recording.asked)
      recording.describe = () => ({ ...cloth.params })
    }
    if (this.isWaiting || !recording.isDue(cloth.time)) return
    // Taken back to a moment that was recorded.
    if (cloth.time <= recording.lastTime)
      this.meter.rewind((id) => recording.valueAt(id, cloth.time))
    this.isWaiting = true
    this.meter.read((time, values) => {
      this.isWaiting = false
      // One in a worker may answer when it is no longer asked for.
      if (this.meter?.cloth === cloth) recording.add(time, values)
    })
  }

  stop(): void {
    const { recording } = this
    // Still to be told when the cloth is gone.
    const { conditions } = recording
    recording.describe = () => conditions
    this.meter?.dispose()
    this.meter = undefined
  }
}

/**
 * @param cloth the handle of one, where the component is in no `<Cloth>`; null until there is one.
 * @throws BillowError where there is neither
 */
export function useRecorder(
  who: string,
  recording: ClothRecording,
  cloth?: AnyHandle | null,
): void {
  const around = use(ClothContext)
  const aroundLoop = use(LoopContext)
  if (cloth === undefined && !around)
    throw new BillowError(`@billow/react: ${who} must be inside a <Cloth>, or be given its handle`)

  useEffect(() => {
    const loop: SimulationLoop | undefined =
      cloth === undefined ? aroundLoop : cloth ? loopOf(cloth.simulation) : undefined
    if (!loop) return undefined
    const recorder = new Recorder(recording, () =>
      cloth ? cloth.object : (around?.current ?? null),
    )
    const { observers } = loop.callbacks
    observers.add(recorder.sample)
    recorder.sample()
    return () => {
      observers.delete(recorder.sample)
      recorder.stop()
    }
  }, [recording, cloth, around, aroundLoop])
}
