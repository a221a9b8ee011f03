/** What `interactive` of a cloth and of a field have in common, checked. */
import { BillowError, describeValue } from '@billow/core'

/** Settings by name, and what `typeof` says of each. */
type Kinds = Readonly<Record<string, 'string' | 'boolean' | 'object'>>

const KINDS: Kinds = {
  ...{ pointer: 'string', keyboard: 'boolean' },
  ...{ label: 'string', lang: 'string', texts: 'object' },
}

/**
 * Settings one by one.
 * @param more those that only this component has
 * @throws BillowError for an unknown one, and for one of another kind
 */
export function checkInteractive(who: string, options: object, more: Kinds = {}): void {
  const kinds = { ...KINDS, ...more }
  for (const [key, value] of Object.entries(options) as [string, unknown][]) {
    const kind = kinds[key]
    if (!kind)
      refuse(who, `interactive knows ${Object.keys(kinds).join(', ')}, got ${describeValue(key)}`)
    if (value !== undefined && (value === null || typeof value !== kind))
      refuse(who, `interactive.${key} must be of type ${kind}, got ${describeValue(value)}`)
  }
}

export function refuse(who: string, what: string): never {
  throw new BillowError(`@billow/react: ${who}: ${what}`)
}
