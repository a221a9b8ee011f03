// An author edits an application while Vite's development server shows it: what an edit does not concern
// stays, the simulated time of a cloth, too; and what is thrown away gives its graphics context back. A process
// of its own, `node fastRefresh.mjs DIRECTORY`, which prints complaints: builds make theirs one for production.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { browse } from './browse.mjs'

/** Patience with a busy machine, ms. */
const SOON = 40_000

const files = {
  'index.html': `<!doctype html>
<html lang="en">
  <head><title>Cloth</title><link rel="icon" href="data:," /></head>
  <body><div id="root"></div><script type="module" src="/src/edited.jsx"></script></body>
</html>
`,
  'src/edited.jsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.jsx'

createRoot(document.getElementById('root')).render(<StrictMode><App /></StrictMode>)
`,
}

/** The module that is edited: a cloth that the page can be asked about. */
const app = ({ wind = 1, segments = 12, hooks = '' }) => `import { Cloth } from '@billow/react'
import { Canvas } from '@react-three/fiber'
import { useState } from 'react'

export function App() {
  const [label] = useState('Flag')
  ${hooks}
  return (
    <div style={{ width: 300, height: 300 }}>
      <Canvas camera={{ position: [0, 0, 2], fov: 35 }}>
        <Cloth
          segments={[${segments}, ${segments}]}
          pins="top"
          wind={[${wind}, 0, 1]}
          interactive={{ label }}
          ref={(cloth) => {
            if (cloth) globalThis.cloth = cloth
          }}
        />
      </Canvas>
    </div>
  )
}
`

/** What must hold in the page sooner or later; a complaint where it does not. */
const within = (page, what, condition) =>
  page.waitForFunction(condition, undefined, { timeout: SOON }).then(
    () => undefined,
    () => `not within ${SOON / 1000} s: ${what}`,
  )

/** @param {string} directory of an application that has installed the packages */
async function checkFastRefresh(directory) {
  // Inherited, too, from a process that has built.
  process.env.NODE_ENV = 'development'
  const edit = (changes) => writeFileSync(join(directory, 'src/App.jsx'), app(changes))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  edit({})
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    root: directory,
    plugins: [react()],
    // A package found in mid-run would load the whole page anew.
    optimizeDeps: {
      include: [
        '@billow/react',
        '@react-three/fiber',
        'react',
        'react-dom/client',
        'react/jsx-dev-runtime',
        'three',
      ],
    },
    server: { host: '127.0.0.1', port: 0 },
  })
  try {
    await server.listen()
    const { port } = server.httpServer.address()
    return await browse(`http://127.0.0.1:${port}/`, (page) => author(page, edit))
  } finally {
    await server.close()
  }
}

async function author(page, edit) {
  const complaints = []
  const soon = async (...asked) => complaints.push(await within(page, ...asked))
  const remember = () =>
    page.evaluate(() => {
      const { cloth, document } = globalThis
      const { simulation } = cloth
      const context = document.querySelector('canvas').getContext('webgl2')
      globalThis.before = { simulation, time: simulation.time, context }
    })
  await soon('the cloth moves', () => globalThis.cloth?.simulation.time > 0.2)
  if (complaints.some(Boolean)) return complaints

  await remember()
  edit({ wind: 3 })
  await soon('a wind that is edited blows in the cloth as it is', () => {
    const { simulation } = globalThis.cloth
    const { before } = globalThis
    return (
      simulation === before.simulation &&
      simulation.params.wind[0] === 3 &&
      simulation.time > before.time + 0.1
    )
  })

  await remember()
  edit({ wind: 3, segments: 8 })
  await soon('a cloth of other cells is in the same canvas', () => {
    const { cloth, before, document } = globalThis
    const context = document.querySelector('canvas').getContext('webgl2')
    const { particleCount, time, params } = cloth.simulation
    return particleCount === 81 && time > 0.1 && params.wind[0] === 3 && context === before.context
  })

  await remember()
  edit({ wind: 3, segments: 8, hooks: "useState('another')" })
  await soon(
    'a component with another hook begins anew, and its canvas before is given back',
    () => {
      const { cloth, before, document } = globalThis
      const canvases = document.querySelectorAll('canvas')
      return (
        cloth.simulation !== before.simulation &&
        cloth.simulation.time > 0.1 &&
        canvases.length === 1 &&
        before.context.isContextLost() &&
        !canvases[0].getContext('webgl2').isContextLost()
      )
    },
  )
  return complaints
}

const complaints = (await checkFastRefresh(process.argv[2])).filter(Boolean)
for (const complaint of complaints) console.log(complaint)
process.exitCode = complaints.length > 0 ? 1 : 0
