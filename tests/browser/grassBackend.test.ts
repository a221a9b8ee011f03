/** Which backend a `GrassMesh` takes and why, what it draws with either, and what becomes of both. */
import { GrassSimulation, SphereCollider } from '@billow/core'
import { type Backend, GrassMesh } from '@billow/three'
import { AmbientLight, Color, PerspectiveCamera, Scene, type WebGLRenderer } from 'three'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseBackend, FEWEST_BLADES } from '../../packages/three/src/grass/gpu/chooseBackend.js'
import { contextEvent, createRenderer, errorsOf, release } from '../helpers/webgl.js'

const OPTIONS = {
  size: [2, 2],
  density: 250,
  height: 0.3,
  wind: [4, 0, 1],
  turbulence: 0.5,
} as const

const warnings = vi.spyOn(console, 'warn')
const errors = vi.spyOn(console, 'error')

let renderer: WebGLRenderer

beforeEach(() => {
  renderer = createRenderer(200)
})

afterEach(() => {
  expect(errorsOf(renderer)).toEqual([])
  release(renderer)
  expect(warnings.mock.calls).toEqual([])
  expect(errors.mock.calls).toEqual([])
})

/** A field with a ball on it, as seen by a camera. */
class View {
  readonly simulation = new GrassSimulation(OPTIONS)
  readonly scene = new Scene()
  readonly camera = new PerspectiveCamera(40, 1, 0.1, 50)
  readonly mesh: GrassMesh

  constructor(backend: Backend) {
    this.mesh = new GrassMesh(this.simulation, { backend })
    this.scene.background = new Color('#334')
    this.scene.add(this.mesh, new AmbientLight('#fff', 3))
    this.camera.position.set(0, 1, 2.4)
    this.camera.lookAt(0, 0, 0)
    this.simulation.addCollider(new SphereCollider({ center: [0, 0.25, 0], radius: 0.3 }))
  }

  frame(seconds = 1 / 60): void {
    this.simulation.advance(seconds)
    this.mesh.update(this.camera, renderer)
    renderer.render(this.scene, this.camera)
  }

  /** RGBA of the last frame. */
  pixels(): Uint8Array {
    renderer.render(this.scene, this.camera)
    const gl = renderer.getContext()
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight)
    gl.readPixels(
      0,
      0,
      gl.drawingBufferWidth,
      gl.drawingBufferHeight,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      pixels,
    )
    return pixels
  }
}

/** Share of the numbers that differ by more than what rounding does to a colour. */
function difference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + (Math.abs(value - b[i]!) > 8 ? 1 : 0), 0) / a.length
}

