import { Cloth, PlaneCollider, SphereCollider } from '@billow/react'
import {
  ShaderChooser,
  ShaderMaterialPicker,
  type ShaderPickerOptions,
  type UniformsOf,
  useShaderPicker,
} from '@billow/react/shaders'
import { shaders } from '@billow/three/materials'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useFrame } from '@react-three/fiber'
import { type ReactNode, useContext, useRef } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Group, Vector3Tuple } from 'three'
import { drape, FRICTION, GAP, heights, sphere } from './scenes/drape'
import { Ball } from './stage/Bodies'
import { Draggable } from './stage/Draggable'
import { Stage } from './stage/Stage'
import { StageContext, useOnStage } from './stage/StageContext'
import { Studio } from './stage/Studio'

interface ShaderArgs {
  lang: 'en' | 'de'
  segments: number
}

const meta: Meta<ShaderArgs> = {
  title: 'Shaders/Picker',
  argTypes: {
    lang: {
      name: 'Language of the panel',
      control: { type: 'inline-radio' },
      options: ['en', 'de'],
    },
    segments: {
      name: 'Segments along a side',
      description: 'How many vertices there are to be displaced.',
      control: { type: 'range', min: 4, max: 256, step: 4 },
    },
  },
  args: { lang: 'en', segments: 96 },
  parameters: {
    api: ['ShaderMaterialPicker', 'useShaderPicker', 'ShaderChooser'],
    controls: { include: ['Language of the panel'] },
    docs: {
      description: {
        component:
          'The shaders of the lecture as materials by name, and a chooser in plain HTML beside the ' +
          'canvas.\n\n```tsx\nimport { ShaderChooser, ShaderMaterialPicker, useShaderPicker } from ' +
          "'@billow/react/shaders'\n\nconst picker = useShaderPicker({ defaultValue: 'blinn-phong' })\n" +
          '<Canvas><Cloth><ShaderMaterialPicker {...picker} /></Cloth></Canvas>\n' +
          '<ShaderChooser {...picker} lang="de" />\n```',
      },
    },
  },
}

export default meta

type Story = StoryObj<ShaderArgs>

/** What is around is to be seen in the surface, and the lamps of the stage light it. */
const LIT: UniformsOf = { light: 'scene' }

const stageOf = (globals: Record<string, unknown>): { theme: string } => ({
  theme: globals.theme as string,
})

/** What moves by itself stands while the stage is frozen. */
const useRuns = (): boolean => !useContext(StageContext).paused

function DrapedSheet({ material }: { material: ReactNode }) {
  const { body, start } = heights.sphere
  return (
    <>
      <Cloth {...drape} {...useOnStage()} position-y={start} castShadow receiveShadow>
        {material}
      </Cloth>
      <Draggable start={[0, body, 0]} lowest={sphere.radius}>
        <SphereCollider radius={sphere.radius} friction={FRICTION} thickness={GAP}>
          <Ball radius={sphere.radius} />
        </SphereCollider>
      </Draggable>
      <PlaneCollider friction={FRICTION} thickness={GAP} />
    </>
  )
}

function OnCloth({ lang, theme }: { lang: string; theme: string }) {
  const picker = useShaderPicker({ defaultValue: 'blinn-phong', defaultUniforms: LIT })
  return (
    <Studio theme={theme} panel={<ShaderChooser {...picker} lang={lang} />}>
      <Stage
        label="A sheet lies over a ball, in the shader that is chosen beside it."
        hint="Pick a shader and move its values. Drag the sheet or the ball."
        theme={theme}
        camera={[0.9, 1, 1.6]}
        target={[0, 0.22, 0]}
        reach={0.9}
        ground={0}
      >
        <DrapedSheet material={<ShaderMaterialPicker {...picker} />} />
      </Stage>
    </Studio>
  )
}

/** Eleven shaders for one sheet: with the keyboard, arrow keys go from one to the next. */
export const OnACloth: Story = {
  render: ({ lang }, { globals }) => <OnCloth lang={lang} {...stageOf(globals)} />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement.querySelector<HTMLElement>('.studio-panel')!)
    const blinnPhong = await panel.findByRole('radio', { name: 'Blinn-Phong' })
    await expect(blinnPhong).toBeChecked()
    const strength = panel.getByRole('slider', { name: 'Diffuse share kd' })
    await expect(strength).toBeVisible()
    await userEvent.click(panel.getByRole('radio', { name: 'Normals' }))
    await waitFor(() => expect(panel.queryByRole('slider')).toBeNull())
    await userEvent.click(blinnPhong)
    await expect(await panel.findByRole('slider', { name: 'Diffuse share kd' })).toBeVisible()
  },
}

