/** Documentation of components and hooks as Markdown: prop tables with types, defaults, units, ranges. */
import {
  clothParams,
  expectation,
  grassParams,
  type Parameter,
  type ParameterTable,
} from '@billow/core'
import { descriptions, grassTexts } from '@billow/core/locales/en'
import type { ApiEntry, ApiMember } from './extractApi'

const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')
const code = (text: string): string => (text === '' ? '' : `\`${cell(text)}\``)

export function apiMarkdown(entry: ApiEntry): string {
  const { name, kind, module, description, example, signature, props, returns, passesOn } = entry
  const own = props.filter(({ isParameter }) => !isParameter)
  const parameters = props.filter(({ isParameter }) => isParameter)
  const shown = kind === 'component' ? `<${name}>` : `${name}()`
  const parts = [
    `## \`${shown}\``,
    `\`import { ${name} } from '${module}'\``,
    description,
    kind === 'hook' ? fence(signature) : '',
    example === '' ? '' : fence(example),
    own.length > 0 ? memberTable(kind === 'component' ? 'Prop' : 'Option', own, true) : '',
    parameters.length > 0 ? parameterTable(parameters) : '',
    kind === 'component' && props.length === 0 ? 'It has no props of its own.' : '',
    kind === 'component' && passesOn ? 'All other props go to the element that it renders.' : '',
    returns.length > 0 ? `It gives:\n\n${memberTable('Member', returns, false)}` : '',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const fence = (text: string): string => `\`\`\`tsx\n${text}\n\`\`\``

function memberTable(what: string, members: readonly ApiMember[], hasDefault: boolean): string {
  const rows = members.map(({ name, type, isOptional, description, fallback }) => {
    const cells = [
      `${code(name)}${hasDefault && !isOptional ? ' (required)' : ''}`,
      code(type),
      cell(description),
      ...(hasDefault ? [/^\S+$/.test(fallback) ? code(fallback) : cell(fallback)] : []),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const heads = [what, 'Type', 'What it is', ...(hasDefault ? ['Default'] : [])]
  return [`| ${heads.join(' | ')} |`, `|${' --- |'.repeat(heads.length)}`, ...rows].join('\n')
}

/** Of a table of parameters the table itself says what may be given. */
function parameterTable(members: readonly ApiMember[]): string {
  const isGrass = members.some(({ name }) => !(name in clothParams))
  const table: ParameterTable = isGrass ? grassParams : clothParams
  const texts: Readonly<Record<string, string>> = isGrass
    ? grassTexts.descriptions
    : descriptions.cloth
  const rows = members.map(({ name }) => {
    const parameter = table[name]!
    const change = parameter.change === 'live' ? 'at once' : 'builds anew'
    const solvers = parameter.solvers ? ` Only ${parameter.solvers.join(', ')}.` : ''
    const cells = [
      code(name),
      cell(expectation(parameter)),
      cell((texts[name] ?? '') + solvers),
      cell(defaultText(parameter)),
      cell(rangeText(parameter)),
      change,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    'Parameters of the simulation, in SI units:',
    '',
    '| Prop | Type | What it is | Default | Slider | A change |',
    `|${' --- |'.repeat(6)}`,
    ...rows,
  ].join('\n')
}

const short = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(4))) : JSON.stringify(value)

function defaultText({ default: value }: Parameter): string {
  return code(Array.isArray(value) ? `[${value.map(short).join(', ')}]` : short(value))
}

function rangeText(parameter: Parameter): string {
  if (!('min' in parameter)) return ''
  const { min, max, unit } = parameter
  return `${short(min)} to ${short(max)}${unit && ` ${unit}`}`
}
