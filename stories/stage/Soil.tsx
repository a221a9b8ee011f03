/** Dark, level ground under grass, just below its roots. */
import { SOIL } from './theme'

export function Soil({ size: [width, depth] }: { size: readonly [number, number] }) {
  return (
    <mesh rotation-x={-Math.PI / 2} position-y={-0.005} receiveShadow>
      <planeGeometry args={[width, depth]} />
      <meshStandardMaterial color={SOIL} roughness={1} />
    </mesh>
  )
}
