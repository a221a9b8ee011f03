import { writeFile } from 'node:fs/promises'
import { defineConfig } from 'tsdown'

// One output file per source file, so that a bundler takes only what an application uses.
export default defineConfig({
  entry: [
    'src/index.ts',
    'src/locales/en.ts',
    'src/locales/de.ts',
    'src/worker/index.ts',
    'src/worker/workerScript.ts',
    'src/scene/sceneSchema.ts',
  ],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  unbundle: true,
  root: 'src',
  dts: true,
  // The schema of scene files comes out of what was built, so it cannot go stale.
  onSuccess: async () => {
    const schema = new URL('./dist/scene/sceneSchema.js', import.meta.url)
    const { createSceneSchema } = (await import(schema.href)) as {
      createSceneSchema: () => object
    }
    const text = JSON.stringify(createSceneSchema(), null, 2)
    await writeFile(new URL('./dist/scene.schema.json', import.meta.url), `${text}\n`)
  },
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
})
