/**
 * Light that reaches a surface, from the one lamp of the lecture or from all lights of the scene:
 * `materials/chunks/lights.ts` in nodes. The lamp sends I into every direction, so that E = I/r²
 * arrives; lights of the scene come with their shadows, and E is 1/π of the irradiance that three.js has.
 */
import { cameraViewMatrix, float, max, vec3, vec4 } from 'three/tsl'
import { LightingModel, type Node, type NodeBuilder } from 'three/webgpu'
import type { Float, NodeShader, UniformNodes, Vec3 } from './NodeShader.js'
import type { Surface } from './surface.js'

/** On the lamp itself there is no end to the light. */
const LEAST_DISTANCE = 1e-3

/** What a shader makes of the lamp and of Ia; nothing where the lights of the scene are meant. */
export function lampLight(shader: NodeShader, u: UniformNodes, s: Surface): Vec3 {
  const toLamp = cameraViewMatrix
    .mul(vec4(u.vec3('lightPosition'), 1))
    .xyz.sub(s.p)
    .toVar()
  const r = max(toLamp.length(), LEAST_DISTANCE).toVar()
  const E = u.vec3('lightIntensity').div(r.mul(r))
  const direct = shader.reflect!(u, s, toLamp.div(r).toVar(), E)
  const ambient = (shader.ambient?.(u, s) ?? vec3(0)).mul(u.vec3('ambientLight'))
  return direct.add(ambient).mul(float(1).sub(fromScene(u)))
}

/** 1 where the lights of the scene are meant, 0 where the lamp is. */
function fromScene(u: UniformNodes): Float {
  return float(u.int('light'))
}

interface Context {
  readonly irradiance: Vec3
  readonly reflectedLight: { readonly indirectDiffuse: Sum }
}

/** What shares of light are added to. */
interface Sum {
  addAssign(share: Node): void
}

export class ShaderLighting extends LightingModel {
  constructor(
    private readonly shader: NodeShader,
    private readonly u: UniformNodes,
    private readonly s: Surface,
  ) {
    super()
  }

  override direct(light: { lightDirection: Node; lightColor: Node; reflectedLight: object }): void {
    const { shader, u, s } = this
    const E = vec3(light.lightColor as Vec3).div(Math.PI)
    const share = shader.reflect!(u, s, vec3(light.lightDirection as Vec3), E).mul(fromScene(u))
    const { directDiffuse } = light.reflectedLight as { directDiffuse: Sum }
    directDiffuse.addAssign(share)
  }

  override indirect(builder: NodeBuilder): void {
    const { shader, u, s } = this
    if (!shader.ambient) return
    const { irradiance, reflectedLight } = builder.context as Context
    const share = shader.ambient(u, s).mul(irradiance.div(Math.PI)).mul(fromScene(u))
    reflectedLight.indirectDiffuse.addAssign(share)
  }
}
