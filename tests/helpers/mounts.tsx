/**
 * Every component and hook of `@billow/react` once, small, for tests that mount and unmount them, each alone
 * or all together: a new one is a line here, and `tests/browser/mounting.test.tsx` fails as long as it has
 * none.
 */
import { grassParams } from '@billow/core'
import * as main from '@billow/react'
import * as controls from '@billow/react/controls'
import * as hands from '@billow/react/hands'
import * as instruments from '@billow/react/instruments'
import * as leva from '@billow/react/leva'
import * as overlays from '@billow/react/overlays'
import * as editor from '@billow/react/shader-editor'
import * as shaders from '@billow/react/shaders'
import { Fragment, type ReactNode } from 'react'

/** Entries of the package, by subpath. */
export const entries: Readonly<Record<string, object>> = {
  '.': main,
  './controls': controls,
  './hands': hands,
  './instruments': instruments,
  './leva': leva,
  './overlays': overlays,
  './shader-editor': editor,
  './shaders': shaders,
}

export interface Mount {
  /** On the page, in a canvas, or in a canvas within a cloth or a field. */
  readonly where: 'page' | 'scene' | 'cloth' | 'field'
  readonly content: () => ReactNode
}

const { BoxCollider, CapsuleCollider, Cloth, ConeCollider, CylinderCollider } = main
const { GrassAnatomy, GrassField, HeightFieldCollider, MeshCollider, Pin, PlaneCollider } = main
const { Simulation, SphereCollider, Wind, WindArrows } = main
const { ForceArrows, HashGrid, Particles, Protractor, Ruler, Springs, StrainMap } = overlays

const SHEET = { segments: [3, 3], substeps: 2, pins: 'top' } as const
const FIELD = { size: [1, 1], density: 12, turbulence: 0, backend: 'cpu' } as const

const place =
  (where: Mount['where']) =>
  (content: () => ReactNode): Mount => ({ where, content })
const page = place('page')
const scene = place('scene')
const inCloth = place('cloth')
const inField = place('field')

/** A hook in a component of its own. */
const hook = (use: () => unknown, put: (content: () => ReactNode) => Mount): Mount => {
  function Hook(): null {
    use()
    return null
  }
  return put(() => <Hook />)
}

