/**
 * The stage that all stories share: a canvas with light, ground, backdrop and camera, and beside it
 * buttons to run, step, reset and slow it down, and a readout. The buttons drive every cloth that
 * registered. Who prefers less motion gets a still scene and a button to start it.
 */
import { triangleCollision } from '@billow/core'
import { Simulation } from '@billow/react'
import { PlaybackBar, PlayButton, usePlayback } from '@billow/react/controls'
import { OrbitControls } from '@react-three/drei/core/OrbitControls.js'
import { Canvas, useThree } from '@react-three/fiber'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { Color, MathUtils, type PerspectiveCamera, type Vector3Tuple } from 'three'
import { Readout } from './Readout'
import { type StageCloth, StageContext } from './StageContext'
import './stage.css'
import { type StageTheme, ThemeContext, themes } from './theme'

export interface StageProps {
  /** What is to be seen, for those who do not see it. */
  label: string
  /** One or two sentences on what to try. */
  hint?: ReactNode
  theme?: string
  /** Where the camera is and looks, m. */
  camera: Vector3Tuple
  target: Vector3Tuple
  /** How far the light and its shadow reach, m. */
  reach: number
  /** What has to be seen from left to right, m; a narrow screen shows it smaller. Default 2 reach. */
  width?: number
  /** Height of the ground, m; none when absent. */
  ground?: number
  /** In place of the stage's own lights. */
  lights?: ReactNode
  /** Starts frozen, as it does for those who prefer less motion. */
  frozen?: boolean
  /** Do cloths touch each other? Default: no. */
  clothCollision?: boolean | 'triangles'
  /** Further buttons, after those of the stage. */
  buttons?: ReactNode
  /** Further readings, after those of the stage. */
  readings?: ReactNode
  children: ReactNode
}

/** Vertical, degrees. */
const FIELD_OF_VIEW = 35

/** One step of all; cloths that touch each other take it together. */
function stepAll(cloths: ReadonlySet<StageCloth>): void {
  const stepped = new Set<unknown>()
  for (const cloth of cloths) {
    const { simulation = {} } = cloth
    const group = 'group' in simulation ? simulation.group : undefined
    if (!group || !stepped.has(group)) void cloth.step()
    stepped.add(group)
  }
}

export function Stage({
  label,
  hint,
  theme: name,
  camera,
  target,
  reach,
  width = 2 * reach,
  ground,
  lights,
  frozen = false,
  clothCollision = false,
  buttons,
  readings,
  children,
}: StageProps) {
  const theme: StageTheme = name === 'dark' ? themes.dark : themes.light
  const playback = usePlayback({ autoplay: !frozen })
  const { paused, timeScale } = playback
  const { ref: play } = playback.props
  const [cloths] = useState(() => new Set<StageCloth>())
  useEffect(
    () =>
      play({
        step() {
          stepAll(cloths)
        },
        reset() {
          for (const cloth of cloths) void cloth.reset()
        },
      }),
    [play, cloths],
  )

  return (
    <div className="stage" style={{ color: theme.ink, background: theme.backdrop }}>
      <div className="stage-canvas">
        <Canvas
          role="group"
          aria-label={label}
          shadows="percentage"
          dpr={[1, 2]}
          camera={{ position: camera, fov: FIELD_OF_VIEW, near: 0.02, far: 200 }}
          scene={{ background: new Color(theme.backdrop) }}
          gl={{ preserveDrawingBuffer: true }}
        >
          <ThemeContext value={theme}>
            <StageContext value={{ paused, cloths }}>
              {lights ?? <Lights theme={theme} target={target} reach={reach} />}
              {ground === undefined ? null : (
                <Ground theme={theme} target={target} height={ground} reach={reach} />
              )}
              <Simulation
                paused={paused}
                timeScale={timeScale}
                clothCollision={clothCollision}
                triangleCollision={triangleCollision}
              >
                {children}
              </Simulation>
            </StageContext>
          </ThemeContext>
          <Framing distance={distanceOf(camera, target)} width={width} />
          <OrbitControls
            makeDefault
            target={target}
            minDistance={reach * 0.4}
            maxDistance={reach * 6}
            maxPolarAngle={Math.PI * 0.55}
          />
        </Canvas>
        <PlayButton playback={playback} />
      </div>
      <div className="stage-bar" style={{ background: theme.panel, borderColor: theme.panelEdge }}>
        <PlaybackBar playback={playback} className="stage-buttons">
          {buttons}
        </PlaybackBar>
        <Readout cloths={cloths}>{readings}</Readout>
        {hint ? <p className="stage-hint">{hint}</p> : null}
      </div>
    </div>
  )
}

const distanceOf = (a: Vector3Tuple, b: Vector3Tuple): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Shows the stage smaller where the screen is too narrow for it. */
function Framing({ distance, width }: { distance: number; width: number }) {
  const get = useThree((state) => state.get)
  const aspect = useThree(({ size }) => size.width / size.height)
  useLayoutEffect(() => {
    const camera = get().camera as PerspectiveCamera
    const seen = 2 * distance * Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2)) * aspect
    camera.zoom = Math.min(1, seen / width)
    camera.updateProjectionMatrix()
  }, [get, aspect, distance, width])
  return null
}

function Lights({
  theme,
  target,
  reach,
}: {
  theme: StageTheme
  target: Vector3Tuple
  reach: number
}) {
  const [x, y, z] = target
  return (
    <>
      <hemisphereLight args={[theme.sky, theme.ground, theme.fillLight]} />
      <directionalLight
        position={[x + reach * 0.9, y + reach * 1.8, z + reach * 1.3]}
        target-position={target}
        intensity={theme.keyLight}
        color="#fff3e2"
        castShadow
        shadow-mapSize={[2048, 2048]}
        shadow-bias={-0.0004}
        shadow-normalBias={0.01}
        shadow-radius={5}
        shadow-camera-left={-reach * 1.6}
        shadow-camera-right={reach * 1.6}
        shadow-camera-top={reach * 1.6}
        shadow-camera-bottom={-reach * 1.6}
        shadow-camera-near={0.05}
        shadow-camera-far={reach * 6}
      />
      <directionalLight
        position={[x - reach * 1.5, y + reach * 0.6, z - reach]}
        target-position={target}
        intensity={0.6}
        color="#bcd3ff"
      />
    </>
  )
}

function Ground({
  theme,
  target,
  height,
  reach,
}: {
  theme: StageTheme
  target: Vector3Tuple
  height: number
  reach: number
}) {
  return (
    <>
      <mesh rotation-x={-Math.PI / 2} position={[target[0], height, target[2]]} receiveShadow>
        <circleGeometry args={[reach * 12, 96]} />
        <meshStandardMaterial color={theme.ground} roughness={1} />
      </mesh>
      <fog attach="fog" args={[theme.backdrop, reach * 4, reach * 12]} />
    </>
  )
}
