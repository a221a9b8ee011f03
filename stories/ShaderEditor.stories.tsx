import { ShaderEditor } from '@billow/react/shader-editor'
import {
  ShaderChooser,
  ShaderMaterialPicker,
  type ShaderPickerState,
  useShaderPicker,
} from '@billow/react/shaders'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { Stage } from './stage/Stage'
import { Studio } from './stage/Studio'

interface EditorArgs {
  lang: 'en' | 'de'
}

const meta: Meta<EditorArgs> = {
  title: 'Shaders/Your own',
  argTypes: {
    lang: {
      name: 'Language of the panel',
      control: { type: 'inline-radio' },
      options: ['en', 'de'],
    },
  },
  args: { lang: 'en' },
  parameters: {
    api: ['ShaderEditor'],
    docs: {
      description: {
        component:
          'A shader that is written beside what it draws. It is compiled for trial when the typing pauses; ' +
          'with an error, the last version without goes on.\n\n```tsx\nimport { ShaderEditor } from ' +
          "'@billow/react/shader-editor' // needs the CodeMirror packages\n\nconst picker = " +
          "useShaderPicker({ defaultValue: 'custom' })\n<Canvas><mesh><ShaderMaterialPicker {...picker} />" +
          '</mesh></Canvas>\n<ShaderEditor {...picker} />\n```',
      },
    },
  },
}

export default meta

type Story = StoryObj<EditorArgs>

function Surface({
  picker,
  onLost,
}: {
  picker: ShaderPickerState
  onLost: (isLost: boolean) => void
}) {
  return (
    <mesh rotation-x={-0.35} castShadow receiveShadow>
      <planeGeometry args={[1.2, 0.9, 160, 120]} />
      <ShaderMaterialPicker {...picker} onContextLostChange={onLost} />
    </mesh>
  )
}

function Workshop({ lang, theme }: { lang: string; theme: string }) {
  const picker = useShaderPicker({
    defaultValue: 'custom',
    defaultUniforms: { light: 'scene', a: 0.6 },
  })
  const [isLost, setLost] = useState(false)
  return (
    <Studio
      theme={theme}
      panel={
        <>
          <ShaderEditor {...picker} lang={lang} />
          <hr />
          <ShaderChooser {...picker} lang={lang} />
        </>
      }
    >
      <Stage
        label="A sheet in the shader that is written beside it: stripes that move like waves."
        hint={
          isLost
            ? 'The graphics card was taken away. Start over, and reload the page if nothing comes back.'
            : 'Change a line and wait a moment. Any other shader can be read, and copied to be changed.'
        }
        theme={theme}
        camera={[0, 0.3, 2.4]}
        target={[0, 0, 0]}
        reach={0.9}
        ground={-0.6}
      >
        <Surface picker={picker} onLost={setLost} />
      </Stage>
    </Studio>
  )
}

/** What is wrong stands beside its line, and the picture stays. */
export const WriteYourOwn: Story = {
  render: ({ lang }, { globals }) => <Workshop lang={lang} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    const panel = within(canvasElement.querySelector<HTMLElement>('.studio-panel')!)
    const source = await waitFor(
      () => {
        const found = canvasElement.querySelector<HTMLElement>('.cm-content')
        if (!found) throw new Error('The editor has not come')
        return found
      },
      { timeout: 20_000 },
    )
    await userEvent.click(source)
    await userEvent.keyboard('{Control>}{End}{/Control}oops')
    await panel.findByRole(
      'button',
      { name: /^Fragment shader, line \d+: .*oops/ },
      { timeout: 20_000 },
    )
    await userEvent.click(panel.getByRole('button', { name: 'Start over' }))
    await waitFor(() => expect(panel.queryByText(/oops/)).toBeNull(), { timeout: 20_000 })
  },
}
