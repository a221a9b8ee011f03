/** A soft sky and one sun with shadows, aimed at what there is to see. */
import { type Box3, DirectionalLight, Group, HemisphereLight, Vector3 } from 'three'
import type { Palette } from './palette.js'

/** From where the sun shines: over the left shoulder of the viewer, high. */
const SUN_DIRECTION = /* @__PURE__ */ new Vector3(-0.45, 1, 0.7).normalize()

const SHADOW_MAP_SIZE = 1024

export class Lights extends Group {
  private readonly sky = new HemisphereLight()
  private readonly sun = new DirectionalLight()

  constructor() {
    super()
    const { shadow } = this.sun
    this.sun.castShadow = true
    shadow.mapSize.setScalar(SHADOW_MAP_SIZE)
    shadow.radius = 5
    shadow.intensity = 0.8
    this.add(this.sky, this.sun, this.sun.target)
  }

  paint({ sky, skyIntensity, ground, sun, sunIntensity }: Palette): void {
    this.sky.color.set(sky)
    this.sky.groundColor.set(ground)
    this.sky.intensity = skyIntensity
    this.sun.color.set(sun)
    this.sun.intensity = sunIntensity
  }

  /** Shadows reach as far as `box` and the ground below it. */
  aim(box: Box3): void {
    const center = box.getCenter(this.sun.target.position)
    const radius = 0.75 * box.getSize(new Vector3()).length()
    this.sun.position.copy(center).addScaledVector(SUN_DIRECTION, 2 * radius)
    const { camera } = this.sun.shadow
    camera.left = camera.bottom = -radius
    camera.right = camera.top = radius
    camera.near = 0.1 * radius
    camera.far = 4 * radius
    camera.updateProjectionMatrix()
    // A cloth shadows itself at every fold; the offset grows with the size of a shadow texel.
    this.sun.shadow.normalBias = (8 * radius) / SHADOW_MAP_SIZE
    this.sun.shadow.bias = -0.0005
  }

  override dispose(): void {
    this.sky.dispose()
    this.sun.dispose()
  }
}
