// Applications that use the packages as published, as small as they can be: their files by name. What each
// shows is a red sheet that hangs by its upper corners, on a canvas that keeps its picture.

const SHEET = 'size={[1, 1]} segments={[12, 12]} pins={["top-left", "top-right"]} wind={[1, 0, 1]}'
const MATERIAL = '<meshBasicMaterial color="#e01010" side={2} />'
const CANVAS = 'camera={{ position: [0, 0, 2], fov: 35 }} gl={{ preserveDrawingBuffer: true }}'

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    // The declaration files of the packages are checked, too.
    skipLibCheck: false,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['src'],
})

/** For Vite, in TypeScript, with some of everything that the package has. */
export const viteApp = {
  'tsconfig.json': TSCONFIG,
  'index.html': `<!doctype html>
<html lang="en">
  <head><title>Cloth</title><link rel="icon" href="data:," /></head>
  <body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body>
</html>
`,
  'src/main.tsx': `import { Cloth, type ClothHandle, GrassField, Pin, Simulation, SphereCollider, Wind } from '@billow/react'
import { Ruler, Springs } from '@billow/react/overlays'
import { ShaderChooser, ShaderMaterialPicker, useShaderPicker } from '@billow/react/shaders'
import { Canvas } from '@react-three/fiber'
import { StrictMode, useRef } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  const cloth = useRef<ClothHandle>(null)
  const picker = useShaderPicker({ defaultValue: 'blinn-phong' })
  return (
    <>
      <div style={{ width: 300, height: 300 }}>
        <Canvas ${CANVAS}>
          <Simulation>
            <Wind velocity={[0.5, 0, 0.5]} arrow />
            <Cloth ${SHEET} ref={cloth} onClick={() => cloth.current?.reset()}>
              ${MATERIAL}
              <Pin particle={6} position={[0, 0.5, 0]} />
            </Cloth>
            <SphereCollider radius={0.1} position={[0, -0.4, 0.2]} debug />
            <GrassField size={[1, 1]} density={30} position={[0, -0.8, 0]} backend="gpu" />
          </Simulation>
          <Cloth segments={[4, 4]} pins="top" position={[5, 0, 0]}>
            <ShaderMaterialPicker {...picker} />
            <Springs />
          </Cloth>
          <Ruler from={[-0.5, 0.55, 0]} to={[0.5, 0.55, 0]} />
        </Canvas>
      </div>
      <ShaderChooser {...picker} previews={false} />
    </>
  )
}

// @ts-expect-error props of a cloth are those of its parameters and its mesh, and no others
void (<Cloth sizes={[1, 1]} />)

createRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)
`,
}

/** For Next: the page is a server component, which hands a cloth over to a canvas of the client. */
export const nextApp = {
  'next.config.mjs': 'export default { turbopack: { root: import.meta.dirname } }\n',
  'app/layout.jsx': `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
`,
  'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" />\n',
  'app/page.jsx': `import { Cloth, Simulation, SphereCollider } from '@billow/react'
import { Panel, Stage } from './stage.jsx'

export default function Page() {
  return (
    <main>
      <Stage>
        <Simulation>
          <Cloth ${SHEET}>${MATERIAL}</Cloth>
          <SphereCollider radius={0.1} position={[0, -0.3, 0.2]} />
        </Simulation>
      </Stage>
      <Panel />
    </main>
  )
}
`,
  'app/stage.jsx': `'use client'
import { ShaderChooser, useShaderPicker } from '@billow/react/shaders'
import { Canvas } from '@react-three/fiber'

export function Stage({ children }) {
  return (
    <div style={{ width: 300, height: 300 }}>
      <Canvas ${CANVAS}>{children}</Canvas>
    </div>
  )
}

export const Panel = () => <ShaderChooser {...useShaderPicker()} previews={false} />
`,
}

/** For Node alone: prints the page as a string and as a stream. */
export const serverScript = `import { Cloth, GrassField, Simulation } from '@billow/react'
import { StrainLegend } from '@billow/react/overlays'
import { ShaderChooser, ShaderMaterialPicker } from '@billow/react/shaders'
import { Canvas } from '@react-three/fiber'
import { createElement as h } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

const page = h('main', null,
  h(Canvas, null, h(Simulation, null, h(Cloth, { pins: 'top' }, h(ShaderMaterialPicker)), h(GrassField))),
  h(ShaderChooser, { lang: 'de' }),
  h(StrainLegend),
)
const html = renderToString(page)
if (!html.includes('<canvas') || !html.includes('radiogroup')) throw new Error(html)
renderToPipeableStream(page, { onError: (error) => { throw error } }).pipe(process.stdout)
`
