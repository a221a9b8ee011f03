/** Bodies to see: a ball, and a rail to hang cloth from. */
import { useStageTheme } from './theme'

/** Drawn a little smaller than it collides, so that the cloth's faces stay outside. */
const DRAWN_SHARE = 0.98

export interface BallProps {
  center?: readonly [number, number, number]
  radius: number
}

export function Ball({ center = [0, 0, 0], radius }: BallProps) {
  const { body } = useStageTheme()
  return (
    <mesh position={[...center]} castShadow receiveShadow>
      <sphereGeometry args={[radius * DRAWN_SHARE, 64, 48]} />
      <meshStandardMaterial color={body} roughness={0.35} />
    </mesh>
  )
}

/** A rail along x with a knob at each end, its middle at the origin. */
export function Rail({ width, radius }: { width: number; radius: number }) {
  const { body } = useStageTheme()
  const metal = <meshStandardMaterial color={body} metalness={0.5} roughness={0.35} />
  return (
    <>
      <mesh rotation-z={Math.PI / 2} castShadow>
        <cylinderGeometry args={[radius, radius, width, 24]} />
        {metal}
      </mesh>
      {[-1, 1].map((side) => (
        <mesh key={side} position-x={(side * width) / 2} castShadow>
          <sphereGeometry args={[2.2 * radius, 32, 24]} />
          {metal}
        </mesh>
      ))}
    </>
  )
}
