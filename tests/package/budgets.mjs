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
    // 66 kB: the cloth itself 12, any mesh and tearing 9, xpbd with its levels 13, WebAssembly 6,
    // wind 3, contact with bodies that move and turn 11, layers 7, the teaching solvers 1.5, easing
    // of live changes 2.5, the table 1. Contact and layers came with bodies of every kind and pairs
    // in any cell; meshes and height fields come only with their classes.
    // 72.2 kB since near pairs are searched in WebAssembly with a plain twin (3.2) and cloths touch
    // each other.
    // 74.1 kB: 0.5 for steps of clocks outside and for telling forces to whoever looks.
    // 76.7 kB: 2.6 for layers that grow where there is room, when cloth starts or is told to collide in a crumple.
    budgetKB: 78,
  },
  {
    name: 'core, everything',
    source: "export * from '@billow/core'",
    // 93 kB: beside a cloth also grass 11, bodies of all kinds 8, triangle collision 4.3, scene
    // files, values from text, shapes and materials.
    // 109.1 kB: 4.9 for contact of whole triangles with bodies, 3.2 for the search of near pairs in
    // WebAssembly, 1.5 for meshes and height fields that remember, groups of cloths.
    // 112.1 kB: 3 for moving blades in WebAssembly.
    // 115 kB: 1.4 for the gauge of forces.
    // 117.8 kB: 2.6 for layers that grow where there is room, when cloth starts or is told to collide in a crumple.
    // 119.6 kB: 1.8 for what pins pull with and the work of the wind.
    // 121.1 kB: 1.5 for faces that get as thick as there is room, and crossings that are let go.
    // 124.9 kB: 3.8 for patches of triangles, whose lists last as long as they stay together, and crossings that
    // are looked for by them.
    budgetKB: 126,
  },
  {
    name: 'core, an application that reads scenes and simulates none',
    source: "export { parseScene } from '@billow/core'",
    // 23.4 kB: a file may hold bodies of every kind, and what it gives can be simulated; 1.5 for
    // meshes and height fields that remember the nearest triangles.
    budgetKB: 24.2,
  },
  {
    name: 'core, the table of parameters',
    source: "export { clothParams } from '@billow/core'",
    budgetKB: 1.3,
  },
  {
    name: 'core/worker, the page’s side with all it needs of core',
    source: "export * from '@billow/core/worker'",
    // 21.8 kB: drawing, with its kernel, is on the page.
    budgetKB: 22.5,
  },
  {
    name: 'core/worker, the worker’s side',
    source: "import '@billow/core/worker/script'",
    // 79.6 kB: a cloth, bodies of every kind, triangle collision, and what answers the page. A script is
    // loaded once, beside the page, and no function can be handed over to it.
    // 90.5 kB: 4.9 more for contact of whole triangles with bodies, 3.2 for the search of near pairs
    // in WebAssembly, 1.5 for meshes and height fields that remember.
    // 92.4 kB: what it takes from the cloth of a page comes along.
    // 95.3 kB: 2.6 for layers that grow where there is room, when cloth starts or is told to collide in a crumple.
    // 96.8 kB: 1.5 for faces that get as thick as there is room, and crossings that are let go.
    // 100.7 kB: 3.9 for patches of triangles with lists of their own, 2.5 to 6 times as fast where layers
    // move.
    budgetKB: 101.5,
  },
  {
    name: 'three, without core and three.js',
    source: "export * from '@billow/three'",
    external: [/^@billow\/core/, ...THREE],
    // 23 kB: cloth and bodies 4.2, drawing of grass 7.7, 5 for moving it on the graphics card, where the
    // model, wind and bodies are written a second time, in GLSL, 3.3 for occlusion culling and views of
    // what is left out, 2.7 for rays, feet and teaching views.
    budgetKB: 24.5,
  },
  {
    name: 'three/materials, without core and three.js',
    source: "export * from '@billow/three/materials'",
    external: [/^@billow\/core/, ...THREE],
    // All shaders, their tables, and the textures that are made in code.
    budgetKB: 16,
  },
  {
    name: 'three/webgpu, without core and three.js',
    source: "export * from '@billow/three/webgpu'",
    external: [/^@billow\/core/, ...THREE],
    // 11.9 kB: the shaders in nodes 3.5, tables and GLSL of the descriptors the rest.
    budgetKB: 13,
  },
  {
    name: 'three/overlays, without core and three.js',
    source: "export * from '@billow/three/overlays'",
    external: [/^@billow\/core/, ...THREE],
    // 12.7 kB: springs, particles, cells, forces, ruler and protractor 6; the shader of strain with what
    // all shaders share, 6.7.
    // 13.9 kB: 1.1 for ghosts and the motion that they show.
    budgetKB: 14.5,
  },
  {
    name: 'three/hands, without core and three.js',
    source: "export * from '@billow/three/hands'",
    external: [/^@billow\/core/, ...THREE],
    budgetKB: 7,
  },
  {
    name: 'react, the adapter alone',
    source: "export * from '@billow/react'",
    external: [/^@billow\/(core|three)/, ...THREE, ...REACT],
    // 12.2 kB: 0.25 for settings of `interactive` that are checked one by one.
    budgetKB: 12.5,
  },
  {
    name: 'react, the adapter of a <Cloth> alone',
    source: "export { Cloth } from '@billow/react'",
    external: [/^@billow\/(core|three)/, ...THREE, ...REACT],
    budgetKB: 8,
  },
  {
    name: 'react/shaders, the adapter alone',
    source: "export * from '@billow/react/shaders'",
    external: [/^@billow\/(core|three)/, ...THREE, ...REACT],
    // The picker with what it shares with cloths 2.1, the chooser with texts in two languages 7.
    budgetKB: 10,
  },
  {
    name: 'react/shader-editor, without CodeMirror',
    source: "export * from '@billow/react/shader-editor'",
    external: [/^@billow\/(core|three)/, ...THREE, ...REACT, /^@codemirror\//, /^@lezer\//],
    // With the renderer of the small pictures, which compiles for trial.
    budgetKB: 9,
  },
  {
    name: 'react/instruments, without uPlot',
    source: "export * from '@billow/react/instruments'",
    external: [/^@billow\/(core|three)/, ...THREE, ...REACT, /^uplot$/],
    // 8.7 kB: recording 3, plots with their texts in two languages 3.5, runs compared 1, and 1.2 of the
    // bundler for what loads later, the chart with all that moves in it.
    budgetKB: 9,
  },
  {
    name: 'react/overlays, the adapter alone',
    source: "export * from '@billow/react/overlays'",
    external: [/^@billow\/(core|three)/, ...THREE, ...REACT],
    budgetKB: 3,
  },
  {
    name: 'react/controls, the adapter alone',
    source: "export * from '@billow/react/controls'",
    external: [/^@billow\/(core|three)/, ...THREE, ...REACT],
    // Playback 2.4; panels of any table, with the fields that the chooser has, too, 5.1.
    budgetKB: 8.5,
  },
  {
    name: 'react/hands, with all of @billow/three/hands that it uses',
    source: "export * from '@billow/react/hands'",
    external: [/^@billow\/core/, ...THREE, ...REACT],
    budgetKB: 5,
  },
  {
    name: 'react, an application with a <Cloth>, without React and three.js',
    source: "export { Cloth } from '@billow/react'",
    external: [...THREE, ...REACT],
    // 79.1 kB: a cloth, its mesh of three.js and the component; 6.3 of them since near pairs are searched in
    // WebAssembly and cloths touch each other.
    // 83.3 kB: 1.7 for steps that components take part in, pins and geometries as children.
    // 85.9 kB: 2.6 for layers that grow where there is room, when cloth starts or is told to collide in a crumple.
    // 87 kB: 1.1 for what loads the hands that need no dragging (6 kB, when a page shows a cloth), for single
    // clicks and for pointers that are lost.
    // 88 kB: 0.3 for settings of `interactive` that are checked one by one, and for memory that was refused.
    budgetKB: 88.5,
  },
  {
    name: 'embed, the file for pages',
    file: '@billow/embed/dist/billow-embed.js',
    // 217 kB: three.js 125, a cloth, triangle collision, which an attribute may ask for, scenery, and
    // texts in two languages.
    // 227 kB: 4.9 more for contact of whole triangles with bodies, 3.2 for the search of near pairs in
    // WebAssembly, 2 for what any number of cloths and fingers need.
    // 229 kB: 0.5 for steps of clocks outside and for telling forces.
    // 231.8 kB: 2.6 for layers that grow where there is room, when cloth starts or is told to collide in a crumple.
    // 233.5 kB: 1.5 for faces that get as thick as there is room, and crossings that are let go.
    // 237.4 kB: likewise.
    budgetKB: 239,
  },
]
