/** Colliders in a real browser: drawn and felt in the same frame, on demand too. */
import { Cloth, type ClothHandle, Simulation, SphereCollider } from '@billow/react'
import type { ColliderBody } from '@billow/three'
import { Canvas, useFrame } from '@react-three/fiber'
import { type ReactNode, StrictMode, useRef } from 'react'
import { type Group, Matrix4, type Mesh, Vector3 } from 'three'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SOON } from '../helpers/waiting.js'

const RADIUS = 0.25
const GAP = 0.01
const SPEED = 0.8

/** A ball on a turned, scaled arm that a frame callback swings, by the time of the cloth. */
function Swing({
  cloth,
  body,
}: {
  cloth: () => ClothHandle | null
  body: (body: ColliderBody | null) => void
}) {
  const arm = useRef<Group>(null)
  useFrame(() => {
    arm.current!.position.x = SPEED * (cloth()?.simulation.time ?? 0) - 0.4
  })
  return (
    <group rotation={[0, Math.PI / 2, 0]} scale={2}>
      <group rotation={[0, -Math.PI / 2, 0]}>
        <group ref={arm}>
          <SphereCollider radius={RADIUS / 2} thickness={GAP} ref={body}>
            <mesh>
              <sphereGeometry args={[RADIUS / 2, 24, 16]} />
              <meshBasicMaterial />
            </mesh>
          </SphereCollider>
        </group>
      </group>
    </group>
  )
}

test.each(['always', 'demand'] as const)(
  'frameloop="%s": a ball that a frame callback moves is drawn where the cloth has met it, in each frame',
  async (frameloop) => {
    let handle: ClothHandle | null = null
    let body: ColliderBody | null = null
    let last = 0
    const deepest: number[] = []
    const lags: number[] = []
    const point = new Vector3()
    const felt = new Matrix4()
    /** Looks at what is drawn, when it is drawn. */
    function Drawn(): ReactNode {
      return (
        <mesh
          frustumCulled={false}
          onBeforeRender={() => {
            if (!handle || !body || handle.simulation.time === 0) return
            const [collider] = handle.simulation.colliders
            felt.fromArray([...collider!.matrix])
            lags.push(
              new Vector3()
                .setFromMatrixPosition(felt)
                .applyMatrix4(handle.object.matrixWorld)
                .distanceTo(new Vector3().setFromMatrixPosition(body.matrixWorld)),
            )
            // Only steps answer to a body that has moved; there are frames without one.
            const { time } = handle.simulation
            if (time === last) return
            last = time
            const center = new Vector3().setFromMatrixPosition(body.matrixWorld)
            const drawn = (handle.object as Mesh).geometry.getAttribute('position')
            let least = Infinity
            for (let v = 0; v < drawn.count; v++) {
              point.fromBufferAttribute(drawn, v).applyMatrix4(handle.object.matrixWorld)
              least = Math.min(least, point.distanceTo(center))
            }
            deepest.push(least)
          }}
        >
          <planeGeometry args={[0.01, 0.01]} />
          <meshBasicMaterial />
        </mesh>
      )
    }
    const { unmount } = await render(
      <StrictMode>
        <div style={{ width: 300, height: 300 }}>
          <Canvas frameloop={frameloop} camera={{ position: [0, 1, 3] }}>
            <Simulation>
              <Cloth
                segments={[16, 16]}
                pins="top"
                position={[0, 0, 0]}
                rotation={[0, Math.PI / 2, 0]}
                substeps={8}
                interpolate={false}
                colliderOffset={0}
                ref={(current) => {
                  handle = current
                }}
              />
              <Swing
                cloth={() => handle}
                body={(current) => {
                  body = current
                }}
              />
              <Drawn />
            </Simulation>
          </Canvas>
        </div>
      </StrictMode>,
    )
    await vi.waitFor(() => {
      expect(handle?.simulation.time ?? 0).toBeGreaterThan(0.6)
      expect(deepest.length).toBeGreaterThan(5)
    }, SOON)
    // The ball is felt where it is drawn, and not a frame behind: that would be 13 mm at 60 Hz.
    expect(Math.max(...lags)).toBeLessThan(1e-6)
    expect(Math.min(...deepest)).toBeGreaterThan(RADIUS + GAP - 1e-4)
    // It has reached the sheet and pushes it.
    expect(Math.min(...deepest)).toBeLessThan(RADIUS + GAP + 0.02)
    await unmount()
  },
)
