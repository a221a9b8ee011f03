/**
 * How deep the scene is for a camera, without grass: what occlusion culling compares blades with
 * (Jahrmann & Wimmer 2017, section 5.4). Opaque objects are drawn once more at half the resolution,
 * depth alone; of every piece of 8 × 8 pixels, and of the pixels around it, the farthest depth is
 * kept. So a point counts as hidden only where everything that is seen around it is nearer:
 *
 * - It is of the same frame: nothing that comes into view is missing for a while.
 * - Next to the outline of whatever hides it a blade is drawn: where anything farther is seen within
 *   a piece, nothing of the piece hides.
 * - What may be drawn elsewhere than its geometry says (transparent, cut out, displaced or made by
 *   shaders of its own) hides nothing.
 * - Openings narrower than two pixels may be missed.
 *
 * Works wherever WebGL2 does: depth is packed into 8-bit colours.
 */
import {
  BackSide,
  Color,
  FrontSide,
  Material,
  Mesh,
  MeshDepthMaterial,
  NearestFilter,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  type PerspectiveCamera,
  RGBDepthPacking,
  type Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'

/** Pixels of the picture per texel of depth, along each side. */
const PIXELS_PER_TEXEL = 2

/** Texels of depth per texel of the farthest, along each side. */
const TEXELS_PER_PIECE = 4

/** Depth out of three colours: base 256 behind the point. */
export const UNPACK_DEPTH = /* glsl */ `
  float unpackDepth(vec3 packed_) {
    return dot(packed_, vec3(255.0 / 256.0, 255.0 / 65536.0, 1.0 / 65536.0));
  }
`

/** Farthest of a piece and the texels next to it, as it was packed. */
const farthestShader = /* glsl */ `
  ${UNPACK_DEPTH}
  uniform sampler2D depths;
  void main() {
    ivec2 last = textureSize(depths, 0) - 1;
    ivec2 first = ivec2(gl_FragCoord.xy) * ${TEXELS_PER_PIECE} - 1;
    vec4 farthest = vec4(0.0);
    float most = -1.0;
    for (int y = 0; y < ${TEXELS_PER_PIECE + 2}; y++) {
      for (int x = 0; x < ${TEXELS_PER_PIECE + 2}; x++) {
        vec4 packed_ = texelFetch(depths, clamp(first + ivec2(x, y), ivec2(0), last), 0);
        float depth = unpackDepth(packed_.rgb);
        if (depth > most) {
          most = depth;
          farthest = packed_;
        }
      }
    }
    gl_FragColor = farthest;
  }
`

const pixels = /* @__PURE__ */ new Vector2()
const clearColor = /* @__PURE__ */ new Color()

/** A material that writes depth where the geometry is, and nowhere else. */
function isSolid(material: Material): boolean {
  const { transparent, depthTest, depthWrite, colorWrite, side, alphaTest, clippingPlanes } =
    material
  const special = material as Partial<{
    isShaderMaterial: boolean
    wireframe: boolean
    alphaMap: unknown
    displacementMap: unknown
  }>
  return (
    material.visible &&
    !transparent &&
    depthTest &&
    depthWrite &&
    colorWrite &&
    side !== BackSide &&
    alphaTest === 0 &&
    !material.alphaHash &&
    !clippingPlanes?.length &&
    !special.isShaderMaterial &&
    !special.wireframe &&
    !special.alphaMap &&
    !special.displacementMap &&
    material.onBeforeCompile === Material.prototype.onBeforeCompile
  )
}

function hides(object: Object3D): boolean {
  if (!(object as Partial<Mesh>).isMesh || object.customDepthMaterial) return false
  const { material } = object as Mesh
  return Array.isArray(material) ? material.every(isSolid) : isSolid(material)
}

export class SceneDepth {
  private readonly depths = createTarget(true)
  private readonly farthest = createTarget(false)
  private readonly depthMaterial = new MeshDepthMaterial({
    depthPacking: RGBDepthPacking,
    side: FrontSide,
  })
  private readonly screen = new Mesh(
    new PlaneGeometry(2, 2),
    new ShaderMaterial({
      uniforms: { depths: { value: this.depths.texture } },
      vertexShader: 'void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }',
      fragmentShader: farthestShader,
      depthTest: false,
      depthWrite: false,
    }),
  )
  private readonly flat = new OrthographicCamera(-1, 1, 1, -1, 0, 1)
  private readonly left: Object3D[] = []
  private readonly masks: number[] = []

  /** Farthest depth per piece, packed. */
  get texture() {
    return this.farthest.texture
  }

  /** Pieces from side to side, and from bottom to top. */
  writeSize(out: Vector2): Vector2 {
    return out.set(this.farthest.width, this.farthest.height)
  }

  /** Takes the depth of a scene as a camera sees it now. */
  update(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera): void {
    const { depths, farthest, depthMaterial, screen, flat } = this
    renderer.getDrawingBufferSize(pixels).divideScalar(PIXELS_PER_TEXEL).ceil()
    resize(depths, pixels.x, pixels.y)
    pixels.divideScalar(TEXELS_PER_PIECE).ceil()
    resize(farthest, pixels.x, pixels.y)

    const { overrideMaterial, background, fog } = scene
    const { autoClear } = renderer
    const { autoUpdate } = renderer.shadowMap
    const target = renderer.getRenderTarget()
    const isXr = renderer.xr.enabled
    renderer.getClearColor(clearColor)
    const clearAlpha = renderer.getClearAlpha()
    this.leaveOut(scene)
    try {
      scene.overrideMaterial = depthMaterial
      scene.background = null
      scene.fog = null
      renderer.xr.enabled = false
      renderer.shadowMap.autoUpdate = false
      renderer.autoClear = true
      renderer.setClearColor(0xffffff, 1)
      renderer.setRenderTarget(depths)
      renderer.render(scene, camera)
      renderer.setRenderTarget(farthest)
      renderer.render(screen, flat)
    } finally {
      Object.assign(scene, { overrideMaterial, background, fog })
      renderer.xr.enabled = isXr
      renderer.shadowMap.autoUpdate = autoUpdate
      renderer.autoClear = autoClear
      renderer.setClearColor(clearColor, clearAlpha)
      renderer.setRenderTarget(target)
      this.putBack()
    }
  }

  /** Reads the packed depths back, which waits for the graphics card: for teaching and tests. */
  read(renderer: WebGLRenderer): { readonly bytes: Uint8Array; width: number; height: number } {
    const { width, height } = this.farthest
    const bytes = new Uint8Array(4 * width * height)
    renderer.readRenderTargetPixels(this.farthest, 0, 0, width, height, bytes)
    return { bytes, width, height }
  }

  dispose(): void {
    this.depths.dispose()
    this.farthest.dispose()
    this.depthMaterial.dispose()
    this.screen.geometry.dispose()
    this.screen.material.dispose()
  }

  /** Objects that hide nothing are in no layer meanwhile. */
  private leaveOut(scene: Scene): void {
    scene.traverseVisible((object) => {
      const isDrawn = 'geometry' in object || (object as { isSprite?: boolean }).isSprite
      if (!isDrawn || hides(object)) return
      this.left.push(object)
      this.masks.push(object.layers.mask)
      object.layers.mask = 0
    })
  }

  private putBack(): void {
    this.left.forEach((object, n) => (object.layers.mask = this.masks[n]!))
    this.left.length = 0
    this.masks.length = 0
  }
}

function createTarget(depthBuffer: boolean): WebGLRenderTarget {
  return new WebGLRenderTarget(1, 1, {
    depthBuffer,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  })
}

function resize(target: WebGLRenderTarget, width: number, height: number): void {
  const [w, h] = [Math.max(width, 1), Math.max(height, 1)]
  if (target.width !== w || target.height !== h) target.setSize(w, h)
}
