/**
 * Hands what `extractApi` reads to pages as the module `virtual:billow-api`. It is read when a page asks
 * for it, since that takes a while, and again after a change of the sources.
 */
import type { Plugin } from 'vite'
import { type ApiEntry, extractApi } from './extractApi.ts'

const NAME = 'virtual:billow-api'
const RESOLVED = `\0${NAME}`

export function apiPlugin(): Plugin {
  let api: ApiEntry[] | undefined
  return {
    name: 'billow-api',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      api ??= extractApi()
      return `export const api = ${JSON.stringify(api)}`
    },
    handleHotUpdate({ file }) {
      if (file.includes('/packages/')) api = undefined
    },
  }
}
