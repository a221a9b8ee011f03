/**
 * Prop tables and signatures on a documentation page: of the components and hooks that its stories name
 * in `parameters: { api: ['Cloth', 'useCloth'] }`.
 */
import { Markdown, useOf } from '@storybook/addon-docs/blocks'
import { useEffect, useState } from 'react'
import { apiMarkdown } from './apiMarkdown'
import type { ApiEntry } from './extractApi'

export function ApiSections() {
  const { preparedMeta } = useOf('meta', ['meta'])
  const { api: names = [] } = preparedMeta.parameters as { api?: readonly string[] }
  const entries = useApi(names.length > 0)
  if (names.length === 0) return null
  if (!entries) return <p>Reading the types …</p>
  return names.map((name) => {
    const entry = entries.find((candidate) => candidate.name === name)
    if (!entry) return <p key={name}>There is no {name} in @billow/react.</p>
    return <Markdown key={name}>{apiMarkdown(entry)}</Markdown>
  })
}

function useApi(isWanted: boolean): readonly ApiEntry[] | undefined {
  const [entries, setEntries] = useState<readonly ApiEntry[]>()
  useEffect(() => {
    let isGone = false
    if (isWanted) {
      void import('virtual:billow-api').then(({ api }) => {
        if (!isGone) setEntries(api)
      })
    }
    return () => {
      isGone = true
    }
  }, [isWanted])
  return entries
}
