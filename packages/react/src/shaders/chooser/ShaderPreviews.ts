/**
 * Small pictures of shaders on a ball. One renderer draws them all, one after the other, and copies
 * each into a canvas of its own: browsers allow about 16 WebGL contexts in a page, and this takes one.
 */
import { BillowShaderMaterial, type ShaderDescriptor } from '@billow/three/materials'
import {
  BufferAttribute,
  DirectionalLight,
  HemisphereLight,
  type Material,
  Mesh,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  WebGLRenderer,
} from 'three'

/** Pixels along a side: twice what is shown, for screens with fine pixels. */
export const PREVIEW_SIZE = 112

/** Pixels along a side that every device with WebGL 2 takes (ES 3.0, table 6.28). */
const LEAST_TEXTURE_LIMIT = 2048

interface Job {
  readonly shader: ShaderDescriptor
  readonly uniforms: Readonly<Record<string, unknown>>
}

/** What a graphics card says of a shader that does not work. */
export interface CompilerLogs {
  readonly vertex: string
  readonly fragment: string
  readonly link: string
}

export class ShaderPreviews {
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  private readonly camera = new PerspectiveCamera(33, 1, 0.1, 10)
  private readonly ball: Mesh<SphereGeometry, Material> = new Mesh(createBall())
  private readonly materials = new Map<ShaderDescriptor, BillowShaderMaterial>()
  private readonly shown = new Map<HTMLCanvasElement, Job>()
  private readonly waiting = new Set<HTMLCanvasElement>()
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @throws Error where there is no WebGL */
  constructor() {
    this.renderer = new WebGLRenderer({ alpha: true, antialias: true })
    this.renderer.setPixelRatio(1)
    this.renderer.setSize(PREVIEW_SIZE, PREVIEW_SIZE, false)
    this.renderer.domElement.addEventListener('webglcontextrestored', () => {
      for (const canvas of this.shown.keys()) this.queue(canvas)
    })
    this.camera.position.set(0, 0, 3)
    const sun = new DirectionalLight('#fff3e2', 2.6)
    sun.position.set(0.5, 1, 1)
    this.scene.add(this.ball, sun, new HemisphereLight('#ffffff', '#8a857c', 1.1))
  }

  get textureLimit(): number {
    return this.renderer.capabilities.maxTextureSize
  }

  /** Draws soon: one picture at a time, so that the page answers in between. */
  show(canvas: HTMLCanvasElement, shader: ShaderDescriptor, uniforms: Job['uniforms']): void {
    this.shown.set(canvas, { shader, uniforms })
    this.queue(canvas)
  }

  forget(canvas: HTMLCanvasElement): void {
    const shader = this.shown.get(canvas)?.shader
    this.shown.delete(canvas)
    this.waiting.delete(canvas)
    if (!shader || [...this.shown.values()].some((job) => job.shader === shader)) return
    this.materials.get(shader)?.dispose()
    this.materials.delete(shader)
  }

  /** Messages of the compiler and the linker; nothing where a shader works. Draws nothing. */
  compile(material: Material): CompilerLogs | undefined {
    const { renderer, ball } = this
    const before = new Set(renderer.info.programs)
    ball.material = material
    renderer.compile(this.scene, this.camera)
    const program = renderer.info.programs!.find((candidate) => !before.has(candidate))
    // The same source has been compiled before, and is in use.
    if (!program) return undefined
    const gl = renderer.getContext()
    const handle = program.program as WebGLProgram
    if (gl.getProgramParameter(handle, gl.LINK_STATUS)) return undefined
    const shaderLog = (shader: unknown): string => gl.getShaderInfoLog(shader as WebGLShader) ?? ''
    return {
      vertex: shaderLog(program.vertexShader),
      fragment: shaderLog(program.fragmentShader),
      link: gl.getProgramInfoLog(handle) ?? '',
    }
  }

  /** Whether the graphics card survives a picture in this material. */
  survives(material: Material): boolean {
    const { renderer } = this
    const gl = renderer.getContext()
    this.ball.material = material
    renderer.render(this.scene, this.camera)
    // Waits for the picture.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
    return !gl.isContextLost()
  }

  get isLost(): boolean {
    return this.renderer.getContext().isContextLost()
  }

  dispose(): void {
    clearTimeout(this.timer)
    for (const material of this.materials.values()) material.dispose()
    this.ball.geometry.dispose()
    this.renderer.dispose()
    this.renderer.forceContextLoss()
  }

  private queue(canvas: HTMLCanvasElement): void {
    this.waiting.add(canvas)
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.drawNext()
    })
  }

  private drawNext(): void {
    const [canvas] = this.waiting
    if (!canvas) return
    this.waiting.delete(canvas)
    const job = this.shown.get(canvas)
    if (job) this.draw(canvas, job)
    const [next] = this.waiting
    if (next) this.queue(next)
  }

  private draw(canvas: HTMLCanvasElement, { shader, uniforms }: Job): void {
    const material = this.materials.get(shader) ?? new BillowShaderMaterial(shader)
    this.materials.set(shader, material)
    // Whatever a uniform was before: what is not given is at its default.
    const absent = Object.fromEntries(
      Object.entries(shader.uniforms).map(([key, { kind, ...rest }]) => [
        key,
        kind === 'texture' ? null : (rest as { default: unknown }).default,
      ]),
    )
    material.setUniforms({ ...absent, ...uniforms } as never)
    this.ball.material = material
    this.renderer.render(this.scene, this.camera)
    const context = canvas.getContext('2d')!
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.drawImage(this.renderer.domElement, 0, 0, canvas.width, canvas.height)
  }
}

/** A ball that is stretched ever more from below to above, for shaders that show strain. */
function createBall(): SphereGeometry {
  const ball = new SphereGeometry(0.78, 64, 48)
  const { array } = ball.getAttribute('position')
  const strains = new Float32Array(array.length / 3)
  for (let v = 0; v < strains.length; v++) strains[v] = 0.05 + 0.06 * array[3 * v + 1]!
  ball.setAttribute('strain', new BufferAttribute(strains, 1))
  return ball
}

/** ms; who comes back soon, as React's strict mode does, finds the same renderer. */
const LINGER = 1000

let shared: ShaderPreviews | undefined
let isRefused = false
let users = 0
let leaving: ReturnType<typeof setTimeout> | undefined

/** To be answered with `releasePreviews`. Undefined where there is no WebGL. */
export function takePreviews(): ShaderPreviews | undefined {
  users++
  clearTimeout(leaving)
  if (!shared && !isRefused) {
    try {
      shared = new ShaderPreviews()
    } catch {
      // three.js has said so in the console; names without pictures do as well.
      isRefused = true
    }
  }
  return shared
}

export function releasePreviews(): void {
  if (--users > 0) return
  leaving = setTimeout(() => {
    shared?.dispose()
    shared = undefined
  }, LINGER)
}

/** Pixels along a side of the largest texture that the graphics card takes. */
export const textureLimit = (): number => shared?.textureLimit ?? LEAST_TEXTURE_LIMIT
