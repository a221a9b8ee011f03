/** One of each component and hook that @billow/react exports, as small as it can be. */
import {
  BoxCollider,
  CapsuleCollider,
  Cloth,
  ConeCollider,
  CylinderCollider,
  GrassAnatomy,
  GrassField,
  HeightFieldCollider,
  MeshCollider,
  Pin,
  PlaneCollider,
  Simulation,
  SphereCollider,
  useAfterStep,
  useBeforeStep,
  useCloth,
  useSimulation,
  Wind,
  WindArrows,
} from '@billow/react'
import {
  ControlPanel,
  PlaybackBar,
  PlayButton,
  useClothPanel,
  useControlPanel,
  useGrassPanel,
  useLessMotion,
  usePanelValues,
  usePlayback,
} from '@billow/react/controls'
import {
  ClothRecording,
  Comparison,
  EnergyPlot,
  Ghost,
  Recorder,
  TimePlot,
  useComparison,
  useMeasurements,
  useReading,
  useRecording,
} from '@billow/react/instruments'
import { HandButtons, useHand } from '@billow/react/hands'
import { useClothControls, useGrassControls, useShaderControls } from '@billow/react/leva'
import {
  ForceArrows,
  HashGrid,
  Particles,
  Protractor,
  Ruler,
  Springs,
  StrainLegend,
  StrainMap,
} from '@billow/react/overlays'
import { ShaderEditor } from '@billow/react/shader-editor'
import { ShaderChooser, ShaderMaterialPicker, useShaderPicker } from '@billow/react/shaders'
import { clothParams } from '@billow/core'
import { useCreateStore } from 'leva'
import type { ReactNode } from 'react'

export interface SmokeCase {
  /** In a canvas, or on the page beside it. */
  readonly where: 'scene' | 'page'
  readonly element: ReactNode
}

const sheet = { segments: [4, 4], substeps: 2 } as const
const field = { size: [1, 1], density: 10 } as const

const inScene = (element: ReactNode): SmokeCase => ({ where: 'scene', element })
const onPage = (element: ReactNode): SmokeCase => ({ where: 'page', element })
const inSimulation = (element: ReactNode) => inScene(<Simulation>{element}</Simulation>)
const inCloth = (element: ReactNode) => inScene(<Cloth {...sheet}>{element}</Cloth>)
const inField = (element: ReactNode) => inScene(<GrassField {...field}>{element}</GrassField>)

/** A component that does nothing but call a hook. */
function Calls({ hook }: { hook: () => unknown }) {
  hook()
  return null
}
const calls = (hook: () => unknown): ReactNode => <Calls hook={hook} />

export const smokeCases: Readonly<Record<string, SmokeCase>> = {
  Cloth: inScene(<Cloth {...sheet} />),
  useCloth: inCloth(calls(() => useCloth())),
  Pin: inCloth(<Pin particle="top-left" />),
  GrassField: inScene(<GrassField {...field} />),
  GrassAnatomy: inField(<GrassAnatomy blades={[0]} />),
  WindArrows: inField(<WindArrows />),
  Simulation: inScene(
    <Simulation>
      <Cloth {...sheet} />
    </Simulation>,
  ),
  useSimulation: inSimulation(calls(() => useSimulation())),
  useAfterStep: inSimulation(calls(() => useAfterStep(() => undefined))),
  useBeforeStep: inSimulation(calls(() => useBeforeStep(() => undefined))),
  Wind: inSimulation(<Wind velocity={[1, 0, 0]} arrow />),
  BoxCollider: inSimulation(<BoxCollider size={[1, 1, 1]} />),
  CapsuleCollider: inSimulation(<CapsuleCollider radius={0.1} height={1} />),
  ConeCollider: inSimulation(<ConeCollider radii={[0.2, 0.1]} height={1} />),
  CylinderCollider: inSimulation(<CylinderCollider radius={0.1} height={1} />),
  HeightFieldCollider: inSimulation(
    <HeightFieldCollider size={[1, 1]} rows={2} columns={2} heights={[0, 0, 0, 0]} />,
  ),
  MeshCollider: inSimulation(
    <MeshCollider>
      <mesh>
        <boxGeometry />
        <meshBasicMaterial />
      </mesh>
    </MeshCollider>,
  ),
  PlaneCollider: inSimulation(<PlaneCollider />),
  SphereCollider: inSimulation(<SphereCollider radius={0.2} />),

  HashGrid: inCloth(<HashGrid />),
  Particles: inCloth(<Particles />),
  Springs: inCloth(<Springs />),
  StrainMap: inCloth(<StrainMap />),
  ForceArrows: inCloth(<ForceArrows />),
  Protractor: inCloth(<Protractor at={[0, 0, 0]} from={[1, 0, 0]} to={[0, 1, 0]} />),
  Ruler: inCloth(<Ruler from={[0, 0, 0]} to={[1, 0, 0]} />),
  StrainLegend: onPage(<StrainLegend />),

  HandButtons: onPage(<Handled />),
  useHand: onPage(calls(() => useHand())),

  ShaderMaterialPicker: inCloth(<ShaderMaterialPicker value="normal" />),
  useShaderPicker: onPage(calls(() => useShaderPicker())),
  // Small pictures, and trials of what is written, are drawn by a graphics card.
  ShaderChooser: onPage(<ShaderChooser previews={false} />),
  ShaderEditor: onPage(<Edited />),

  useRecording: onPage(calls(() => useRecording())),
  Recorder: inCloth(<Recorder recording={new ClothRecording()} />),
  useMeasurements: inCloth(calls(() => useMeasurements())),
  useReading: onPage(calls(() => useReading(useRecording()))),
  Ghost: inCloth(<Ghost comparison={new Comparison(new ClothRecording())} />),
  useComparison: onPage(calls(() => useComparison(useRecording()))),
  EnergyPlot: onPage(<EnergyPlot recording={new ClothRecording()} />),
  TimePlot: onPage(<TimePlot recording={new ClothRecording()} title="Strain" />),

  useClothControls: onPage(calls(() => useClothControls({ store: useCreateStore() }))),
  useGrassControls: onPage(calls(() => useGrassControls({ store: useCreateStore() }))),
  useShaderControls: onPage(calls(() => useShaderControls({ store: useCreateStore() }))),

  ControlPanel: onPage(<Panelled />),
  useClothPanel: onPage(calls(() => useClothPanel())),
  useControlPanel: onPage(calls(() => useControlPanel(clothParams))),
  useGrassPanel: onPage(calls(() => useGrassPanel())),
  usePanelValues: onPage(calls(() => usePanelValues(useClothPanel()))),
  PlaybackBar: onPage(<Played by={PlaybackBar} />),
  PlayButton: onPage(<Played by={PlayButton} />),
  useLessMotion: onPage(calls(() => useLessMotion())),
  usePlayback: onPage(calls(() => usePlayback())),
}

function Panelled() {
  return <ControlPanel panel={useClothPanel()} />
}

function Handled() {
  return <HandButtons hand={useHand()} />
}

function Edited() {
  return <ShaderEditor {...useShaderPicker({ defaultValue: 'normal' })} />
}

function Played({ by: Buttons }: { by: typeof PlaybackBar | typeof PlayButton }) {
  return <Buttons playback={usePlayback({ autoplay: false })} />
}
