/** A sky shortly before sunset: bright at the horizon, brightest around the sun. */
import { useMemo } from 'react'
import { BackSide, Color, ShaderMaterial, Vector3, type Vector3Tuple } from 'three'

interface EveningSkyProps {
  /** From anywhere to the sun. */
  sun: Vector3Tuple
  horizon: string
  zenith: string
  glow: string
}

const vertexShader = /* glsl */ `
  varying vec3 vWay;
  void main() {
    vWay = position;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`

const fragmentShader = /* glsl */ `
  uniform vec3 sun;
  uniform vec3 horizon;
  uniform vec3 zenith;
  uniform vec3 glow;
  varying vec3 vWay;
  void main() {
    vec3 way = normalize(vWay);
    float height = max(way.y, 0.0);
    vec3 color = mix(horizon, zenith, 1.0 - exp(-3.2 * height));
    float near = max(dot(way, sun), 0.0);
    // What is bright gets paler and never clips.
    vec3 light = glow * (0.25 * pow(near, 5.0) + 0.5 * pow(near, 40.0) + 1.2 * pow(near, 900.0));
    color = 1.0 - (1.0 - color) * exp(-light);
    color = mix(color, vec3(1.0, 0.98, 0.92), smoothstep(0.99955, 0.9997, near));
    gl_FragColor = vec4(color, 1.0);
    #include <colorspace_fragment>
  }
`

/** Metres: within the far plane of the stage, beyond everything on it. */
const RADIUS = 150

export function EveningSky({ sun, horizon, zenith, glow }: EveningSkyProps) {
  const [x, y, z] = sun
  const material = useMemo(
    () =>
      new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: {
          sun: { value: new Vector3(x, y, z).normalize() },
          horizon: { value: new Color(horizon) },
          zenith: { value: new Color(zenith) },
          glow: { value: new Color(glow) },
        },
        side: BackSide,
        depthWrite: false,
        toneMapped: false,
      }),
    [x, y, z, horizon, zenith, glow],
  )
  return (
    <mesh material={material} renderOrder={-1} frustumCulled={false}>
      <sphereGeometry args={[RADIUS, 48, 24]} />
    </mesh>
  )
}
