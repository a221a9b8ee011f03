/**
 * A small stage for shaders: pictures in linear light with full precision, colours as the screen has
 * them, and everything that WebGL or three.js complains about.
 */
import {
  type Camera,
  FloatType,
  type Material,
  Mesh,
  NearestFilter,
  type Object3D,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  Vector3,
  WebGLRenderer,
  type WebGLRendererParameters,
  WebGLRenderTarget,
} from 'three'

export type Rgb = [number, number, number]

export interface Picture {
  readonly size: number
  readonly data: Float32Array
  /** Red, green, blue of the pixel in column x from the left, row y from below. */
  at(x: number, y: number): Rgb
  alphaAt(x: number, y: number): number
}

export class ShaderStage {
  readonly renderer: WebGLRenderer
  readonly scene = new Scene()
  private readonly target: WebGLRenderTarget

  constructor(
    readonly size = 65,
    options: WebGLRendererParameters = {},
  ) {
    this.renderer = new WebGLRenderer({ antialias: false, ...options })
    this.renderer.setSize(size, size, false)
    // Alpha tells what is drawn from what is not.
    this.renderer.setClearColor(0x000000, 0)
    this.target = new WebGLRenderTarget(size, size, {
      type: FloatType,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    })
  }

  draw(scene: Object3D, camera: Camera): Picture {
    const { renderer, target, size } = this
    const data = new Float32Array(4 * size * size)
    renderer.setRenderTarget(target)
    renderer.render(scene, camera)
    renderer.readRenderTargetPixels(target, 0, 0, size, size, data)
    renderer.setRenderTarget(null)
    return {
      size,
      data,
      at: (x, y) => [...data.subarray(4 * (y * size + x), 4 * (y * size + x) + 3)] as Rgb,
      alphaAt: (x, y) => data[4 * (y * size + x) + 3]!,
    }
  }

  /** What the screen itself shows, 0 to 255. */
  drawToScreen(scene: Object3D, camera: Camera): Uint8Array {
    const { renderer, size } = this
    renderer.render(scene, camera)
    const gl = renderer.getContext()
    const pixels = new Uint8Array(4 * size * size)
    gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    return pixels
  }

  free(): void {
    this.target.dispose()
    this.renderer.dispose()
    this.renderer.forceContextLoss()
  }
}

/** A plane in z = 0 that faces +z. */
export function sheet(material: Material, size = 2, segments = 1): Mesh<PlaneGeometry> {
  return new Mesh(new PlaneGeometry(size, size, segments, segments), material)
}

export function cameraAt(x: number, y: number, z: number, fov = 40): PerspectiveCamera {
  const camera = new PerspectiveCamera(fov, 1, 0.05, 100)
  camera.position.set(x, y, z)
  camera.lookAt(0, 0, 0)
  camera.updateMatrixWorld()
  return camera
}

/** From the camera through the middle of a pixel: a place and a unit vector. */
function ray(camera: PerspectiveCamera, size: number, x: number, y: number): [Vector3, Vector3] {
  const from = camera.position.clone()
  const far = new Vector3((2 * (x + 0.5)) / size - 1, (2 * (y + 0.5)) / size - 1, 0.5)
  return [from, far.unproject(camera).sub(from).normalize()]
}

/** Where the middle of a pixel sees the plane z = 0. */
export function onPlane(camera: PerspectiveCamera, size: number, x: number, y: number): Rgb {
  const [from, way] = ray(camera, size, x, y)
  return from.addScaledVector(way, -from.z / way.z).toArray()
}

/** Where the middle of a pixel sees the sphere around the origin. */
export function onSphere(
  camera: PerspectiveCamera,
  size: number,
  x: number,
  y: number,
  radius: number,
): Rgb {
  const [from, way] = ray(camera, size, x, y)
  const half = from.dot(way)
  const distance = -half - Math.sqrt(half * half - from.lengthSq() + radius * radius)
  return from.addScaledVector(way, distance).toArray()
}