const MESHES: readonly { readonly name: string; readonly x: number; readonly form: ReactNode }[] = [
  { name: 'ball', x: -0.85, form: <sphereGeometry args={[0.33, 128, 96]} /> },
  { name: 'knot', x: 0, form: <torusKnotGeometry args={[0.24, 0.085, 256, 48]} /> },
  { name: 'can', x: 0.85, form: <cylinderGeometry args={[0.28, 0.28, 0.56, 128, 64]} /> },
]

function OnMeshes({ lang, theme }: { lang: string; theme: string }) {
  const picker = useShaderPicker({
    defaultValue: 'bump',
    defaultUniforms: { ...LIT, repeat: [3, 2], normalScaling: 8, color: '#d3c4a2' },
  })
  return (
    <Studio theme={theme} panel={<ShaderChooser {...picker} lang={lang} />}>
      <Stage
        label="A ball, a knot and a can, all in the shader that is chosen beside them."
        hint="As a child of any mesh the picker is its material, and its shadow follows."
        theme={theme}
        camera={[0, 0.7, 3]}
        target={[0, 0, 0]}
        reach={1.2}
        width={2.7}
        ground={-0.5}
      >
        {MESHES.map(({ name, x, form }) => (
          <mesh key={name} position-x={x} castShadow receiveShadow>
            {form}
            <ShaderMaterialPicker {...picker} />
          </mesh>
        ))}
      </Stage>
    </Studio>
  )
}

/** It is a material like any other, for meshes that are no cloth, too. */
export const OnAnyMesh: Story = {
  render: ({ lang }, { globals }) => <OnMeshes lang={lang} {...stageOf(globals)} />,
}

const TERMS: readonly { readonly name: string; readonly shown: UniformsOf }[] = [
  { name: 'Ambient', shown: { diffuse: false, specular: false } },
  { name: 'Diffuse', shown: { ambient: false, specular: false } },
  { name: 'Specular', shown: { ambient: false, diffuse: false } },
  { name: 'All three', shown: {} },
]

const ANATOMY = { 'blinn-phong': shaders['blinn-phong'] } as const

function Anatomy({ lang, theme }: { lang: string; theme: string }) {
  const picker = useShaderPicker({
    shaders: ANATOMY,
    defaultUniforms: {
      color: '#c8553d',
      lightPosition: [0.5, 1.4, 1.6],
      lightIntensity: [4, 4, 4],
    },
  })
  return (
    <Studio theme={theme} panel={<ShaderChooser {...picker} lang={lang} previews={false} />}>
      <Stage
        label="Four balls from left to right: ambient, diffuse and specular reflection, and all three together."
        hint="From left to right: ambient, diffuse, specular, and their sum. Move a value: which ball changes?"
        theme={theme}
        camera={[0, 0.25, 3.4]}
        target={[0, 0, 0]}
        reach={1.2}
        width={3}
        ground={-0.42}
      >
        {TERMS.map(({ name, shown }, n) => (
          <mesh key={name} name={name} position-x={0.7 * (n - 1.5)} castShadow>
            <sphereGeometry args={[0.3, 64, 48]} />
            <ShaderMaterialPicker {...picker} uniforms={{ ...picker.uniforms, ...shown }} />
          </mesh>
        ))}
      </Stage>
    </Studio>
  )
}

/** The reflection of light in its three parts, each by itself. */
export const AnatomyOfBlinnPhong: Story = {
  render: ({ lang }, { globals }) => <Anatomy lang={lang} {...stageOf(globals)} />,
}

/** Bump mapping with the dunes that displacement has, where bump mapping has a weave. */
const RELIEFS = {
  bump: { ...shaders.bump, uniforms: shaders.displacement.uniforms },
  displacement: shaders.displacement,
} as const

const RELIEF = [
  { id: 'bump', x: -0.62 },
  { id: 'displacement', x: 0.62 },
] as const

const reliefChoice = {
  shaders: { displacement: shaders.displacement },
  defaultUniforms: { ...LIT, color: '#b9a37c', heightScaling: 0.12, slopes: 'surface', ks: 0.3 },
} as const satisfies ShaderPickerOptions<{ displacement: typeof shaders.displacement }>

function Relief({ lang, theme, segments }: { lang: string; theme: string; segments: number }) {
  const picker = useShaderPicker(reliefChoice)
  return (
    <Studio theme={theme} panel={<ShaderChooser {...picker} lang={lang} previews={false} />}>
      <Stage
        label="Two sheets with dunes: on the left light alone makes them, on the right they are there, with outline and shadow."
        hint="Left: bump mapping, right: displacement. Look from the side, and change the number of segments in the controls: only the right one needs them."
        theme={theme}
        camera={[0, 1, 2.2]}
        target={[0, 0, 0]}
        reach={1.1}
        width={3.3}
        ground={-0.12}
      >
        {RELIEF.map(({ id, x }) => (
          <mesh key={id} position-x={x} rotation-x={-Math.PI / 2} castShadow receiveShadow>
            <planeGeometry args={[1.1, 1.1, segments, segments]} />
            <ShaderMaterialPicker<typeof RELIEFS>
              shaders={RELIEFS}
              value={id}
              uniforms={picker.uniforms}
            />
          </mesh>
        ))}
      </Stage>
    </Studio>
  )
}