describe('the choice (G42, G47)', () => {
  /** A renderer of a device with a graphics card, with these extensions. */
  function device(extensions: string[], name = 'Some GPU', maxTextureSize = 4096) {
    return {
      isWebGLRenderer: true,
      capabilities: { maxVertexTextures: 16, maxTextureSize },
      extensions: { has: (extension: string) => extensions.includes(extension) },
      getContext: () => ({ getExtension: () => null, getParameter: () => name, RENDERER: 1 }),
    }
  }
  const FLOAT = ['EXT_color_buffer_float', 'EXT_color_buffer_half_float']

  test.each([
    ['auto', device(FLOAT), 1e5, 'gpu', 'float', 'single precision'],
    ['auto', device(FLOAT.slice(1)), 1e5, 'gpu', 'half', 'half precision'],
    ['auto', device([]), 1e5, 'cpu', undefined, 'EXT_color_buffer_float'],
    ['auto', device(FLOAT, 'Google SwiftShader'), 1e5, 'cpu', undefined, 'SwiftShader'],
    ['auto', device(FLOAT), FEWEST_BLADES - 1, 'cpu', undefined, 'fewer than'],
    ['auto', undefined, 1e5, 'cpu', undefined, 'WebGLRenderer'],
    ['auto', { isWebGPURenderer: true }, 1e5, 'cpu', undefined, 'WebGLRenderer'],
    ['cpu', device(FLOAT), 1e5, 'cpu', undefined, 'asked for'],
    ['gpu', device(FLOAT, 'Google SwiftShader'), 1, 'gpu', 'float', 'asked for'],
    ['gpu', device(FLOAT.slice(1)), 1, 'gpu', 'half', 'half precision'],
  ] as const)('%s, case %#', (asked, given, blades, kind, precision, reason) => {
    const choice = chooseBackend('Test', asked, given, blades)
    expect(choice.kind).toBe(kind)
    expect(choice.precision).toBe(precision)
    expect(choice.reason).toContain(reason)
  })

  test('gpu where it is impossible, too many blades and unknown names are errors', () => {
    const choose = (asked: Backend, given: unknown, blades: number) => () =>
      chooseBackend('Test', asked, given, blades)
    expect(choose('gpu', device([]), 1e5)).toThrow(
      /Test: backend "gpu" is impossible here: .*EXT_color_buffer_half_float.*; use "auto" or "cpu"/,
    )
    expect(choose('gpu', undefined, 10)).toThrow(/needs a WebGLRenderer/)
    expect(choose('cpu', device(FLOAT, 'GPU', 2048), 1_396_737)).toThrow(/at most 1396736/)
    expect(choose('cpu', device(FLOAT, 'GPU', 2048), 1_396_736)).not.toThrow()
    expect(choose('fast' as Backend, device(FLOAT), 10)).toThrow(/"auto", "cpu" or "gpu", got fast/)
  })

  test('of a mesh is made with the first frame, says why, and may change', () => {
    const view = new View('auto')
    expect(view.mesh.backendInUse.reason).toBe('no renderer has been seen yet')
    view.frame()
    expect(view.mesh.backendInUse.kind).toBe('cpu')
    view.mesh.backend = 'gpu'
    view.frame()
    expect(view.mesh.backendInUse).toEqual({
      kind: 'gpu',
      precision: 'float',
      reason: 'asked for; state in single precision',
    })
    expect(view.simulation.movedBy).toBeDefined()
    const hash = view.simulation.hash()
    view.mesh.backend = 'cpu'
    view.frame(0)
    expect(view.simulation.movedBy).toBeUndefined()
    expect(view.simulation.hash()).toBe(hash)
    view.mesh.dispose()
  })

  test('gpu without a renderer is an error of the first frame', () => {
    const view = new View('gpu')
    expect(() => {
      view.mesh.update(view.camera)
    }).toThrow(/needs a WebGLRenderer/)
    view.mesh.dispose()
  })
})

