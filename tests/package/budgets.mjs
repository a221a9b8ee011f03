// What each package may weigh for the one who loads it: minified, then gzip. A budget is a promise
// to the page that embeds a widget; raising one needs a reason in the commit message.

/** Thousand bytes, as download sizes are commonly given. */
export const KB = 1000

/** @type {{ name: string, package: string, file: string, external: RegExp[], budgetKB: number }[]} */
export const budgets = [
  {
    name: 'core, everything',
    package: 'core',
    file: 'dist/index.js',
    external: [],
    // 34.0 kB with three solvers, their WebAssembly kernels (3 kB), cloth of any mesh (5 kB) and wind.
    budgetKB: 36,
  },
  {
    name: 'core/worker, the page’s side with all it needs of core',
    package: 'core',
    file: 'dist/worker/index.js',
    external: [],
    // 19.5 kB: the sheets and checks of a cloth, no solver.
    budgetKB: 22,
  },
  {
    name: 'three, without core and three.js',
    package: 'three',
    file: 'dist/index.js',
    external: [/^@billow\//, /^three(\/|$)/],
    budgetKB: 15,
  },
  {
    name: 'react, the adapter alone',
    package: 'react',
    file: 'dist/index.js',
    external: [/^@billow\//, /^three(\/|$)/, /^react(\/|$)/, /^@react-three\//],
    budgetKB: 12,
  },
  {
    name: 'embed, the file for pages',
    package: 'embed',
    file: 'dist/billow-embed.js',
    external: [],
    budgetKB: 200,
  },
]
