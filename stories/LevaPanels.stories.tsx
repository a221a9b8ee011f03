import { GrassField } from '@billow/react'
import { useGrassControls, useShaderControls } from '@billow/react/leva'
import { ShaderMaterialPicker } from '@billow/react/shaders'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { LevaPanel, useCreateStore } from 'leva'
import { expect, waitFor } from 'storybook/test'
import { Soil } from './stage/Soil'
import { Stage } from './stage/Stage'
import { useOnStage } from './stage/StageContext'
import { Studio } from './stage/Studio'
import { untilTime } from './stage/untilTime'

const meta: Meta = {
  title: 'Panels/Leva',
  parameters: {
    api: ['useGrassControls', 'useShaderControls'],
    docs: {
      description: {
        component:
          'Panels of leva from the same tables: groups, units, presets, a reset. Each has a store of its ' +
          "own here, so that several fit on a page.\n\n```tsx\nimport { useGrassControls } from '@billow/" +
          "react/leva' // needs leva\n\nconst store = useCreateStore()\nconst controls = useGrassControls({ " +
          'store })\n<LevaPanel store={store} />\n<GrassField {...controls} />\n```',
      },
    },
  },
}

export default meta

/** Wide enough for labels with their units. */
const LEVA = {
  fill: true,
  flat: true,
  titleBar: false,
  theme: { sizes: { controlWidth: '190px' } },
}

function GrassWithLeva({ theme }: { theme: string }) {
  const store = useCreateStore()
  const controls = useGrassControls({
    keys: ['density', 'height', 'width', 'droop', 'tufting', 'wind', 'gusts', 'turbulence'],
    values: {
      density: 450,
      height: 0.85,
      width: 0.015,
      droop: 0.25,
      tufting: 0.1,
      wind: [4, 0, 1],
    },
    store,
  })
  return (
    <Studio theme={theme} panel={<LevaPanel store={store} {...LEVA} />}>
      <Stage
        label="A square of grass in the wind, with a panel of leva beside it."
        hint="Choose a kind of grass. Density, height and width build the field anew once they stand still."
        theme={theme}
        camera={[0, 1.9, 5.6]}
        target={[0, 0.6, 0]}
        reach={2}
      >
        <Field controls={controls} />
        <Soil size={[30, 30]} />
      </Stage>
    </Studio>
  )
}

function Field({ controls }: { controls: ReturnType<typeof useGrassControls> | object }) {
  return <GrassField size={[3, 3]} {...controls} {...useOnStage()} />
}

/** Kinds of grass as presets, and what they are made of. */
export const OfGrass: StoryObj = {
  render: (_, { globals }) => <GrassWithLeva theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    await untilTime(canvasElement, 0.1, 60_000)
    const panel = canvasElement.querySelector('.studio-panel')!
    await waitFor(() => expect(panel.textContent).toContain('Density (1/m²)'), { timeout: 20_000 })
    await expect(panel.textContent).toContain('Preset')
    await expect(panel.textContent).toContain('Reset all values')
  },
}

function ShaderWithLeva({ theme }: { theme: string }) {
  const store = useCreateStore()
  const controls = useShaderControls({ value: 'blinn-phong', store })
  return (
    <Studio theme={theme} panel={<LevaPanel store={store} {...LEVA} />}>
      <Stage
        label="A ball in the shader that is chosen in a panel of leva."
        hint="Choose a shader; its uniforms come with it."
        theme={theme}
        camera={[0, 0.5, 2.6]}
        target={[0, 0, 0]}
        reach={1}
        ground={-0.62}
      >
        <mesh castShadow>
          <sphereGeometry args={[0.6, 96, 64]} />
          <ShaderMaterialPicker {...controls} />
        </mesh>
      </Stage>
    </Studio>
  )
}

/** Every uniform of a shader but its textures. */
export const OfAShader: StoryObj = {
  render: (_, { globals }) => <ShaderWithLeva theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    const panel = canvasElement.querySelector('.studio-panel')!
    await waitFor(() => expect(panel.textContent).toContain('Reset all values'), {
      timeout: 20_000,
    })
    await expect(panel.textContent).toContain('Shader')
  },
}
