/** A limb: a tapered capsule from one point to another, drawn where it collides. */
import { ConeCollider, type ColliderProps } from '@billow/react'
import { useMemo } from 'react'
import { Quaternion, Vector2, Vector3 } from 'three'
import { BodyMaterial } from './BodyMaterial'

type Point = readonly [number, number, number]

export interface TaperedCapsuleProps {
  from: Point
  to: Point
  /** At `from` and at `to`, m. */
  radii: readonly [number, number]
  /** What cloth feels of it; nothing when absent. */
  surface?: Pick<ColliderProps, 'friction' | 'thickness' | 'debug'> | undefined
}

export function TaperedCapsule({ from, to, radii, surface }: TaperedCapsuleProps) {
  const key = [...from, ...to, ...radii].join()
  const { profile, turn } = useMemo(() => {
    const [fx, fy, fz, tx, ty, tz, below, above] = key.split(',').map(Number) as [
      number,
      ...number[],
    ]
    const axis = new Vector3(tx! - fx, ty! - fy!, tz! - fz!)
    const length = axis.length()
    return {
      profile: taperedProfile(below!, above!, length),
      turn: new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axis.normalize()),
    }
  }, [key])
  const drawn = (
    <mesh position={[...from]} quaternion={turn} castShadow receiveShadow>
      <latheGeometry args={[profile, 40]} />
      <BodyMaterial />
    </mesh>
  )
  return surface ? (
    <ConeCollider {...surface} from={from} to={to} radii={radii}>
      {drawn}
    </ConeCollider>
  ) : (
    drawn
  )
}

/** From the lowest point to the highest: two arcs, and the line that touches both. */
export function taperedProfile(below: number, above: number, length: number): Vector2[] {
  const touch = Math.acos((below - above) / length)
  const arc = (middle: number, radius: number, start: number, end: number) =>
    Array.from({ length: 17 }, (_, n) => {
      const angle = start + ((end - start) * n) / 16
      return new Vector2(Math.abs(radius * Math.sin(angle)), middle + radius * Math.cos(angle))
    })
  return [...arc(0, below, Math.PI, touch), ...arc(length, above, touch, 0)]
}
