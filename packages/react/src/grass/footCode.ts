/** A foot that keys move over a field, loaded once a field asks for it. */
import type { GrassMesh } from '@billow/three'
import { GrassFoot, GrassKeys, type SpokenOptions } from '@billow/three/hands'
import type { RootState } from '@react-three/fiber'

/** @returns nothing where there is no page around the canvas */
export function openFoot(
  mesh: GrassMesh,
  radius: number,
  get: () => RootState,
  redraw: () => void,
  spoken: SpokenOptions,
): GrassKeys | null {
  const canvas = get().gl.domElement as Partial<HTMLCanvasElement>
  if (!canvas.parentElement || !canvas.ownerDocument) return null
  return new GrassKeys(new GrassFoot(mesh, radius), {
    canvas: canvas as HTMLCanvasElement,
    camera: () => get().camera,
    redraw,
    ...spoken,
  })
}
