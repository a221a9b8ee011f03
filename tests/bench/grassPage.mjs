/**
 * The page's side of `grass`: a field of grass in a browser, stepped by a backend and drawn by three.js,
 * with the time of both. Work on the graphics card counts when a pixel of its result has been read.
 */
import { GrassSimulation, SphereCollider } from '@billow/core'
import { GrassMesh } from '@billow/three'
import { AmbientLight, DirectionalLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three'

/** 1/m²; more blades are a larger field, as in `stories/scenes/meadow.ts`. */
const DENSITY = 200

/** Of the eye over the ground, m, and how far away the ground is that it looks at. */
const EYE = 1.6
const GAZE = 8

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

function waitFor(gl) {
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
}

/**
 * @param {{ count: number, backend: 'cpu' | 'gpu', width: number, height: number, rounds: number,
 *   steps: number }} job rounds of so many steps and one picture; of the rounds the median counts
 */
globalThis.benchGrass = ({ count, backend, width, height, rounds, steps }) => {
  const side = Math.sqrt(count / DENSITY)
  const simulation = new GrassSimulation({
    size: [side, side],
    density: DENSITY,
    wind: [3, 0, 1.5],
    turbulence: 0.4,
    turbulenceScale: 3,
    gusts: 0.4,
  })
  simulation.addCollider(new SphereCollider({ center: [0, 0.3, 0], radius: 0.35 }))
  const renderer = new WebGLRenderer()
  renderer.setSize(width, height, false)
  const mesh = new GrassMesh(simulation, { backend })
  const scene = new Scene().add(mesh, new AmbientLight('#fff', 1), new DirectionalLight('#fff', 2))
  const camera = new PerspectiveCamera(50, width / height, 0.1, 200)
  camera.position.set(0, EYE, Math.min(side / 2, GAZE))
  camera.lookAt(0, 0, camera.position.z - GAZE)
  const gl = renderer.getContext()
  const draw = () => {
    mesh.update(camera, renderer)
    renderer.render(scene, camera)
    waitFor(gl)
  }
  const step = () => {
    for (let n = 0; n < steps; n++) simulation.step()
    if (simulation.movedBy) {
      renderer.setRenderTarget(simulation.movedBy.target)
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, new Float32Array(4))
      renderer.setRenderTarget(null)
    }
  }
  draw()
  step()
  const times = { step: [], draw: [] }
  const timed = (list, act, share) => {
    const start = performance.now()
    act()
    list.push((performance.now() - start) / share)
  }
  for (let n = 0; n < rounds; n++) {
    timed(times.step, step, steps)
    timed(times.draw, draw, 1)
  }
  const result = {
    blades: simulation.bladeCount,
    backend: mesh.backendInUse.kind,
    stepMs: median(times.step),
    drawMs: median(times.draw),
    drawn: mesh.drawnBlades,
    lean: simulation.measure().meanLean,
    device: gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL),
  }
  mesh.dispose()
  renderer.dispose()
  renderer.forceContextLoss()
  return result
}
