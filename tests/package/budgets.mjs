// What each package may weigh for the one who loads it: minified, then gzip, as an application's
// bundler makes it of one import. A budget is a promise to the page that embeds a widget; raising
// one needs a reason in the commit message.

/** Thousand bytes, as download sizes are commonly given. */
export const KB = 1000

const THREE = [/^three(\/|$)/]
const REACT = [/^react(\/|$)/, /^react-dom(\/|$)/, /^@react-three\//]

/**
 * `source` is the application's only module and `external` what it has anyway; or `file` is served
 * as it is.
 * @type {{ name: string, source?: string, external?: RegExp[], file?: string, budgetKB: number }[]}
 */
export const budgets = [
  {
    name: 'core, an application with a cloth',
    source: "export { ClothSimulation } from '@billow/core'",
    // 43.4 kB: the cloth itself 10.5, any mesh and tearing 9, xpbd with its levels 11, WebAssembly
    // 3.5, wind 3, collision 2, the teaching solvers 1.5, the table 1; 1.7 of it are the words of
    // errors.
    budgetKB: 44.5,
  },
  {
    name: 'core, everything',
    source: "export * from '@billow/core'",
    // 50.4 kB: beside a cloth also scene files, values from text, shapes and materials.
    budgetKB: 51.5,
  },
  {
    name: 'core, an application that reads scenes and simulates none',
    source: "export { parseScene } from '@billow/core'",
    budgetKB: 10,
  },
  {
    name: 'core, the table of parameters',
    source: "export { clothParams } from '@billow/core'",
    budgetKB: 1.3,
  },
  {
    name: 'core/worker, the page’s side with all it needs of core',
    source: "export * from '@billow/core/worker'",
    budgetKB: 18,
  },
  {
    name: 'core/worker, the worker’s side',
    source: "import '@billow/core/worker/script'",
    // 44.9 kB: a cloth and what answers the page.
    budgetKB: 46,
  },
  {
    name: 'three, without core and three.js',
    source: "export * from '@billow/three'",
    external: [/^@billow\/core/, ...THREE],
    budgetKB: 15,
  },
  {
    name: 'react, the adapter alone',
    source: "export * from '@billow/react'",
    external: [/^@billow\/(core|three)/, ...THREE, ...REACT],
    budgetKB: 12,
  },
  {
    name: 'react, an application with a <Cloth>, without React and three.js',
    source: "export { Cloth } from '@billow/react'",
    external: [...THREE, ...REACT],
    // 48.3 kB: a cloth, its mesh of three.js and the component.
    budgetKB: 49.5,
  },
  {
    name: 'embed, the file for pages',
    file: '@billow/embed/dist/billow-embed.js',
    budgetKB: 200,
  },
]
