declare module 'virtual:billow-api' {
  // An ambient module cannot import from a file by its way.
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports
  export const api: readonly import('./extractApi').ApiEntry[]
}