/** The same height map as light and as form; how many vertices there are matters to one of them. */
export const BumpAgainstDisplacement: Story = {
  parameters: { controls: { include: ['Language of the panel', 'Segments along a side'] } },
  render: ({ lang, segments }, { globals }) => (
    <Relief lang={lang} segments={segments} {...stageOf(globals)} />
  ),
}

function Around({ children }: { children: ReactNode }) {
  const group = useRef<Group>(null)
  const runs = useRuns()
  useFrame((_, delta) => {
    if (runs && group.current) group.current.rotation.y += 0.4 * Math.min(delta, 0.1)
  })
  return <group ref={group}>{children}</group>
}

const PLANETS: readonly { readonly place: Vector3Tuple; readonly color: string }[] = [
  { place: [0.9, 0.1, 0], color: '#c8553d' },
  { place: [-0.45, 0.35, 0.78], color: '#2f6f8f' },
  { place: [-0.45, -0.1, -0.78], color: '#c9a227' },
]

/** A mirror shows the scene itself, seen from its middle in every frame. */
export const MirrorOfTheScene: Story = {
  render: (_, { globals }) => (
    <Stage
      label="A ball that is a mirror, and three coloured balls that go round it and are seen in it."
      hint="What is reflected is the scene itself: freeze it and turn the view."
      {...stageOf(globals)}
      camera={[0, 0.7, 3]}
      target={[0, 0, 0]}
      reach={1.3}
      width={2.6}
      ground={-0.5}
    >
      <mesh castShadow>
        <sphereGeometry args={[0.45, 96, 64]} />
        <ShaderMaterialPicker value="mirror" reflectScene />
      </mesh>
      <Around>
        {PLANETS.map(({ place, color }) => (
          <mesh key={color} position={place} castShadow receiveShadow>
            <sphereGeometry args={[0.16, 48, 32]} />
            <meshStandardMaterial color={color} roughness={0.5} />
          </mesh>
        ))}
      </Around>
    </Stage>
  ),
}

const FABRICS: readonly { readonly name: string; readonly values: UniformsOf }[] = [
  {
    name: 'linen',
    values: {
      weave: 'plain',
      warpColor: '#cdbf9f',
      weftColor: '#b8a883',
      sheen: 0.15,
      threads: [90, 90],
    },
  },
  {
    name: 'denim',
    values: {
      weave: 'twill',
      warpColor: '#2b4570',
      weftColor: '#c9ccd4',
      sheen: 0.1,
      threads: [110, 110],
    },
  },
  {
    name: 'satin',
    values: {
      weave: 'satin',
      warpColor: '#8c2f5b',
      weftColor: '#5e1f45',
      roughness: 0.2,
      sheen: 0.2,
      threads: [160, 160],
    },
  },
  {
    name: 'shot silk',
    values: {
      weave: 'plain',
      warpColor: '#1f7a6d',
      weftColor: '#b5652e',
      roughness: 0.18,
      spread: 0.5,
      threads: [200, 200],
    },
  },
]

function Fabrics() {
  const onStage = useOnStage()
  return FABRICS.map(({ name, values }, n) => (
    <Cloth
      key={name}
      name={name}
      size={[0.6, 0.85]}
      segments={[18, 26]}
      pins={['top-left', 'top-right']}
      wind={[0.3, 0, 1]}
      turbulence={0.4}
      {...onStage}
      position-x={0.72 * (n - 1.5)}
      castShadow
      receiveShadow
    >
      <ShaderMaterialPicker value="woven-fabric" uniforms={values} />
    </Cloth>
  ))
}

/** Linen, denim, satin and shot silk: threads, their weave, and the light that they throw. */
export const FabricGallery: Story = {
  render: (_, { globals }) => (
    <Stage
      label="Four sheets hang side by side: linen, denim, satin and shot silk."
      hint="Come close: the threads are made in the shader. From left to right: linen, denim, satin, shot silk."
      {...stageOf(globals)}
      camera={[0, 0.1, 3.2]}
      target={[0, 0, 0]}
      reach={1.6}
      width={3.2}
      ground={-0.75}
    >
      <Fabrics />
    </Stage>
  ),
}
