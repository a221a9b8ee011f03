// Checks the packages as they would be published: contents, manifest, types, imports, loading in
// plain Node, size, and applications that have installed them. Needs a build and the npm registry.
// `--report FILE` writes what came of it for the test command.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { onStopSignal, run } from '../../.ci/process.mjs'
import { packages, root, tool } from '../../.ci/workspace.mjs'
import { KB, budgets } from './budgets.mjs'
import { bundle, gzipBytes, weigh } from './bundle.mjs'
import { checkConsumers } from './consumers.mjs'
import { serve } from './devServer.mjs'
import { importsOf, isRelative, typeImportsOf } from './imports.mjs'
import { packAll } from './pack.mjs'

const MINUTE = 60_000

/** What the built files of a package may import, in code and in types. */
const mayImport = {
  core: [],
  three: [/^@billow\/core(\/|$)/, /^three(\/|$)/],
  react: [
    /^@billow\/(core|three)(\/|$)/,
    /^three(\/|$)/,
    /^react(\/|$)/,
    /^@react-three\/fiber$/,
    /^leva$/,
    /^uplot$/,
    /^@codemirror\/[\w-]+(\/mode\/clike)?$/,
    /^@lezer\/highlight$/,
  ],
  embed: [],
}

/** React's server build has no hooks, so only what is free of React must load under it. */
const SERVER_COMPONENTS = ['core', 'three']

let passed = 0
/** Checks that failed, with their complaints. @type {string[]} */
const failures = []

/**
 * One check: ok when `find` gives nothing to complain about.
 * @param {string} label
 * @param {() => unknown} find gives complaints, or throws one
 */
