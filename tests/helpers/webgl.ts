/** Renderers for tests in Chromium, and what WebGL has to say about their use. */
import { WebGLRenderer } from 'three'

export function createRenderer(size = 64): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas: document.createElement('canvas') })
  renderer.setSize(size, size, false)
  return renderer
}

/** Errors of WebGL since the last call, as numbers. */
export function errorsOf(renderer: WebGLRenderer): number[] {
  const gl = renderer.getContext()
  const errors: number[] = []
  for (let error = gl.getError(); error !== gl.NO_ERROR; error = gl.getError()) {
    errors.push(error)
    if (gl.isContextLost()) break
  }
  return errors
}

/**
 * Loses or restores a context, and waits for the event: browsers give a context back only to those who have
 * heard that it is gone, and not within the event.
 */
export async function contextEvent(
  { domElement }: Pick<WebGLRenderer, 'domElement'>,
  name: 'webglcontextlost' | 'webglcontextrestored',
  act: () => void,
): Promise<void> {
  const happened = new Promise((resolve) => {
    domElement.addEventListener(name, () => setTimeout(resolve), { once: true })
  })
  act()
  await happened
}

/** Gives the context back at once: a page has 16 of them. */
export function release(renderer: WebGLRenderer): void {
  renderer.dispose()
  renderer.forceContextLoss()
}