describe('a mesh whose blades are moved on the graphics card', () => {
  test('is drawn as by the processor, between steps too', () => {
    const views = [new View('gpu'), new View('cpu')] as const
    const drawn = (seconds: number, model: 'stable' | 'paper' = 'stable') => {
      const [gpu, cpu] = views.map((view) => {
        view.simulation.setParams({ model })
        view.frame(seconds)
        return view.pixels()
      })
      expect(views[0].mesh.backendInUse.kind).toBe('gpu')
      expect(views[0].mesh.drawnBlades).toBe(views[1].mesh.drawnBlades)
      return difference(gpu!, cpu!)
    }
    // Between steps the processor's guides are those of the step, the graphics card's of the tips.
    for (let n = 0; n < 4; n++) expect(drawn(0.09)).toBeLessThan(0.03)
    for (const view of views) {
      view.mesh.interpolate = false
      view.simulation.reset()
    }
    for (let n = 0; n < 4; n++) expect(drawn(0.1)).toBeLessThan(0.002)
    for (const view of views) view.simulation.reset()
    for (let n = 0; n < 3; n++) expect(drawn(0.1, 'paper')).toBeLessThan(0.002)
    // The picture shows something, which moves.
    const before = views[0].pixels()
    views[0].frame(0.2)
    expect(difference(before, views[0].pixels())).toBeGreaterThan(0.05)
    for (const { mesh } of views) mesh.dispose()
  })

  test('takes nothing over the processor in a frame but air, bodies and the choice of blades', () => {
    const view = new View('gpu')
    for (let n = 0; n < 3; n++) view.frame()
    const gl = renderer.getContext() as WebGL2RenderingContext
    const reads = vi.spyOn(gl, 'readPixels')
    const uploads = [vi.spyOn(gl, 'texImage2D'), vi.spyOn(gl, 'texSubImage2D')]
    for (let n = 0; n < 10; n++) view.frame()
    expect(reads).not.toHaveBeenCalled()
    for (const upload of uploads) {
      // Width and height of what is uploaded: the list of bodies, one row of 16 texels.
      for (const call of upload.mock.calls as unknown as number[][])
        expect(call[4]! * call[5]!).toBeLessThanOrEqual(16)
    }
    view.mesh.dispose()
  })

  test.each(['float', 'half'] as const)(
    'comes to rest where the air is still (%s)',
    (precision) => {
      const has = renderer.extensions.has.bind(renderer.extensions)
      if (precision === 'half')
        renderer.extensions.has = (name) => name !== 'EXT_color_buffer_float' && has(name)
      const view = new View('gpu')
      for (const collider of view.simulation.colliders) view.simulation.removeCollider(collider)
      view.simulation.setParams({ wind: [1, 0, 0], turbulence: 0 })
      view.mesh.update(view.camera, renderer)
      expect(view.mesh.backendInUse.precision).toBe(precision)
      for (let n = 0; n < 400; n++) view.simulation.step()
      expect(view.simulation.isResting).toBe(true)
      view.simulation.setParams({ wind: [2, 0, 0] })
      view.simulation.step()
      expect(view.simulation.isResting).toBe(false)
      view.mesh.dispose()
    },
  )

  test('leaves the renderer as it was', () => {
    const view = new View('gpu')
    renderer.autoClear = true
    renderer.xr.enabled = true
    view.frame()
    expect([renderer.getRenderTarget(), renderer.autoClear, renderer.xr.enabled]).toEqual([
      null,
      true,
      true,
    ])
    view.mesh.dispose()
  })

  // Every field compiles its programs anew.
  test(
    'leaks nothing when it grows anew 100 times, and frees all in the end (G46, G51)',
    { timeout: 180_000 },
    () => {
      const view = new View('gpu')
      const counts = () => ({ ...renderer.info.memory, programs: renderer.info.programs!.length })
      // A texture of three's own comes with the first standard material, and stays.
      const other = new View('cpu')
      other.frame()
      other.mesh.dispose()
      const empty = counts()
      view.frame()
      const first = counts()
      for (let n = 0; n < 100; n++) {
        view.simulation.rebuild({ density: 100 + 10 * (n % 7) })
        view.frame()
        expect(view.mesh.backendInUse.kind).toBe('gpu')
        expect(counts(), `rebuild ${n}`).toEqual(first)
      }
      view.mesh.dispose()
      expect(counts()).toEqual(empty)
    },
  )

  test('hands its blades back when it is disposed of', () => {
    const view = new View('gpu')
    for (let n = 0; n < 5; n++) view.frame()
    const hash = view.simulation.hash()
    view.mesh.dispose()
    expect(view.simulation.movedBy).toBeUndefined()
    expect(view.simulation.hash()).toBe(hash)
    view.simulation.step()
    expect([...view.simulation.state.tips].every(Number.isFinite)).toBe(true)
  })

  test(
    'comes back after a lost context, without a number that is none (G43)',
    { timeout: 120_000 },
    async () => {
      const view = new View('gpu')
      for (let n = 0; n < 20; n++) view.frame()
      const before = view.simulation.measure()
      await contextEvent(renderer, 'webglcontextlost', () => {
        renderer.forceContextLoss()
      })
      expect(errorsOf(renderer)).toEqual([0x9242]) // CONTEXT_LOST_WEBGL, once
      for (let n = 0; n < 5; n++) view.frame()
      expect([...view.simulation.state.tips].every(Number.isFinite)).toBe(true)
      await contextEvent(renderer, 'webglcontextrestored', () => {
        renderer.forceContextRestore()
      })
      for (let n = 0; n < 40; n++) view.frame()
      const after = view.simulation.measure()
      expect(view.mesh.backendInUse.kind).toBe('gpu')
      expect(after.time).toBeGreaterThan(before.time)
      expect(after.meanLean).toBeGreaterThan(0.5 * before.meanLean)
      expect(after.meanLean).toBeLessThan(2 * before.meanLean)
      const fresh = new View('cpu')
      for (let n = 0; n < 65; n++) fresh.frame()
      expect(difference(view.pixels(), fresh.pixels())).toBeLessThan(0.05)
      for (const { mesh } of [fresh, view]) {
        expect(errorsOf(renderer)).toEqual([])
        mesh.dispose()
      }
      // three.js asks the new context to delete what it had on the old one.
      expect(
        errorsOf(renderer).every((error) => error === renderer.getContext().INVALID_OPERATION),
      ).toBe(true)
    },
  )
})
