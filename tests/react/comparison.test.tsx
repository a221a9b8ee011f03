// @vitest-environment happy-dom
/** Two runs of a cloth: what is kept of the first, and its ghost beside the second. */
import { ClothSimulation } from '@billow/core'
import { Cloth, type ClothHandle } from '@billow/react'
import { ClothRecording, Comparison, Ghost, Recorder } from '@billow/react/instruments'
import { GhostCloth, MotionRecord } from '@billow/three/overlays'
import * as TestRenderer from '@react-three/test-renderer'
import { createRef, StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { frames } from '../helpers/frames.js'

const small = { segments: [4, 4], substeps: 2, pins: 'top', sleep: false } as const

describe('MotionRecord', () => {
  it('is between two moments where the line between them is, and does not go beyond them', () => {
    const cloth = new ClothSimulation({ segments: [1, 1] })
    const record = new MotionRecord(cloth)
    const x = cloth.positions[0]!
    for (const time of [0, 1, 2]) {
      cloth.positions[0] = x + time ** 2
      record.take(time)
    }
    const out = new Float32Array(cloth.positions.length)
    for (const [time, expected] of [
      [-1, 0],
      [0, 0],
      [0.25, 0.25],
      [1, 1],
      [1.5, 2.5],
      [2, 4],
      [9, 4],
    ] as const) {
      record.show(time)
      record.writePositions(out)
      expect(out[0]).toBeCloseTo(x + expected, 6)
    }
  })

  it('takes no more memory than it is given', () => {
    const cloth = new ClothSimulation({ segments: [9, 9] })
    const bytes = 100 * 3 * 4
    const record = new MotionRecord(cloth, { rate: 60, memory: 40 * bytes })
    let most = 0
    for (let n = 0; n <= 2000; n++) {
      if (record.isDue(n / 60)) record.take(n / 60)
      most = Math.max(most, record.length)
    }
    expect(most).toBeLessThanOrEqual(40)
    expect(record.length).toBeGreaterThan(19)
    expect(record.span[0]).toBe(0)
    expect(record.span[1]).toBeGreaterThan(30)
  })
})

describe('two runs', () => {
  const compare = async (props: object = {}) => {
    const recording = new ClothRecording({ rate: 60 })
    const comparison = new Comparison(recording, { rate: 60 })
    const handle = createRef<ClothHandle>()
    const scene = (more: object = {}) => (
      <Cloth {...small} {...props} {...more} ref={handle}>
        <Recorder recording={recording} />
        <Ghost comparison={comparison} />
      </Cloth>
    )
    const renderer = await TestRenderer.create(scene())
    const ghost = () => handle.current!.object.children.find((child) => child instanceof GhostCloth)
    const repeat = () =>
      TestRenderer.act(async () => {
        comparison.repeat()
        await Promise.resolve()
      })
    return { recording, comparison, handle, renderer, scene, ghost, repeat }
  }

  it('the cloth goes back and runs with other parameters, while its ghost goes as it went', async () => {
    const { recording, comparison, handle, renderer, scene, ghost, repeat } = await compare()
    const places: number[][] = []
    for (let n = 0; n < 40; n++) {
      await frames(renderer, 1)
      places.push([...handle.current!.simulation.positions])
    }
    expect(ghost()).toBeUndefined()
    await renderer.update(scene({ damping: 5 }))
    await repeat()
    expect(handle.current!.simulation.time).toBe(0)
    expect(handle.current!.simulation.params.damping).toBe(5)
    const before = comparison.earlier!.recorded
    expect(before.length).toBe(41)
    for (let n = 0; n < 40; n++) {
      await frames(renderer, 1)
      const { time } = handle.current!.simulation
      // The ghost is drawn where the cloth is drawn in time, between two steps.
      const shown = comparison.drawnTime * 60
      const [earlier, later] = [Math.floor(shown + 1e-6), Math.ceil(shown - 1e-6)]
      expect(earlier).toBeLessThanOrEqual(Math.round(60 * time))
      if (earlier < 1) continue
      const lowest = ghost()!.particles
      const share = shown - earlier
      for (let i = 0; i < lowest.length; i += 7) {
        const a = places[earlier - 1]![i]!
        const b = places[later - 1]![i]!
        expect(lowest[i]).toBeCloseTo(a + share * (b - a), 5)
      }
    }
    // As long as both runs are: the damped one has less of it.
    expect(recording.length).toBe(41)
    expect(recording.valuesOf('kinetic').at(-1)).toBeLessThan(
      0.9 * Number(before.valuesOf('kinetic').at(-1)),
    )
  })

  it('with the same parameters it is the same run, bit by bit', async () => {
    const { recording, comparison, handle, renderer, repeat } = await compare({ wind: [0, 0, 3] })
    await frames(renderer, 12)
    comparison.mark()
    await frames(renderer, 20)
    await repeat()
    expect(handle.current!.simulation.time).toBeCloseTo(12 / 60, 9)
    await frames(renderer, 20)
    const { recorded } = comparison.earlier!
    expect([...recording.times]).toEqual([...recorded.times])
    expect([...recording.valuesOf('total')]).toEqual([...recorded.valuesOf('total')])
  })

  it('the ghost goes with the earlier run, with the cloth, and is never picked', async () => {
    const { comparison, handle, renderer, ghost, repeat } = await compare()
    await frames(renderer, 10)
    await repeat()
    await frames(renderer, 2)
    const shown = ghost()!
    const disposed = vi.fn()
    shown.geometry.addEventListener('dispose', disposed)
    const { Raycaster, Vector3 } = await import('three')
    const ray = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1))
    expect(ray.intersectObject(shown)).toEqual([])
    await TestRenderer.act(async () => {
      comparison.clear()
      await Promise.resolve()
    })
    await frames(renderer, 1)
    expect(ghost()).toBeUndefined()
    expect(disposed).toHaveBeenCalledTimes(1)
    expect(handle.current!.object.children).toHaveLength(0)
  })

  it('in StrictMode there is one ghost', async () => {
    const comparison = new Comparison(new ClothRecording())
    const handle = createRef<ClothHandle>()
    const renderer = await TestRenderer.create(
      <StrictMode>
        <Cloth {...small} ref={handle}>
          <Ghost comparison={comparison} />
        </Cloth>
      </StrictMode>,
    )
    await frames(renderer, 10)
    await TestRenderer.act(async () => {
      comparison.repeat()
      await Promise.resolve()
    })
    await frames(renderer, 2)
    expect(handle.current!.object.children).toHaveLength(1)
    await renderer.unmount()
  })
})
