/** What a field of grass hands to its shaders, for tests that ask these themselves. */
import type { GrassMesh } from '@billow/three'
import type { BufferGeometry, IUniform, Material, Mesh, WebGLRenderer } from 'three'

/** Uniforms of the finest level. */
export function uniformsOf(mesh: GrassMesh, renderer: WebGLRenderer): Record<string, IUniform> {
  const { material } = mesh.children[0] as Mesh<BufferGeometry, Material>
  const shader = { uniforms: {}, vertexShader: '', fragmentShader: '' }
  material.onBeforeCompile(
    shader as unknown as Parameters<Material['onBeforeCompile']>[0],
    renderer,
  )
  return shader.uniforms
}
