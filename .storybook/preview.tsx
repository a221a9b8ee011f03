// What all stories share: layout, order, theme, and a docs page that opens one canvas only.
import { Controls, Description, Primary, Subtitle, Title } from '@storybook/addon-docs/blocks'
import type { Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import { ApiSections } from './api/ApiSections'
import { endConsoleCheck, startConsoleCheck } from './consoleCheck'

/** Browsers keep about 16 WebGL contexts alive, so a docs page shows one story, not all. */
function DocsPage() {
  return (
    <>
      <Title />
      <Subtitle />
      <Description />
      <Primary />
      <Controls />
      <ApiSections />
    </>
  )
}

// Plays ask again for so long, ms: scenes that are drawn in software may keep a page busy.
configure({ asyncUtilTimeout: 20_000 })

const preview: Preview = {
  tags: ['autodocs'],
  beforeEach: startConsoleCheck,
  afterEach: endConsoleCheck,
  globalTypes: {
    theme: {
      description: 'Colours of the stage',
      toolbar: {
        title: 'Theme',
        icon: 'mirror',
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light' },
  parameters: {
    layout: 'fullscreen',
    controls: { expanded: true, sort: 'none' },
    docs: { page: DocsPage, story: { inline: false, height: '480px' } },
    a11y: {
      test: 'error',
      // leva's own colours and unlabelled inputs are not ours to fix.
      context: { exclude: [['[class*="leva-"]'], ['#leva__root']] },
    },
    options: { storySort: { order: ['Welcome', 'Cloth', ['Curtain', 'Cloth', 'Mesh', 'CS184']] } },
  },
}

export default preview
