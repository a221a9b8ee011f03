// `npm test`: fetches what is missing, runs every stage, those that often wait beside each other and
// the others in turn, and ends with what failed, a table and one line `N passed, N failed`. All run
// even when one fails. `npm test -- --only unit,browser` picks some, `--skip stories` leaves some out,
// `--list` names them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checkNode } from './node-version.mjs'

checkNode()
const { onStopSignal, run } = await import('./process.mjs')
const { installDependencies, packages, pnpm, root, tool } = await import('./workspace.mjs')

const MINUTE = 60_000
/** A stage that overruns this is hung, and is ended. Well above what a slow machine needs. */
const STAGE_LIMIT_MS = 20 * MINUTE
const reports = mkdtempSync(join(tmpdir(), 'billow-test-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/**
 * `output` is what a stage has not printed itself; `failures` say what failed, and why.
 * @typedef {{ ok: boolean, passed?: number, failed?: number, skipped?: number, note?: string,
 *   output?: string, failures?: string[] }} Outcome
 */

const limits = { cwd: root, timeoutMs: STAGE_LIMIT_MS }

/** Runs a script or tool with this Node. */
function node(...args) {
  return run(process.execPath, args, limits)
}

/** Gathers what commands print, for stages that run beside each other. */
class Gathered {
  ok = true
  output = ''

  /** @param {ReturnType<typeof run>} command that captures what it prints */
  async add(command, name) {
    const { code, output } = await command
    this.ok &&= code === 0
    if (name) this.output += `${code === 0 ? 'ok  ' : 'FAIL'} ${name}\n`
    this.output += output
  }
}

const quietly = { ...limits, capture: true }

const quietNode = (...args) => run(process.execPath, args, quietly)

async function lint() {
  const gathered = new Gathered()
  await gathered.add(quietNode(tool('eslint'), '.', '--max-warnings', '0'))
  await gathered.add(quietNode(tool('prettier'), '--check', '--log-level', 'warn', '.'))
  return gathered
}

/**
 * The compiler over each package with the globals it may use, and over everything else. It is the
 * native one; tools that call the compiler (ESLint, tsdown, Storybook) need the one before it.
 */
async function types() {
  const gathered = new Gathered()
  for (const project of [...packages.map((name) => join('packages', name)), 'tsconfig.json'])
    await gathered.add(quietNode(tool('typescript-native', 'tsc'), '-p', project), project)
  return gathered
}

async function build() {
  const gathered = new Gathered()
  await gathered.add(pnpm(['-r', '--sort', 'run', 'build'], quietly))
  return gathered
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const hasFailed = ({ status }) => status === 'failed'

/** How many lines of a reason are said again at the end. */
const REASON_LINES = 3

/** What failed in a report of Vitest: file, test, and why. A file that fails outside of tests counts as one. */
function failuresIn({ testResults }) {
  return testResults.filter(hasFailed).flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(hasFailed)
    const failed =
      tests.length > 0 ? tests : [{ fullName: 'the file itself', failureMessages: [message] }]
    return failed.map(({ fullName, failureMessages }) => {
      const reason = (failureMessages[0] ?? '').split('\n').slice(0, REASON_LINES)
      return [`${relative(root, name)} > ${fullName}`, ...reason].join('\n  ')
    })
  })
}

/** One project of vitest.config.ts, counted from Vitest's own report. */
async function vitest(project) {
  const file = join(reports, `${project}.json`)
  const { code, timedOut } = await node(
    tool('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  )
  const report = readReport(file)
  if (!report) return { ok: false, note: timedOut ? 'took too long' : 'ended without a report' }
  const passed = report.numPassedTests
  const failures = failuresIn(report)
  return {
    ok: code === 0 && passed > 0,
    passed,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    note: passed > 0 ? undefined : 'no test ran',
  }
}

/** The checks of the packed packages, which report like Vitest does. */
async function packageChecks() {
  const file = join(reports, 'package.json')
  const script = join('tests', 'package', 'check.mjs')
  const { code, output } = await quietNode(script, '--report', file)
  const report = readReport(file)
  if (!report) return { ok: false, output, note: 'ended without a report' }
  const { passed, failures } = report
  return { ok: code === 0 && passed > 0, passed, failed: failures.length, failures, output }
}

/**
 * Those `beside` each other print nothing themselves; one may have to wait for another before it.
 * @type {{ name: string, title: string, beside?: boolean, after?: string, browser?: boolean,
 *   run: () => Promise<Outcome> }[]}
 */
const stages = [
  { name: 'lint', title: 'Lint and formatting', beside: true, run: lint },
  { name: 'types', title: 'Types', beside: true, run: types },
  { name: 'build', title: 'Build of the packages', beside: true, run: build },
  { name: 'package', title: 'Package checks', beside: true, after: 'build', run: packageChecks },
  { name: 'unit', title: 'Unit tests', run: () => vitest('unit') },
  { name: 'browser', title: 'Browser tests', browser: true, run: () => vitest('browser') },
  { name: 'stories', title: 'Story tests', browser: true, run: () => vitest('stories') },
]

function selectedStages(args) {
  const chosen = { only: undefined, skip: [] }
  for (let i = 0; i < args.length; i++) {
    const [, key, inline] = /^--(only|skip)(?:=(.*))?$/.exec(args[i]) ?? []
    if (!key) fail(`Unknown option ${args[i]}.`)
    const names = (inline ?? args[++i] ?? '').split(',').filter(Boolean)
    const unknown = names.find((name) => !stages.some((stage) => stage.name === name))
    if (unknown || names.length === 0) fail(`--${key} takes stages, got "${unknown ?? ''}".`)
    chosen[key] = names
  }
  return stages.filter(
    ({ name }) => (chosen.only?.includes(name) ?? true) && !chosen.skip.includes(name),
  )
}

function fail(message) {
  console.error(`${message} Stages: ${stages.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

/** Of what a stage has printed that names no test, what is said again at the end. */
const lastLines = (output) => output.trimEnd().split('\n').slice(-30)

const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1)

function header(text) {
  console.log(`\n${'='.repeat(72)}\n${text}\n${'='.repeat(72)}`)
}

function row(cells) {
  const [name, result, passed, failed, skipped, time, note] = cells
  const numbers = [passed, failed, skipped, time].map((cell) => String(cell).padStart(8)).join('')
  return `${name.padEnd(24)}${result.padEnd(8)}${numbers}  ${note}`.trimEnd()
}

const args = process.argv.slice(2)
if (args.includes('--list')) {
  for (const { name, title } of stages) console.log(name.padEnd(10), title)
  process.exit(0)
}
const selected = selectedStages(args)
onStopSignal(() => 130)

const started = Date.now()
if (!(await installDependencies())) {
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}

let browser
if (selected.some((stage) => stage.browser)) {
  const { ensureChromium } = await import('./chromium.mjs')
  browser = await ensureChromium().catch((error) => console.error(error.message))
  if (browser) console.log(`Browser: ${browser.source}`)
  // The stages look again; this spares them the search and makes sure they take the same one.
  if (browser?.path) process.env.CHROMIUM_PATH = browser.path
}

const rows = []
let passed = 0
let failed = 0
const failures = []

/** Outcomes, by stage, of those that have begun before they are asked for. */
const begun = new Map()

async function outcomeOf(stage) {
  await begun.get(stage.after)
  const since = Date.now()
  const missing = stage.browser && !browser
  const outcome = missing ? { ok: false, note: 'no Chromium' } : await stage.run()
  return { ...outcome, time: `${seconds(since)} s` }
}

for (const stage of selected.filter(({ beside }) => beside)) begun.set(stage.name, outcomeOf(stage))
for (const stage of selected) {
  const { title } = stage
  header(`${title}  (${stage.name})`)
  const outcome = await (begun.get(stage.name) ?? outcomeOf(stage))
  const { ok, time, note = '', output = '' } = outcome
  passed += outcome.passed ?? 0
  // A stage may fail without a failed test (lint, a crash): it counts as one, so the sum never lies.
  failed += outcome.failed || (ok ? 0 : 1)
  if (outcome.failures?.length) failures.push(...outcome.failures)
  else if (!ok) failures.push([title, ...lastLines(output)].join('\n  '))
  const counts = [outcome.passed ?? '-', outcome.failed ?? '-', outcome.skipped || '-']
  rows.push(row([title, ok ? 'ok' : 'FAILED', ...counts, time, note]))
  console.log(`${output}\n${title}: ${ok ? 'ok' : 'FAILED'} in ${time}`)
}

if (failures.length > 0) {
  header('What failed')
  console.log(failures.join('\n\n'))
}
header('Summary')
console.log(row(['Stage', 'Result', 'Passed', 'Failed', 'Skipped', 'Time', '']))
for (const line of rows) console.log(line)
console.log(
  `\nTook ${seconds(started)} s. Lint, types and build count as one failure each when they fail.`,
)

const ranTests = selected.some((stage) => !['lint', 'types', 'build'].includes(stage.name))
if (ranTests && passed + failed === 0) failed = 1
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
