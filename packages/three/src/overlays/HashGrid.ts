/**
 * The cells of space that a spatial hash sorts the particles of a cloth into: faint where there is one
 * particle, strong where several share a cell and are looked at as pairs (Teschner et al. 2003, "Optimized
 * spatial hashing for collision detection of deformable objects"). A child of the `ClothMesh`.
 */
import { checkNumber, type ClothView } from '@billow/core'
import {
  BoxGeometry,
  Color,
  type ColorRepresentation,
  EdgesGeometry,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  ShaderMaterial,
} from 'three'
import type { ClothMesh } from '../ClothMesh.js'
import { letPointersThrough } from '../touch.js'

export const hashGridColors = { cell: 0x3b7dd8 } as const

const FAINT = 0.16
const STRONG = 0.9

/** Cells along an axis that a key can tell apart, half of them on either side of the origin. */
const SPAN = 2 ** 17

/** In particle distances at rest, as CS184's hash has it. */
const WIDTH = 3

export class HashGrid extends LineSegments<InstancedBufferGeometry, ShaderMaterial> {
  private keys = new Float64Array(0)

  /**
   * @param width of a cell, m. Default: three particle distances
   * @throws BillowError for a wrong width
   */
  constructor(
    private readonly mesh: ClothMesh<ClothView>,
    private readonly width?: number,
  ) {
    if (width !== undefined) checkNumber('HashGrid', 'width', width, { above: 0 }, 'm')
    const edges = new EdgesGeometry(new BoxGeometry(1, 1, 1))
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('position', edges.getAttribute('position'))
    geometry.instanceCount = 0
    super(
      geometry,
      new ShaderMaterial({
        transparent: true,
        depthWrite: false,
        uniforms: { width: { value: 1 }, color: { value: new Color(hashGridColors.cell) } },
        vertexShader: `
attribute vec4 cell; // its middle, and how strong it is drawn
uniform float width;
varying float vStrength;
void main() {
  vStrength = cell.w;
  gl_Position = projectionMatrix * modelViewMatrix * vec4( cell.xyz + width * position, 1.0 );
}`,
        fragmentShader: `
uniform vec3 color;
varying float vStrength;
void main() {
  gl_FragColor = vec4( color, vStrength );
  #include <colorspace_fragment>
}`,
      }),
    )
    this.name = 'Hash grid'
    this.frustumCulled = false
    letPointersThrough(this)
    this.update()
  }

  /** Cells with a particle in them, as of the last update. */
  get cellCount(): number {
    return this.geometry.instanceCount
  }

  /** Width of a cell, m. */
  get cellWidth(): number {
    return this.width ?? WIDTH * Math.min(...this.mesh.simulation.sheet.cell)
  }

  setColor(color: ColorRepresentation): void {
    ;(this.material.uniforms.color!.value as Color).set(color)
  }

  /** Looks into which cells particles are. Allocates nothing but for more particles. */
  update(): void {
    const { positions, particleCount } = this.mesh.simulation
    if (this.keys.length !== particleCount) this.reserve(particleCount)
    const { keys, cellWidth } = this
    const half = SPAN / 2
    for (let p = 0; p < particleCount; p++) {
      const x = Math.floor(positions[3 * p]! / cellWidth) + half
      const y = Math.floor(positions[3 * p + 1]! / cellWidth) + half
      const z = Math.floor(positions[3 * p + 2]! / cellWidth) + half
      keys[p] = (x * SPAN + y) * SPAN + z
    }
    // Particles that share a cell come to be neighbours.
    keys.sort()
    const cells = this.geometry.getAttribute('cell') as InstancedBufferAttribute
    let count = 0
    for (let first = 0, p = 1; p <= particleCount; p++) {
      const key = keys[first]!
      if (p < particleCount && keys[p] === key) continue
      const z = key % SPAN
      const rest = (key - z) / SPAN
      const y = rest % SPAN
      const x = (rest - y) / SPAN
      cells.setXYZW(
        count++,
        (x - half + 0.5) * cellWidth,
        (y - half + 0.5) * cellWidth,
        (z - half + 0.5) * cellWidth,
        p - first > 1 ? STRONG : FAINT,
      )
      first = p
    }
    cells.needsUpdate = true
    this.material.uniforms.width!.value = cellWidth
    this.geometry.instanceCount = count
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }

  private reserve(particleCount: number): void {
    this.keys = new Float64Array(particleCount)
    const cells = new Float32Array(4 * particleCount)
    // The graphics card keeps what it has of an attribute until its geometry is disposed.
    this.geometry.dispose()
    this.geometry.setAttribute('cell', new InstancedBufferAttribute(cells, 4))
  }
}