/** By name of the export; what is behind a space tells several of one export apart. */
export const mounts: Readonly<Record<string, Mount>> = {
  Cloth: scene(() => <Cloth {...SHEET} />),
  'Cloth of a geometry': scene(() => (
    <Cloth substeps={2} pins={[0]}>
      <planeGeometry args={[1, 1, 3, 3]} />
    </Cloth>
  )),
  'Cloth in a worker': scene(() => <Cloth {...SHEET} worker />),
  'Cloth that touches another': scene(() => (
    <Simulation clothCollision>
      <Cloth {...SHEET} />
      <Cloth {...SHEET} origin={[0, 0, 0.2]} />
    </Simulation>
  )),
  Pin: inCloth(() => (
    <Pin particle={5} position={[0, 0.1, 0]}>
      <mesh>
        <boxGeometry args={[0.1, 0.1, 0.1]} />
        <meshNormalMaterial />
      </mesh>
    </Pin>
  )),
  GrassField: scene(() => <GrassField {...FIELD} trample="press" castShadow />),
  'GrassField on the graphics card': scene(() => <GrassField {...FIELD} backend="gpu" />),
  GrassAnatomy: inField(() => <GrassAnatomy blades={[0, 3]} />),
  WindArrows: inField(() => <WindArrows />),
  Simulation: scene(() => (
    <Simulation wind={[1, 0, 0]} colliders={[{ type: 'sphere', center: [0, 0, 0], radius: 0.2 }]}>
      <Cloth {...SHEET} />
      <GrassField {...FIELD} />
    </Simulation>
  )),
  Wind: scene(() => (
    <Simulation>
      <Wind velocity={[1, 0, 0]} arrow />
      <Cloth {...SHEET} />
    </Simulation>
  )),
  BoxCollider: inCloth(() => <BoxCollider size={[0.1, 0.1, 0.1]} debug />),
  CapsuleCollider: inCloth(() => <CapsuleCollider height={0.2} radius={0.1} debug />),
  ConeCollider: inCloth(() => <ConeCollider height={0.2} radii={[0.1, 0.05]} debug />),
  CylinderCollider: inCloth(() => <CylinderCollider height={0.2} radius={0.1} debug />),
  HeightFieldCollider: inCloth(() => (
    <HeightFieldCollider heights={[0, 0, 0, 0]} columns={2} rows={2} size={[1, 1]} debug />
  )),
  MeshCollider: inCloth(() => (
    <MeshCollider debug>
      <mesh>
        <boxGeometry args={[0.1, 0.1, 0.1]} />
        <meshNormalMaterial />
      </mesh>
    </MeshCollider>
  )),
  PlaneCollider: inCloth(() => <PlaneCollider debug position={[0, -1, 0]} />),
  SphereCollider: inCloth(() => <SphereCollider radius={0.1} debug />),
  useCloth: hook(main.useCloth, inCloth),
  useSimulation: hook(main.useSimulation, (content) =>
    scene(() => <Simulation>{content()}</Simulation>),
  ),
  useBeforeStep: hook(() => main.useBeforeStep(() => undefined), inCloth),
  useAfterStep: hook(() => main.useAfterStep(() => undefined), inField),

  ForceArrows: inCloth(() => <ForceArrows />),
  HashGrid: inCloth(() => <HashGrid />),
  Particles: inCloth(() => <Particles />),
  Protractor: scene(() => <Protractor at={[0, 0, 0]} from={[1, 0, 0]} to={[0, 1, 0]} />),
  Ruler: scene(() => <Ruler from={[0, 0, 0]} to={[1, 0, 0]} />),
  Springs: inCloth(() => <Springs />),
  StrainMap: inCloth(() => <StrainMap />),
  StrainLegend: page(() => <overlays.StrainLegend />),

  ShaderMaterialPicker: scene(() => (
    <Cloth {...SHEET}>
      <shaders.ShaderMaterialPicker value="displacement" />
    </Cloth>
  )),
  'ShaderMaterialPicker that mirrors': scene(() => (
    <mesh>
      <planeGeometry />
      <shaders.ShaderMaterialPicker value="mirror" reflectScene />
    </mesh>
  )),
  ShaderChooser: page(() => <shaders.ShaderChooser />),
  useShaderPicker: hook(shaders.useShaderPicker, page),
  ShaderEditor: page(() => <Editor />),

  useClothControls: hook(() => leva.useClothControls({ keys: ['density', 'wind'] }), page),
  useGrassControls: hook(() => leva.useGrassControls({ keys: ['density', 'wind'] }), page),
  useShaderControls: hook(leva.useShaderControls, page),

  ControlPanel: page(() => <Panel />),
  useClothPanel: hook(controls.useClothPanel, page),
  useControlPanel: hook(() => controls.useControlPanel(grassParams), page),
  useGrassPanel: hook(controls.useGrassPanel, page),
  usePanelValues: hook(() => controls.usePanelValues(controls.useClothPanel()), page),
  PlaybackBar: page(() => <Playback />),
  PlayButton: page(() => <Play />),
  usePlayback: hook(controls.usePlayback, page),
  useLessMotion: hook(controls.useLessMotion, page),

  HandButtons: page(() => <Hand />),
  useHand: hook(hands.useHand, page),

  Recorder: inCloth(() => <Recorded />),
  useMeasurements: hook(instruments.useMeasurements, inCloth),
  useRecording: hook(instruments.useRecording, page),
  useReading: hook(() => instruments.useReading(instruments.useRecording()), page),
  useComparison: hook(() => instruments.useComparison(instruments.useRecording()), page),
  Ghost: inCloth(() => <Compared />),
  EnergyPlot: page(() => <Energies />),
  TimePlot: page(() => <instruments.TimePlot recording={recording} title="Time" />),
}

/** Some of the table, or all of it, as one piece for the page and one for a scene. */
export function together(all: readonly Mount[]): Readonly<Record<'page' | 'scene', ReactNode>> {
  const at = (where: Mount['where']): readonly ReactNode[] =>
    all
      .filter((mount) => mount.where === where)
      .map(({ content }, n) => <Fragment key={n}>{content()}</Fragment>)
  const [onCloth, onField] = [at('cloth'), at('field')]
  return {
    page: at('page'),
    scene: (
      <>
        {onCloth.length > 0 ? <Cloth {...SHEET}>{onCloth}</Cloth> : null}
        {onField.length > 0 ? <GrassField {...FIELD}>{onField}</GrassField> : null}
        {at('scene')}
      </>
    ),
  }
}

const recording = new instruments.ClothRecording()

const Energies = (): ReactNode => <instruments.EnergyPlot recording={instruments.useRecording()} />

const Recorded = (): ReactNode => <instruments.Recorder recording={instruments.useRecording()} />

const Compared = (): ReactNode => {
  const { comparison } = instruments.useComparison(instruments.useRecording())
  return <instruments.Ghost comparison={comparison} />
}

const Hand = (): ReactNode => <hands.HandButtons hand={hands.useHand()} />

const Playback = (): ReactNode => <controls.PlaybackBar playback={controls.usePlayback()} />

const Play = (): ReactNode => <controls.PlayButton playback={controls.usePlayback()} />

const Panel = (): ReactNode => <controls.ControlPanel panel={controls.useClothPanel()} />

function Editor(): ReactNode {
  return <editor.ShaderEditor {...shaders.useShaderPicker({ defaultValue: 'custom' })} />
}

/** Names of components and hooks that the package exports. */
export function exportedNames(): readonly string[] {
  return Object.values(entries)
    .flatMap((entry) => Object.entries(entry))
    .filter(([name]) => /^([A-Z]|use[A-Z])/.test(name))
    .filter(([, value]) => typeof value === 'function' && !String(value).startsWith('class'))
    .map(([name]) => name)
}
