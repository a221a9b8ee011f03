/** A body of every kind, drawn where it collides. */
import {
  BoxCollider,
  CapsuleCollider,
  type ColliderProps,
  ConeCollider,
  CylinderCollider,
  HeightFieldCollider,
  MeshCollider,
  SphereCollider,
} from '@billow/react'
import { useMemo } from 'react'
import { PlaneGeometry } from 'three'
import { box, capsule, cone, cylinder, landscape, type Shape, sphere } from '../scenes/drape'
import { createHare } from '../scenes/hare'
import { BodyMaterial } from './BodyMaterial'
import { taperedProfile } from './TaperedCapsule'

const shadows = { castShadow: true, receiveShadow: true } as const

export function ShapeBody({ shape, ...props }: { shape: Shape } & ColliderProps) {
  switch (shape) {
    case 'sphere':
      return (
        <SphereCollider {...sphere} {...props}>
          <mesh {...shadows}>
            <sphereGeometry args={[sphere.radius, 64, 48]} />
            <BodyMaterial />
          </mesh>
        </SphereCollider>
      )
    case 'box':
      return (
        <BoxCollider {...box} {...props}>
          <mesh {...shadows}>
            <boxGeometry args={[...box.size]} />
            <BodyMaterial />
          </mesh>
        </BoxCollider>
      )
    case 'capsule':
      return (
        <CapsuleCollider {...capsule} {...props}>
          <mesh {...shadows}>
            <capsuleGeometry args={[capsule.radius, capsule.height, 24, 48]} />
            <BodyMaterial />
          </mesh>
        </CapsuleCollider>
      )
    case 'cylinder':
      return (
        <CylinderCollider {...cylinder} {...props}>
          <mesh {...shadows}>
            <cylinderGeometry args={[cylinder.radius, cylinder.radius, cylinder.height, 64]} />
            <BodyMaterial />
          </mesh>
        </CylinderCollider>
      )
    case 'cone':
      return (
        <ConeCollider {...cone} {...props}>
          <mesh position-y={-cone.height / 2} {...shadows}>
            <latheGeometry args={[coneProfile, 64]} />
            <BodyMaterial />
          </mesh>
        </ConeCollider>
      )
    case 'mesh':
      return (
        <MeshCollider {...props}>
          <Hare />
        </MeshCollider>
      )
    case 'heightField':
      return (
        <HeightFieldCollider {...landscape} {...props}>
          <Landscape />
        </HeightFieldCollider>
      )
  }
}

function Hare() {
  const geometry = useMemo(() => createHare(), [])
  return (
    <mesh {...shadows} geometry={geometry}>
      <BodyMaterial />
    </mesh>
  )
}

function Landscape() {
  const geometry = useMemo(() => {
    const { size, columns, rows, heights } = landscape
    const plane = new PlaneGeometry(...size, columns - 1, rows - 1).rotateX(-Math.PI / 2)
    const positions = plane.attributes.position!
    heights.forEach((height, n) => {
      positions.setY(n, height)
    })
    plane.computeVertexNormals()
    return plane
  }, [])
  return (
    <mesh {...shadows} geometry={geometry}>
      <BodyMaterial />
    </mesh>
  )
}

const coneProfile = taperedProfile(...cone.radii, cone.height)
