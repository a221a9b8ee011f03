/**
 * The cells in which a cloth looks for pairs of particles that are near each other: faint where there is
 * one particle, strong where several share a cell.
 */
import type { ClothHandle } from '@billow/react'
import { useFrame } from '@react-three/fiber'
import { type RefObject, useMemo, useRef } from 'react'
import {
  BoxGeometry,
  Color,
  EdgesGeometry,
  InstancedBufferGeometry,
  type LineSegments,
} from 'three'
import { InstancedBufferAttribute, ShaderMaterial } from 'three'

const FAINT = 0.16
const STRONG = 0.9

export interface HashCellsProps {
  cloth: RefObject<ClothHandle | null>
  /** Width of a cell, m. */
  width: number
  color?: string
}

/** Cells at most; a cloth has no more than it has particles. */
const MOST_CELLS = 4096

export function HashCells({ cloth, width, color = '#3b7dd8' }: HashCellsProps) {
  const lines = useRef<LineSegments>(null)
  const { geometry, material } = useMemo(() => {
    const edges = new EdgesGeometry(new BoxGeometry(1, 1, 1))
    const instanced = new InstancedBufferGeometry()
    instanced.setAttribute('position', edges.attributes.position!)
    // Middle of a cell, and how strong it is drawn.
    instanced.setAttribute(
      'cell',
      new InstancedBufferAttribute(new Float32Array(4 * MOST_CELLS), 4),
    )
    instanced.instanceCount = 0
    return {
      geometry: instanced,
      material: new ShaderMaterial({
        transparent: true,
        depthWrite: false,
        uniforms: { width: { value: width }, color: { value: new Color(color) } },
        vertexShader: `
          attribute vec4 cell;
          uniform float width;
          varying float strength;
          void main() {
            strength = cell.w;
            gl_Position = projectionMatrix * modelViewMatrix * vec4(cell.xyz + width * position, 1.0);
          }`,
        fragmentShader: `
          uniform vec3 color;
          varying float strength;
          void main() { gl_FragColor = vec4(color, strength); }`,
      }),
    }
  }, [width, color])

  useFrame(() => {
    const { current } = cloth
    if (!current || !lines.current) return
    const { positions, particleCount } = current.simulation
    const counts = new Map<string, number>()
    for (let p = 0; p < particleCount; p++) {
      const key = [0, 1, 2].map((axis) => Math.floor(positions[3 * p + axis]! / width)).join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const cells = geometry.attributes.cell as InstancedBufferAttribute
    let n = 0
    for (const [key, count] of counts) {
      if (n >= MOST_CELLS) break
      const [x, y, z] = key.split(',').map((cell) => (Number(cell) + 0.5) * width)
      cells.setXYZW(n++, x!, y!, z!, count > 1 ? STRONG : FAINT)
    }
    cells.needsUpdate = true
    geometry.instanceCount = n
    current.object.updateWorldMatrix(true, false)
    lines.current.matrix.copy(current.object.matrixWorld)
  })

  return (
    <lineSegments
      ref={lines}
      geometry={geometry}
      material={material}
      matrixAutoUpdate={false}
      frustumCulled={false}
    />
  )
}
