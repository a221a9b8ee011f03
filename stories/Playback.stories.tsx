import { Cloth, Simulation } from '@billow/react'
import { PlaybackBar, PlayButton, useLessMotion, usePlayback } from '@billow/react/controls'
import { Canvas } from '@react-three/fiber'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { Color } from 'three'
import { Fabric } from './stage/Fabric'
import './stage/stage.css'
import { ThemeContext, themes } from './stage/theme'

interface PlaybackArgs {
  lang: 'en' | 'de'
}

const meta: Meta<PlaybackArgs> = {
  title: 'Panels/Playback',
  argTypes: {
    lang: { name: 'Language', control: { type: 'inline-radio' }, options: ['en', 'de'] },
  },
  args: { lang: 'en' },
  parameters: {
    api: ['usePlayback', 'PlaybackBar', 'PlayButton', 'useLessMotion'],
    docs: {
      description: {
        component:
          'Buttons for a scene of your own. Those who prefer less motion get one that stands still until ' +
          'they press play.',
      },
    },
  },
}

export default meta

function Scene({ lang, theme: name }: { lang: string; theme: string }) {
  const playback = usePlayback({ autoplay: false })
  const prefersLess = useLessMotion()
  const theme = name === 'dark' ? themes.dark : themes.light
  return (
    <div className="stage" style={{ color: theme.ink, background: theme.panel }}>
      <div className="stage-canvas">
        <Canvas
          role="img"
          aria-label="A blue sheet hangs by its two upper corners; it waits for somebody to press play."
          camera={{ position: [-1.2, 0.4, 2.4], fov: 35 }}
          scene={{ background: new Color(theme.backdrop) }}
          shadows="percentage"
        >
          <ThemeContext value={theme}>
            <hemisphereLight args={[theme.sky, theme.ground, theme.fillLight]} />
            <directionalLight position={[1, 2, 2]} intensity={theme.keyLight} castShadow />
            <Simulation {...playback.props}>
              <Cloth pins={['top-left', 'top-right']} wind={[1, 0, 2]} castShadow receiveShadow>
                <Fabric color="#2f6f8f" repeat={[8, 8]} />
              </Cloth>
            </Simulation>
          </ThemeContext>
        </Canvas>
        <PlayButton playback={playback} lang={lang} />
      </div>
      <div className="stage-bar" style={{ background: theme.panel, borderColor: theme.panelEdge }}>
        <PlaybackBar playback={playback} lang={lang} />
        <p className="stage-hint">
          {prefersLess
            ? 'You prefer less motion: scenes wait for you.'
            : 'This one waits for somebody to press play.'}
        </p>
      </div>
    </div>
  )
}

/** A large button over the scene, and all of them below it. */
export const Waiting: StoryObj<PlaybackArgs> = {
  render: ({ lang }, { globals }) => <Scene lang={lang} theme={globals.theme as string} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const bar = within(page.getByRole('group'))
    await userEvent.click(bar.getByRole('button', { name: 'Play' }))
    await waitFor(() => expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible())
    await userEvent.click(bar.getByRole('button', { name: 'Step' }))
    await waitFor(() => expect(bar.getByRole('button', { name: 'Play' })).toBeVisible())
  },
}