async function check(label, find) {
  let complaints
  try {
    complaints = [(await find()) ?? []].flat().filter(Boolean)
  } catch (error) {
    complaints = [error instanceof Error ? error.message : String(error)]
  }
  const ok = complaints.length === 0
  const said = [label, ...complaints].join('\n').replaceAll('\n', '\n       ')
  if (ok) passed++
  else failures.push(said)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${said}`)
}

/** Runs Node; the complaint is what it printed. */
async function nodeSays(...args) {
  const { code, output } = await run(process.execPath, args, {
    capture: true,
    timeoutMs: 5 * MINUTE,
    cwd: work,
  })
  return code === 0 ? undefined : output.trim() || `ended with ${code}`
}

/** The values at the leaves of an exports field, with the path of conditions to each. */
function leaves(value, path = []) {
  if (typeof value === 'string') return [{ target: value, path }]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}

/** The module names an application can import. */
function entries({ manifest }) {
  return Object.keys(manifest.exports)
    .filter((key) => !key.endsWith('.json'))
    .map((key) => manifest.name + key.slice(1))
}

async function checkContents(packed) {
  const { name, files, manifest, directory } = packed
  await check(
    `@billow/${name}: the tarball holds dist, README, LICENSE and package.json only`,
    () => [
      ...files
        .filter((file) => !/^(dist\/.+|README\.md|LICENSE|package\.json)$/.test(file))
        .map((file) => `unexpected: ${file}`),
      ...['README.md', 'LICENSE']
        .filter((file) => !files.includes(file))
        .map((file) => `missing: ${file}`),
    ],
  )
  await check(`@billow/${name}: exports lead to files of the tarball, none to sources`, () =>
    leaves(manifest.exports).flatMap(({ target, path }) => [
      path.some((condition) => condition.includes('source')) &&
        `source condition: ${path.join(' ')}`,
      target.includes('/src/') && `source file: ${target}`,
      !files.includes(target.slice(2)) && `missing: ${target}`,
    ]),
  )
  await check(`@billow/${name}: no workspace: or catalog: range is left`, () =>
    JSON.stringify(manifest).match(/"(workspace|catalog):[^"]*"/g),
  )
  await check(`@billow/${name}: built files import what the package may import`, () => {
    const allowed = (module) =>
      isRelative(module) || mayImport[name].some((pattern) => pattern.test(module))
    return files.flatMap((file) => {
      const path = join(directory, file)
      const modules = file.endsWith('.js')
        ? importsOf(path)
        : file.endsWith('.d.ts')
          ? typeImportsOf(path)
          : []
      return modules
        .filter((module) => !allowed(module))
        .map((module) => `${file} imports ${module}`)
    })
  })
}

async function checkTools({ name, tarball }) {
  await check(`@billow/${name}: publint --strict`, () =>
    nodeSays(tool('publint'), 'run', tarball, '--strict'),
  )
  await check(`@billow/${name}: are the types wrong (esm-only)`, () =>
    nodeSays(
      tool('@arethetypeswrong/cli', 'attw'),
      tarball,
      '--profile',
      'esm-only',
      '--no-emoji',
      '--no-color',
    ),
  )
}

/** Loading must not touch window, document, HTMLElement or WebGL: pages are rendered on servers too. */
async function checkLoading(packed) {
  for (const entry of entries(packed)) {
    const load = `await import(${JSON.stringify(entry)})`
    await check(`${entry} loads in plain Node`, () =>
      nodeSays('--input-type=module', '--eval', load),
    )
    if (!SERVER_COMPONENTS.includes(packed.name)) continue
    await check(`${entry} loads in a server component`, () =>
      nodeSays('--conditions=react-server', '--input-type=module', '--eval', load),
    )
  }
}

/** Editors and validators take the schema from the package. */
async function checkSchema({ directory }) {
  await check('@billow/core: scene.schema.json takes a scene file, and no wrong one', () => {
    const read = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))
    const schema = read(directory, 'dist', 'scene.schema.json')
    const validate = new Ajv({ strict: true }).compile(schema)
    const scene = read(root, 'tests', 'fixtures', 'scenes', 'v1.json')
    return [
      !validate(scene) && `refused: ${JSON.stringify(validate.errors)}`,
      validate({ ...scene, cloth: { ...scene.cloth, density: 0 } }) && 'took a density of 0',
    ]
  })
}

/** Bundlers need the line at the top of each file, so it must outlive the build. */
async function checkClientFiles({ directory, files }) {
  const isClient = (text) => /^(\s|\/\*[\s\S]*?\*\/|\/\/.*\n)*['"]use client['"]/.test(text)
  await check("@billow/react: every 'use client' source is a 'use client' file of its own", () =>
    files
      .filter((file) => file.endsWith('.js'))
      .filter((file) => {
        const base = join(
          root,
          'packages',
          'react',
          file.replace(/^dist/, 'src').replace(/\.js$/, ''),
        )
        const source = [`${base}.ts`, `${base}.tsx`].find(existsSync)
        return (
          source &&
          isClient(readFileSync(source, 'utf8')) &&
          !isClient(readFileSync(join(directory, file), 'utf8'))
        )
      })
      .map((file) => `${file} has lost the line`),
  )
}

/** What only a worker's side has in it, and what only the side of a page that starts one has. */
const WORKER_SIDE = 'WorkerGlobalScope'
const STARTS_WORKER = 'new Worker('

/**
 * A worker is a file of its own, which the page's own policy covers, and nobody who does not ask
 * for one loads any of it.
 */
async function checkWorker(directory) {
  await check(
    'a bundler finds the worker of @billow/core/worker: a file, no blob: or data:',
    async () => {
      const { entry, others } = await bundle(
        directory,
        'withWorker',
        "import { createClothWorker } from '@billow/core/worker'\nglobalThis.start = createClothWorker\n",
      )
      const script = others.find(({ code }) => code.includes(WORKER_SIDE))
      return [
        !script && `no worker among ${others.map(({ name }) => name).join() || 'no other files'}`,
        script &&
          !entry.includes(script.name.split('/').pop()) &&
          'the page does not name its worker',
        !entry.includes(STARTS_WORKER) && 'the page starts no worker',
        entry.includes(WORKER_SIDE) && 'the page holds the worker’s side',
        /new Worker\([^)]*(blob:|data:)|createObjectURL/.test(entry) &&
          'a worker from a blob: or data:',
      ]
    },
  )
  await check(
    'a development server that bundles @billow/core up front serves its worker',
    async () => {
      const { packaged, found } = await serve(
        directory,
        'developed',
        "import { createClothWorker } from '@billow/core/worker'\nglobalThis.start = createClothWorker\n",
        ['@billow/core/worker'],
        /workerScript/,
      )
      const [script] = found
      return [
        packaged.length === 0 && 'it has bundled nothing: this check is blind',
        !script && 'the bundle names no worker',
        script && !script.ok && `${script.address} is not there`,
        script && !script.code.includes(WORKER_SIDE) && `${script.address} is no worker`,
      ]
    },
  )
  await check('nothing of a worker for those who import @billow/core alone', async () => {
    const { entry, others } = await bundle(
      directory,
      'withoutWorker',
      "import * as core from '@billow/core'\nglobalThis.core = core\n",
    )
    const all = [entry, ...others.map(({ code }) => code)].join()
    return [all.includes(STARTS_WORKER) && 'starts one', all.includes(WORKER_SIDE) && 'holds one']
  })
  await check('<Cloth> loads what is needed for a worker only when it is asked for', async () => {
    const { entry, others } = await bundle(
      directory,
      'withCloth',
      "import { Cloth } from '@billow/react'\nglobalThis.Cloth = Cloth\n",
    )
    return [
      entry.includes(STARTS_WORKER) && 'the entry starts workers',
      !others.some(({ code }) => code.includes(STARTS_WORKER)) && 'no chunk starts a worker',
      !others.some(({ code }) => code.includes(WORKER_SIDE)) && 'there is no worker',
    ]
  })
}

/** What is not used must cost nothing: no module works by being loaded, and no text comes along. */
async function checkShaking(directory) {
  for (const entry of [
    'core',
    'core/locales/de',
    'core/worker',
    'three',
    'three/locales/de',
    'three/materials',
    'three/overlays',
    'three/hands',
  ]) {
    await check(`nothing is left of an import of @billow/${entry} that is not used`, async () => {
      const { entry: code } = await bundle(directory, 'unused', `import '@billow/${entry}'\n`)
      return code.trim().slice(0, 200)
    })
  }
  await check(
    'an application with a <Cloth> alone has no grass, shaders, overlays or panels',
    async () => {
      const modulesOf = async (name) =>
        (await bundle(directory, 'shaken', `export { ${name} } from '@billow/react'\n`)).modules
      const others = /\/(grass|materials|shaders|shader-editor|overlays|leva|webgpu)\//
      const more = /node_modules\/(leva|@codemirror|@lezer)\//
      const found = (modules) => modules.filter((id) => others.test(id) || more.test(id))
      return [
        found(await modulesOf('GrassField')).length === 0 &&
          'no grass in <GrassField>: this check is blind',
        ...found(await modulesOf('Cloth')),
      ]
    },
  )
  const { descriptions } = await import(
    pathToFileURL(join(directory, 'node_modules/@billow/core/dist/locales/en.js')).href
  )
  const found = (code) => Object.values(descriptions.cloth).filter((text) => code.includes(text))
  await check('descriptions of parameters load only where they are used', async () => {
    const holding = async (source) => found((await bundle(directory, 'texts', source)).entry)
    const embed = readFileSync(join(directory, 'node_modules/@billow/embed/dist/billow-embed.js'))
    return [
      (await holding("export { descriptions } from '@billow/core/locales/en'")).length === 0 &&
        'not found where they are used: this check is blind',
      ...(await holding("export * from '@billow/core'")).map((text) => `core has "${text}"`),
      ...(await holding("export { labels } from '@billow/core/locales/en'")).map(
        (text) => `labels bring "${text}"`,
      ),
      ...found(embed.toString()).map((text) => `the embed file has "${text}"`),
    ]
  })
}

/** Bytes that a budget is about, in one figure for each part. */
async function sizeOf(budget, index) {
  if (budget.source === undefined) {
    const first = gzipBytes(readFileSync(join(work, 'node_modules', budget.file)))
    return { first, later: 0, largest: [] }
  }
  return weigh(work, `size${index}`, budget.source, budget.external)
}

async function checkSizes() {
  for (const [index, budget] of budgets.entries()) {
    const { first, later, largest } = await sizeOf(budget, index)
    const asked = later > 0 ? `, and ${(later / KB).toFixed(1)} kB when asked for` : ''
    const text = `${(first / KB).toFixed(1)} of ${budget.budgetKB} kB gzip${asked}`
    await check(`size of ${budget.name}: ${text}`, () =>
      first <= budget.budgetKB * KB ? [] : ['over the budget; the longest modules:', ...largest],
    )
  }
}

const work = mkdtempSync(join(tmpdir(), 'billow-package-'))
/** Outside of the other, whose node_modules would be found from within. */
const consumers = mkdtempSync(join(tmpdir(), 'billow-consumers-'))
process.on('exit', () => {
  for (const folder of [work, consumers]) rmSync(folder, { recursive: true, force: true })
})
onStopSignal(() => 130)

const unbuilt = packages.filter(
  (name) => !existsSync(join(root, 'packages', name, 'dist', 'index.js')),
)
if (unbuilt.length > 0) {
  await check(
    'the packages are built',
    () => `no build of ${unbuilt.join(', ')}: run npm run build first`,
  )
} else {
  const packed = await packAll(work)
  for (const one of packed) {
    await checkContents(one)
    await checkTools(one)
    await checkLoading(one)
    if (one.name === 'core') {
      await check('@billow/core: no dependencies of any kind', () => [
        ...Object.keys(one.manifest.dependencies ?? {}),
        ...Object.keys(one.manifest.peerDependencies ?? {}),
        ...Object.keys(one.manifest.optionalDependencies ?? {}),
      ])
    }
    if (one.name === 'core') await checkSchema(one)
    if (one.name === 'react') await checkClientFiles(one)
    if (one.name === 'embed') {
      await check('@billow/embed: no dependencies at run time', () =>
        Object.keys(one.manifest.dependencies ?? {}),
      )
    }
  }
  await checkSizes()
  await checkShaking(work)
  await checkWorker(work)
  await checkConsumers(check, consumers, packed)
}

console.log(`\n${passed} package checks passed, ${failures.length} failed`)
const reportAt = process.argv.indexOf('--report')
if (reportAt > 0) writeFileSync(process.argv[reportAt + 1], JSON.stringify({ passed, failures }))
process.exitCode = failures.length > 0 ? 1 : 0
